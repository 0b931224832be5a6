"""Every kind of file that TOM writes: registration, configured pods, several pods, other games, odd tags, odd bytes."""

import re

import pytest

from pairings.engine import tdf
from pairings.engine.outcomes import Outcome
from pairings.models import Match, TomFile
from pairings.queries import tom as queries
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, rounds
from pairings.services.tom import importing
from tests.pairings import build
from tests.pairings import tom_files as tf
from tests.pairings.services.tom.test_tom_export import elements
from tournaments.models import Tournament
from tournaments.services import entries

pytestmark = pytest.mark.django_db

STARTER = "<starter>true</starter>"
LATE = "<late><round>2</round><timestamp>11/14/2026 11:10:00</timestamp><forcedloss>true</forcedloss>"
LATE += "<usedforcedloss>true</usedforcedloss></late>"


def dropped(status: int, round_: int) -> str:
    return (
        f"{STARTER}<dropped><status>{status}</status><round>{round_}</round>"
        "<timestamp>11/14/2026 12:40:00</timestamp></dropped>"
    )


def people(*numbers: int, born: int = 1990, more: str = STARTER) -> list[str]:
    return [tf.player(n, born=born, more=more) for n in numbers]


def two_pods() -> bytes:
    """Return Juniors and Seniors in one pod and Masters in the other, with consecutive tables."""
    young, old = people(*range(1, 7), born=2012), people(*range(11, 17))
    second = tf.round_(1, [(1, 11, 12), (2, 13, 14), (3, 15, 16)])
    for at in (3, 2, 1):
        second = second.replace(f"<tablenumber>{at}<", f"<tablenumber>{at + 3}<")
    pods = [
        tf.pod(range(1, 7), [tf.round_(1, [(1, 1, 2), (1, 3, 4), (10, 5, 6)])], category=8),
        tf.pod(range(11, 17), [second], category=2),
    ]
    return tf.file(young + old, pods)


def cut_of_two() -> bytes:
    """Return one pod, with a cut for Masters and one for Seniors in the same rounds."""
    slots = {1: (1, 1), 2: (2, 2), 5: (1, 1), 6: (2, 2)}
    everybody = [
        tf.player(
            n,
            born=1990 if n < 5 else 2012,
            more=STARTER + (f"<order>{slots[n][0]}</order><seed>{slots[n][1]}</seed>" if n in slots else ""),
        )
        for n in range(1, 9)
    ]
    swiss = tf.round_(1, [(1, 1, 3), (1, 2, 4), (1, 5, 7), (1, 6, 8)], type_=3, stage=8)
    final = tf.round_(2, [(0, 1, 2), (0, 5, 6)], type_=1, stage=2)
    pod = tf.pod(range(1, 9), [swiss, final], category=10)
    return tf.file(everybody, [pod], type_=3, mode="TCG1DAY")


def disqualified() -> bytes:
    first, second = tf.round_(1, [(1, 1, 2), (1, 3, 4)]), tf.round_(2, [(2, 1, 3), (5, 2, 0)], stage=8)
    everybody = [*people(1, 2, 3), *people(4, more=dropped(2, 1))]
    tail = tf.standings({2: [3, 1, 2]}).replace(
        'type="dnf"></pod>', f'type="dnf"><player id="{tf.user_id(4)}" /></pod>'
    )
    return tf.file(everybody, [tf.pod(range(1, 5), [first, second])], stage=5, tail=tail)


def of_version(version: str, data: bytes) -> bytes:
    """Return a file as TOM before 1.80 writes it: no times of rounds, no additional rounds, no blocked tables."""
    later = rb"<(pairtime|starttime|additionalrounds|blockedranges)>[^<]*</\1>"
    return re.sub(later, b"", data.replace(b'version="1.86"', b'version="%s"' % version.encode()))


KINDS = {
    "registration": lambda: tf.file(people(*range(1, 9), more=""), stage=1),
    "no one yet": lambda: tf.file([], stage=1),
    "configured pods": lambda: tf.file(people(*range(1, 9), more=""), [tf.pod(range(1, 9))], stage=3),
    "two pods": two_pods,
    "a cut for each age": cut_of_two,
    "disqualified": disqualified,
    "late with a forced loss": lambda: tf.file(
        [*people(1, 2, 3), *people(4, more=LATE)],
        [
            tf.pod(
                range(1, 5),
                [tf.round_(1, [(1, 1, 2), (5, 3, 0), (8, 4, 0)]), tf.round_(2, [(0, 1, 3), (0, 2, 4)])],
            )
        ],
    ),
    "late as older files say it": lambda: of_version(
        "1.74",
        tf.file(
            [*people(1, 2), *people(3, more="<late>true</late>"), *people(4, more="<late>false</late>")],
            [tf.pod(range(1, 5), [tf.round_(1, [(3, 1, 2), (3, 3, 4)])])],
        ),
    ),
    "late as older files say it, of a new version": lambda: tf.file(
        [*people(1, 2), *people(3, more="<late>true</late>"), *people(4, more="<late>false</late>")],
        [tf.pod(range(1, 5), [tf.round_(1, [(3, 1, 2), (3, 3, 4)])])],
    ),
    "both dropped and their match is gone": lambda: tf.file(
        [*people(1, 2), *people(3, 4, more=dropped(1, 2))],
        [tf.pod(range(1, 5), [tf.round_(1, [(1, 1, 3), (1, 2, 4)]), tf.round_(2, [(1, 1, 2)])])],
    ),
    "deleted match": lambda: tf.swiss(4, [tf.round_(1, [(1, 1, 2), (9, 3, 4)])]),
    "double losses, both codes": lambda: tf.swiss(4, [tf.round_(1, [(6, 1, 2), (10, 3, 4)])]),
    "single elimination with a bye": lambda: tf.file(
        [tf.player(n, more=f"{STARTER}<order>{slot}</order>") for n, slot in ((1, 1), (2, 4), (3, 3))],
        [tf.pod(range(1, 4), [tf.round_(1, [(1, 1, 0), (1, 3, 2)], type_=1)], category=10)],
        type_=1,
    ),
    "another game": lambda: tf.swiss(4, [tf.round_(1, [(1, 1, 2), (0, 3, 4)])], mode="GOPREMIER").replace(
        b"TRADING_CARD_GAME", b"GO"
    ),
    "fixed seats and names in the game": lambda: tf.swiss(
        4, [tf.round_(1, [(1, 1, 2), (0, 3, 4)]).replace("<player1 ", '<player1 staticseat="true" ')]
    ).replace(b"<starter>", b"<ingamename>Red</ingamename><staticseat>7</staticseat><starter>"),
    "no sanction number, no country": lambda: tf.swiss(4, sanction="", country="Atlantis"),
    "no birth dates": lambda: re.sub(rb"<birthdate>[^<]*<", b"<birthdate><", tf.swiss(4)),
    "finished without pods": lambda: tf.file(people(1, 2), stage=5, tail=tf.standings({2: [2, 1]})),
    "finished early": lambda: tf.swiss(
        4, [tf.round_(1, [(0, 1, 2), (1, 3, 4)])], stage=5, tail=tf.standings({2: [3, 1, 2, 4]})
    ),
    "an earlier season": lambda: tf.swiss(4).replace(b"11/14/2026<", b"03/01/2009<"),
}
"""Everything that FORMAT.md describes, each as a small file."""

BYTES = {
    "as it is": lambda data: data,
    "lines of Windows": lambda data: data.replace(b"\n", b"\r\n"),
    "old lines of a Mac": lambda data: data.replace(b"\n", b"\r"),
    "a mark at the start": lambda data: b"\xef\xbb\xbf" + data,
    "Latin-1": lambda data: data.decode().replace("UTF-8", "ISO-8859-1").encode("latin-1"),
    "UTF-16": lambda data: data.decode().replace("UTF-8", "UTF-16").encode("utf-16"),
    "numbers for letters": lambda data: data.decode().encode("ascii", "xmlcharrefreplace"),
    "comments and unknown elements": lambda data: data.replace(
        b"<players>", b"<!-- <players> --><?tom x?><extra a='1'>&lt;<b/></extra><players>", 1
    ),
    "no declaration, one line": lambda data: re.sub(rb">\s+<", b"><", data[data.index(b"<tournament") :]),
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_comes_back_byte_for_byte(kind):
    data = KINDS[kind]()
    event = importing.import_event(data, by=None)
    assert queries.export_tom_file(event).data == data


@pytest.mark.parametrize("encoding", BYTES)
@pytest.mark.parametrize("kind", ["two pods", "registration"])
def test_odd_bytes_stay_and_a_change_is_read_again(kind, encoding):
    data = BYTES[encoding](KINDS[kind]())
    event = importing.import_event(data, by=None)
    assert queries.export_tom_file(event).data == data
    event.name = "Łódź & Cup"
    event.save()
    changed = queries.export_tom_file(event)
    assert tdf.read_tdf_file(changed.data).name == "Łódź & Cup"
    assert len(changed.data) < len(data) + 60


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_rebuilt_without_its_text(kind):
    """The uploaded text is deleted, so that only rows are left: every element is written again, except time stamps."""
    data = KINDS[kind]()
    event = importing.import_event(data, by=None)
    TomFile.objects.all().delete()
    assert elements(queries.export_tom_file(event).data) == elements(data)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_rebuilt_and_taken_over_again(kind):
    """What is written without the text creates the same event again, wherever it is imported."""
    event = importing.import_event(KINDS[kind](), by=None)
    TomFile.objects.all().delete()
    again = importing.import_event(queries.export_tom_file(event).data, by=None)
    TomFile.objects.all().delete()
    assert elements(queries.export_tom_file(again).data) == elements(KINDS[kind]())


class TestOurWordAfterAChange:
    """Differences in TOM's file are preserved while nothing changes there; after a change, our data is written."""

    def test_a_finished_file_with_an_open_match_is_finished_until_the_event_goes_on(self):
        event = taken("finished early")
        assert tdf.read_tdf_file(queries.export_tom_file(event).data).finalized
        match = Match.objects.get(round__division__tournament=event, outcome="pending")
        results.enter_result(match, MatchResult(Outcome.RIGHT), by=None)
        rounds.close_round(match.round, by=None)
        rounds.post(rounds.pair_next_round(event.divisions.get(), by=None, seed=1, additional=True), by=None)
        read = tdf.read_tdf_file(queries.export_tom_file(event).data)
        assert (read.stage, read.standings) == (4, ())

    def test_configured_pods_become_a_running_event(self):
        event = taken("configured pods")
        event.entries.update(checked_in_at=event.starts_at)
        build.play(event.divisions.select_related("tournament").get())
        read = tdf.read_tdf_file(queries.export_tom_file(event).data)
        assert (read.stage, [one.starter for one in read.players]) == (4, [True] * 8)

    def test_a_player_added_to_configured_pods_is_at_the_end_of_theirs(self):
        event = taken("configured pods")
        who = {"first_name": "Ida", "last_name": "Lund", "player_id": "99", "birth_year": 1990}
        attendance.enter_player(event, by=None, division=event.divisions.get(), **who)
        (pod,) = tdf.read_tdf_file(queries.export_tom_file(event).data).pods
        assert (pod.roster[-1], len(pod.roster)) == ("99", 9)

    def test_a_result_changed_here_loses_the_code_of_the_file_and_no_other_does(self):
        event = taken("double losses, both codes")
        match = Match.objects.get(round__division__tournament=event, table=1)
        results.correct_result(match, MatchResult(Outcome.LEFT), why="Typed wrongly", by=None)
        (one,) = tdf.read_tdf_file(queries.export_tom_file(event).data).pods[0].rounds
        assert [match.code for match in one.matches] == ["1", "10"]

    def test_a_name_changed_here_is_not_the_file_s_any_more(self):
        """Players known under another name are written as in TOM; players corrected here are written as corrected."""
        data = tf.file(people(1, more=""), stage=1)
        knows = build.organizer(build.division(2))
        importing.import_event(tf.file([tf.player(1, first="Zoe", last="Nunes")], stage=1), by=knows)
        event = importing.import_event(data, by=knows, same_people=[tf.user_id(1)])
        TomFile.objects.all().delete()
        (entry,) = event.entries.all()
        assert (
            entry.last_name,
            tdf.read_tdf_file(queries.export_tom_file(event).data).players[0].last_name,
        ) == (
            "Nunes",
            "Núñez",
        )
        entries.change_entry(entry, by=None, last_name="Núñez Ríos")
        assert tdf.read_tdf_file(queries.export_tom_file(event).data).players[0].last_name == "Núñez Ríos"


def taken(kind: str) -> Tournament:
    """Import such a file as an event, and delete its text."""
    event = importing.import_event(KINDS[kind](), by=None)
    TomFile.objects.all().delete()
    return event


def test_a_registration_file_is_played_here_and_goes_back():
    """Stage 1 is imported, and pods and rounds are added to TOM's text."""
    from tests.pairings.build import play

    data = KINDS["registration"]()
    event = importing.import_event(data, by=None)
    event.entries.update(checked_in_at=event.starts_at)
    division = event.divisions.select_related("tournament").get()
    play(division, 3)
    out = queries.export_tom_file(event).data
    read = tdf.read_tdf_file(out)
    assert (read.stage, len(read.pods), len(read.pods[0].rounds)) == (5, 1, 3)
    assert [part.category for part in read.standings] == [2, 2, 1, 1, 0, 0]
    assert (
        out[: out.index(b"<players>")].split(b"\n")[2:] == data[: data.index(b"<players>")].split(b"\n")[2:]
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "mode", ["LEAGUECHALLENGE", "TCG1DAY", "PRERELEASE", "CUSTOM", "VGCPREMIER", "GOPREMIER", ""]
)
@pytest.mark.parametrize("type_", [1, 2, 3])
@pytest.mark.parametrize("minutes", [0, 50])
def test_each_mode_in_each_structure(mode, type_, minutes):
    """A roster of each kind of event is imported, whatever the length of its rounds, and exported with the same
    kind.
    """
    data = tf.file(people(*range(1, 9), more=""), type_=type_, stage=1, mode=mode, minutes=minutes)
    event = importing.import_event(data, by=None)
    assert queries.export_tom_file(event).data == data
    TomFile.objects.all().delete()
    assert elements(queries.export_tom_file(event).data) == elements(data)
