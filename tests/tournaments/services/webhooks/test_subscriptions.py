"""Webhooks added, changed, switched and deleted: what is refused, journaled, and sent to the event."""

import pytest

from core.models import JournalEvent, Webhook, WebhookDelivery
from core.sentences import journal_text
from core.services.webhooks import subscriptions
from tests import build
from tournaments.models import Tournament, User
from tournaments.services import events

pytestmark = pytest.mark.django_db

GIVEN = {"address": "https://example.org/hook?key=7f", "origin": "https://stadium.example"}


def added(event: Tournament, **more: object) -> Webhook:
    return subscriptions.add_webhook(event, **{"by": None, "topics": ["clock", "round"]} | GIVEN | more)  # type: ignore[arg-type]


def topics_of(event: Tournament) -> dict[str, list[str]]:
    return Tournament.objects.get(pk=event.pk).webhook_topics


def lines(event: Tournament) -> list[str]:
    rows = JournalEvent.objects.filter(tournament=event, kind__startswith="Webhook").order_by("pk")
    return [journal_text(row.kind, row.facts) for row in rows]


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"address": "https://10.0.0.1/"}, "WEBHOOK_ADDRESS_PRIVATE"),
        ({"address": "http://example.org/"}, "WEBHOOK_NEEDS_HTTPS"),
        ({"address": "example.org"}, "WEBHOOK_ADDRESS_ODD"),
        ({"topics": []}, "WEBHOOK_WITHOUT_TOPIC"),
        ({"topics": ["gossip"]}, "WEBHOOK_WITHOUT_TOPIC"),
    ],
)
def test_what_is_refused(more: dict[str, object], code: str):
    event = build.event()
    assert build.refusal(added, event, **more).code == code
    assert (topics_of(event), lines(event)) == ({}, [])


def test_an_event_has_so_many(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(subscriptions, "MOST", 2)
    event = build.event()
    added(event), added(event)
    refused = build.refusal(added, event)
    assert (refused.code, refused.facts) == ("TOO_MANY_WEBHOOKS", {"limit": 2})


def test_the_event_knows_what_its_webhooks_are_told(settings):
    settings.WEBHOOKS_OWN_NETWORK = True
    event = build.event()
    first, second = added(event), added(event, topics=["result"], address="http://192.168.1.20/")
    both = {str(first.pk): ["round", "clock"], str(second.pk): ["result"]}
    assert topics_of(event) == both
    subscriptions.change_webhook(second, by=None, address="http://192.168.1.20/", topics=["journal"])
    assert topics_of(event) == both | {str(second.pk): ["journal"]}
    subscriptions.switch_webhook_off(first, by=None)
    assert topics_of(event) == {str(second.pk): ["journal"]}
    subscriptions.switch_webhook_on(first, by=None)
    assert set(topics_of(event)) == set(both)
    subscriptions.delete_webhook(second, by=None)
    assert set(topics_of(event)) == {str(first.pk)}


def test_each_step_is_a_line_without_the_rest_of_the_address():
    event, by = build.event(), build.user("ana")
    hook = added(event, by=by)
    changed = subscriptions.change_webhook(
        hook, by=by, address="https://example.com:8443/x", topics=["round"]
    )
    subscriptions.change_webhook(hook, by=by, address=changed.address, topics=changed.topics)  # nothing
    subscriptions.rotate_secret(hook, by=by)
    for _twice in range(2):
        subscriptions.switch_webhook_off(hook, by=by)
    for _twice in range(2):
        subscriptions.switch_webhook_on(hook, by=by)
    subscriptions.delete_webhook(hook, by=by)
    assert lines(event) == [
        "Webhook to https://example.org added",
        "Webhook to https://example.com:8443 changed",
        "Webhook to https://example.com:8443: new secret",
        "Webhook to https://example.com:8443 switched off: by staff",
        "Webhook to https://example.com:8443 switched on",
        "Webhook to https://example.com:8443 deleted",
    ]
    assert "7f" not in str(list(event.journal.values_list("facts", flat=True)))


def test_a_new_secret_keeps_the_one_before():
    hook = added(build.event())
    held = subscriptions.rotate_secret(hook, by=None, now=build.NOON)
    assert held.secret_before == hook.secret != held.secret
    assert (held.secret_before_until - build.NOON).total_seconds() == 24 * 3600


def test_all_goes_with_the_event_and_with_the_webhook():
    event = build.event()
    by: User = event.staff.get(role="organizer").user
    first, second = added(event), added(event)
    for hook in (first, second):
        subscriptions.create_ping(hook)
    subscriptions.delete_webhook(first, by=None)
    assert [row.webhook_id for row in WebhookDelivery.objects.all()] == [second.pk]
    events.delete_event(event, by=by, typed_name=event.name)
    assert not Webhook.objects.exists()
    assert not WebhookDelivery.objects.exists()
