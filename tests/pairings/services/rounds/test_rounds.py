"""A round from draft to closed, and every way in which a step is refused."""

import json

import pytest

from core.engine.refused import Refused
from pairings.engine import replay
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round, Seat
from pairings.queries.rounds import pairing_explained, replays
from pairings.services.bracket import cuts
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, rounds
from pairings.words import pairing_words
from tests import build
from tests.pairings.build import division, open_matches, organizer, play, report_all
from tournaments.services import entries

pytestmark = pytest.mark.django_db


def refusal(action, *args, **kwargs) -> Refused:
    with pytest.raises(Refused) as caught:
        action(*args, **kwargs)
    return caught.value


def pairs(round_: Round) -> list[tuple[int, int | None]]:
    return list(round_.matches.order_by("position").values_list("left_id", "right_id"))


def test_a_round_seats_everybody_once():
    of = division(9)
    round_ = rounds.pair_next_round(of, by=None, seed=1)
    assert sorted(Seat.objects.filter(round=round_).values_list("entry", flat=True)) == sorted(
        of.entries.values_list("pk", flat=True)
    )
    assert [match.table for match in round_.matches.order_by("position")] == [1, 2, 3, 4, None]
    assert round_.matches.get(table=None).outcome == Outcome.BYE


def test_the_same_seed_draws_the_same_pairs():
    of = division(16)
    first = rounds.pair_next_round(of, by=None, seed=7)
    drawn = pairs(first)
    assert pairs(rounds.pair_unposted_round_again(first, by=None, seed=8)) != drawn
    assert pairs(rounds.pair_unposted_round_again(first, by=None, seed=7)) == drawn


def test_the_seed_is_chosen_and_kept_when_none_is_given():
    round_ = rounds.pair_next_round(division(4), by=None)
    assert 0 <= round_.seed < 2**62


def test_a_round_is_not_paired_twice():
    of = division(8)
    round_ = rounds.pair_next_round(of, by=None)
    assert refusal(rounds.pair_next_round, of, by=None).code == "ROUND_AWAITS_REVIEW"
    rounds.post(round_, by=None)
    assert refusal(rounds.pair_next_round, of, by=None).facts == {
        "round": 1,
        "open": 4,
        "tables": "1, 2, 3, 4",
    }
    report_all(round_)
    assert refusal(rounds.pair_next_round, of, by=None).code == "ROUND_NOT_CLOSED"
    assert of.rounds.count() == 1


def test_a_round_is_not_closed_with_open_matches():
    round_ = rounds.post(rounds.pair_next_round(division(6), by=None), by=None)
    results.enter_result(open_matches(round_)[0], MatchResult(Outcome.TIE), by=None)
    refused = refusal(rounds.close_round, round_, by=None)
    assert (refused.code, refused.facts["open"], refused.facts["tables"]) == (
        "ROUND_HAS_OPEN_MATCHES",
        2,
        "2, 3",
    )


def test_a_refusal_names_the_first_and_the_last_of_many_open_tables():
    round_ = rounds.post(rounds.pair_next_round(division(20), by=None), by=None)
    refused = refusal(rounds.close_round, round_, by=None)
    assert (refused.facts["open"], refused.facts["tables"]) == (10, "1, 2, 3, 4, 5, 6, …, 10")


def test_a_closed_round_is_not_called_a_draft():
    round_ = rounds.post(rounds.pair_next_round(division(6), by=None), by=None)
    report_all(round_)
    rounds.close_round(round_, by=None)
    for again in (rounds.close_round, rounds.post, rounds.pair_unposted_round_again):
        assert refusal(again, round_, by=None).code == "ROUND_IS_CLOSED"


@pytest.mark.parametrize(
    ("players", "code"), [(0, "TOO_FEW_PLAYERS"), (1, "TOO_FEW_PLAYERS")], ids=["nobody", "one alone"]
)
def test_too_few_players(players, code):
    assert refusal(rounds.pair_next_round, division(players), by=None).code == code


@pytest.mark.parametrize(("players", "matches", "byes"), [(2, 1, 0), (3, 1, 1), (5, 2, 1)])
def test_small_fields(players, matches, byes):
    round_ = rounds.pair_next_round(division(players), by=None)
    assert round_.matches.filter(right__isnull=False).count() == matches
    assert round_.matches.filter(outcome=Outcome.BYE).count() == byes


def test_nobody_checked_in_says_so():
    assert refusal(rounds.pair_next_round, division(8, checked_in=False), by=None).code == "NOBODY_CHECKED_IN"


def test_who_is_not_here_is_not_paired():
    of = division(8)
    missing = of.entries.order_by("pk")[0]
    entries.check_out_entry(missing, by=None)
    round_ = rounds.pair_next_round(of, by=None)
    assert not Seat.objects.filter(round=round_, entry=missing).exists()


def test_everybody_dropped_says_so():
    of = division(4)
    play(of)
    for entry in of.entries.all():
        attendance.drop_player(entry, by=None)
    assert refusal(rounds.pair_next_round, of, by=None).code == "PLAYERS_HAVE_LEFT"


def test_when_all_have_met_the_fewest_rematches_are_drawn_and_named():
    of = division(2, structure="swiss")
    of.rounds_planned = 3
    of.save()
    play(of)
    round_ = rounds.pair_next_round(of, by=None)
    assert len(round_.draw["rematches"]) == 1


def test_swiss_ends_after_its_rounds_unless_one_is_added():
    of = division(4)
    play(of, 3)
    assert refusal(rounds.pair_next_round, of, by=None).facts == {"rounds": 3}
    assert rounds.pair_next_round(of, by=None, additional=True).number == 4


def test_a_draft_is_stale_once_somebody_leaves():
    of = division(6)
    round_ = rounds.pair_next_round(of, by=None)
    attendance.drop_player(of.entries.first(), by=None)
    assert refusal(rounds.post, round_, by=None).code == "PAIRINGS_ARE_STALE"
    rounds.post(rounds.pair_unposted_round_again(round_, by=None), by=None)


def test_a_draft_is_stale_once_somebody_comes():
    of = division(6)
    round_ = rounds.pair_next_round(of, by=None)
    attendance.enter_player(
        of.tournament, by=None, first_name="Ana", last_name="Silva", birth_year=1990, checked_in=True
    )
    refused = refusal(rounds.post, round_, by=None)
    assert (refused.code, refused.facts["came"]) == ("PAIRINGS_ARE_STALE", "Ana Silva")


def test_two_players_swap_places():
    of = division(8)
    round_ = rounds.pair_next_round(of, by=None, seed=3)
    before = pairs(round_)
    first, second = before[0][0], before[2][1]
    rounds.swap_players(round_, of.entries.get(pk=first), of.entries.get(pk=second), by=None)
    assert pairs(round_) == [(second, before[0][1]), before[1], (before[2][0], first), before[3]]
    assert {seat.entry_id for seat in Seat.objects.filter(match__table=1)} == {second, before[0][1]}


def test_a_swap_with_the_bye():
    of = division(5)
    round_ = rounds.pair_next_round(of, by=None, seed=3)
    before = pairs(round_)
    rounds.swap_players(round_, of.entries.get(pk=before[0][0]), of.entries.get(pk=before[2][0]), by=None)
    assert pairs(round_) == [(before[2][0], before[0][1]), before[1], (before[0][0], None)]


def test_a_swap_into_a_rematch_asks_first():
    of = division(4)
    (one, two), (three, four) = pairs(play(of, seed=5))
    round_ = rounds.pair_next_round(of, by=None, seed=6)
    now = dict(pairs(round_)) | {right: left for left, right in pairs(round_)}
    refused = refusal(
        rounds.swap_players, round_, of.entries.get(pk=now[one]), of.entries.get(pk=two), by=None
    )
    assert (refused.code, refused.facts["round"]) == ("SWAP_IS_REMATCH", 1)
    rounds.swap_players(round_, of.entries.get(pk=now[one]), of.entries.get(pk=two), by=None, anyway=True)
    assert {frozenset(pair) for pair in pairs(round_)} == {frozenset({one, two}), frozenset({three, four})}


def test_a_swap_into_a_second_bye_asks_first():
    of = division(3)
    bye = play(of, seed=1).matches.get(outcome=Outcome.BYE).left
    round_ = rounds.pair_next_round(of, by=None, seed=2)
    now = round_.matches.get(outcome=Outcome.BYE).left
    assert refusal(rounds.swap_players, round_, now, bye, by=None).code in {
        "SWAP_GIVES_SECOND_BYE",
        "SWAP_IS_REMATCH",
    }


def test_swaps_that_make_no_sense():
    of = division(6)
    round_ = rounds.pair_next_round(of, by=None)
    match = round_.matches.get(table=1)
    assert refusal(rounds.swap_players, round_, match.left, match.right, by=None).code == "SWAP_SAME_TABLE"
    stranger = build.add_players(of.tournament, 1)[0]
    assert refusal(rounds.swap_players, round_, match.left, stranger, by=None).code == "NOT_IN_THIS_ROUND"
    rounds.post(rounds.pair_unposted_round_again(round_, by=None), by=None)
    assert refusal(rounds.swap_players, round_, match.left, match.right, by=None).code == "ROUND_IS_POSTED"


def test_awarded_byes_sit_out_and_score():
    of = division(5)
    entry = of.entries.first()
    entries.change_entry(entry, by=None, awarded_byes=1)
    round_ = play(of)
    assert round_.matches.get(left=entry).outcome == Outcome.AWARDED_BYE
    assert round_.standings.get(entry=entry).points == 3
    assert rounds.pair_next_round(of, by=None).matches.filter(outcome=Outcome.AWARDED_BYE).count() == 0


def test_who_is_left_alone_beside_awarded_byes_has_the_regular_bye():
    of = division(3)
    for entry in of.entries.order_by("id")[1:]:
        entries.change_entry(entry, by=None, awarded_byes=1)
    round_ = rounds.post(rounds.pair_next_round(of, by=None, seed=4), by=None)
    assert sorted(round_.matches.values_list("outcome", flat=True)) == ["awarded_bye", "awarded_bye", "bye"]
    assert replay.gives_same_draw(json.loads(json.dumps(replays.replay_inputs(round_))))
    found = pairing_explained.explain_round(round_, public=False)
    sentence = " ".join(
        pairing_words.match_explanation_texts(
            found, next(row for row in found.matches if row.outcome == "bye")
        )
    )
    assert "no player is left to play" in sentence
    rounds.close_round(round_, by=None)
    assert set(round_.standings.values_list("points", flat=True)) == {3}


def test_an_awarded_bye_is_nobody_elses():
    of = division(6)
    entry = of.entries.first()
    entries.change_entry(entry, by=None, awarded_byes=1)
    round_ = rounds.pair_next_round(of, by=None)
    other = round_.matches.get(table=1).left
    assert (
        refusal(rounds.swap_players, round_, entry, other, by=None, anyway=True).code == "SWAP_OF_AWARDED_BYE"
    )


def test_no_round_is_added_once_the_cut_is_made():
    of = division(8)
    play(of, 3)
    cuts.start_cut(of, by=None, sizes={"all": 4})
    assert refusal(rounds.pair_next_round, of, by=None, additional=True).code == "CUT_HAS_STARTED_ALREADY"


def test_other_divisions_tables_are_left_alone():
    event = build.event(divisions=("junior", "senior", "masters"))
    build.add_players(event, 24, birth_years=(2018, 2012, 1990))
    drawn = [rounds.pair_next_round(of, by=None) for of in event.divisions.order_by("position")]
    tables = list(Match.objects.filter(round__in=drawn, table__isnull=False).values_list("table", flat=True))
    assert sorted(tables) == list(range(1, 13))


def test_a_division_plays_at_its_own_tables_whoever_is_paired_first():
    event = build.event(divisions=("junior", "senior", "masters"))
    build.add_players(event, 24, birth_years=(2018, 2012, 1990))
    junior, senior, masters = event.divisions.order_by("position")
    for home, tables in ((masters, [9, 10, 11, 12]), (senior, [5, 6, 7, 8]), (junior, [1, 2, 3, 4])):
        play(home)
        round_ = rounds.pair_next_round(home, by=None)
        assert sorted(round_.matches.values_list("table", flat=True)) == tables


def test_free_tables_of_others_are_used_where_the_hall_has_no_more():
    event = build.event(divisions=("senior", "masters"), table_to=4)
    senior, masters = event.divisions.order_by("position")
    build.add_players(event, 6, division=senior, checked_in=False)
    build.add_players(event, 6, division=masters)
    senior.entries.filter(pk__in=senior.entries.values_list("pk")[:2]).update(checked_in_at=build.NOON)
    assert sorted(rounds.pair_next_round(masters, by=None).matches.values_list("table", flat=True)) == [
        1,
        2,
        4,
    ]
    assert sorted(rounds.pair_next_round(senior, by=None).matches.values_list("table", flat=True)) == [3]


def test_too_few_tables_says_how_many():
    of = division(8, table_from=10, table_to=12)
    assert refusal(rounds.pair_next_round, of, by=None).facts == {"needed": 4, "have": 3}
    assert not of.rounds.exists()


def test_every_step_is_in_the_journal():
    of = division(4)
    by = organizer(of)
    round_ = rounds.post(rounds.pair_next_round(of, by=by), by=by)
    for match in open_matches(round_):
        results.enter_result(match, MatchResult(Outcome.RIGHT), by=by)
    rounds.close_round(round_, by=by)
    kinds = list(of.journal.order_by("id").values_list("kind", flat=True))
    assert kinds == ["RoundPaired", "RoundPosted", "ResultEntered", "ResultEntered", "RoundClosed"]
    assert set(of.journal.values_list("by_name", flat=True)) == {str(by)}
