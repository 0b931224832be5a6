"""Day 2 by the attendance table, and whether percentages of day 1 change for those not on it (M-015, M-016)."""

from dataclasses import replace

import pytest

from core.models import JournalEvent
from core.services import undo
from pairings.queries.desk.division_state import Phase, load_division_state
from pairings.queries.rounds import engine_fields
from pairings.queries.standings import advancing, swiss_standings
from pairings.services.rounds import attendance, day_two, rounds
from tests import build
from tests.pairings import build as play
from tournaments.engine import structure
from tournaments.models import Division
from tournaments.services import divisions

pytestmark = pytest.mark.django_db


@pytest.fixture
def small_regionals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give Regionals of nine and more players three rounds on day 1 and two on day 2, with six points."""
    bands = tuple(
        replace(band, rounds=3, later_rounds=2, later_points=6) if band.players_from == 9 else band
        for band in structure.TABLES["regional"]
        if band.players_from <= 9
    )
    monkeypatch.setitem(structure.TABLES, "regional", bands)


def regional(players: int) -> Division:
    return play.division(players, attendance_table="regional", structure="swiss_cut")


@pytest.mark.usefixtures("small_regionals")
def test_a_new_division_has_a_day_two_where_the_table_has_one() -> None:
    for players, rounds_of_table in ((8, 0), (12, 2)):
        of = regional(players)
        assert (of.day_two_by, of.has_day_two) == (Division.TABLE, False), "known once round 1 is posted"
        play.play(of, 3)
        of.refresh_from_db()
        assert (of.day_two_table_rounds, of.has_day_two) == (rounds_of_table, bool(rounds_of_table))
        phase = load_division_state(of).phase
        assert phase is (Phase.DAY_TWO if rounds_of_table else Phase.SWISS_OVER)
    stage = day_two.open_day_two(of, by=None)
    assert stage.rounds_planned == 5
    points = dict(of.rounds.get(number=3).standings.values_list("entry", "points"))
    assert {entry for entry, held in points.items() if held >= 6} == set(
        stage.qualifiers.values_list("entry", flat=True)
    )


@pytest.mark.usefixtures("small_regionals")
def test_late_entries_do_not_bring_a_day_two_and_unposting_forgets_it() -> None:
    of = regional(8)
    rounds.post(rounds.pair_next_round(of, by=None), by=None)
    build.add_players(of.tournament, 2, checked_in=False)
    for entry in of.entries.filter(checked_in_at=None):
        attendance.check_in_player(entry, by=None)
    of.refresh_from_db()
    assert (of.entries.count(), of.has_day_two) == (10, False)

    of = regional(12)
    rounds.post(rounds.pair_next_round(of, by=None), by=None)
    undo.undo_step(JournalEvent.objects.filter(kind="RoundPosted").latest("pk"), by=None)
    of.refresh_from_db()
    assert of.day_two_table_rounds is None


@pytest.mark.usefixtures("small_regionals")
def test_the_points_and_rounds_of_the_table_can_be_replaced() -> None:
    of = regional(12)
    divisions.change_division(of, by=None, day_two_points=9, day_two_rounds=1)
    play.play(of, 1)
    of = Division.objects.select_related("tournament").get(pk=of.pk)
    assert (advancing.day_two_gate(of).points, advancing.day_two_rounds(of, 12)) == (9, 1)


@pytest.mark.parametrize("freezes", [True, False])
def test_percentages_of_those_not_on_day_two_follow_the_setting(freezes: bool) -> None:
    of = play.division(16)
    settings = {"rounds_planned": 3, "day_two_by": "place", "day_two_size": 8, "day_two_rounds": 2}
    divisions.change_division(of, by=None, **settings, day_two_freezes=freezes)
    of = Division.objects.select_related("tournament").get(pk=of.pk)
    play.play(of, 3)
    before = {line.id: line for line in swiss_standings.standings_after(of, 3)["all"]}
    stage = day_two.open_day_two(of, by=None)
    play.play(of, 2)
    after = {line.id: line for line in swiss_standings.standings_after(of, 5)["all"]}
    outside = set(before) - set(stage.qualifiers.values_list("entry", flat=True))
    same = all(before[entry].tie_breaks == after[entry].tie_breaks for entry in outside)
    assert same is freezes
    assert all(before[entry].win_pct == after[entry].win_pct for entry in outside), "no cap: no one dropped"
    inside_points = {line.points for line in after.values() if line.id not in outside}
    for entry in outside:
        if after[entry].points in inside_points:
            above = [line for line in after.values() if line.points == after[entry].points]
            assert all(line.place < after[entry].place for line in above if line.id not in outside)
    assert len(engine_fields.standings_competitors(of, after=5)) == 16
