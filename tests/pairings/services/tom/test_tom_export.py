"""Events exported to TOM: unchanged files byte for byte, and every finished one again from our rows alone."""

import difflib
import re
from collections.abc import Iterator
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest
from defusedxml.ElementTree import fromstring
from django.core.management import CommandError, call_command

from core.engine.refused import Refused
from pairings.engine import tdf
from pairings.engine.outcomes import Outcome
from pairings.models import Match, TomFile
from pairings.queries import tom as queries
from pairings.queries.rounds.event_progress import is_event_over
from pairings.queries.tom import exports
from pairings.services.bracket import cuts
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, rounds
from pairings.services.tom import importing
from pairings.words.tom_page_words import omission_text
from tests.build import add_players
from tests.build import event as build_event
from tests.pairings import build
from tests.pairings.build import report_all
from tests.pairings.services.tom.test_tom import FINISHED, RUNNING, places
from tournaments.models import Division, Tournament
from tournaments.services import divisions, events

pytestmark = pytest.mark.django_db

STAMPS = ["timeleft", "pairtime", "starttime", "timestamp", "creationdate", "lastmodifieddate"]
"""The time stamps, which may be all that differs between TOM's file and one written from our rows."""


def bare(data: bytes) -> str:
    """Return a file without its time stamps."""
    return re.sub(rf"<({'|'.join(STAMPS)})>[^<]*<", r"<\1><", data.decode())


def elements(data: bytes) -> list[str]:
    """Return each element of a file in order, with attributes and text; time stamps without their time."""
    return list(_elements(fromstring(data), ""))


def _elements(one: Element, path: str) -> Iterator[str]:
    text = "" if one.tag in STAMPS else (one.text or "").strip()
    yield f"{path}/{one.tag} {sorted(one.attrib.items())} {text}"
    for child in one:
        yield from _elements(child, f"{path}/{one.tag}")


def taken(shared: Path, name: str) -> tuple[bytes, Tournament]:
    data = (shared / "tdf" / f"{name}.tdf").read_bytes()
    return data, importing.import_event(data, by=None, filename=f"{name}.tdf")


@pytest.mark.parametrize("name", FINISHED + RUNNING)
def test_an_untouched_file_comes_back_byte_for_byte(shared, name):
    data, event = taken(shared, name)
    assert queries.export_tom_file(event).data == data


@pytest.mark.parametrize("name", FINISHED + RUNNING)
def test_a_file_is_rebuilt_from_roster_and_results(shared, name):
    """The uploaded text is deleted, so that only rows are left. The files are equal except for the time stamps."""
    data, event = taken(shared, name)
    TomFile.objects.all().delete()
    rebuilt = queries.export_tom_file(event).data
    assert bare(rebuilt).splitlines() == bare(data).splitlines()
    assert elements(rebuilt) == elements(data)
    assert tdf.read_tdf_file(rebuilt).finalized is (name in FINISHED)


def changed_lines(before: bytes, after: bytes) -> list[str]:
    """Return the lines of a file that were added or removed, without their indentation."""
    lines = difflib.unified_diff(before.decode().splitlines(), after.decode().splitlines(), n=0, lineterm="")
    return [line[0] + line[1:].strip() for line in list(lines)[2:] if not line.startswith("@@")]


def round_texts(data: bytes) -> list[str]:
    """Return the text of each round and of each player's head, without what a result changes."""
    text = re.sub(r'(stage|outcome)="\d+"|<(timeleft|timestamp)>[^<]*<', "", data.decode())
    return re.findall(r"<round .*?</round>|<firstname>.*?</birthdate>", text, re.DOTALL)


def same_play(one: tdf.TomEvent, other: tdf.TomEvent) -> bool:
    """Return whether two files agree on rounds, results, drops, brackets and places."""

    def play(event: tdf.TomEvent) -> object:
        return (
            [
                (pod.category, sorted(pod.roster), one.number, one.type, sorted(map(seats, one.played)))
                for pod in event.pods
                for one in pod.rounds
            ],
            sorted(
                (one.user_id, one.dropped_in, one.disqualified, one.order, one.seed) for one in event.players
            ),
            [(part.category, part.finished, part.places) for part in event.standings],
        )

    def seats(match: tdf.TomMatch) -> tuple:
        return match.left, match.right or "", match.outcome, match.table

    return play(one) == play(other)


class TestInMidEvent:
    """TOM's running event continues here and returns to TOM after any round."""

    def test_one_result_changes_the_lines_of_one_match(self, shared):
        data, event = taken(shared, "vgc_cup_9_r1_begin")
        match = Match.objects.filter(round__division__tournament=event, table=2).get()
        results.enter_result(match, MatchResult(Outcome.RIGHT), by=None)
        lines = changed_lines(data, queries.export_tom_file(event).data)
        assert [line for line in lines if "timestamp" not in line] == [
            '-<round number="1" type="3" stage="2" >',
            '+<round number="1" type="3" stage="4" >',
            '-<match outcome="0">',
            '+<match outcome="2">',
        ]
        assert len(lines) == 6

    def test_an_undone_step_gives_the_file_back(self, shared):
        data, event = taken(shared, "vgc_premier_19_r4_begin")
        entry = event.entries.first()
        attendance.drop_player(entry, by=None)
        assert queries.export_tom_file(event).data != data
        attendance.reinstate_player(entry, by=None)
        assert queries.export_tom_file(event).data == data

    def test_another_time_zone_moves_no_time_of_the_file(self, shared):
        data, event = taken(shared, "challenge_11_players_final")
        events.change_event_settings(event, by=None, timezone="Pacific/Auckland")
        event.refresh_from_db()
        assert queries.export_tom_file(event).data == data

    @pytest.mark.slow
    @pytest.mark.parametrize("name", RUNNING)
    def test_after_every_round_up_to_the_final(self, shared, name):
        data, event = taken(shared, name)
        division = event.divisions.select_related("tournament").get()
        for _ in range(20):
            if is_event_over(event):
                break
            finish_or_pair(division)
            out = queries.export_tom_file(event).data
            over = is_event_over(event)
            assert same_play(
                tdf.read_tdf_file(out), tdf.read_tdf_file(exports.format_event_as_tdf(event, finalized=over))
            )
            assert (tdf.read_tdf_file(out).stage == 5) is over
            assert set(round_texts(data)) <= set(round_texts(out))
            assert out[: data.index(b"<players>")].split()[6:] == data[: data.index(b"<players>")].split()[6:]
        else:
            pytest.fail("the event never ends")
        assert places(event) == places(importing.import_event(out, by=None))

    def test_a_late_entry_and_a_drop(self, shared):
        data, event = taken(shared, "vgc_cup_9_r3_end")
        division = event.divisions.get()
        who = {"first_name": "Ida", "last_name": "O'Neil <3", "player_id": "999", "birth_year": 1990}
        attendance.enter_player(event, by=None, division=division, checked_in=True, **who)
        leaver = division.entries.first()
        attendance.drop_player(leaver, by=None)
        out = queries.export_tom_file(event).data
        read = tdf.read_tdf_file(out)
        assert read.player_of["999"].last_name == "O'Neil <3"
        assert read.pods[0].roster[-1] == "999"
        assert read.player_of[leaver.player_number].dropped_in == 3
        assert out.count(b"\r\n") == out.count(b"\n")
        assert [line for line in changed_lines(data, out) if line.startswith("-")] == []

    def test_players_added_here_go_back_to_tom_after_every_round(self, shared):
        """TOM's file of round 1 is imported, two players arrive late, one round is played: TOM reads the file and
        has them.
        """
        data, event = taken(shared, "vgc_cup_9_r1_begin")
        division = event.divisions.select_related("tournament").get()
        for number, name in ((991, "Ida"), (992, "Olaf")):
            who = {"first_name": name, "last_name": "Lund", "player_id": str(number), "birth_year": 1990}
            attendance.enter_player(event, by=None, division=division, checked_in=True, **who)
            finish_or_pair(division)
            opened = importing.import_event(
                queries.export_tom_file(event).data, by=None, name=f"In TOM {number}"
            )
            assert played(opened) == played(event)
            assert queries.compare_with_file(
                event, tdf.read_tdf_file(queries.export_tom_file(opened).data)
            ).same
        finish_or_pair(division)
        finish_or_pair(division)
        out = queries.export_tom_file(event).data
        read = tdf.read_tdf_file(out)
        (pod,) = read.pods
        assert pod.roster[-2:] == ("991", "992")
        assert [read.player_of[one].starter for one in pod.roster] == [True] * 9 + [False] * 2
        lost = [match.left for match in pod.rounds[0].matches if match.outcome == Outcome.LATE_LOSS]
        assert lost == ["991", "992"]
        assert {one for match in pod.rounds[-1].matches for one in (match.left, match.right)} >= {
            "991",
            "992",
        }
        assert set(round_texts(data)[:9]) <= set(round_texts(out))
        assert places(event) == places(importing.import_event(out, by=None, name="In TOM again"))


def played(event: Tournament) -> list[tuple]:
    """Return each match with its round, table, players and result."""
    rows = Match.objects.filter(round__division__tournament=event).order_by("round__number", "position")
    where = ("round__number", "table", "left__player_number", "right__player_number", "outcome")
    return sorted(rows.values_list(*where), key=repr)


@pytest.mark.parametrize(
    ("juniors", "seniors", "masters", "pods"),
    [
        (6, 6, 6, {0: 6, 1: 6, 2: 6}),
        (0, 6, 12, {8: 6, 2: 12}),
        (2, 5, 8, {8: 7, 2: 8}),
        (6, 2, 4, {0: 6, 9: 6}),
        (0, 2, 12, {10: 14}),
        (0, 1, 16, {10: 17}),
        (2, 2, 2, {10: 6}),
        (0, 0, 8, {2: 8}),
        (7, 0, 0, {0: 7}),
    ],
)
def test_pods_of_our_own_event_are_those_tom_makes(juniors, seniors, masters, pods):
    """M-031: entered here, grouped as TOM does, paired: each pod of the file has TOM's category and its players."""
    event = build_event(kind="league_cup", divisions=("junior", "senior", "masters"))
    for count, born in ((juniors, 2016), (seniors, 2012), (masters, 1990)):
        add_players(event, count, birth_years=(born,))
    divisions.arrange_divisions(event, by=None)
    for division in event.divisions.filter(entries__isnull=False).distinct().select_related("tournament"):
        rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    read = tdf.read_tdf_file(queries.export_tom_file(event).data)
    assert {pod.category: len(pod.roster) for pod in read.pods} == pods
    again = importing.import_event(queries.export_tom_file(event).data, by=None, name="In TOM")
    assert played(again) == played(event)


def finish_or_pair(division: Division) -> None:
    """Take the next step: results of the open round, the next round, or the cut."""
    open_round = division.rounds.select_related("stage", "division").filter(state="posted").first()
    if open_round is not None:
        report_all(open_round)
        rounds.close_round(open_round, by=None)
        return
    try:
        made = rounds.pair_next_round(division, by=None, seed=3)
    except Refused as refused:
        if refused.code != "SWISS_IS_OVER":
            raise
        cuts.start_cut(division, by=None)
        made = rounds.pair_next_round(division, by=None, seed=3)
    rounds.post(made, by=None)


class TestCommand:
    """manage.py export_tdf SLUG [-o FILE]"""

    def test_a_file_taken_over_is_written_as_it_was(self, shared, tmp_path):
        data, event = taken(shared, "challenge_11_players_final")
        path = tmp_path / "out.tdf"
        call_command("export_tdf", event.slug, output=path, stderr=StringIO())
        assert path.read_bytes() == data

    def test_on_standard_output(self, shared):
        data, event = taken(shared, "challenge_9_awarded_bye_final")
        out = TextIOWrapper(BytesIO(), encoding="ascii")
        call_command("export_tdf", event.slug, stdout=out)
        assert out.buffer.getvalue() == data
        text = StringIO(newline="")
        call_command("export_tdf", event.slug, stdout=text)
        assert text.getvalue().encode() == data

    def test_what_the_file_cannot_hold_is_on_standard_error_before_it(self, tmp_path):
        """The sentences and their order are those of the page With TOM, and the file itself contains none of them."""
        division = build.division(4)
        rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
        (match, _) = build.open_matches(division.rounds.get())
        results.enter_result(match, MatchResult(Outcome.LEFT, games=(2, 1)), by=None)
        notes, path = StringIO(), tmp_path / "out.tdf"
        call_command("export_tdf", division.tournament.slug, output=path, stderr=notes)
        *lines, last = notes.getvalue().splitlines()
        assert lines == [omission_text(one) for one in queries.list_omissions(division.tournament)]
        assert "TOM stores who won a match, not the games of a best of three." in lines
        assert any(line.startswith("The organizer’s Player ID is missing.") for line in lines)
        assert last == f"{path} written."
        out, notes = StringIO(newline=""), StringIO()
        call_command("export_tdf", division.tournament.slug, stdout=out, stderr=notes)
        assert (out.getvalue().encode(), notes.getvalue().splitlines()) == (path.read_bytes(), lines)

    def test_what_is_missing_is_said(self):
        with pytest.raises(CommandError, match="no event"):
            call_command("export_tdf", "nowhere")

    def test_players_without_a_player_id_are_named(self):
        division = build.division(4)
        division.entries.update(player_number=None)
        assert "<player " not in queries.export_tom_file(division.tournament).text
        build.play(division)
        with pytest.raises(CommandError, match=f"Player ID of .*{division.entries.first().last_name}"):
            call_command("export_tdf", division.tournament.slug)
