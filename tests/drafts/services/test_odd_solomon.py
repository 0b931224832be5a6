"""R-094, S13: the odd player of a Solomon field gets a pool by hand or joins a pair as a group of three."""

from datetime import UTC, datetime, timedelta

import pytest

from core.models import JournalEvent
from core.sentences import journal_text
from core.services import undo
from decks.models import Draft
from decks.queries.lists.builds import builds_of_division
from decks.services import pools
from drafts.documents.draft_state import describe_draft
from drafts.queries import drafts as plans
from drafts.queries.draft_runs import run_tracks_of
from drafts.queries.odd_player import odd_player
from drafts.services import draft_runs, drafts
from drafts.services.all_pods import tap_all_pods
from drafts.words import draft_run_words, odd_words
from tests import build
from tests.drafts.drafts import draft
from tests.drafts.pools import cards

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


def odd(players: int = 5, *, trio: bool = False, **more: object) -> Draft:
    home = build.division(players, play_style="limited")
    row = draft(home, "solomon", seats=False, odd_open=True, **more)
    return drafts.assign_seats(row, by=None, seed=3, bye=0, trio=trio, reason="five came")


def states(row: Draft, at: datetime = NOON) -> list[str]:
    player = odd_player(row, at, public=False)
    assert player is not None
    return [step.state for step in player.steps]


def test_the_odd_player_follows_the_clock_of_the_pairs_from_packs_to_list() -> None:
    row = odd()
    assert row.bye is not None
    assert states(row) == ["now", "to_come", "to_come", "to_come"]
    for step in range(3):
        tap_all_pods(row, "next", step=step, seen=2 * step, by=None, now=NOON)
    assert states(row) == ["done", "now", "to_come", "to_come"]
    state = " ".join(text for _label, text in describe_draft(row, NOON).lines)
    assert f"{row.bye} opens the packs alone" in state
    pools.register_pool(row, row.bye, cards(row), by=None, by_player=False, note="2 EVO")
    assert states(row) == ["done", "done", "to_come", "to_come"]
    for pod in (1, 2):
        at = next(track for track in run_tracks_of(row, NOON) if track.pod == pod).standing.at
        draft_runs.tap_step(row, pod, "next", step=at, by=None, now=NOON, whole_draft=True)
    assert states(row) == ["done", "done", "now", "to_come"]
    build_of_odd = builds_of_division(row.division).of(row.bye.pk)
    assert build_of_odd is not None
    assert build_of_odd.building.seconds_left(NOON + timedelta(minutes=10)) == 20 * 60
    assert states(row, NOON + timedelta(minutes=31)) == ["done", "done", "done", "now"]


def test_a_plan_may_leave_the_odd_player_open_but_seats_may_not() -> None:
    row = draft(build.division(9, play_style="limited"), "solomon", seats=False, odd_open=True)
    assert plans.plan_of(row).pods == (2, 2, 2, 2)
    assert plans.plan_of(row).problems[0].severity == "warning"
    assert build.refusal(drafts.assign_seats, row, by=None).code == "ODD_PLAYERS"
    drafts.assign_seats(row, by=None, bye=0)
    row.refresh_from_db()
    assert plans.plan_of(row).problems == ()
    drafts.assign_seats(row, by=None, bye=0, trio=True)
    row.refresh_from_db()
    assert plans.plan_of(row).problems == ()


def test_the_choice_is_in_the_journal_with_its_reason_and_undone_with_the_seats() -> None:
    row = odd()
    line = JournalEvent.objects.get(kind="DraftByeGiven")
    assert f"{row.bye} gets no pair, and opens packs alone. five came" in journal_text(line.kind, line.facts)
    drafts.assign_seats(row, by=None, seed=4, bye=0, trio=True, reason="no packs left to open alone")
    row.refresh_from_db()
    assert row.bye is None
    line = JournalEvent.objects.get(kind="DraftTrioSeated")
    assert "joins pair 2, which drafts as a group of three" in journal_text(line.kind, line.facts)
    undo.undo_step(JournalEvent.objects.filter(kind="DraftSeated").latest("pk"), by=None)
    row.refresh_from_db()
    assert row.bye is not None
    assert [len(pair) for pair in row.seats] == [2, 2]


def test_lines_of_earlier_versions_still_read_and_still_undo() -> None:
    row = odd()
    line = JournalEvent.objects.filter(kind="DraftSeated").latest("pk")
    old_facts = {name: value for name, value in line.facts.items() if name != "bye_before"}
    assert "seats assigned" in journal_text(line.kind, old_facts)
    assert journal_text("DraftByeGiven", {"number": 1, "name": "Ana"}).rstrip().endswith("opens packs alone.")
    drafts.undo_draft_seating(JournalEvent(**{**vars_of(line), "facts": old_facts}))
    row.refresh_from_db()
    assert row.seats == []
    assert row.bye is None


def vars_of(line: JournalEvent) -> dict[str, object]:
    return {field.attname: getattr(line, field.attname) for field in line._meta.concrete_fields}


def test_a_group_of_three_shares_one_stack_and_turns_cards_over_in_rotation() -> None:
    row = odd(trio=True, packs_each=2, pack_size=4)
    assert [len(seats) for seats in row.seats] == [2, 3]
    assert {key for seats in row.seats for key in seats} == set(
        row.division.entries.values_list("pk", flat=True)
    )
    plan = plans.plan_of(row)
    assert plan.pods == (2, 3)
    trio = next(table for table in plan.tables if table.size == 3)
    assert [opening.picks for opening in trio.openings][:4] == [
        (1, 2, 3, 1),
        (2, 3, 1, 2),
        (3, 1, 2, 3),
        (1, 2, 3, 1),
    ]
    assert trio.cards == {1: 8, 2: 8, 3: 8}
    for step in range(2):
        draft_runs.tap_step(row, 2, "next", step=step, by=None, now=NOON)
    track = run_tracks_of(row, NOON)[1]
    assert draft_run_words.step_texts(track.step, "")[0] == "Decide who goes first"
    draft_runs.tap_step(row, 2, "next", step=2, by=None, now=NOON, seat=3)
    track = run_tracks_of(row, NOON)[1]
    assert [track.standing.seat_of(player, track.seats) for player in (1, 2, 3)] == [3, 1, 2]
    line, hint = draft_run_words.step_texts(track.step, "Ana", "Ben, Cleo")
    assert line == "Ana turns four cards over"
    assert hint == "Each takes one card, face down: Ana, Ben, Cleo. Ana also takes the last."
    assert build.refusal(draft_runs.tap_step, row, 1, "next", step=2, by=None).code == "DRAFT_MOVED_ON"


def test_a_redraft_counts_the_three_players_of_a_group_as_having_met() -> None:
    row = odd(trio=True)
    later = Draft(division=row.division, number=2, setup=row.setup)
    met = {frozenset(pair) for pair in plans.earlier_pairs(later)}
    assert met == {
        frozenset(pair)
        for first, *others in (row.seats[0], row.seats[1], row.seats[1][1:])
        for other in others
        for pair in [(first, other)]
    }


def test_the_odd_player_who_drops_is_no_longer_followed() -> None:
    row = odd()
    assert row.bye is not None
    row.bye.dropped_in = 0
    row.bye.save()
    assert odd_player(row, NOON, public=False) is None


def test_the_run_sheet_has_a_row_for_each_step_of_the_odd_player() -> None:
    row = odd()
    player = odd_player(row, NOON, public=False)
    assert player is not None
    rows = odd_words.odd_rows(player)
    assert rows[0] == (
        "While everyone takes their seats",
        f"Hand out 2 packs to {row.bye}. They stay closed until the signal.",
    )
    assert [when for when, _text in rows][1:] == [
        "On the signal to open packs",
        "When the pairs build",
        "When the pairs hand in",
    ]
