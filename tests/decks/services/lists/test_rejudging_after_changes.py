"""Lists are checked again when the event's settings change, or how it collects lists."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.models import JournalEvent
from core.services import undo
from decks.models import DeckList, Version
from decks.queries.lists.event_lists import NO_VERDICT
from decks.queries.lists.rechecks import events_with_stale_lists, has_lists_to_judge
from decks.services import lists
from decks.services.lists import rejudging_after_changes
from tests import build
from tests.decks.lists import AFTER, BEFORE, LEGAL, OTHER, event, of
from tournaments.models import Tournament
from tournaments.services import events

pytestmark = pytest.mark.django_db
IN_2026 = datetime(2026, 3, 1, 10, 0, tzinfo=UTC)
"""A Sunday on which the deck is no longer legal in Standard."""


def made_with(*texts: str, **fields: object) -> tuple[Tournament, DeckList]:
    made = event(**fields)
    [row] = of(made)
    for text in texts:
        lists.submit_list(row, text=text, now=BEFORE)
    return made, row


def verdict(row: DeckList) -> tuple[int, bool]:
    counts = DeckList.objects.select_related("counts").get(pk=row.pk).counts
    assert counts is not None
    return counts.number, counts.legal


def rechecked_by(made: Tournament) -> list[str]:
    return list(made.journal.filter(kind="ListsRechecked").values_list("by_name", flat=True))


@pytest.mark.parametrize(
    ("before", "after", "legal"),
    [
        ({}, {"starts_at": IN_2026}, False),
        ({"starts_at": IN_2026}, {"card_format": "unlimited"}, True),
        ({}, {"play_style": "thirty", "event_class": "unofficial"}, False),
        ({}, {"play_style": "limited"}, False),
    ],
)
def test_a_setting_of_the_event_judges_its_lists_in_the_same_step(
    before: dict[str, object], after: dict[str, object], legal: bool
) -> None:
    made, row = made_with(LEGAL, **before)
    assert verdict(row) == (1, not legal)
    by = build.user("marta")
    events.change_event_settings(made, by=by, **after)
    assert verdict(row) == (1, legal)
    assert rechecked_by(made) == [str(by)]


def test_the_undo_gives_the_verdict_back() -> None:
    made, row = made_with(LEGAL)
    by = build.user("marta")
    events.change_event_settings(made, by=by, starts_at=IN_2026)
    assert verdict(row) == (1, False)
    undo.undo_step(JournalEvent.objects.get(kind="EventChanged"), by=by)
    assert verdict(row) == (1, True)
    assert len(rechecked_by(made)) == 2


def test_other_settings_leave_the_verdicts_alone() -> None:
    made, row = made_with(LEGAL)
    Version.objects.update(legal=False)
    events.change_event_settings(made, by=None, name="Another name", round_minutes=60)
    lists.collect_lists(made, by=None, required=False)
    assert verdict(row) == (1, False)


def test_an_event_without_lists_changes_as_before() -> None:
    made = build.event()
    events.change_event_settings(made, by=None, card_format="expanded")
    assert rechecked_by(made) == []


def test_a_rule_of_lists_judges_them_too() -> None:
    made, row = made_with(
        LEGAL.replace("40 Psychic", "10 Psychic"), play_style="thirty", card_format="standard"
    )
    events.change_event_settings(made, by=None, starts_at=IN_2026)
    before = Version.objects.get().problems
    lists.collect_lists(made, by=None, settings={"S10": "unlimited"})
    assert Version.objects.get().problems != before
    assert row.versions.count() == 1


def test_after_round_1_the_version_that_counts_stays() -> None:
    """R-032: version 1 would be legal under the new settings, but the deck on the table is version 2."""
    old = OTHER.replace("4 Tapu Lele-GX GRI 60", "4 Drampa-GX GRI 115")
    made, row = made_with(old, LEGAL)
    row.entry.division.started_at = AFTER
    row.entry.division.save()
    events.change_event_settings(made, by=None, starts_at=IN_2026)
    assert verdict(row) == (2, False)
    assert len(rechecked_by(made)) == 1


def test_many_lists_are_left_to_a_job(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Callable
) -> None:
    monkeypatch.setattr(rejudging_after_changes, "MAX_LISTS_AT_ONCE", 0)
    made, row = made_with(LEGAL)
    by = build.user("marta")
    with django_capture_on_commit_callbacks() as callbacks:
        events.change_event_settings(made, by=by, starts_at=IN_2026)
    assert verdict(row) == (1, True)
    assert has_lists_to_judge(made)
    assert Version.objects.get().catalogue_version == NO_VERDICT
    assert events_with_stale_lists(BEFORE) == [made]
    with django_capture_on_commit_callbacks(execute=True):
        for callback in callbacks:
            callback()
    assert verdict(row) == (1, False)
    assert not has_lists_to_judge(made)
    assert rechecked_by(made) == [str(by)]


def form_of(client: Client, made: Tournament) -> dict[str, object]:
    form = client.get(reverse("tournaments:settings", args=[made.slug])).context["form"]
    return {name: form[name].value() for name in form.fields if form[name].value() not in (None, "", False)}


def test_the_organizer_is_told_how_many_differ_with_the_way_to_the_lists(client: Client) -> None:
    made, row = made_with(LEGAL, starts_at=timezone.now() + timedelta(days=3))
    assert verdict(row) == (1, False)
    client.force_login(made.created_by)
    sent = form_of(client, made) | {
        "starts_at": "2026-12-01T10:00",
        "card_format": "unlimited",
        "edition": "2026",
    }
    page = client.post(reverse("tournaments:settings", args=[made.slug]), sent, follow=True)
    assert f"Checked again: a different verdict for 1 player, {row.entry.player}." in page.text
    assert f'<a href="{reverse("decks:lists", args=[made.slug])}">Deck lists</a>' in page.text
    line = made.journal.get(kind="EventChanged")
    page = client.post(reverse("pairings:undo", args=[made.slug, line.pk]), follow=True)
    assert "Checked again: a different verdict" in page.text
    assert verdict(row) == (1, False)


def test_many_lists_are_said_to_be_judged_now(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rejudging_after_changes, "MAX_LISTS_AT_ONCE", 0)
    made, _row = made_with(LEGAL)
    client.force_login(made.created_by)
    sent = form_of(client, made) | {"card_format": "unlimited"}
    page = client.post(reverse("tournaments:settings", args=[made.slug]), sent, follow=True)
    assert "Many lists are being checked again." in page.text
    assert (
        "checked before the cards or the event changed"
        in client.get(reverse("decks:lists", args=[made.slug])).text
    )
