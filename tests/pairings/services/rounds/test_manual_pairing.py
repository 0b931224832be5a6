"""Manual changes: each leaves everyone seated once, and is one journal line and one undo."""

import pytest

from core import sentences
from core.sentences import undo_text
from core.services import undo
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, late_entries, manual_pairing, options, re_pairing, rounds
from tests.build import refusal
from tests.pairings import build
from tournaments.models import Division, Entry

pytestmark = pytest.mark.django_db


def drawn(players: int, *, after: int = 0, seed: int = 1) -> Round:
    home = build.division(players)
    if after:
        build.play(home, after)
    return rounds.pair_next_round(home, by=None, seed=seed)


def posted(players: int, *, after: int = 0) -> Round:
    return rounds.post(drawn(players, after=after), by=None)


def seats(round_: Round) -> set[tuple[int, int | None, int | None, str]]:
    return set(round_.matches.values_list("left_id", "right_id", "table", "outcome"))


def at(round_: Round, table: int) -> Match:
    return round_.matches.select_related("left__player", "right__player", "left__division").get(table=table)


def bye(round_: Round) -> Match:
    return round_.matches.select_related("left__player").get(outcome="bye")


def seated_once(round_: Round) -> None:
    people = [one for left, right, *_ in seats(round_) for one in (left, right) if one]
    assert len(people) == len(set(people)) == round_.seats.count()


def one_line(home: Division, kind: str) -> None:
    line = home.journal.first()
    assert line.kind == kind
    assert "%(" not in sentences.journal_text(line.kind, line.facts)
    assert "–" not in sentences.journal_text(line.kind, line.facts)


def undo_last(home: Division) -> None:
    step = undo.last_undoable_step(home)
    assert undo_text(step.kind, step.facts)
    undo.undo_step(step, by=None)


def late(home: Division) -> Entry:
    """Create a player who arrives while a round is in play."""
    return attendance.enter_player(
        home.tournament, by=None, division=home, first_name="Late", last_name="Comer"
    )


# Break up tables and pair them again


@pytest.mark.parametrize("seed", range(5))
def test_only_the_broken_tables_change(seed: int) -> None:
    round_ = drawn(12, after=2)
    before, history = seats(round_), round_.draw
    broken = [at(round_, table) for table in (2, 3, 5)]
    manual_pairing.re_pair_matches(round_, broken, by=None, seed=seed)
    standing = {seat for seat in before if seat[2] in (1, 4, 6)}
    assert standing <= seats(round_)
    assert {seat[2] for seat in seats(round_)} == set(range(1, 7))
    seated_once(round_)
    one_line(round_.division, "TablesDrawnAgain")
    undo_last(round_.division)
    assert seats(round_) == before
    round_.refresh_from_db()
    assert {**round_.draw, "redrawn": []} == {**round_.draw, "redrawn": []} | {"seed": history["seed"]}


@pytest.mark.parametrize("seed", range(5))
def test_broken_tables_do_not_come_back_as_they_were(seed: int) -> None:
    round_ = drawn(8)
    broken = [at(round_, 1), at(round_, 2)]
    was = {frozenset((match.left_id, match.right_id)) for match in broken}
    manual_pairing.re_pair_matches(round_, broken, by=None, seed=seed)
    assert not was & {frozenset((left, right)) for left, right, *_ in seats(round_)}


def test_the_bye_can_be_broken_too() -> None:
    round_ = drawn(7)
    manual_pairing.re_pair_matches(round_, [bye(round_), at(round_, 1)], by=None, seed=3)
    seated_once(round_)
    assert round_.matches.filter(outcome="bye").count() == 1


def test_one_table_alone_has_nothing_to_draw() -> None:
    round_ = drawn(6)
    assert (
        refusal(manual_pairing.re_pair_matches, round_, [at(round_, 1)], by=None).code == "BREAK_TWO_TABLES"
    )


def test_undo_goes_step_by_step() -> None:
    round_ = drawn(8)
    before = seats(round_)
    manual_pairing.re_pair_matches(round_, [at(round_, 1), at(round_, 2)], by=None, seed=1)
    first = round_.division.journal.first()
    round_.refresh_from_db()
    manual_pairing.re_pair_matches(round_, [at(round_, 2), at(round_, 3)], by=None, seed=2)
    assert refusal(undo.undo_step, first, by=None).code == "UNDO_OVERTAKEN"
    undo_last(round_.division)
    undo_last(round_.division)
    assert seats(round_) == before


# A match made by hand


def test_two_players_meet_and_their_opponents_too() -> None:
    round_ = drawn(8)
    before, one, two = seats(round_), at(round_, 1), at(round_, 3)
    manual_pairing.make_match(round_, one.left, two.right, by=None)
    pairs = {frozenset((left, right)) for left, right, *_ in seats(round_)}
    assert frozenset((one.left_id, two.right_id)) in pairs
    assert frozenset((one.right_id, two.left_id)) in pairs
    seated_once(round_)
    one_line(round_.division, "MatchMadeByHand")
    undo_last(round_.division)
    assert seats(round_) == before


def test_the_bye_is_given_by_hand() -> None:
    round_ = drawn(7)
    before, had, one = seats(round_), bye(round_), at(round_, 2)
    manual_pairing.make_match(round_, one.right, None, by=None)
    assert bye(round_).left_id == one.right_id
    assert {one.left_id, had.left_id} == {at(round_, 2).left_id, at(round_, 2).right_id}
    one_line(round_.division, "MatchMadeByHand")
    undo_last(round_.division)
    assert seats(round_) == before


def test_who_had_the_bye_meets_somebody() -> None:
    round_ = drawn(7)
    had, one = bye(round_), at(round_, 1)
    manual_pairing.make_match(round_, had.left, one.left, by=None)
    assert bye(round_).left_id == one.right_id
    seated_once(round_)


@pytest.mark.parametrize("warning", ["WARNING_REMATCH", "WARNING_GAP", "WARNING_APART", "WARNING_SECOND_BYE"])
def test_doubts_come_first(warning: str) -> None:
    round_ = drawn(7, after=1)
    home = round_.division
    last = home.rounds.get(number=1)
    first, second = _doubtful(round_, last, warning)
    refused = refusal(manual_pairing.make_match, round_, first, second, by=None)
    assert refused.code == "MATCH_HAS_WARNINGS"
    warnings: list[tuple[str, dict[str, object]]] = refused.facts["warnings"]  # type: ignore[assignment]
    assert warning in {code for code, _ in warnings}
    assert all("%(" not in sentences.refusal_code_text(code, facts) for code, facts in warnings)
    manual_pairing.make_match(round_, first, second, by=None, anyway=True)
    seated_once(round_)


def _doubtful(round_: Round, last: Round, warning: str) -> tuple[Entry, Entry | None]:
    played = last.matches.select_related("left__player", "right__player", "left__division")
    if warning == "WARNING_SECOND_BYE":
        return played.get(outcome="bye").left, None
    match = played.filter(right__isnull=False).exclude(left=bye(round_).left).first()
    if warning == "WARNING_APART":
        now = at(round_, 1)
        other = (
            round_.matches.exclude(pk=now.pk)
            .filter(right__isnull=False)
            .select_related("left__player")
            .first()
        )
        options.forbid_meeting_of_players(now.left, other.left, by=None)
        return now.left, other.left
    return match.left, match.right


def test_a_bye_needs_an_odd_field() -> None:
    round_ = drawn(6)
    assert (
        refusal(manual_pairing.make_match, round_, at(round_, 1).left, None, by=None).code
        == "BYE_NEEDS_ODD_FIELD"
    )


def test_who_sits_together_meets_already() -> None:
    round_ = drawn(6)
    match = at(round_, 1)
    assert refusal(manual_pairing.make_match, round_, match.left, match.right, by=None).code == "MEET_ALREADY"


# A posted round paired again


def test_a_posted_round_becomes_another_draft_and_comes_back() -> None:
    round_ = posted(9, after=1)
    before, home, posted_at = seats(round_), round_.division, round_.posted_at
    re_pairing.re_pair_posted(round_, by=None, seed=99)
    round_.refresh_from_db()
    assert (round_.state, round_.seed, round_.posted_at) == ("unposted", 99, None)
    seated_once(round_)
    one_line(home, "PostedRoundDrawnAgain")
    undo_last(home)
    round_.refresh_from_db()
    assert (round_.state, round_.seed, round_.posted_at, seats(round_)) == ("posted", 1, posted_at, before)


def test_the_first_round_starts_again() -> None:
    round_ = posted(6)
    home, started = round_.division, round_.division.started_at
    re_pairing.re_pair_posted(round_, by=None)
    home.refresh_from_db()
    assert home.started_at is None
    undo_last(home)
    home.refresh_from_db()
    assert home.started_at == started is not None


def test_results_keep_the_draw() -> None:
    round_ = posted(6)
    results.enter_result(at(round_, 1), MatchResult(Outcome.LEFT), by=None)
    assert refusal(re_pairing.re_pair_posted, round_, by=None).code == "UNDO_RESULTS_FIRST"


def test_a_draft_is_drawn_again_otherwise() -> None:
    assert refusal(re_pairing.re_pair_posted, drawn(6), by=None).code == "ROUND_NOT_POSTED"


def test_nothing_built_on_it_is_lost() -> None:
    round_ = posted(6)
    re_pairing.re_pair_posted(round_, by=None)
    line = round_.division.journal.first()
    rounds.pair_unposted_round_again(round_, by=None)
    assert refusal(undo.undo_step, line, by=None).code == "UNDO_OVERTAKEN"


# Late players


def test_a_late_player_meets_the_bye() -> None:
    round_ = posted(7)
    home, had = round_.division, bye(round_)
    entry = late(home)
    before = seats(round_)
    late_entries.seat_late_entry(entry, round_, by=None)
    entry.refresh_from_db()
    match = round_.seats.get(entry=entry).match
    assert {match.left_id, match.right_id} == {entry.pk, had.left_id}
    assert (match.outcome, match.table, entry.joined_round) == ("pending", 4, 1)
    seated_once(round_)
    one_line(home, "LateEntrySeated")
    undo_last(home)
    entry.refresh_from_db()
    assert (seats(round_), entry.joined_round) == (before, 2)


def test_two_late_players_meet() -> None:
    round_ = posted(6)
    home = round_.division
    one = late(home)
    assert refusal(late_entries.seat_late_entry, one, round_, by=None).code == "NOBODY_TO_MEET"
    two = attendance.enter_player(
        home.tournament, by=None, division=home, first_name="Second", last_name="Comer"
    )
    late_entries.seat_late_entry(two, round_, by=None)
    match = round_.seats.get(entry=one).match
    assert {match.left_id, match.right_id} == {one.pk, two.pk}
    assert {entry.joined_round for entry in Entry.objects.filter(pk__in=[one.pk, two.pk])} == {1}
    build.report_all(round_)
    rounds.close_round(round_, by=None)
    assert rounds.pair_next_round(home, by=None).matches.count() == 4


def test_who_is_late_in_round_two_has_lost_the_first() -> None:
    round_ = posted(7, after=1)
    entry = late(round_.division)
    late_entries.seat_late_entry(entry, round_, by=None)
    assert [seat.match.outcome for seat in entry.seats.order_by("round__number")] == ["late_loss", "pending"]
    build.report_all(round_)
    rounds.close_round(round_, by=None)
    assert round_.standings.filter(entry=entry).exists()


def test_late_players_take_no_table_of_others() -> None:
    round_ = posted(7)
    options.change_pairing_options(round_.division, by=None, blocked_tables=[4])
    entry = late(round_.division)
    late_entries.seat_late_entry(entry, round_, by=None)
    assert round_.seats.get(entry=entry).match.table == 5


def test_who_sits_already_is_not_late() -> None:
    round_ = posted(7)
    assert refusal(late_entries.seat_late_entry, at(round_, 1).left, round_, by=None).code == "SITS_ALREADY"


def test_a_result_keeps_the_late_player() -> None:
    round_ = posted(7)
    entry = late(round_.division)
    late_entries.seat_late_entry(entry, round_, by=None)
    line = round_.division.journal.first()
    match = (
        round_.seats.select_related("match__round__division", "match__round__stage").get(entry=entry).match
    )
    results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    assert refusal(undo.undo_step, line, by=None).code == "UNDO_OVERTAKEN"


# Drops after the pairing


@pytest.mark.parametrize("state", ["unposted", "posted"])
def test_the_opponent_of_who_leaves_has_the_bye(state: str) -> None:
    round_ = drawn(6) if state == "unposted" else posted(6)
    before, match = seats(round_), at(round_, 2)
    late_entries.take_out_of_round(match.left, round_, by=None)
    assert bye(round_).left_id == match.right_id
    assert not Entry.objects.get(pk=match.left_id).active
    seated_once(round_)
    one_line(round_.division, "EntryTakenOut")
    undo_last(round_.division)
    assert seats(round_) == before
    assert Entry.objects.get(pk=match.left_id).active


def test_the_opponent_of_who_leaves_meets_the_bye() -> None:
    round_ = posted(7)
    before, match, had = seats(round_), at(round_, 2), bye(round_)
    late_entries.take_out_of_round(match.right, round_, by=None)
    assert {at(round_, 2).left_id, at(round_, 2).right_id} == {match.left_id, had.left_id}
    undo_last(round_.division)
    assert seats(round_) == before


def test_who_has_the_bye_leaves() -> None:
    round_ = posted(7)
    had = bye(round_).left
    late_entries.take_out_of_round(had, round_, by=None)
    assert not round_.matches.filter(outcome="bye").exists()
    undo_last(round_.division)
    assert bye(round_).left_id == had.pk


def test_the_round_goes_on_and_closes_without_them() -> None:
    round_ = posted(6, after=1)
    late_entries.take_out_of_round(at(round_, 1).left, round_, by=None, anyway=True)
    build.report_all(round_)
    rounds.close_round(round_, by=None)
    assert rounds.pair_next_round(round_.division, by=None, seed=5).seats.count() == 5


def test_a_draft_without_who_left_is_posted() -> None:
    round_ = drawn(6)
    late_entries.take_out_of_round(at(round_, 1).left, round_, by=None)
    rounds.post(round_, by=None)


def test_after_the_result_one_leaves_as_usual() -> None:
    round_ = posted(6)
    results.enter_result(at(round_, 1), MatchResult(Outcome.LEFT), by=None)
    assert refusal(late_entries.take_out_of_round, at(round_, 1).left, round_, by=None).code == "RESULT_IS_IN"


def test_a_second_bye_is_asked_about() -> None:
    round_ = posted(6, after=1)
    first = round_.division.rounds.get(number=1)
    match = at(round_, 1)
    Match.objects.filter(pk=first.seats.get(entry=match.right).match_id).update(
        left=match.right, right=None, outcome="bye", table=None
    )
    refused = refusal(late_entries.take_out_of_round, match.left, round_, by=None)
    assert refused.facts["warnings"] == [("WARNING_SECOND_BYE", {"name": str(match.right)})]


def test_the_cut_is_fixed() -> None:
    home = build.division(4, structure="elimination")
    round_ = rounds.pair_next_round(home, by=None)
    match = at(round_, 1)
    assert refusal(manual_pairing.make_match, round_, match.left, None, by=None).code == "BRACKET_IS_FIXED"
