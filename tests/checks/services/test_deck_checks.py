"""Selecting decks to check: the target of each division, at random or on purpose, and removing them again."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from checks.models import DeckCheck
from checks.queries import deck_checks as queries
from checks.services import deck_checks
from core.models import JournalEvent
from core.sentences import journal_text
from core.services import undo
from decks.models import CheckRules, DeckList
from decks.services import check_rules, lists
from pairings.engine.open_entries import ALL_OPEN_ENTRIES
from pairings.services.bracket import cuts
from pairings.services.rounds import attendance, rounds
from tests import build as units
from tests.decks.lists import LEGAL
from tests.pairings import build
from tournaments.models import Division

pytestmark = pytest.mark.django_db


def drawn(home: Division, **more) -> list[DeckCheck]:  # type: ignore[no-untyped-def]
    return deck_checks.pick_checks_at_random(
        home.tournament, by=None, **{"divisions": [home], "seed": 5} | more
    )


def posted(home: Division):  # type: ignore[no-untyped-def]
    return rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)


def done(check: DeckCheck) -> None:
    DeckCheck.objects.filter(pk=check.pk).update(state=DeckCheck.State.DONE)


def last(home: Division) -> JournalEvent:
    found = JournalEvent.objects.filter(division=home).latest("pk")
    assert isinstance(found, JournalEvent)
    return found


# The target


def test_23_players_ask_for_3_decks_from_tables_of_the_round_that_is_on():
    home = build.division(23)
    posted(home)
    rows = drawn(home)
    assert len(rows) == 3
    assert all(row.table and row.round_number == 1 and row.seed == 5 for row in rows)
    (row,) = queries.division_coverage(home.tournament, queries.check_rules_of(home.tournament))
    assert (row.decks, row.target, row.done, row.open, row.missing) == (23, 3, 0, 3, 0)
    assert drawn(home) == []


def test_each_division_is_rounded_up_by_itself():
    event = units.event(divisions=("junior", "masters"))
    junior, masters = event.divisions.order_by("position")
    units.add_players(event, 11, division=junior)
    units.add_players(event, 4, division=masters)
    rows = deck_checks.pick_checks_at_random(event, by=None, divisions=[junior, masters], seed=1)
    assert sorted(row.entry.division_id for row in rows) == sorted([junior.pk, junior.pk, masters.pk])
    lines = JournalEvent.objects.filter(kind="DecksPicked")
    assert len(lines) == 2
    assert "(at random)" in journal_text("DecksPicked", lines[0].facts)


def test_whose_decks_count_is_a_setting():
    home = build.division(21)
    check_rules.set_check_rules(home.tournament, target=10, base="still_playing", shuffling=3, by=None)
    for entry in home.entries.all()[:1]:
        attendance.drop_player(entry, by=None)
    (row,) = queries.division_coverage(home.tournament, queries.check_rules_of(home.tournament))
    assert (row.decks, row.target) == (20, 2)
    CheckRules.objects.update(base="registered")
    (row,) = queries.division_coverage(home.tournament, queries.check_rules_of(home.tournament))
    assert (row.decks, row.target) == (21, 3)


def test_odd_rules_are_refused():
    event = build.division(2).tournament
    call = units.refusal(
        check_rules.set_check_rules, event, target=101, base="registered", shuffling=3, by=None
    )
    assert call.code == "CHECK_RULES_ODD"


# At random


def test_nobody_is_drawn_twice_and_the_draw_can_be_repeated():
    home = build.division(20)
    once = [row.entry_id for row in drawn(home, number=6)]
    DeckCheck.objects.all().delete()
    assert [row.entry_id for row in drawn(home, number=6)] == once
    for row in DeckCheck.objects.all():
        done(row)
    others = [row.entry_id for row in drawn(home, number=20, seed=6)]
    assert len(others) == 14
    assert not set(others) & set(once)


def test_a_round_that_is_not_on_cannot_be_picked_from():
    home = build.division(6)
    assert units.refusal(drawn, home, round_number=1).code == "ROUND_NOT_FOUND"
    round_ = rounds.pair_next_round(home, by=None, seed=1)
    assert units.refusal(drawn, home, round_number=1).code == "ROUND_NOT_POSTED"
    rounds.post(round_, by=None)
    assert drawn(home, round_number=1)[0].table
    build.report_all(round_)
    rounds.close_round(round_, by=None, seen=ALL_OPEN_ENTRIES)
    assert units.refusal(drawn, home, round_number=1).code == "ROUND_IS_CLOSED"


def test_the_list_that_counts_is_what_the_deck_is_held_against():
    home = build.division(2)
    lists.collect_lists(home.tournament, by=None)
    row = DeckList.objects.earliest("pk")
    version = lists.submit_list(row, text=LEGAL, by=None, by_player=False)
    check = deck_checks.pick_requested_deck(row.entry, why="Thick sleeves", by=None)
    assert (check.version_id, check.kind, check.why) == (version.pk, "suspicion", "Thick sleeves")


# On purpose


def test_top_tables_and_whole_cut():
    home = build.division(8, structure="swiss_cut")
    event = home.tournament
    assert (
        units.refusal(deck_checks.pick_whole_cut, event, by=None, divisions=[home]).code == "NO_CUT_TO_CHECK"
    )
    assert units.refusal(deck_checks.pick_top_tables, event, by=None, divisions=[home], tables=1).code == (
        "NO_TABLES_TO_CHECK"
    )
    posted(home)
    top = deck_checks.pick_top_tables(event, by=None, divisions=[home], tables=2)
    assert sorted({row.table for row in top}) == [1, 2]
    assert len(top) == 4
    again = units.refusal(deck_checks.pick_top_tables, event, by=None, divisions=[home], tables=2)
    assert again.code == "NOBODY_TO_CHECK"
    build.report_all(home.rounds.get())
    rounds.close_round(home.rounds.get(), by=None, seen=ALL_OPEN_ENTRIES)
    DeckCheck.objects.all().delete()
    cuts.start_cut(home, sizes={"all": 4}, by=None, anyway=True)
    assert len(deck_checks.pick_whole_cut(event, by=None, divisions=[home])) == 4


def test_a_judge_says_why_and_one_check_is_open_at_a_time():
    home = build.division(4)
    entry = home.entries.earliest("pk")
    assert units.refusal(deck_checks.pick_requested_deck, entry, why=" ", by=None).code == "CHECK_NEEDS_WHY"
    deck_checks.pick_requested_deck(entry, why="Marks", by=None)
    assert units.refusal(deck_checks.pick_requested_deck, entry, why="Marks", by=None).code == "CHECK_IS_OPEN"
    with pytest.raises(IntegrityError), transaction.atomic():
        DeckCheck.objects.create(entry=entry, picked_at=timezone.now())


def test_a_deck_that_waits_stands_where_its_player_sits_by_now():
    """A deck not yet checked in round 1 is at another table in round 2; running checks keep their table."""
    home = build.division(8)
    build.play(home)
    event, entry = home.tournament, home.entries.earliest("pk")
    check = deck_checks.pick_requested_deck(entry, why="Marks", by=None)
    posted(home)
    seat = entry.seats.get(round__number=2)
    DeckCheck.objects.update(round_number=1, table=seat.match.table + 9)
    (waiting,) = queries.with_current_tables(queries.checks_of(event))
    assert (waiting.round_number, waiting.table) == (2, seat.match.table)
    rounds_on = home.rounds.filter(state="posted")
    rounds_on.update(state="closed")
    (waiting,) = queries.with_current_tables(queries.checks_of(event))
    assert (waiting.round_number, waiting.table) == (1, None)
    DeckCheck.objects.update(state="running")
    (waiting,) = queries.with_current_tables(queries.checks_of(event))
    assert (waiting.round_number, waiting.table) == (1, seat.match.table + 9)
    check.refresh_from_db()
    assert check.table == seat.match.table + 9


# Removing decks


def test_a_draw_is_undone_until_something_happened():
    home = build.division(20)
    (first, _second) = drawn(home)
    line = last(home)
    undo.undo_step(line, by=None)
    assert not DeckCheck.objects.exists()
    (first, _second) = drawn(home)
    line = last(home)
    deck_checks.remove_check(first, by=None)
    assert units.refusal(undo.undo_step, line, by=None).code == "UNDO_OVERTAKEN"


def test_a_deck_off_the_list_comes_back():
    home = build.division(20)
    check = drawn(home)[0]
    deck_checks.remove_check(check, by=None)
    assert units.refusal(deck_checks.remove_check, check, by=None).code == "CHECK_HAS_BEGUN"
    line = last(home)
    undo.undo_step(line, by=None)
    check.refresh_from_db()
    assert check.state == "picked"


# Active players


def in_cut(home: Division, size: int) -> None:
    """Start the cut and post its first round."""
    build.play(home)
    cuts.start_cut(home, sizes={"all": size}, by=None, anyway=True)
    posted(home)


def test_the_whole_cut_has_those_with_a_bye_and_nobody_who_is_out():
    home = build.division(12, structure="swiss_cut")
    event = home.tournament
    in_cut(home, 6)
    round_ = home.rounds.order_by("-number")[0]
    with_bye = set(round_.matches.filter(right=None).values_list("left", flat=True))
    assert len(with_bye) == 2
    rows = deck_checks.pick_whole_cut(event, by=None, divisions=[home])
    assert len(rows) == 6
    assert {row.entry_id for row in rows if row.table is None} == with_bye
    DeckCheck.objects.all().delete()
    build.report_all(round_)
    losers = set(round_.matches.exclude(right=None).values_list("right", flat=True))
    for _state in ("all results in", "closed"):
        rows = deck_checks.pick_whole_cut(event, by=None, divisions=[home])
        assert len(rows) == 4
        assert not {row.entry_id for row in rows} & losers
        DeckCheck.objects.all().delete()
        if round_.state == "posted":
            round_ = rounds.close_round(round_, by=None, seen=ALL_OPEN_ENTRIES)


def test_between_rounds_of_the_cut_the_lot_knows_only_who_plays_on():
    home = build.division(12, structure="swiss_cut")
    in_cut(home, 4)
    round_ = home.rounds.order_by("-number")[0]
    build.report_all(round_)
    rounds.close_round(round_, by=None, seen=ALL_OPEN_ENTRIES)
    still = set(round_.matches.values_list("left", flat=True))
    assert {row.entry_id for row in drawn(home, number=12)} == still


def test_once_no_table_is_open_the_lot_takes_from_everybody_here():
    home = build.division(20)
    round_ = posted(home)
    build.report_all(round_)
    rows = drawn(home)
    assert len(rows) == 2
    assert all((row.table, row.round_number) == (None, 1) for row in rows)


def test_who_is_not_here_or_has_left_is_not_drawn():
    home = build.division(6)
    dropped, away, *_rest = home.entries.order_by("pk")
    attendance.drop_player(dropped, by=None)
    attendance.check_out_unpaired_player(away, by=None)
    assert len(drawn(home, number=6)) == 4


def test_a_division_that_is_further_does_not_stop_the_others():
    event = units.event(divisions=("junior", "masters"))
    junior, masters = event.divisions.order_by("position")
    units.add_players(event, 4, division=junior)
    units.add_players(event, 11, division=masters)
    build.play(junior)
    posted(masters)
    both = [junior, masters]
    rows = deck_checks.pick_checks_at_random(event, by=None, divisions=both, round_number=1, seed=1)
    assert {row.entry.division_id for row in rows} == {masters.pk}
    refused = units.refusal(deck_checks.pick_checks_at_random, event, by=None, divisions=both, round_number=2)
    assert refused.code == "ROUND_NOT_FOUND"


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"seed": -1}, "CHECK_SEED_ODD"),
        ({"seed": 2**70}, "CHECK_SEED_ODD"),
        ({"percent": 101}, "CHECK_RULES_ODD"),
        ({"percent": -1}, "CHECK_RULES_ODD"),
    ],
)
def test_odd_numbers_are_refused(more, code):
    assert units.refusal(drawn, build.division(2), **more).code == code


def test_where_decks_are_wanted_and_none_is_left_that_is_said():
    home = build.division(4)
    for row in drawn(home, number=4):
        done(row)
    assert units.refusal(drawn, home, number=1).code == "NOBODY_TO_CHECK"
    assert drawn(home) == []


def test_a_judge_may_ask_for_a_deck_that_was_checked_before():
    home = build.division(4)
    (check,) = drawn(home, number=1)
    done(check)
    assert deck_checks.pick_requested_deck(check.entry, why="Marks", by=None).kind == "suspicion"
    assert len(drawn(home, number=4)) == 3


def test_a_pick_of_round_1_is_not_offered_as_the_last_step_of_round_2():
    home = build.division(8)
    judge = units.staff(home.tournament, "head_judge", "hedy")
    one = posted(home)
    deck_checks.pick_checks_at_random(home.tournament, by=judge, divisions=[home], number=1)
    build.report_all(one)
    rounds.close_round(one, by=None, seen=ALL_OPEN_ENTRIES)
    posted(home)
    assert undo.last_undoable_step(home, account=judge) is None
    assert undo.last_undoable_step_of_staff(home, may=bool) is None
