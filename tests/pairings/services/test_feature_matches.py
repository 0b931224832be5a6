"""Matches move to a feature table and back, and no other pairing or table changes."""

import random
from collections.abc import Callable

import pytest

from core.engine.refused import Refused
from core.services import undo
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.queries.rounds import feature_tables
from pairings.services.bracket import cuts
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import (
    feature_matches,
    late_entries,
    manual_pairing,
    options,
    re_pairing,
    rounds,
)
from tests import build
from tests.build import refusal
from tests.pairings import build as pairings_build
from tests.pairings.services.rounds.test_manual_pairing import at, late, one_line, seats, undo_last
from tournaments.models import Division

pytestmark = pytest.mark.django_db

STREAM, OTHER = 101, 102
TABLES = [[STREAM, "Stream"], [OTHER, ""]]


def paired(players: int = 12, **fields: object) -> Round:
    home = build.division(players, **fields)
    options.change_pairing_options(home, by=None, feature_tables=TABLES)
    return rounds.pair_next_round(home, by=None, seed=1)


def posted(players: int = 12, **fields: object) -> Round:
    return rounds.post(paired(players, **fields), by=None)


def move(round_: Round, table: int, to: int = STREAM) -> Match:
    return feature_matches.move_to_feature_table(at(round_, table), to, by=None, seen=table)


def back(match: Match, table: int | None = None) -> Match:
    home = match.home_table if table is None else table
    return feature_matches.move_back(match, home, by=None, seen=match.table)


def tables(match: Match) -> tuple[int | None, int | None]:
    match.refresh_from_db()
    return match.table, match.home_table


@pytest.mark.parametrize("make", [paired, posted])
def test_a_match_moves_to_a_feature_table_and_back(make: Callable[..., Round]) -> None:
    round_ = make()
    before = seats(round_)
    match = move(round_, 3)
    one_line(round_.division, "MatchMoved")
    assert tables(match) == (STREAM, 3)
    assert {seat for seat in seats(round_) if seat[0] != match.left_id} <= before
    back(match)
    one_line(round_.division, "MatchMoved")
    assert tables(match) == (3, None)
    assert seats(round_) == before


def test_each_move_can_be_undone() -> None:
    round_ = posted()
    match = move(round_, 3)
    undo_last(round_.division)
    assert tables(match) == (3, None)
    match = move(round_, 3)
    back(match)
    undo_last(round_.division)
    assert tables(match) == (STREAM, 3)


def test_a_button_pressed_twice_moves_once() -> None:
    round_ = posted()
    match = move(round_, 3)
    lines = round_.division.journal.count()
    feature_matches.move_to_feature_table(match, STREAM, by=None, seen=3)
    back(match)
    feature_matches.move_back(match, 3, by=None, seen=STREAM)
    assert round_.division.journal.count() == lines + 1


def test_from_one_feature_table_to_the_next_the_first_table_stays_free() -> None:
    round_ = posted()
    move(round_, 3)
    match = move(round_, STREAM, OTHER)
    assert tables(match) == (OTHER, 3)
    assert feature_tables.tables_in_use(round_.matches.all()) == {1, 2, 3, 4, 5, 6, OTHER}


def test_pairing_seats_no_match_at_a_feature_table() -> None:
    home = build.division(12, table_from=1, table_to=8)
    options.change_pairing_options(home, by=None, feature_tables=[[1, "Stage"], [4, ""]])
    assert sorted(rounds.pair_next_round(home, by=None, seed=1).matches.values_list("table", flat=True)) == [
        *(2, 3, 5, 6, 7, 8)
    ]


def with_a_result(round_: Round) -> tuple[Match, int]:
    match = at(round_, 3)
    results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    return match, STREAM


def of_a_closed_round(round_: Round) -> tuple[Match, int]:
    pairings_build.report_all(round_)
    rounds.close_round(round_, by=None)
    return at(round_, 3), STREAM


def to_a_taken_table(round_: Round) -> tuple[Match, int]:
    move(round_, 2)
    return at(round_, 3), STREAM


def to_a_reserved_table(round_: Round) -> tuple[Match, int]:
    move(round_, 2)
    options.change_pairing_options(round_.division, by=None, feature_tables=[*TABLES, [2, ""]])
    return at(round_, 3), 2


def without_opponent(round_: Round) -> tuple[Match, int]:
    return round_.matches.get(right=None), STREAM


def re_paired(round_: Round) -> tuple[Match, int]:
    match = at(round_, 3)
    manual_pairing.re_pair_matches(round_, [at(round_, 2), match], by=None, seed=3)
    return match, STREAM


def to_a_usual_table(round_: Round) -> tuple[Match, int]:
    return at(round_, 3), 77


@pytest.mark.parametrize(
    ("prepare", "code"),
    [
        (with_a_result, "FEATURE_RESULT_IS_IN"),
        (of_a_closed_round, "ROUND_IS_CLOSED"),
        (to_a_taken_table, "FEATURE_TABLE_TAKEN"),
        (to_a_reserved_table, "FEATURE_TABLE_RESERVED"),
        (without_opponent, "NO_OPPONENT"),
        (re_paired, "MATCH_NOT_FOUND"),
        (to_a_usual_table, "NOT_A_FEATURE_TABLE"),
    ],
)
def test_refused(prepare: Callable[[Round], tuple[Match, int]], code: str) -> None:
    round_ = posted(13)
    match, table = prepare(round_)
    before = seats(round_)
    assert refusal(feature_matches.move_to_feature_table, match, table, by=None).code == code
    assert seats(round_) == before


def test_a_page_that_shows_an_old_table_is_refused() -> None:
    round_ = posted()
    match = move(round_, 3)
    assert (
        refusal(feature_matches.move_to_feature_table, match, OTHER, by=None, seen=3).code
        == "CHANGED_MEANWHILE"
    )
    assert refusal(feature_matches.move_back, match, 5, by=None).code == "CHANGED_MEANWHILE"
    assert refusal(feature_matches.move_back, at(round_, 1), 5, by=None).code == "CHANGED_MEANWHILE"


def two_divisions() -> tuple[Division, Division]:
    event = build.event(divisions=("senior", "masters"))
    seniors, masters = event.divisions.select_related("tournament").order_by("position")
    for division in (seniors, masters):
        build.add_players(event, 6, division=division)
    options.change_pairing_options(seniors, by=None, feature_tables=TABLES)
    return seniors, masters


def test_feature_tables_are_of_the_whole_hall() -> None:
    seniors, masters = two_divisions()
    first, second = (rounds.pair_next_round(division, by=None, seed=1) for division in (seniors, masters))
    low, high = (min(round_.matches.values_list("table", flat=True)) for round_ in (first, second))
    move(first, low)
    refused = refusal(feature_matches.move_to_feature_table, at(second, high), STREAM, by=None)
    assert (refused.code, refused.facts["table"]) == ("FEATURE_TABLE_TAKEN", STREAM)
    assert feature_matches.match_at(first, low).table == STREAM
    assert refusal(feature_matches.match_at, second, low).code == "FEATURE_OTHER_DIVISION"
    assert refusal(feature_matches.match_at, second, 88).code == "NO_MATCH_AT_TABLE"


def test_the_table_of_a_moved_match_is_given_to_no_other_division() -> None:
    seniors, masters = two_divisions()
    round_ = rounds.pair_next_round(seniors, by=None, seed=1)
    own = sorted(round_.matches.values_list("table", flat=True))
    match = move(round_, own[0])
    entry = masters.entries.select_related("player", "division").first()
    options.set_pairing_wish(entry, by=None, table=own[0])
    others = rounds.pair_next_round(masters, by=None, seed=1).matches.values_list("table", flat=True)
    assert not {*others} & {*own, STREAM}
    back(match)
    assert tables(match) == (own[0], None)


def test_a_table_that_was_given_away_is_replaced_by_the_next_free_one() -> None:
    round_ = posted()
    match = move(round_, 3)
    # Only a file from TOM can seat a match at a reserved table.
    round_.matches.filter(table=6).update(table=3)
    match.refresh_from_db()
    table = feature_matches.table_to_return_to(match)
    assert table == 6
    assert refusal(feature_matches.move_back, match, 3, by=None).code == "CHANGED_MEANWHILE"
    back(match, table)
    assert tables(match) == (6, None)


def test_a_late_match_does_not_take_the_reserved_table() -> None:
    round_ = posted(13)
    entry = late(round_.division)
    move(round_, 6)
    late_entries.seat_late_entry(entry, round_, by=None)
    assert round_.matches.get(seats__entry=entry).table == 7


def test_players_swapped_at_a_feature_table_play_there_and_the_match_returns() -> None:
    round_ = paired()
    before = seats(round_)
    match = move(round_, 3)
    rounds.swap_players(round_, match.left, at(round_, 5).left, by=None, anyway=True)
    moved = at(round_, STREAM)
    assert moved.home_table == 3
    undo_last(round_.division)
    back(at(round_, STREAM))
    assert seats(round_) == before


def test_an_undone_re_pairing_of_the_round_restores_the_feature_match() -> None:
    round_ = posted()
    move(round_, 3)
    before = seats(round_)
    re_pairing.re_pair_posted(round_, by=None, seed=9)
    assert not round_.matches.filter(table=STREAM).exists()
    undo_last(round_.division)
    assert seats(round_) == before
    assert at(round_, STREAM).home_table == 3


def test_a_move_cannot_be_undone_once_the_table_is_taken() -> None:
    round_ = posted()
    match = move(round_, 3)
    line = round_.division.journal.first()
    back(match)
    returned = round_.division.journal.first()
    move(round_, 4)
    for step, code in ((line, "UNDO_OVERTAKEN"), (returned, "FEATURE_TABLE_TAKEN")):
        assert refusal(undo.undo_step, step, by=None).code == code


def test_a_match_of_the_top_cut() -> None:
    round_ = posted(9, structure="swiss_cut")
    pairings_build.report_all(round_)
    rounds.close_round(round_, by=None)
    cuts.start_cut(round_.division, by=None, sizes={"all": 4}, anyway=True)
    cut = rounds.pair_next_round(round_.division, by=None, seed=2)
    match = move(cut, 1)
    rounds.post(cut, by=None)
    back(match)
    assert tables(match) == (1, None)


def test_a_feature_table_is_not_blocked() -> None:
    home = build.division(4)
    options.change_pairing_options(home, by=None, feature_tables=TABLES)
    refused = refusal(options.change_pairing_options, home, by=None, blocked_tables=[OTHER])
    assert (refused.code, refused.facts["table"]) == ("FEATURE_TABLE_BLOCKED", OTHER)
    undo_last(home)
    options.change_pairing_options(home, by=None, blocked_tables=[OTHER])
    assert (
        refusal(options.change_pairing_options, home, by=None, feature_tables=TABLES).code
        == "FEATURE_TABLE_BLOCKED"
    )


@pytest.mark.parametrize("seed", range(8))
def test_any_moves_leave_all_other_matches_at_their_tables(seed: int) -> None:
    """No table is used twice, a moved match alone changes, and all moved back, everyone is where they were."""
    seniors, masters = two_divisions()
    chance = random.Random(seed)
    both = [rounds.pair_next_round(division, by=None, seed=seed) for division in (seniors, masters)]
    if seed % 2:
        rounds.post(both[0], by=None)
    before = [seats(round_) for round_ in both]
    for _ in range(12):
        round_ = chance.choice(both)
        match = chance.choice(list(round_.matches.order_by("position")))
        others = {seat for other in both for seat in seats(other) if seat[0] != match.left_id}
        try:
            if match.home_table and chance.random() < 0.5:
                back(match)
            elif chance.random() < 0.2 and undo.last_undoable_step(round_.division).kind.startswith(
                "MatchMoved"
            ):
                undo_last(round_.division)
                continue
            else:
                feature_matches.move_to_feature_table(match, chance.choice((STREAM, OTHER)), by=None)
        except Refused as refused:
            if refused.code not in ("FEATURE_TABLE_TAKEN", "FEATURE_TABLE_RESERVED"):
                raise
        assert {seat for other in both for seat in seats(other) if seat[0] != match.left_id} == others
        used = [
            table
            for other in both
            for pair in other.matches.values_list("table", "home_table")
            for table in pair
            if table
        ]
        assert len(used) == len(set(used))
    for match in Match.objects.filter(home_table__isnull=False):
        back(match)
    assert [seats(round_) for round_ in both] == before
