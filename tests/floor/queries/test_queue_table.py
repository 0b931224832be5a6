"""A table of what can be pending, who may act, and where it is counted, listed and pushed, built from all models.

A model has an open state if a timestamp is empty until something is done, or if its state is one of several. Each
open state is in the queue, or is listed here with the place where it is shown instead.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.db import models

from core import hooks
from floor.queries.queue import queue_entries
from floor.words import queue_words
from tests import ROOMS
from tournaments.models import StaffMember

STATES = ("state", "status", "outcome")
"""Fields with choices that describe progress."""

WITHDRAWN = "what was withdrawn stays, struck through; nobody waits for it"
INSTALLATION = "a matter of the installation: the doctor counts it, its own page lists it"
ELSEWHERE = {
    **dict.fromkeys(
        (
            "registration.Registration.state",
            "registration.Registration.decided_at",
            "registration.Registration.offered_until",
            "registration.Registration.paid_at",
            "registration.Registration.guardian_consented_at",
            "registration.Registration.rules_accepted_at",
        ),
        "weeks before the hall opens: the front page counts what is to approve, the list of registrations lists it",
    ),
    **dict.fromkeys(
        (
            "registration.RegistrationSettings.opens_at",
            "registration.RegistrationSettings.closes_at",
            "registration.RegistrationSettings.cancel_until",
        ),
        "a setting of the event; the page to register shows it",
    ),
    **dict.fromkeys(
        ("registration.Claim.state", "registration.Claim.answered_at", "registration.Claim.opened_at"),
        "who claims shows the code at the desk: the front page counts them, Phones to let in lists them",
    ),
    **dict.fromkeys(
        ("registration.Mail.state", "registration.Mail.settled_at"),
        "the page of personal links counts what is not sent and what bounced",
    ),
    **dict.fromkeys(
        ("tournaments.SelfCheckIn.opens_at", "tournaments.SelfCheckIn.closes_at"),
        "a setting of the event; the page of self check-in shows it",
    ),
    "api.ApiToken.revoked_at": "a token opens or it does not",
    "tournaments.Announcement.withdrawn_at": WITHDRAWN,
    "tournaments.Division.started_at": "round 1 is paired at the desk, which says what comes next",
    "tournaments.Entry.checked_in_at": "the door counts and lists who is missing",
    "tournaments.Entry.dropped_at": "who is in the event waits for nothing",
    "pairings.Qualifier.marked_at": "the check-in of day 2 counts and lists who is missing",
    "core.Job.due_at": INSTALLATION,
    "core.Job.sent_at": INSTALLATION,
    "core.Job.seen_at": INSTALLATION,
    "core.Job.ended_at": INSTALLATION,
    "tournaments.Player.forgotten_at": "nobody waits to be forgotten; who asks is forgotten at once",
    "core.PublicAddress.opened_at": INSTALLATION,
    "core.PushSubscription.arrived_at": "the phone's own card says what came of its notices",
    "core.PushSubscription.failed_at": "the phone's own card says what came of its notices",
    "tournaments.ScheduleItem.started_at": "the schedule shows what is next",
    "tournaments.ScheduleItem.ended_at": "the schedule shows what is next",
    "core.SignIn.outcome": "a line of a record, over when it is written",
    "tournaments.Tournament.reported_at": "Finish, the front page and the list of events say what is not reported",
    "tournaments.User.last_login": "a visit, no task",
    "core.Webhook.busy_until": "the page of webhooks counts and lists them, and tries again by itself",
    "core.Webhook.failing_since": "the page of webhooks counts and lists them, and tries again by itself",
    "core.Webhook.off_at": "its own page says why it is off",
    "core.Webhook.secret_before_until": "an old secret runs out by itself",
    "core.WebhookDelivery.next_at": "the page of webhooks counts and lists them, and tries again by itself",
    "core.WebhookDelivery.state": "the page of webhooks counts and lists them, and tries again by itself",
    "core.WebhookDelivery.tried_at": "the page of webhooks counts and lists them, and tries again by itself",
    "cards.CardImport.state": INSTALLATION,
    "cards.CardImport.last_seen_at": INSTALLATION,
    "cards.CardImport.ended_at": INSTALLATION,
    "drafts.BuildMark.withdrawn_at": WITHDRAWN,
    "decks.ListRules.deadline": "a setting of the event; the page of lists shows it",
    "decks.ListRules.locked_at": "a setting of the event; the page of lists shows it",
    "decks.Proxy.withdrawn_at": WITHDRAWN,
    "decks.Ruling.withdrawn_at": WITHDRAWN,
    "pairings.ClockMark.withdrawn_at": WITHDRAWN,
    "pairings.EventCopies.failing_since": "the card of the copies says since when they fail",
    "pairings.EventCopies.copied_at": "the card of the copies says since when they fail",
    "pairings.Match.outcome": "the desk counts and lists open tables, the floor shows them",
    "pairings.Match.reported_at": "the desk counts and lists open tables, the floor shows them",
    "pairings.Round.state": "the desk says the next step of each division",
    "pairings.Round.posted_at": "the desk says the next step of each division",
    "pairings.Round.closed_at": "the desk says the next step of each division",
    "checks.CheckPhoto.withdrawn_at": WITHDRAWN,
    "floor.Confiscation.returned_at": "given back at the end of the day: the list of confiscations shows what is not",
    "floor.Confiscation.withdrawn_at": WITHDRAWN,
    "floor.FloorRuling.withdrawn_at": WITHDRAWN,
    "floor.HallScreen.removed_at": "a screen is there or it is not",
    "floor.TableMark.withdrawn_at": WITHDRAWN,
}
"""Open states that are not entries of the queue, with the reason."""

PUSHED = {
    "call": ("CallRaised", "CallEscalated"),
    "dispute": ("DisputeOpened",),
    "conflict": ("PlayerReported",),
    "pool": ("PoolDiscrepancyReported",),
    "penalty": ("PenaltyGiven", "PenaltyConfirmed"),
    "extension": ("ExtensionGiven",),
    "check": ("DecksPicked",),
    "list": ("ListsLocked", "ListsClosed", "ListsRechecked", "ListEntered"),
    "print": ("PrintStopped",),
}
"""The journal lines that send notices to phones, by kind."""


def open_fields() -> Iterator[tuple[str, type[models.Model]]]:
    """Return every field of our models that says whether something is open, as "app.Model.field"."""
    for model in apps.get_models():
        if model._meta.app_label not in ROOMS:
            continue
        for field in model._meta.concrete_fields:
            ends = isinstance(field, models.DateTimeField) and field.null
            if ends or (field.name in STATES and field.choices):
                yield f"{model._meta.label}.{field.name}", model


def table() -> list[tuple[str, str, str, str, str]]:
    """Return the rows of the table: what can be pending, who may act, where it is counted, listed, pushed."""
    return [
        (
            str(queue_words.LABELS[source.kind]),
            ", ".join(StaffMember.MAY[source.power]),
            "navigation" if source.waits is not None else "in hand: a judge is there",
            "queue page" if source.kind in queue_words.OPENS or source.kind == "call" else "",
            ", ".join(kind for kind in PUSHED.get(source.kind, ()) if kind in hooks.notices),
        )
        for source in queue_entries.SOURCES
    ]


def test_every_model_with_an_open_state_is_in_the_queue_or_named_with_a_reason():
    queued = {source.model for source in queue_entries.SOURCES}
    missing = {name for name, model in open_fields() if model not in queued and name not in ELSEWHERE}
    assert missing == set()


def test_no_exception_is_left_for_what_is_gone_or_has_come_into_the_queue():
    queued = {source.model for source in queue_entries.SOURCES}
    assert set(ELSEWHERE) <= {name for name, model in open_fields() if model not in queued}
    assert all(ELSEWHERE.values())


def test_a_model_that_somebody_adds_is_found():
    """The check finds the models of the current queue, except lists, which are open only because of their verdict."""
    found = {model for _name, model in open_fields()}
    assert {source.model.__name__ for source in queue_entries.SOURCES if source.model not in found} == {
        "DeckList"
    }


@pytest.mark.parametrize("row", table(), ids=lambda row: row[0])
def test_no_cell_of_the_table_is_empty(row):
    assert all(row)


def test_the_documentation_shows_the_table():
    page = (Path(settings.BASE_DIR) / "docs" / "what-waits.md").read_text(encoding="utf-8")
    for row in table():
        assert f"| {' | '.join(row)} |" in page


def test_each_line_that_is_pushed_has_somebody_to_tell():
    assert set(PUSHED) == set(queue_entries.KINDS)
    for kinds in PUSHED.values():
        assert set(kinds) <= set(hooks.notices)


def test_each_kind_has_its_words_and_its_picture():
    assert set(queue_words.LABELS) == set(queue_words.ICONS) == set(queue_entries.KINDS)
