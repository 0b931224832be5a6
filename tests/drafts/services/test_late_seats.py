"""A late player gets a seat before the first pick, and a pool by hand after it (R-091, S12)."""

import pytest

from core.models import JournalEvent
from core.sentences import journal_text
from core.services import undo
from decks.models import Draft
from decks.queries.pools import pools as pool_queries
from decks.queries.pools.available_pools import available_pool
from decks.services import pools
from drafts.models import PodSeat
from drafts.queries import draft_runs as run_queries
from drafts.services import draft_runs, drafts, late_seats
from tests import build
from tests.drafts import tracked
from tests.drafts.drafts import draft, setup
from tests.drafts.pools import cards
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def late_entry(row: Draft) -> Entry:
    build.add_players(row.division.tournament, 1)
    (entry,) = pool_queries.late_players_without_seat(row)
    return entry


def begun(subtype: str, players: int, taps: int) -> Draft:
    row = draft(build.division(players, play_style="limited"), subtype)
    for step in range(taps):
        draft_runs.tap_step(
            row, 0 if subtype in ("booster", "sealed") else 1, "next", step=step, by=None, seat=1, sure=True
        )
    return row


@pytest.mark.parametrize(("subtype", "taps"), [("booster", 2), ("rochester", 2), ("sealed", 3)])
def test_a_late_player_gets_the_last_seat(subtype: str, taps: int) -> None:
    row = begun(subtype, 7, taps)
    entry = late_entry(row)
    late_seats.seat_late_player_in_pod(row, entry, pod=1, by=None)
    row.refresh_from_db()
    assert row.seats[0][-1] == entry.pk
    assert len(run_queries.run_tracks_of(row)) == 1
    line = JournalEvent.objects.get(kind="LatePlayerSeated")
    assert f"{entry} came late and got seat 8, pod 1." in journal_text(line.kind, line.facts)
    assert PodSeat.objects.filter(entry=entry, seat=8).exists() == (subtype != "sealed")
    if subtype != "sealed":
        undo.undo_step(line, by=None)
        row.refresh_from_db()
        assert len(row.seats[0]) == 7


def test_unequal_pods_need_a_reason_which_is_added_to_the_plan_and_undone_with_the_seat() -> None:
    row = drafts.set_up_draft(build.division(10, play_style="limited"), setup("booster", 10), by=None)
    row = drafts.assign_seats(row, by=None)
    entry = late_entry(row)
    refused = build.refusal(late_seats.seat_late_player_in_pod, row, entry, pod=2, by=None)
    assert refused.code == "PODS_NOT_EQUAL"
    late_seats.seat_late_player_in_pod(row, entry, pod=2, reason="Bus was late.", by=None)
    row.refresh_from_db()
    assert ([len(pod) for pod in row.seats], row.reason) == ([5, 6], "Bus was late.")
    draft_runs.tap_step(row, 0, "next", step=0, by=None)
    undo.undo_step(JournalEvent.objects.get(kind="LatePlayerSeated"), by=None)
    row.refresh_from_db()
    assert ([len(pod) for pod in row.seats], row.reason, row.setup["override"]) == ([5, 5], "", False)


def test_a_seat_is_refused_with_the_next_step() -> None:
    row = begun("booster", 8, 0)
    entry = late_entry(row)
    assert build.refusal(late_seats.seat_late_player_in_pod, row, entry, pod=1, by=None).code == "POD_TOO_BIG"
    assert (
        build.refusal(late_seats.seat_late_player_in_pod, row, entry, pod=2, by=None).code
        == "DRAFT_POD_UNKNOWN"
    )
    seated = Entry.objects.get(pk=row.seats[0][0])
    assert (
        build.refusal(late_seats.seat_late_player_in_pod, row, seated, pod=1, by=None).code
        == "LATE_IS_SEATED"
    )
    Entry.objects.filter(pk=entry.pk).update(checked_in_at=None)
    refused = build.refusal(late_seats.seat_late_player_in_pod, row, entry, pod=1, by=None)
    assert refused.code == "LATE_NOT_CHECKED_IN"
    picked = begun("booster", 7, 3)
    refused = build.refusal(late_seats.seat_late_player_in_pod, picked, late_entry(picked), pod=1, by=None)
    assert refused.code == "LATE_AFTER_PICKS"
    pairs = begun("solomon", 4, 0)
    refused = build.refusal(late_seats.seat_late_player_in_pod, pairs, late_entry(pairs), pod=1, by=None)
    assert refused.code == "LATE_IN_PAIRS"


def test_a_late_player_of_a_tracked_pod_picks_with_the_others() -> None:
    row = tracked.draft(players=4)
    tracked.open_packs(row)
    entry = late_entry(row)
    late_seats.seat_late_player_in_pod(row, entry, pod=1, by=None)
    row.refresh_from_db()
    assert tracked.now(row).to_act == (1, 2, 3, 4, 5)
    tracked.everybody_takes(row)


@pytest.mark.parametrize("subtype", ["booster", "solomon", "sealed"])
def test_staff_enter_the_pool_of_a_late_player_and_name_the_packs(subtype: str) -> None:
    row = begun(subtype, 4, 4)
    entry = late_entry(row)
    refused = build.refusal(pools.register_pool, row, entry, cards(row), by=None, by_player=False)
    assert refused.code == "POOL_NEEDS_PACKS"
    assert build.refusal(pools.register_pool, row, entry, cards(row), by=None).code == "POOL_WITHOUT_SEAT"
    version = pools.register_pool(
        row, entry, cards(row), by=None, by_player=False, note="2 EVO from the shelf"
    )
    assert version.pool.entry_id == entry.pk
    line = JournalEvent.objects.get(kind="LatePoolEntered")
    assert "2 EVO from the shelf" in journal_text(line.kind, line.facts)
    pool = available_pool(entry.pk)
    assert pool is not None
    (row_of_pool,) = (one for one in pool_queries.pool_rows(row) if one.entry == entry.pk)
    assert (row_of_pool.pod, row_of_pool.seat, row_of_pool.here, row_of_pool.state) == (0, 0, True, "done")
    undo.undo_step(line, by=None)
    assert available_pool(entry.pk) is None


def test_a_pool_of_another_division_is_not_entered() -> None:
    row = begun("booster", 4, 4)
    other = late_entry(begun("booster", 4, 0))
    refused = build.refusal(
        pools.register_pool, row, other, cards(row), by=None, by_player=False, note="2 EVO"
    )
    assert refused.code == "POOL_WITHOUT_SEAT"


@pytest.mark.parametrize("chosen", [True, False])
def test_the_odd_player_of_a_solomon_draft_gets_a_bye_and_a_pool_by_hand(chosen: bool) -> None:
    row = draft(build.division(8, play_style="limited"), "solomon", seats=False)
    build.add_players(row.division.tournament, 1)
    keys = set(row.division.entries.values_list("pk", flat=True))
    assert build.refusal(drafts.assign_seats, row, by=None).code == "ODD_PLAYERS"
    row = drafts.assign_seats(row, by=None, seed=3, bye=max(keys) if chosen else 0)
    assert [len(pair) for pair in row.seats] == [2, 2, 2, 2]
    (alone,) = pool_queries.late_players_without_seat(row)
    assert {key for pair in row.seats for key in pair} == keys - {alone.pk}
    assert not chosen or alone.pk == max(keys)
    line = JournalEvent.objects.get(kind="DraftByeGiven")
    assert str(alone) in journal_text(line.kind, line.facts)
    again = drafts.assign_seats(row, by=None, seed=3, bye=alone.pk if chosen else 0)
    assert again.seats == row.seats
    for step in range(4):
        draft_runs.tap_step(row, 1, "next", step=step, by=None, seat=1)
    pools.register_pool(row, alone, cards(row), by=None, by_player=False, note="2 EVO")
    assert available_pool(alone.pk) is not None
    even = draft(build.division(4, play_style="limited"), "solomon", seats=False)
    assert len(drafts.assign_seats(even, by=None, bye=0).seats) == 2
