"""Two organizers save the same settings, division, schedule point or webhook: both changes are stored."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.services.webhooks import subscriptions
from tests import build
from tests.forms import form_with
from tests.html import markup
from tournaments.models import Tournament
from tournaments.services import schedule

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return build.event(by=build.user("marta"))


def settings(event: Tournament) -> str:
    return reverse("tournaments:settings", args=[event.slug])


def division(event: Tournament) -> str:
    return reverse("tournaments:division", args=[event.slug, event.divisions.get().pk])


def point(event: Tournament) -> str:
    made = schedule.add_schedule_item(
        event, by=None, title="Lunch", planned_start=timezone.now(), planned_minutes=30
    )
    return reverse("tournaments:schedule_point", args=[event.slug, made.pk])


def webhook(event: Tournament) -> str:
    made = subscriptions.add_webhook(
        event, by=None, address="https://example.org/hook", topics=["round"], origin="https://stadium.test"
    )
    return reverse("tournaments:webhook", args=[event.slug, made.pk])


@pytest.mark.parametrize(
    ("page", "first", "second"),
    [
        (settings, ("venue", ["Pier 4"]), ("notes", ["Bring pens"])),
        (settings, ("starts_at", ["2027-02-03T09:30"]), ("venue", ["Pier 4"])),
        (division, ("rounds_planned", ["6"]), ("first_table", ["90"])),
        (division, ("day_two_size", ["8"]), ("first_table", ["90"])),
        (point, ("planned_start", ["2027-02-03T09:30"]), ("planned_minutes", ["17"])),
        (webhook, ("topics", ["round", "clock"]), ("address", ["https://example.org/other"])),
        (webhook, ("address", ["https://example.org/other"]), ("topics", ["clock"])),
    ],
)
def test_what_both_changed_stays(
    client: Client, event: Tournament, page: Callable[[Tournament], str], first, second
):  # type: ignore[no-untyped-def]
    client.force_login(event.staff.get().user)
    address, field = page(event), first[0]
    opened = form_with(client.get(address), field)
    for name, values in (first, second):
        answer = client.post(address, opened | {name: values})
        assert answer.status_code == 302, [line for line in markup(answer).splitlines() if "error" in line]
    now = form_with(client.get(address), field)
    assert {name: now[name] for name, _values in (first, second)} == dict([first, second])
