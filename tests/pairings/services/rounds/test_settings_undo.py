"""The settings of an event and of its divisions, including their tables, can be undone like any other step."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from core.models import JournalEvent
from core.services import undo
from pairings.services.rounds import rounds
from tests import build
from tests.build import refusal
from tests.html import markup
from tests.pairings import build as pairings_build
from tournaments.models import Tournament
from tournaments.services import divisions, events

pytestmark = pytest.mark.django_db


def last_change(event: Tournament) -> JournalEvent:
    return event.journal.filter(kind="EventChanged").order_by("-pk")[0]


def test_a_range_of_tables_and_its_undo() -> None:
    home = pairings_build.division(6)
    event = events.change_event_settings(home.tournament, by=None, table_from=21, table_to=30)
    round_ = rounds.pair_next_round(home, by=None, seed=1)
    assert sorted(round_.matches.values_list("table", flat=True)) == [21, 22, 23]
    undo.undo_step(home.journal.get(kind="RoundPaired"), by=None)
    line = undo.undo_step(last_change(event), by=None)
    assert (line.kind, line.division, line.undoes) == ("Undone", None, last_change(event))
    round_ = rounds.pair_next_round(home, by=None, seed=1)
    assert sorted(round_.matches.values_list("table", flat=True)) == [1, 2, 3]
    assert refusal(undo.undo_step, last_change(event), by=None).code == "UNDO_ALREADY_DONE"


def test_days_countries_and_empty_values_come_back_as_they_were() -> None:
    event = build.event(country="DE")
    start = event.starts_at
    events.change_event_settings(
        event, by=None, starts_at=start + timedelta(days=7), country="PT", table_to=40, minutes_reason="x"
    )
    undo.undo_step(last_change(event), by=None)
    event.refresh_from_db()
    assert (event.starts_at, event.country, event.table_to, event.minutes_reason) == (start, "DE", None, "")


def test_what_changed_again_since_stays() -> None:
    event = build.event()
    events.change_event_settings(event, by=None, table_from=21)
    first = last_change(event)
    events.change_event_settings(event, by=None, table_from=31)
    assert refusal(undo.undo_step, first, by=None).code == "UNDO_OVERTAKEN"


def test_what_rounds_were_drawn_by_stays_once_one_is_posted() -> None:
    home = pairings_build.division(4)
    event = events.change_event_settings(home.tournament, by=None, best_of=3, round_minutes=50)
    rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    assert refusal(undo.undo_step, last_change(event), by=None).code == "EVENT_HAS_STARTED"


def test_the_toast_the_desk_and_the_journal_offer_it_to_organizers_alone(client: Client) -> None:
    home = pairings_build.division(4)
    event = home.tournament
    client.force_login(pairings_build.organizer(home))
    address = reverse("tournaments:settings", args=[event.slug])
    form = client.get(address).context["form"]
    typed = {name: "" if value is None else value for name, value in form.initial.items()}
    typed |= {name: form[name].value() for name in form.fields if form[name].value() is not None}
    day = form["starts_at"].value()
    typed["starts_at"] = day.strftime("%Y-%m-%dT%H:%M") if hasattr(day, "strftime") else day
    page = client.post(address, typed | {"table_from": 51}, follow=True)
    event.refresh_from_db()
    assert event.table_from == 51
    back = reverse("pairings:undo", args=[event.slug, last_change(event).pk])
    assert back in markup(page)
    desk = f"{reverse('pairings:desk', args=[event.slug])}?division={home.pk}"
    journal = reverse("tournaments:journal", args=[event.slug])
    assert back in markup(client.get(desk))
    assert back in markup(client.get(journal))
    keeper = Client()
    keeper.force_login(build.staff(event, "scorekeeper"))
    assert back not in markup(keeper.get(desk))
    assert back not in markup(keeper.get(journal))
    keeper.post(back)
    event.refresh_from_db()
    assert event.table_from == 51
    client.post(back)
    event.refresh_from_db()
    assert event.table_from == 1


def test_the_first_table_of_a_division_and_its_undo() -> None:
    home = pairings_build.division(6)
    divisions.change_division(home, by=None, first_table=40)
    round_ = rounds.pair_next_round(home, by=None, seed=1)
    assert sorted(round_.matches.values_list("table", flat=True)) == [40, 41, 42]
    undo.undo_step(home.journal.get(kind="RoundPaired"), by=None)
    step = undo.last_undoable_step(home)
    assert step
    assert step.kind == "DivisionChanged"
    undo.undo_step(step, by=None)
    home.refresh_from_db()
    assert home.first_table is None
    round_ = rounds.pair_next_round(home, by=None, seed=1)
    assert sorted(round_.matches.values_list("table", flat=True)) == [1, 2, 3]


def test_a_division_that_changed_again_since_stays() -> None:
    home = pairings_build.division(4)
    divisions.change_division(home, by=None, first_table=40)
    first = home.journal.get(kind="DivisionChanged")
    divisions.change_division(home, by=None, first_table=50)
    assert refusal(undo.undo_step, first, by=None).code == "UNDO_OVERTAKEN"
