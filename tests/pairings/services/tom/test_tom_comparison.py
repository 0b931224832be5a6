"""Compare with TOM: there are no differences between equal events, and real differences are found."""

import re
from random import Random

import pytest

from pairings.engine import tdf
from pairings.models import TomDetails
from pairings.queries import tom as queries
from pairings.queries.tom.omissions import list_omissions
from pairings.services.rounds import attendance
from pairings.services.tom import importing
from tests.conftest import SHARED
from tests.pairings import build
from tests.pairings import tom_files as tf
from tests.pairings.services.tom.test_tom import FINISHED, RUNNING
from tests.pairings.services.tom.test_tom_kinds import KINDS

pytestmark = pytest.mark.django_db

ELSEWHERE = {
    "no birth dates",
    "no sanction number, no country",
    "deleted match",
    "finished without pods",
    "finished early",
}
"""Kinds of files that are not imported completely, as the preview says."""


@pytest.mark.parametrize("name", FINISHED + RUNNING)
def test_an_event_is_like_the_file_it_came_from(shared, name):
    data = (shared / "tdf" / f"{name}.tdf").read_bytes()
    found = queries.compare_with_file(importing.import_event(data, by=None), tdf.read_tdf_file(data))
    assert (found.differences, found.places) == ((), ())


@pytest.mark.parametrize("kind", sorted(KINDS.keys() - ELSEWHERE))
def test_each_kind_is_like_its_file(kind):
    data = KINDS[kind]()
    found = queries.compare_with_file(importing.import_event(data, by=None), tdf.read_tdf_file(data))
    assert (found.differences, found.places) == ((), ())


def test_an_event_of_ours_is_like_its_own_file_in_the_middle_of_a_round():
    """Ties broken at random, a drop before the last round, and a round with some results are not differences."""
    division = build.division(10)
    for number, entry in enumerate(division.entries.order_by("-tie_break_number"), start=1):
        entry.player_number = str(number)
        entry.save()
    build.play(division, 2)
    attendance.drop_player(division.entries.first(), by=None)
    posted = build.rounds.post(build.rounds.pair_next_round(division, by=None, seed=1), by=None)
    match = build.open_matches(posted)[0]
    build.results.enter_result(match, build.MatchResult(build.Outcome.LEFT), by=None)
    out = queries.export_tom_file(division.tournament).data
    found = queries.compare_with_file(division.tournament, tdf.read_tdf_file(out))
    assert (found.differences, found.places) == ((), ())
    assert found.places_compared == 10


STARTER = "<starter>true</starter>"
DROPPED = f"{STARTER}<dropped><status>1</status><round>1</round><timestamp>11/14/2026 12:40:00</timestamp></dropped>"
PLAYED = [tf.round_(1, [(1, 1, 2), (2, 3, 4)]), tf.round_(2, [(0, 1, 4), (0, 3, 2)])]


def field(*numbers: int, more: str = STARTER) -> list[str]:
    return [tf.player(number, more=more) for number in numbers]


NEVER_SAT = {
    "dropped before they sat": tf.file(
        [*field(1, 2, 3, 4), *field(5, 6, more=DROPPED)], [tf.pod(range(1, 7), PLAYED)]
    ),
    "in no pod": tf.file([*field(1, 2, 3, 4), *field(5, 6, more="")], [tf.pod(range(1, 5), PLAYED)]),
    "in no pod, and gone": tf.file(
        [*field(1, 2, 3, 4), *field(5, more=DROPPED)], [tf.pod(range(1, 5), PLAYED)]
    ),
    "gone before there are pods": tf.file(
        [
            *field(1, 2, 3, 4, more=""),
            *field(5, more=DROPPED.removeprefix(STARTER).replace("<round>1", "<round>0")),
        ],
        stage=1,
    ),
}


@pytest.mark.parametrize("name", NEVER_SAT)
def test_who_never_played_is_in_the_file_as_tom_has_it(name):
    event = importing.import_event(NEVER_SAT[name], by=None)
    found = queries.compare_with_file(event, tdf.read_tdf_file(NEVER_SAT[name]))
    assert (found.differences, found.places) == ((), ())
    assert "NOT_HERE" not in {one.code for one in list_omissions(event)}
    assert queries.export_tom_file(event).data == NEVER_SAT[name]


@pytest.mark.parametrize("name", NEVER_SAT)
def test_an_event_imported_before_that_was_noted_reads_its_file_again(name):
    event = importing.import_event(NEVER_SAT[name], by=None)
    details = TomDetails.objects.get(tournament=event)
    del details.file_words["unseated"]
    details.save()
    assert queries.compare_with_file(event, tdf.read_tdf_file(NEVER_SAT[name])).differences == ()


@pytest.mark.parametrize(
    "path", sorted((SHARED / "cases" / "reports").glob("*.tdf")), ids=lambda path: path.name
)
def test_a_reported_file_is_like_itself(path):
    found = queries.compare_with_file(
        importing.import_event(path.read_bytes(), by=None), tdf.read_tdf_file(path.read_bytes())
    )
    assert (found.differences, found.places) == ((), ())


VALID = {name: KINDS[name] for name in sorted(KINDS.keys() - ELSEWHERE)}
VALID |= {path.name: path.read_bytes for path in sorted((SHARED / "tdf").glob("*.tdf"))}


@pytest.mark.parametrize("name", VALID)
def test_whatever_happened_to_players_an_untouched_file_is_like_itself(name):
    """Players in no pod, players who left before their first round, drops in the newest round: each alone and all
    together.
    """
    chance = Random(name)
    data = VALID[name]()
    for step in chance.sample(MUTATIONS, len(MUTATIONS)):
        data = step(data, chance)
        event = importing.import_event(data, by=None)
        found = queries.compare_with_file(event, tdf.read_tdf_file(data))
        assert (found.differences, found.places) == ((), ()), step.__name__


def in_no_pod(data: bytes, chance: Random) -> bytes:
    return _with_player(data, chance.randrange(500, 600), "")


def left_before_sitting(data: bytes, chance: Random) -> bytes:
    """Add a player to the end of the roster of a pod who dropped in a round up to the newest."""
    read = tdf.read_tdf_file(data)
    if not read.pods:
        return data
    number, pod = chance.randrange(600, 700), chance.randrange(len(read.pods))
    round_ = chance.randint(0, max((one.number for one in read.pods[pod].rounds), default=0))
    drop = DROPPED.replace("<round>1", f"<round>{round_}")
    rosters = list(re.finditer(rb"</players>\s*</subgroup>", data))
    at = rosters[min(pod, len(rosters) - 1)].start()
    data = data[:at] + f'<player userid="{tf.user_id(number)}" />'.encode() + data[at:]
    return _with_player(data, number, drop)


def drops_in_the_newest_round(data: bytes, chance: Random) -> bytes:
    read = tdf.read_tdf_file(data)
    sitting = [
        (user_id, pod.rounds[-1].number)
        for pod in read.pods
        if pod.rounds and not pod.cut_rounds
        for user_id in pod.roster
        if read.player_of[user_id].dropped_in is None and not read.player_of[user_id].disqualified
    ]
    if not sitting or read.finalized:
        return data
    user_id, number = chance.choice(sitting)
    drop = DROPPED.removeprefix(STARTER).replace("<round>1", f"<round>{number}").encode()
    start = data.index(f'<player userid="{user_id}">'.encode())
    at = data.index(b"<creationdate>", start)
    return data[:at] + drop + data[at:]


MUTATIONS = [in_no_pod, left_before_sitting, drops_in_the_newest_round]


def _with_player(data: bytes, number: int, more: str) -> bytes:
    at = data.index(b"</players>")
    return data[:at] + tf.player(number, more=more).encode() + data[at:]
