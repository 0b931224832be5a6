"""Players without a deck list, for rooms that write to them."""

import pytest
from django.test import Client
from django.urls import reverse

from decks.queries.lists.event_lists import active_entries_without_list
from decks.services import lists
from registration.services.mails import new_press_key
from tests import build
from tests.decks.lists import BEFORE, LEGAL, of
from tests.decks.lists import event as event_with_lists
from tests.html import markup

pytestmark = pytest.mark.django_db


def test_an_event_without_lists_has_nobody_to_remind():
    assert active_entries_without_list(build.division(2).tournament) is None


def test_links_go_to_those_without_a_list_alone(client: Client):
    event = event_with_lists(players=3)
    event.entries.update(email="family@example.org")
    done, *rest = of(event)
    lists.submit_list(done, text=LEGAL, by=None, now=BEFORE)
    assert set(active_entries_without_list(event) or ()) == {row.entry_id for row in rest}
    client.force_login(build.staff(event, "organizer"))
    address = reverse("registration:send_links", args=[event.slug])
    assert "Players without a deck list (2)" in markup(client.get(address))
    client.post(address, {"whom": "without_list", "language": "en", "press": new_press_key()})
    assert set(event.mails.values_list("entry", flat=True)) == {row.entry_id for row in rest}
