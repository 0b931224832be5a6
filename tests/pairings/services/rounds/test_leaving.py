"""Late arrivals, drops, returns and disqualifications, and their effect on the standings (M-019, M-020)."""

import pytest

from core.services import undo
from pairings.engine.outcomes import Outcome
from pairings.models import Seat
from pairings.models.match import Reason
from pairings.queries.standings import swiss_standings
from pairings.queries.standings.standings_lists import standings_lists
from pairings.services.bracket import cuts
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, rounds
from pairings.services.standings import ranking
from tests import build
from tests.pairings.build import division, open_matches, play, report_all
from tests.pairings.services.rounds.test_rounds import refusal
from tournaments.models import Entry
from tournaments.services import divisions, entries

pytestmark = pytest.mark.django_db


def stored(round_) -> dict[int, tuple[int, float, float]]:
    return {line.entry_id: (line.place, line.tie_breaks) for line in round_.standings.all()}


def fresh(round_) -> dict[int, tuple[int, float, float]]:
    lines = swiss_standings.standings_after(round_.division, round_.number)["all"]
    return {line.id: (line.place, line.tie_breaks) for line in lines}


def best(round_) -> Entry:
    return round_.standings.order_by("place")[0].entry


def test_who_leaves_between_rounds_weighs_on_the_standings_at_once():
    """M-020, M-022: at most 75 % from the moment of the drop."""
    of = division(8, structure="swiss")
    round_ = play(of, 2)
    before, winner = stored(round_), best(round_)
    attendance.drop_player(winner, by=None)
    assert stored(round_) == fresh(round_) != before
    attendance.reinstate_player(winner, by=None)
    assert stored(round_) == fresh(round_) == before


def test_who_leaves_later_does_not_touch_earlier_standings():
    of = division(8)
    play(of, 2)
    first = of.rounds.get(number=1)
    before = stored(first)
    attendance.drop_player(best(first), by=None)
    ranking.rank_round_and_later_ones_again(first)
    assert stored(first) == before


def test_a_disqualified_player_has_a_place_only_before():
    of = division(8)
    play(of, 2)
    first, second = of.rounds.order_by("number")
    winner = best(second)
    attendance.disqualify_player(winner, by=None)
    assert (first.standings.count(), second.standings.count()) == (8, 7)
    assert stored(second) == fresh(second)
    attendance.lift_disqualification_of_player(winner, by=None)
    assert second.standings.count() == 8


def test_a_player_disqualified_in_the_cut_has_no_place():
    of = division(8)
    play(of, 3)
    cuts.start_cut(of, by=None, sizes={"all": 4})
    last = play(of, 2)
    winner = last.matches.get(third_place=False).left
    (before,) = standings_lists(of)
    attendance.disqualify_player(winner, by=None)
    (after,) = standings_lists(of)
    assert before.rows[0].person.entry_id == winner.pk
    left = [row.person.entry_id for row in before.rows[1:]]
    assert [(row.place, row.person.entry_id) for row in after.rows] == list(enumerate(left, start=1))


def test_a_player_who_left_before_the_cut_round_loses_by_walkover():
    of = division(8)
    play(of, 3)
    cuts.start_cut(of, by=None, sizes={"all": 4})
    round_ = rounds.post(rounds.pair_next_round(of, by=None), by=None)
    one, two = open_matches(round_)
    attendance.drop_player(one.left, by=None)
    one.refresh_from_db()
    assert (one.outcome, one.reason) == (Outcome.RIGHT, "walkover")
    results.enter_result(two, MatchResult(Outcome.LEFT), by=None)
    rounds.close_round(round_, by=None)
    final = rounds.pair_next_round(of, by=None).matches.get()
    assert {final.left_id, final.right_id} == {one.right_id, two.left_id}


def test_everybody_checked_in_while_a_round_is_played_comes_late():
    of = division(6)
    build.add_players(of.tournament, 2, checked_in=False)
    play(of)
    rounds.post(rounds.pair_next_round(of, by=None), by=None)
    assert attendance.check_in_all_missing_players(of.tournament, by=None) == 2
    late = of.entries.filter(joined_round=3)
    assert late.count() == 2
    for entry in late:
        assert list(entry.matches_left.values_list("outcome", flat=True)) == ["late_loss"] * 2
    assert of.rounds.get(number=1).standings.count() == 8


def test_check_in_of_everybody_is_undone_in_one_step():
    of = division(6)
    early = set(of.entries.values_list("pk", flat=True))
    build.add_players(of.tournament, 3, checked_in=False)
    play(of)
    before = stored(of.rounds.get())
    attendance.check_in_all_missing_players(of.tournament, by=None)
    assert of.rounds.get().standings.count() == 9
    line = of.tournament.journal.get(kind="EntriesCheckedIn")
    out = of.entries.exclude(pk__in=early).first()
    attendance.check_out_unpaired_player(out, by=None)
    attendance.check_in_player(out, by=None)
    undo.undo_step(line, by=None)
    assert set(of.entries.filter(checked_in_at=None).values_list("pk", flat=True)).isdisjoint(
        {*early, out.pk}
    )
    assert of.entries.filter(checked_in_at=None).count() == 2
    assert set(of.entries.filter(checked_in_at=None).values_list("joined_round", flat=True)) == {1}
    assert not Seat.objects.filter(entry__checked_in_at=None).exists()
    assert refusal(undo.undo_step, line, by=None).code == "UNDO_ALREADY_DONE"
    attendance.check_out_unpaired_player(out, by=None)
    assert stored(of.rounds.get()) == before


def test_check_in_of_everybody_stays_once_somebody_is_paired():
    of = division(4, checked_in=False)
    attendance.check_in_all_missing_players(of.tournament, by=None, division=of)
    line = of.journal.get(kind="EntriesCheckedIn")
    assert undo.last_undoable_step(of) == line
    round_ = rounds.pair_next_round(of, by=None)
    refused = refusal(undo.undo_step, line, by=None)
    assert (refused.code, refused.facts) == ("UNDO_NEXT_ROUND_FIRST", {"round": 1})
    undo.undo_step(of.journal.get(kind="RoundPaired"), by=None)
    undo.undo_step(line, by=None)
    assert not of.entries.filter(checked_in_at__isnull=False).exists()
    assert not of.rounds.filter(pk=round_.pk).exists()


def test_check_in_of_everybody_stays_once_the_cut_is_made():
    of = division(8)
    build.add_players(of.tournament, 1, checked_in=False)
    play(of, 2)
    attendance.check_in_all_missing_players(of.tournament, by=None)
    play(of)
    line = of.tournament.journal.get(kind="EntriesCheckedIn")
    assert refusal(undo.undo_step, line, by=None).code == "UNDO_NEXT_ROUND_FIRST"


def test_who_never_came_and_is_undone_has_missed_nothing_yet():
    of = division(4)
    (missing,) = build.add_players(of.tournament, 1, checked_in=False)
    attendance.drop_player(missing, by=None)
    play(of)
    attendance.reinstate_player(missing, by=None)
    assert not Seat.objects.filter(entry=missing).exists()


def test_nobody_comes_late_once_the_cut_is_made():
    of = division(8)
    (missing,) = build.add_players(of.tournament, 1, checked_in=False)
    play(of, 3)
    cuts.start_cut(of, by=None, sizes={"all": 4})
    for action in (attendance.check_in_player, attendance.check_in_all_missing_players):
        who = missing if action is attendance.check_in_player else of.tournament
        assert refusal(action, who, by=None).code == "CUT_HAS_STARTED_ALREADY"
    person = {"first_name": "Ana", "last_name": "Silva", "birth_year": 1990}
    assert (
        refusal(attendance.enter_player, of.tournament, by=None, **person).code == "CUT_HAS_STARTED_ALREADY"
    )


def test_who_plays_from_a_later_round_has_lost_those_before():
    of = division(4)
    late = of.entries.first()
    entries.change_entry(late, by=None, joined_round=2)
    round_ = play(of)
    assert round_.matches.get(left=late).outcome == Outcome.LATE_LOSS
    assert round_.standings.get(entry=late).losses == 1
    assert rounds.pair_next_round(of, by=None).seats.filter(entry=late).exists()


def test_a_check_in_is_undone_while_the_round_is_a_draft():
    of = division(6)
    round_ = rounds.pair_next_round(of, by=None)
    attendance.check_out_unpaired_player(of.entries.first(), by=None)
    assert refusal(rounds.post, round_, by=None).code == "PAIRINGS_ARE_STALE"
    rounds.post(rounds.pair_unposted_round_again(round_, by=None), by=None)
    seated = round_.seats.first().entry
    assert refusal(attendance.check_out_unpaired_player, seated, by=None).code == "ENTRY_HAS_PLAYED"


def test_a_posting_undone_takes_its_late_losses_along():
    of = division(4)
    round_ = rounds.post(rounds.pair_next_round(of, by=None), by=None)
    late = attendance.enter_player(
        of.tournament, by=None, first_name="Ana", last_name="Silva", birth_year=1990
    )
    posted = of.journal.get(kind="RoundPosted")
    undo.undo_step(posted, by=None)
    assert not round_.seats.filter(entry=late).exists()
    rounds.post(rounds.pair_unposted_round_again(round_, by=None), by=None)
    assert not round_.matches.filter(outcome=Outcome.LATE_LOSS.value).exists()
    assert round_.seats.filter(entry=late).exists()


def test_who_left_in_a_posting_undone_left_in_the_round_before():
    of = division(6)
    play(of)
    round_ = rounds.post(rounds.pair_next_round(of, by=None), by=None)
    drop = attendance.drop_player(of.entries.first(), by=None)
    undo.undo_step(of.journal.get(kind="RoundPosted", facts__round=2), by=None)
    drop.refresh_from_db()
    assert drop.dropped_in == 1
    rounds.post(rounds.pair_unposted_round_again(round_, by=None), by=None)
    assert not round_.seats.filter(entry=drop).exists()


def test_a_return_undone_takes_its_losses_along():
    of = division(6)
    play(of)
    drop = attendance.drop_player(of.entries.first(), by=None)
    play(of)
    before = stored(of.rounds.get(number=2))
    attendance.reinstate_player(drop, by=None)
    assert of.rounds.get(number=2).matches.get(left=drop).outcome == Outcome.LATE_LOSS
    undo.undo_step(undo.last_undoable_step(of), by=None)
    assert stored(of.rounds.get(number=2)) == before
    left = Entry.objects.get(pk=drop.pk)
    assert (left.dropped_in, left.dropped_at) == (1, drop.dropped_at)


def test_a_return_stays_once_they_have_played():
    of = division(6)
    play(of)
    drop = attendance.drop_player(of.entries.first(), by=None)
    attendance.reinstate_player(drop, by=None)
    back = undo.last_undoable_step(of)
    play(of)
    assert refusal(undo.undo_step, back, by=None).code == "UNDO_NEXT_ROUND_FIRST"


def test_a_departure_stays_once_rounds_went_on():
    of = division(6)
    play(of)
    attendance.drop_player(of.entries.first(), by=None)
    left = undo.last_undoable_step(of)
    play(of)
    assert refusal(undo.undo_step, left, by=None).code == "UNDO_NEXT_ROUND_FIRST"


def test_a_departure_is_not_undone_by_an_older_line():
    of = division(6)
    play(of)
    leaver = of.entries.first()
    attendance.drop_player(leaver, by=None)
    first = undo.last_undoable_step(of)
    attendance.reinstate_player(leaver, by=None)
    attendance.drop_player(leaver, by=None)
    assert refusal(undo.undo_step, first, by=None).code == "UNDO_OVERTAKEN"


def test_nobody_comes_back_past_a_disqualification():
    of = division(6)
    play(of)
    leaver = of.entries.first()
    attendance.drop_player(leaver, by=None)
    left = undo.last_undoable_step(of)
    attendance.disqualify_player(leaver, by=None)
    assert refusal(undo.undo_step, left, by=None).code == "UNDO_OVERTAKEN"
    assert undo.last_undoable_step(of).kind == "RoundClosed"


def test_a_changed_age_division_is_ranked_there():
    of = division(6, by_age=True)
    round_ = play(of)
    entry = of.entries.first()
    entries.change_entry(entry, by=None, age_division="senior")
    assert set(round_.standings.values_list("age_division", flat=True)) == {"masters", "senior"}
    assert round_.standings.get(entry=entry).place == 1


def test_who_moves_into_a_division_that_plays_comes_late():
    event = build.event(divisions=("senior", "masters"))
    build.add_players(event, 9, birth_years=(2012, 1990))
    senior, masters = event.divisions.order_by("position")
    play(masters)
    young = senior.entries.first()
    build.add_players(event, 1, division=senior)
    entries.change_entry(young, by=None, division=masters, age_division="masters")
    assert masters.rounds.get().matches.get(left=young).outcome == Outcome.LATE_LOSS


def test_a_draft_is_stale_once_somebody_moves_away():
    event = build.event(divisions=("senior", "masters"))
    build.add_players(event, 8, birth_years=(2012, 1990))
    senior, masters = event.divisions.order_by("position")
    drawn = rounds.pair_next_round(senior, by=None)
    young = senior.entries.first()
    entries.change_entry(young, by=None, division=masters, age_division="masters")
    assert refusal(rounds.post, drawn, by=None).facts["left"] == str(young)


def test_a_pure_elimination_is_seeded_anew_until_it_begins():
    of = division(5, structure="elimination")
    drawn = rounds.pair_next_round(of, by=None, seed=1)
    (bracket,) = drawn.stage.brackets.all()
    seeds = list(bracket.seeds.order_by("seed").values_list("entry", flat=True))
    for entry in of.entries.all()[:2]:
        attendance.drop_player(entry, by=None)
    assert refusal(rounds.post, drawn, by=None).code == "PAIRINGS_ARE_STALE"
    rounds.pair_unposted_round_again(drawn, by=None, seed=2)
    drawn.stage.refresh_from_db()
    assert (bracket.seeds.count(), drawn.stage.rounds_planned) == (3, 2)
    undo.undo_step(undo.last_undoable_step(of), by=None)
    assert list(bracket.seeds.order_by("seed").values_list("entry", flat=True)) == seeds
    drawn.stage.refresh_from_db()
    assert drawn.stage.rounds_planned == 3


def test_planned_rounds_follow_who_comes_before_the_first_posting():
    """M-012: eight play three rounds, nine play four."""
    of = division(8)
    drawn = rounds.pair_next_round(of, by=None)
    attendance.enter_player(
        of.tournament, by=None, first_name="A", last_name="B", birth_year=1990, checked_in=True
    )
    rounds.post(rounds.pair_unposted_round_again(drawn, by=None), by=None)
    drawn.stage.refresh_from_db()
    assert drawn.stage.rounds_planned == 4


def test_planned_rounds_follow_the_setting_until_the_first_posting():
    of = division(8)
    drawn = rounds.pair_next_round(of, by=None)
    divisions.change_division(of, by=None, rounds_planned=5)
    rounds.post(drawn, by=None)
    drawn.stage.refresh_from_db()
    assert drawn.stage.rounds_planned == 5


def test_who_moved_meanwhile_leaves_the_division_they_are_in():
    event = build.event(divisions=("senior", "masters"))
    build.add_players(event, 9, birth_years=(2012, 1990))
    senior, masters = event.divisions.order_by("position")
    play(masters)
    seen = senior.entries.select_related("division").first()
    entries.change_entry(seen, by=None, division=masters, age_division="masters")
    assert attendance.drop_player(seen, by=None).dropped_in == 1


def test_a_match_of_two_who_left_is_still_told():
    of = division(4)
    round_ = rounds.post(rounds.pair_next_round(of, by=None), by=None)
    match = open_matches(round_)[0]
    for entry in (match.left, match.right):
        attendance.drop_player(entry, by=None)
    results.enter_result(match, MatchResult(Outcome.DOUBLE_LOSS, "dropped"), by=None)
    report_all(round_)
    rounds.close_round(round_, by=None)
    assert stored(round_) == fresh(round_)


def test_who_comes_back_before_a_pure_elimination_is_posted_plays_the_match():
    of = division(8, structure="elimination")
    round_ = rounds.pair_next_round(of, by=None, seed=1)
    match = round_.matches.earliest("position")
    attendance.drop_player(match.left, by=None)
    match.refresh_from_db()
    assert (match.outcome, match.reason) == (Outcome.RIGHT, Reason.WALKOVER)
    attendance.reinstate_player(match.left, by=None)
    match.refresh_from_db()
    assert (match.outcome, match.reason) == (Outcome.PENDING, Reason.PLAYED)
    undo.undo_step(of.journal.latest("pk"), by=None)
    match.refresh_from_db()
    assert (match.outcome, match.reason) == (Outcome.RIGHT, Reason.WALKOVER)
