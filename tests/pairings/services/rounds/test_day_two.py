"""A second day of Swiss rounds for players who qualified, and what qualifies players for a cut (M-014 to M-016)."""

from copy import deepcopy

import pytest

from core.models import JournalEvent
from core.services import undo
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Qualifier, Round, Stage
from pairings.queries.desk.division_state import Phase, load_division_state
from pairings.queries.rounds import engine_fields
from pairings.queries.standings import advancing, swiss_standings
from pairings.queries.standings.standings_lists import standings_lists
from pairings.services.bracket import cuts
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, day_two, rounds
from tests import build, databases
from tests.pairings import build as play
from tournaments.models import Division
from tournaments.services import divisions

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def two_days(players: int, day_one: int = 5, **settings: object) -> Division:
    of = play.division(players, structure="swiss_cut")
    usual = {"rounds_planned": day_one, "day_two_by": "points", "day_two_points": 9, "day_two_rounds": 2}
    divisions.change_division(of, by=None, **usual | {"cut_size": 4} | settings)
    return Division.objects.select_related("tournament").get(pk=of.pk)


def undo_last(of: Division) -> str:
    step = undo.last_undoable_step(of)
    assert step is not None
    undo.undo_step(step, by=None)
    return step.kind


def places(of: Division) -> list[tuple[int, int, float, float]]:
    return [(row.person.entry_id, row.person.points, row.tie_breaks) for row in standings_lists(of)[0].rows]


@pytest.mark.slow
def test_sixty_four_players_through_two_days_and_a_cut_with_every_step_undone_once():
    of = two_days(64, 5)
    play.play(of, 5)
    assert load_division_state(of).phase is Phase.DAY_TWO
    before = places(of)
    stage = day_two.open_day_two(of, by=None)
    assert undo_last(of) == "DayTwoOpened"
    assert not Stage.objects.filter(pk=stage.pk).exists()
    assert places(of) == before
    stage = day_two.open_day_two(of, by=None)
    inside = set(stage.qualifiers.values_list("entry", flat=True))
    assert len(inside) == sum(points >= 9 for _, points, *_ in before)
    assert (stage.position, stage.rounds_planned) == (1, 7)
    assert load_division_state(of).phase is Phase.PAIR

    drawn = rounds.pair_next_round(of, by=None, seed=1)
    assert undo_last(of) == "RoundPaired"
    assert Stage.objects.filter(pk=stage.pk).exists()
    drawn = rounds.pair_next_round(of, by=None, seed=2)
    assert (drawn.number, drawn.stage) == (6, stage)
    assert {seat.entry_id for seat in drawn.seats.all()} == inside
    assert not drawn.draw["rematches"]
    rounds.post(drawn, by=None)
    assert undo_last(of) == "RoundPosted"
    drawn = rounds.post(rounds.pair_unposted_round_again(drawn, by=None, seed=3), by=None)
    play.report_all(drawn)
    rounds.close_round(drawn, by=None)
    assert undo_last(of) == "RoundClosed"
    rounds.close_round(drawn, by=None)
    play.play(of, 1, seed=9)
    assert load_division_state(of).phase is Phase.SWISS_OVER
    assert build.refusal(rounds.pair_next_round, of, by=None).code == "SWISS_IS_OVER"

    outside = [line for line in before if line[0] not in inside]
    after = places(of)
    assert after[len(inside) :] == outside, "who did not play on keeps place and figures of day 1"
    assert {one for one, *_ in after[: len(inside)]} == inside

    cut = cuts.start_cut(of, by=None)
    assert undo_last(of) == "CutStarted"
    cut = cuts.start_cut(of, by=None)
    assert cut.position == 2
    play.play(of, 2)
    assert load_division_state(of).phase is Phase.OVER
    champion = standings_lists(of)[0].rows[0].person.entry_id
    assert champion in inside


def test_results_and_opponents_of_day_one_count_on_day_two():
    of = two_days(16, 4, day_two_points=6, day_two_rounds=3)
    play.play(of, 4)
    day_two.open_day_two(of, by=None)
    play.play(of, 3, seed=5)
    met = [frozenset(pair) for pair in Match.objects.filter(right__isnull=False).values_list("left", "right")]
    assert len(met) == len(set(met))
    most = max(points for _, points, *_ in places(of))
    assert most > 4 * 3


def test_who_did_not_go_on_ranks_below_those_who_did_with_as_many_points():
    of = two_days(16, 3, day_two_by="place", day_two_size=4, day_two_points=None, day_two_rounds=1)
    play.play(of, 3)
    stage = day_two.open_day_two(of, by=None)
    play.play(of, 1)
    inside = set(stage.qualifiers.values_list("entry", flat=True))
    order = [(points, one in inside) for one, points, *_ in places(of)]
    assert order == sorted(order, reverse=True)


def test_leaving_after_day_one_is_leaving_early_and_not_going_on_is_not():
    of = two_days(16, 3, day_two_by="place", day_two_size=4, day_two_points=None, day_two_rounds=2)
    play.play(of, 3)
    ranked = swiss_standings.standings_after(of, 3)["all"]
    leaver = of.entries.get(pk=ranked[0].id)
    attendance.drop_player(leaver, by=None)
    stage = day_two.open_day_two(of, by=None)
    assert set(stage.qualifiers.values_list("entry", flat=True)) == {line.id for line in ranked[1:5]}
    play.play(of, 2)
    found = {one.id: one for one in engine_fields.standings_competitors(of, after=5)}
    assert found[leaver.pk].dropped_in == 3
    assert {one.through_in for one in found.values() if one.id not in stage_ids(stage)} == {3}
    shares = {line.id: line.win_pct for line in swiss_standings.standings_after(of, 5)["all"]}
    assert shares[leaver.pk] == 0.75
    assert all(shares[line.id] == line.win_pct for line in ranked[5:])


def stage_ids(stage: Stage) -> set[int]:
    return set(stage.qualifiers.values_list("entry", flat=True))


def test_a_player_of_day_two_may_leave_and_come_back_with_a_loss_for_each_round_missed():
    of = two_days(16, 3, day_two_by="place", day_two_size=8, day_two_points=None, day_two_rounds=3)
    play.play(of, 3)
    stage = day_two.open_day_two(of, by=None)
    one = of.entries.get(pk=stage.qualifiers.first().entry_id)
    attendance.drop_player(one, by=None)
    round_ = rounds.post(rounds.pair_next_round(of, by=None), by=None)
    assert round_.seats.count() == 7
    attendance.reinstate_player(one, by=None)
    assert round_.seats.get(entry=one).match.outcome == "late_loss"
    play.report_all(round_)
    rounds.close_round(round_, by=None)
    assert rounds.pair_next_round(of, by=None).seats.count() == 8


def test_nobody_comes_in_once_day_two_is_open():
    of = two_days(16, 3)
    here = of.entries.order_by("pk").first()
    away = build.add_players(of.tournament, 1, checked_in=False)[0]
    play.play(of, 3)
    loser = of.entries.get(pk=places(of)[-1][0])
    attendance.drop_player(here, by=None)
    stage = day_two.open_day_two(of, by=None)
    assert here.pk not in stage_ids(stage)
    assert build.refusal(attendance.check_in_player, away, by=None).code == "DAY_TWO_HAS_STARTED"
    assert build.refusal(attendance.reinstate_player, here, by=None).code == "NOT_IN_DAY_TWO"
    assert build.refusal(
        attendance.enter_player, of.tournament, by=None, first_name="A", last_name="B"
    ).code == ("DAY_TWO_HAS_STARTED")
    left = JournalEvent.objects.get(division=of, kind="EntryDropped")
    assert build.refusal(undo.undo_step, left, by=None).code == "UNDO_DAY_TWO_FIRST"
    closing = JournalEvent.objects.filter(division=of, kind="RoundClosed").latest("pk")
    assert build.refusal(undo.undo_step, closing, by=None).code == "UNDO_DAY_TWO_FIRST"
    attendance.drop_player(loser, by=None)
    undo.undo_step(JournalEvent.objects.filter(division=of, kind="EntryDropped").latest("pk"), by=None)


def test_opening_is_refused_with_what_is_in_the_way():
    of = two_days(16, 3)
    assert build.refusal(day_two.open_day_two, of, by=None).code == "SWISS_NOT_OVER"
    play.play(of, 2)
    assert build.refusal(day_two.open_day_two, of, by=None).code == "SWISS_NOT_OVER"
    assert day_two.planned_day_two_sizes(of, of.rounds.get(number=2)) == {"all": 0}
    play.play(of, 1)
    assert build.refusal(cuts.start_cut, of, by=None).code == "DAY_TWO_FIRST"
    assert build.refusal(day_two.open_day_two, of, by=None, sizes={"all": 17}).code == "DAY_TWO_TOO_LARGE"
    assert build.refusal(day_two.open_day_two, of, by=None, sizes={"all": 1}).code == "DAY_TWO_TOO_SMALL"
    divisions.change_division(of, by=None, day_two_rounds=None)
    assert build.refusal(day_two.open_day_two, fresh(of), by=None).code == "DAY_TWO_WITHOUT_ROUNDS"
    day_two.open_day_two(fresh(of), by=None, rounds=1)
    assert build.refusal(day_two.open_day_two, of, by=None).code == "DAY_TWO_HAS_STARTED"
    assert Qualifier.objects.count() == 2
    assert build.refusal(cuts.start_cut, of, by=None, sizes={"all": 2}).code == "SWISS_NOT_OVER"
    cutting = build.refusal(cuts.start_cut, of, by=None, sizes={"all": 2}, anyway=True)
    assert cutting.code == "SWISS_NOT_OVER", "day 2 without a round is undone, not cut short"


def fresh(of: Division) -> Division:
    return Division.objects.select_related("tournament").get(pk=of.pk)


def test_the_cut_takes_nobody_who_did_not_play_on_day_two():
    of = two_days(
        16, 3, day_two_by="place", day_two_size=4, day_two_points=None, day_two_rounds=1, cut_size=8
    )
    play.play(of, 3)
    day_two.open_day_two(of, by=None)
    play.play(of, 1)
    assert cuts.planned_cut_sizes(fresh(of), of.rounds.get(number=4)) == {"all": 4}
    assert build.refusal(cuts.start_cut, of, by=None, sizes={"all": 5}).code == "CUT_TOO_LARGE"


def test_the_attendance_table_says_how_long_day_two_is():
    of = play.division(4, attendance_table="regional")
    of.day_two_by = "points"
    assert [advancing.day_two_rounds(of, players) for players in (64, 226, 227, 800)] == [0, 0, 5, 6]


def test_a_result_of_day_one_corrected_on_day_two_moves_figures_and_not_who_plays():
    of = two_days(16, 3, day_two_by="place", day_two_size=8, day_two_points=None, day_two_rounds=1)
    play.play(of, 3)
    stage = day_two.open_day_two(of, by=None)
    inside = stage_ids(stage)
    match = of.rounds.get(number=3).matches.select_related("round__division", "round__stage").first()
    results.correct_result(match, MatchResult(Outcome.RIGHT), by=None, why="slip misread")
    assert stage_ids(stage) == inside
    assert {seat.entry_id for seat in rounds.pair_next_round(of, by=None).seats.all()} == inside


def _played() -> Division:
    of = play.division(16, structure="swiss_cut")
    divisions.change_division(of, by=None, rounds_planned=3)
    play.play(of, 3)
    return of


built = databases.built_once(_played)


@pytest.mark.parametrize(
    ("by", "size", "points", "expected"),
    [
        ("points", None, 6, 8),
        ("either", 4, 6, 8),
        ("either", 12, 6, 12),
        ("both", 4, 6, 4),
        ("both", 12, 6, 8),
    ],
)
def test_a_cut_by_points_by_place_and_by_both(
    built: Division, by: str, size: int | None, points: int, expected: int
):
    of = deepcopy(built)
    divisions.change_division(of, by=None, cut_by=by, cut_size=size, cut_points=points)
    stage = cuts.start_cut(fresh(of), by=None)
    assert stage.brackets.get().size == expected


def test_in_a_cut_of_twelve_the_first_four_skip_the_first_round():
    of = play.division(32, structure="swiss_cut")
    divisions.change_division(of, by=None, rounds_planned=3, cut_size=12)
    play.play(of, 3)
    stage = cuts.start_cut(fresh(of), by=None)
    seeds = list(stage.brackets.get().seeds.order_by("seed").values_list("entry", flat=True))
    round_ = rounds.pair_next_round(of, by=None)
    alone = round_.matches.filter(right=None).values_list("left", flat=True)
    assert sorted(alone) == sorted(seeds[:4])
    met = {
        frozenset(pair) for pair in round_.matches.filter(right__isnull=False).values_list("left", "right")
    }
    assert met == {frozenset((seeds[a - 1], seeds[b - 1])) for a, b in ((5, 12), (6, 11), (7, 10), (8, 9))}
    rounds.post(round_, by=None)
    play.report_all(round_)
    rounds.close_round(round_, by=None)
    assert Round.objects.get(pk=round_.pk).matches.count() == 8


def test_settings_that_say_nothing_are_refused():
    of = play.division(4, structure="swiss_cut")
    for fields_, code in (
        ({"cut_by": "points"}, "CUT_WITHOUT_POINTS"),
        ({"day_two_by": "points"}, "DAY_TWO_WITHOUT_POINTS"),
        ({"day_two_by": "place"}, "DAY_TWO_WITHOUT_PLACES"),
        ({"day_two_by": "both", "day_two_points": 6}, "DAY_TWO_WITHOUT_PLACES"),
    ):
        assert build.refusal(divisions.change_division, of, by=None, **fields_).code == code
    single = play.division(4, structure="elimination")
    changes = {"day_two_by": "points", "day_two_points": 6}
    assert (
        build.refusal(divisions.change_division, single, by=None, **changes).code == "DAY_TWO_WITHOUT_SWISS"
    )
