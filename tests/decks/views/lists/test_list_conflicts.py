"""Changes of a list stored on a phone: each is applied once; if the list has changed since, both versions are shown."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from decks.models import DeckList
from decks.services import lists
from decks.views.lists.list_conflicts import working_copy_stamp
from tests.decks.lists import ILLEGAL, LEGAL, OTHER, event, of

pytestmark = pytest.mark.django_db
KEY = "0123456789abcdef"


@pytest.fixture
def row() -> DeckList:
    return of(event(rules={"deadline": timezone.now() + timedelta(days=2)}))[0]


def send(row: DeckList, do: str = "check", *, key: str = KEY, when: str = "later", **typed: str) -> Any:
    """Send what the script of the phone sends once it is connected."""
    sent = {"do": do, "idempotency_key": key, **typed}
    return Client().post(reverse("decks:mine", args=[row.token]), sent, headers={"X-Unsent": when})


def fresh(row: DeckList) -> DeckList:
    return DeckList.objects.select_related("entry__tournament", "counts").get(pk=row.pk)


def test_a_card_added_without_a_connection_is_added_once(row: DeckList) -> None:
    lists.save_working_copy(row, text="2 Ultra Ball SUM 135")
    first = send(row, "add::3 N FCO 105", seen=working_copy_stamp(row))
    assert (first.status_code, first.json()["again"]) == (200, False)
    text = fresh(row).working_copy
    assert "3 N FCO 105" in text
    again = send(row, "add::3 N FCO 105", seen=working_copy_stamp(row))
    assert (again.status_code, again.json()["again"]) == (200, True)
    assert fresh(row).working_copy == text


def test_a_tap_whose_answer_was_lost_counts_once_when_the_phone_sends_it_again(row: DeckList) -> None:
    """The page first sent it through htmx, with the same key under which it is then stored."""
    url, sent = (
        reverse("decks:mine", args=[row.token]),
        {"do": "add::3 N FCO 105", "text": "2 Ultra Ball SUM 135"},
    )
    assert (
        Client().post(url, sent | {"idempotency_key": KEY}, headers={"HX-Request": "true"}).status_code == 200
    )
    assert send(row, **sent).json()["again"] is True
    assert fresh(row).working_copy.count("N FCO 105") == 1
    assert "3 N FCO 105" in fresh(row).working_copy


def test_what_was_not_typed_since_does_not_undo_the_change_before(row: DeckList) -> None:
    lists.save_working_copy(row, text=LEGAL)
    before = working_copy_stamp(row)
    seen = send(row, "set:2:3", key="key-one-1", seen=before).json()["seen"]
    last = send(row, "set:3:1", key="key-two-2", seen=seen)
    assert last.status_code == 200
    assert fresh(row).working_copy != LEGAL
    changed = [line for line in fresh(row).working_copy.splitlines() if line not in LEGAL.splitlines()]
    assert sum(line.startswith(("3 ", "1 ")) for line in changed) >= 2


def test_a_list_is_handed_in_once_even_where_no_answer_came(row: DeckList) -> None:
    assert send(row, "hand-in", key="key-one-1", text=LEGAL).status_code == 200
    assert send(row, "hand-in", key="key-two-2", text=LEGAL).status_code == 200
    assert fresh(row).versions.count() == 1


def test_a_list_changed_elsewhere_is_not_overwritten_unless_the_player_says_so(row: DeckList) -> None:
    seen = working_copy_stamp(row)
    lists.save_working_copy(row, text=ILLEGAL)
    crossed = send(row, text=OTHER, seen=seen)
    assert crossed.status_code == 409
    assert crossed.json()["stands"] == ILLEGAL
    assert fresh(row).working_copy == ILLEGAL
    anyway = crossed.json()["anyway"]["set"]
    assert send(row, key="another-key", text=OTHER, **anyway).status_code == 200
    assert fresh(row).working_copy == OTHER


def test_a_list_that_came_too_late_is_told_which_version_counts(row: DeckList) -> None:
    lists.submit_list(row, text=LEGAL)
    lists.lock_list_for_player(fresh(row), by=None)
    late = send(row, "hand-in", text=OTHER)
    assert late.status_code == 409
    assert "Version 1, handed in on" in late.json()["stands"]
    assert fresh(row).versions.count() == 1


def test_what_cannot_be_read_is_kept_and_refused_with_the_reason(row: DeckList) -> None:
    refused = send(row, "hand-in", text="   ")
    assert refused.status_code == 409
    assert refused.json()["refused"]
    assert send(row, "hand-in", text=LEGAL).status_code == 200
    assert fresh(row).versions.count() == 1
