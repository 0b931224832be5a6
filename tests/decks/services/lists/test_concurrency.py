"""Two tabs at once: deadline, lock and versions hold. Threads have separate connections, and nothing is mocked."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Barrier, Event
from time import sleep

import pytest
from django.db import connection, connections, transaction

from core.engine.refused import Refused
from core.models import JournalEvent
from decks.models import DeckList, ListRules
from decks.services import lists, locks
from tests.decks.lists import BEFORE, ILLEGAL, LEGAL, OTHER, event, of
from tournaments.services import events

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
TABS = 12
LONG_ENOUGH = 1
"""Seconds after which the other thread is waiting."""


@pytest.fixture(autouse=True)
def needs_postgresql() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("needs PostgreSQL: set DATABASE_URL")


def at_once(calls: list[Callable[[], object]]) -> list[str]:
    """Run calls at the same moment, each with its own connection; return "done" or the code of the refusal, sorted."""
    gate = Barrier(len(calls), timeout=60)

    def one(call: Callable[[], object]) -> str:
        try:
            gate.wait()
            call()
        except Refused as refused:
            return refused.code
        finally:
            connections.close_all()
        return "done"

    with ThreadPoolExecutor(len(calls)) as pool:
        return sorted(pool.map(one, calls))


def hand_in(row: DeckList, text: str, **more: object) -> Callable[[], object]:
    return lambda: lists.submit_list(DeckList.objects.get(pk=row.pk), text=text, now=BEFORE, **more)


def test_two_tabs_make_two_versions_one_after_the_other():
    row = of(event())[0]
    assert at_once([hand_in(row, LEGAL), hand_in(row, OTHER)]) == ["done", "done"]
    assert sorted(row.versions.values_list("number", flat=True)) == [1, 2]
    assert set(row.versions.values_list("text", flat=True)) == {LEGAL, OTHER}
    row.refresh_from_db()
    assert row.counts.number == 2


def test_many_tabs_and_the_newest_legal_version_counts():
    row = of(event())[0]
    outcomes = at_once([hand_in(row, LEGAL if tab % 2 else ILLEGAL) for tab in range(TABS)])
    assert outcomes == ["done"] * TABS
    assert sorted(row.versions.values_list("number", flat=True)) == list(range(1, TABS + 1))
    row.refresh_from_db()
    assert row.counts == row.versions.filter(legal=True).order_by("-number").first()
    assert JournalEvent.objects.filter(kind="ListHandedIn").count() == TABS


def test_a_lock_between_them_lets_staff_alone_in():
    row = of(event())[0]
    lists.lock_all_lists(row.entry.tournament, by=None, now=BEFORE)
    outcomes = at_once([hand_in(row, LEGAL), hand_in(row, OTHER, by_player=False)])
    assert outcomes == ["LISTS_CLOSED", "done"]
    assert [version.late for version in row.versions.all()] == [True]


def test_a_judge_locks_while_the_player_hands_in():
    row = of(event())[0]
    outcomes = at_once(
        [hand_in(row, LEGAL), lambda: lists.lock_list_for_player(DeckList.objects.get(pk=row.pk), by=None)]
    )
    assert outcomes in (["done", "done"], ["LIST_LOCKED", "done"])
    row.refresh_from_db()
    assert (row.lock, row.versions.count()) == ("locked", 1 if outcomes == ["done", "done"] else 0)
    assert at_once([hand_in(row, LEGAL)]) == ["LIST_LOCKED"]


def test_two_workers_write_one_deadline_down():
    made = event()
    assert at_once([lambda: lists.close_due_lists()] * TABS) == ["done"] * TABS
    assert JournalEvent.objects.filter(tournament=made, kind="ListsClosed").count() == 1
    assert ListRules.objects.get(tournament=made).locked_at is not None


def test_a_change_of_the_event_waits_for_a_list_that_comes_in_and_judges_it():
    """The list is locked, the change locks the division and waits; the journal line does not wait for it."""
    made = event()
    [row] = of(made)
    lists.submit_list(row, text=LEGAL, now=BEFORE)
    holds = Event()

    def slowly() -> None:
        with transaction.atomic():
            locks.lock_deck_list_row(row)
            holds.set()
            sleep(LONG_ENOUGH)
            lists.submit_list(row, text=OTHER, now=BEFORE)

    def change() -> None:
        holds.wait(timeout=60)
        events.change_event_settings(made, by=None, starts_at=datetime(2026, 3, 1, 10, tzinfo=UTC))

    assert at_once([slowly, change]) == ["done"] * 2
    assert list(row.versions.order_by("number").values_list("number", "legal")) == [(1, False), (2, False)]
