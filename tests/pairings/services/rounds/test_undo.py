"""Each step can be undone as long as nothing depends on it."""

import pytest
from django.utils import timezone

from core.engine.journal.kinds import KINDS, kinds_undone_at_desk
from core.sentences import undo_text
from core.services import undo
from pairings.engine.outcomes import Outcome
from pairings.models import Round
from pairings.services.bracket import cuts
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, options, rounds
from tests import build
from tests.pairings.build import division, open_matches, organizer, play, report_all
from tests.pairings.services.rounds.test_rounds import pairs, refusal
from tournaments.services import schedule

pytestmark = pytest.mark.django_db


def undo_last(of):
    step = undo.last_undoable_step(of)
    assert step is not None
    assert "–" not in undo_text(step.kind, step.facts)
    return undo.undo_step(step, by=None)


def test_a_draw_goes_away():
    of = division(4)
    rounds.pair_next_round(of, by=None)
    undo_last(of)
    assert not of.rounds.exists()
    assert not of.stages.exists()
    assert undo.last_undoable_step(of) is None


def test_a_second_draw_gives_the_first_back():
    of = division(16)
    round_ = rounds.pair_next_round(of, by=None, seed=1)
    drawn = pairs(round_)
    rounds.pair_unposted_round_again(round_, by=None, seed=2)
    undo_last(of)
    round_.refresh_from_db()
    assert (pairs(round_), round_.seed) == (drawn, 1)


def test_a_swap_is_swapped_back():
    of = division(8)
    round_ = rounds.pair_next_round(of, by=None, seed=1)
    drawn = pairs(round_)
    rounds.swap_players(round_, of.entries.get(pk=drawn[0][0]), of.entries.get(pk=drawn[1][0]), by=None)
    undo_last(of)
    assert pairs(round_) == drawn


def test_a_posting_is_undone_until_the_first_result():
    of = division(4)
    round_ = rounds.post(rounds.pair_next_round(of, by=None), by=None)
    posted = undo.last_undoable_step(of)
    results.enter_result(open_matches(round_)[0], MatchResult(Outcome.TIE), by=None)
    assert refusal(undo.undo_step, posted, by=None).facts == {"round": 1, "results": 1}
    undo_last(of)
    undo_last(of)
    round_.refresh_from_db()
    assert round_.state == Round.State.UNPOSTED


def test_a_closed_round_opens_again():
    of = division(4)
    round_ = play(of)
    undo_last(of)
    round_.refresh_from_db()
    assert (round_.state, round_.standings.count()) == (Round.State.POSTED, 0)
    assert not open_matches(round_)


def test_a_closed_round_stays_closed_under_the_next():
    of = division(4)
    play(of)
    closed = undo.last_undoable_step(of)
    rounds.pair_next_round(of, by=None)
    assert refusal(undo.undo_step, closed, by=None).code == "UNDO_NEXT_ROUND_FIRST"


def test_a_result_goes_back_to_what_it_was():
    of = division(4)
    match = open_matches(rounds.post(rounds.pair_next_round(of, by=None), by=None))[0]
    results.enter_result(match, MatchResult(Outcome.LEFT, games=(2, 1)), by=None)
    results.enter_result(match, MatchResult(Outcome.TIE), by=None, seen=Outcome.LEFT)
    undo_last(of)
    match.refresh_from_db()
    assert (match.outcome, match.games_left, match.games_right) == ("left", 2, 1)
    undo_last(of)
    match.refresh_from_db()
    assert match.outcome == "pending"


def test_an_undo_never_overwrites_what_somebody_else_entered():
    of = division(4)
    match = open_matches(rounds.post(rounds.pair_next_round(of, by=None), by=None))[0]
    results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    first = undo.last_undoable_step(of)
    results.enter_result(match, MatchResult(Outcome.TIE), by=None, seen=Outcome.LEFT)
    assert refusal(undo.undo_step, first, by=None).code == "UNDO_OVERTAKEN"


def test_a_correction_is_undone_with_its_standings():
    of = division(4)
    round_ = play(of)
    match = round_.matches.select_related("round__division").get(table=1)
    results.correct_result(match, MatchResult(Outcome.RIGHT), by=None, why="slip misread")
    undo_last(of)
    assert round_.standings.get(entry=match.left_id).points == 3


def test_an_undo_happens_once():
    of = division(4)
    rounds.pair_next_round(of, by=None)
    step = undo.last_undoable_step(of)
    undo.undo_step(step, by=None)
    assert refusal(undo.undo_step, step, by=None).code == "UNDO_ALREADY_DONE"


def test_each_person_undoes_their_own_last_step():
    of = division(6)
    marta = organizer(of)
    round_ = rounds.post(rounds.pair_next_round(of, by=None), by=None)
    one, two, _ = open_matches(round_)
    results.enter_result(one, MatchResult(Outcome.LEFT), by=marta)
    results.enter_result(two, MatchResult(Outcome.LEFT), by=None)
    step = undo.last_undoable_step(of, account=marta)
    assert step.facts["match"] == one.pk


def test_no_step_from_before_a_closed_round_is_the_last_one():
    """A user without later steps is offered no undo, in particular not of a step two rounds ago."""
    of = division(6)
    marta = organizer(of)
    play(of)
    attendance.drop_player(of.entries.first(), by=marta)
    play(of, 2, seed=5)
    assert undo.last_undoable_step(of, account=marta) is None
    assert undo.last_undoable_step(of).kind == "RoundClosed"


def test_the_desk_offers_the_last_step_of_its_division_whoever_of_the_staff_took_it():
    of = division(6)
    marta = organizer(of)
    hana = build.staff(of.tournament, "scorekeeper", "hana")
    round_ = rounds.post(rounds.pair_next_round(of, by=marta), by=marta)
    one, two, three = open_matches(round_)
    results.enter_result(one, MatchResult(Outcome.LEFT), by=marta)
    results.enter_result(two, MatchResult(Outcome.LEFT), by=hana)
    results.enter_result(three, MatchResult(Outcome.LEFT), by=None, source="phone")
    step = undo.last_undoable_step_of_staff(of, may=bool)
    assert (step.facts["match"], step.by) == (two.pk, hana)


def test_the_desk_offers_nobody_a_step_they_may_not_undo():
    of = division(4)
    marta = organizer(of)
    round_ = rounds.pair_next_round(of, by=marta)
    allowed = {"run", "report"}
    kinds = [kind for kind in kinds_undone_at_desk() if KINDS[kind].may_undo == "organize"]
    for kind in kinds:
        of.journal.create(tournament=of.tournament, kind=kind, by=marta, at=timezone.now(), facts={})
    step = undo.last_undoable_step_of_staff(of, may=allowed.__contains__)
    assert (step.kind, step.facts["round"]) == ("RoundPaired", round_.number)
    assert undo.last_undoable_step_of_staff(of, may=lambda power: power == "report") is None


def test_who_left_comes_back():
    of = division(4)
    play(of)
    entry = attendance.drop_player(of.entries.first(), by=None)
    undo_last(of)
    entry.refresh_from_db()
    assert entry.dropped_in is None


def test_a_cut_is_undone_before_its_first_round():
    of = division(8)
    play(of, 3)
    cuts.start_cut(of, by=None, sizes={"all": 4})
    started = undo.last_undoable_step(of)
    rounds.pair_next_round(of, by=None)
    assert refusal(undo.undo_step, started, by=None).facts == {"round": 4, "round_title": "Semifinals"}
    undo_last(of)
    undo_last(of)
    assert of.stages.count() == 1


def test_everything_can_be_undone_to_the_first_draw():
    of = division(6)
    for _ in range(2):
        round_ = rounds.post(rounds.pair_next_round(of, by=None), by=None)
        report_all(round_)
        rounds.close_round(round_, by=None)
    while undo.last_undoable_step(of) is not None:
        undo_last(of)
    assert not of.rounds.exists()


def test_an_additional_round_undone_is_planned_no_more():
    of = division(4)
    play(of, 3)
    rounds.pair_next_round(of, by=None, additional=True)
    undo_last(of)
    assert of.stages.get().rounds_planned == 3
    assert refusal(rounds.pair_next_round, of, by=None).code == "SWISS_IS_OVER"


def test_swaps_are_undone_newest_first():
    of = division(8)
    round_ = rounds.pair_next_round(of, by=None, seed=1)
    (one, _), (two, _), (three, _), _ = pairs(round_)
    swapped = [(one, two), (one, three)]
    for first, second in swapped:
        rounds.swap_players(round_, of.entries.get(pk=first), of.entries.get(pk=second), by=None)
    oldest = of.journal.filter(kind="PlayersSwapped").order_by("pk")[0]
    assert refusal(undo.undo_step, oldest, by=None).code == "UNDO_OVERTAKEN"


def test_a_swap_of_a_draw_that_went_away_is_no_step_any_more():
    of = division(8)
    marta = organizer(of)
    round_ = rounds.pair_next_round(of, by=None, seed=1)
    (one, _), (two, _), *_ = pairs(round_)
    rounds.swap_players(round_, of.entries.get(pk=one), of.entries.get(pk=two), by=marta)
    swapped = of.journal.get(kind="PlayersSwapped")
    undo.undo_step(of.journal.get(kind="RoundPaired"), by=None)
    rounds.pair_next_round(of, by=None, seed=1)
    assert undo.last_undoable_step(of, account=marta) is None
    assert refusal(undo.undo_step, swapped, by=None).code == "UNDO_OVERTAKEN"


def test_results_of_a_draw_that_went_away_stand_in_nobodys_way():
    of = division(4)
    play(of)
    round_ = rounds.post(rounds.pair_next_round(of, by=None), by=None)
    match = open_matches(round_)[0]
    results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    results.clear_result(match, by=None, seen=Outcome.LEFT)
    for kind in ("RoundPosted", "RoundPaired"):
        undo.undo_step(of.journal.filter(kind=kind).order_by("-pk")[0], by=None)
    assert undo.last_undoable_step(of).kind == "RoundClosed"


def test_a_result_undone_is_again_told_by_who_told_it():
    of = division(4)
    marta = organizer(of)
    match = open_matches(rounds.post(rounds.pair_next_round(of, by=None), by=None))[0]
    results.enter_result(match, MatchResult(Outcome.LEFT), by=marta)
    match.refresh_from_db()
    reported = match.reported_by_id, match.reported_at
    results.enter_result(match, MatchResult(Outcome.TIE), by=None, seen=Outcome.LEFT)
    undo_last(of)
    match.refresh_from_db()
    assert (match.reported_by_id, match.reported_at) == reported


def test_a_cleared_result_stays_cleared_in_a_draft():
    of = division(4)
    match = open_matches(rounds.post(rounds.pair_next_round(of, by=None), by=None))[0]
    results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    results.clear_result(match, by=None, seen=Outcome.LEFT)
    undo.undo_step(of.journal.get(kind="RoundPosted"), by=None)
    assert refusal(undo.undo_step, of.journal.get(kind="ResultCleared"), by=None).code == "ROUND_NOT_POSTED"
    assert undo.last_undoable_step(of).kind == "RoundPaired"


def test_a_correction_is_undone_after_the_round_was_opened_again():
    of = division(4)
    round_ = play(of)
    match = round_.matches.select_related("round__division").get(table=1)
    results.correct_result(match, MatchResult(Outcome.RIGHT), by=None, why="slip misread")
    undo.undo_step(of.journal.get(kind="RoundClosed"), by=None)
    undo_last(of)
    match.refresh_from_db()
    assert match.outcome == "left"


def test_a_correction_stays_under_the_next_round_of_the_bracket():
    of = division(8)
    play(of, 3)
    cuts.start_cut(of, by=None, sizes={"all": 4})
    round_ = play(of)
    match = round_.matches.select_related("round__division").first()
    results.correct_result(match, MatchResult(Outcome.RIGHT), by=None, why="slip misread")
    corrected = undo.last_undoable_step(of)
    rounds.pair_next_round(of, by=None)
    assert refusal(undo.undo_step, corrected, by=None).code == "CUT_HAS_STARTED"


def test_a_posting_undone_leaves_the_plan_to_the_other_division():
    event = build.event(divisions=("senior", "masters"))
    build.add_players(event, 8, birth_years=(2012, 1990))
    schedule.plan_day(event, by=None, first_start=build.NOON, rounds=3)
    senior, masters = event.divisions.order_by("position")
    first = rounds.post(rounds.pair_next_round(senior, by=None), by=None)
    rounds.post(rounds.pair_next_round(masters, by=None), by=None)
    undo_last(masters)
    assert event.schedule.get(round_number=1).started_at == first.posted_at


def test_a_draw_comes_back_only_to_tables_that_are_free():
    event = build.event(divisions=("senior", "masters"))
    build.add_players(event, 12, birth_years=(2012, 1990))
    senior, masters = event.divisions.order_by("position")
    drawn = rounds.pair_next_round(senior, by=None)
    for entry in senior.entries.all()[:2]:
        attendance.drop_player(entry, by=None)
    rounds.pair_unposted_round_again(drawn, by=None)
    again = undo.last_undoable_step(senior)
    options.set_pairing_wish(masters.entries.first(), by=None, table=3)
    rounds.pair_next_round(masters, by=None)
    refused = refusal(undo.undo_step, again, by=None)
    assert (refused.code, refused.facts) == ("TABLE_IS_TAKEN", {"table": 3, "division": "masters"})


def test_a_round_reopens_only_where_its_tables_are_free():
    event = build.event(divisions=("senior", "masters"))
    build.add_players(event, 8, birth_years=(2012, 1990))
    senior, masters = event.divisions.order_by("position")
    play(senior)
    options.set_pairing_wish(masters.entries.first(), by=None, table=2)
    round_ = rounds.pair_next_round(masters, by=None)
    closing = senior.journal.get(kind="RoundClosed")
    assert refusal(undo.undo_step, closing, by=None).code == "TABLE_IS_TAKEN"
    round_.delete()
    undo.undo_step(closing, by=None)
    assert senior.rounds.get().state == "posted"
