"""The pages of webhooks: added, tested, switched, and each delivery shown and sent again."""

import re
from time import monotonic

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.test import Client

from core.models import Webhook, WebhookDelivery
from core.services import seals
from core.services.webhooks import sending, subscriptions
from core.tables import webhooks as tables
from core.views import webhooks as views
from tests import build
from tests.asking import queries_of, text_of
from tests.html import markup
from tests.webhook_receiver import Receiver
from tests.webhook_receiver import receiver as receiver
from tournaments.models import Tournament
from tournaments.services import announcements, events

pytestmark = pytest.mark.django_db

SECRET = re.compile(r"whsec_[\w+/=]{44}")


@pytest.fixture(autouse=True)
def _nothing_counted() -> None:
    """Reset the rate limits, as other tests sent requests from the same address."""
    cache.clear()


@pytest.fixture
def event(client: Client) -> Tournament:
    organizer = build.user("ana")
    client.force_login(organizer)
    return build.event(by=organizer, published=True)


def added(event: Tournament, address: str = "https://example.org/hook") -> Webhook:
    return subscriptions.add_webhook(
        event, by=None, address=address, topics=["journal"], origin="https://stadium.example"
    )


def test_added_tried_and_its_secret_is_there_once(client: Client, event: Tournament, receiver: Receiver):
    assert f"/e/{event.slug}/webhooks" in text_of(client, f"/e/{event.slug}/settings")
    data = {"address": receiver.url, "topics": ["round", "clock"]}
    page = markup(client.post(f"/e/{event.slug}/webhooks", data, follow=True))
    hook = event.webhooks.get()
    assert (SECRET.findall(page), hook.origin) == ([hook.secret], "http://testserver")
    here = f"/e/{event.slug}/webhooks/{hook.pk}"
    assert SECRET.search(text_of(client, here)) is None
    page = markup(client.post(f"{here}/test", follow=True))
    (got,) = receiver.received
    assert got.verified(hook.secret)["type"] == "webhook.ping"
    assert "Delivered." in page
    assert got.headers["webhook-signature"] in page
    assert SECRET.search(page) is None
    page = text_of(client, f"/e/{event.slug}/webhooks")
    assert "Rounds, Clock" in page
    assert "Last delivered" in page
    assert "hook?of=stadium" not in page


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("https://10.0.0.1/", "private network"),
        ("http://example.org/", "begins with https://"),
        ("nowhere", "not an address of a website"),
        ("https://ex\0ample.org", "Null characters"),
        ("", "This field is required"),
    ],
)
def test_a_wrong_address_is_said_at_the_field(client: Client, event: Tournament, address: str, sentence: str):
    page = client.post(f"/e/{event.slug}/webhooks", {"address": address, "topics": ["round"]})
    assert sentence in markup(page)
    assert not event.webhooks.exists()


def test_a_test_that_fails_says_why(client: Client, event: Tournament, receiver: Receiver):
    hook = receiver.hook(event, ("journal",))
    receiver.answer(500, {}, b"<b>Out of order</b>")
    page = markup(client.post(f"/e/{event.slug}/webhooks/{hook.pk}/test", follow=True))
    assert "Not delivered. The receiver answered with an error." in page
    assert "&lt;b&gt;Out of order&lt;/b&gt;" in page
    Webhook.objects.update(address="http://127.0.0.1:1/")
    page = markup(client.post(f"/e/{event.slug}/webhooks/{hook.pk}/test", follow=True))
    assert "The receiver could not be reached." in page


def test_changed_switched_given_a_new_secret_and_deleted(client: Client, event: Tournament):
    hook = added(event)
    here = f"/e/{event.slug}/webhooks/{hook.pk}"
    client.post(here, {"address": "https://example.com/", "topics": ["result"]})
    hook.refresh_from_db()
    assert (hook.address, hook.topics) == ("https://example.com/", ["result"])
    assert "Nothing is sent until you switch it on." in markup(
        client.post(f"{here}/switch", {"state": "off"}, follow=True)
    )
    client.post(f"{here}/switch", {"state": "on"})
    page = markup(client.post(f"{here}/secret", follow=True))
    before, hook = hook.secret, Webhook.objects.get()
    assert SECRET.findall(page) == [hook.secret] != [before]
    assert "The old secret stays valid until" in page
    assert "What will change" in text_of(client, f"{here}/delete")
    client.post(f"{here}/delete")
    assert not Webhook.objects.exists()


def test_a_delivery_is_sent_again_and_one_that_waits_now(
    client: Client, event: Tournament, receiver: Receiver, django_capture_on_commit_callbacks
):
    hook = receiver.hook(event, ("journal",))
    receiver.answer(500)
    with django_capture_on_commit_callbacks(execute=True):
        announcements.post_announcement(event, by=None, kind="other", text="Lunch")
        seals.seal_now(event, by=None)
    row = hook.deliveries.get()
    here = f"/e/{event.slug}/webhooks/{hook.pk}/deliveries/{row.pk}"
    page = text_of(client, here)
    assert "Send now" in page
    assert "&quot;type&quot;: &quot;journal.sealed&quot;" in page
    client.post(f"{here}/again")
    row.refresh_from_db()
    assert (row.state, len(receiver.received)) == ("delivered", 2)
    assert "Send again" in text_of(client, here)
    client.post(f"{here}/again")
    assert len({one.headers["webhook-id"] for one in receiver.received}) == 1
    assert len(receiver.received) == 3


def test_deliveries_are_narrowed_paged_and_cost_the_same(
    client: Client, event: Tournament, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(views, "PAGE_SIZE", 20)
    hook, here = added(event), ""
    here = f"/e/{event.slug}/webhooks/{hook.pk}"

    def deliver(number: int, state: str) -> None:
        rows = [WebhookDelivery(webhook=hook, type="journal.sealed", at=build.NOON, state=state, tries=1)]
        WebhookDelivery.objects.bulk_create(
            rows * 1 if number == 1 else [_like(rows[0]) for _ in range(number)]
        )

    deliver(1, "failed")
    few, many = queries_of(client, here), 0
    deliver(30, "delivered")
    many = queries_of(client, here)
    assert few == many
    assert "Page 1 of 2" in text_of(client, here).replace("\n", " ").replace("  ", " ")
    page = text_of(client, f"{here}?state=failed&type=journal.sealed")
    assert page.count("/deliveries/") == 1
    assert "No delivery matches" in text_of(client, f"{here}?type=round.posted")
    assert set(tables.TONES) == set(WebhookDelivery.State)
    added(event)
    one = queries_of(client, f"/e/{event.slug}/webhooks")
    for _hook in range(4):
        added(event)
    assert queries_of(client, f"/e/{event.slug}/webhooks") == one


def _like(row: WebhookDelivery) -> WebhookDelivery:
    return WebhookDelivery(webhook=row.webhook, type=row.type, at=row.at, state=row.state, tries=1)


def test_an_event_that_is_not_public_says_so(client: Client, event: Tournament):
    hook = added(event)
    for page in ("", f"/{hook.pk}"):
        assert "This event is not public" not in text_of(client, f"/e/{event.slug}/webhooks{page}")
    events.change_event_settings(event, by=None, published=False)
    for page in ("", f"/{hook.pk}"):
        assert "This event is not public" in text_of(client, f"/e/{event.slug}/webhooks{page}")


def test_the_installation_decides_on_its_own_network(
    client: Client, event: Tournament, settings: LazySettings
):
    settings.WEBHOOKS_OWN_NETWORK = True
    client.post(f"/e/{event.slug}/webhooks", {"address": "http://overlay.lan:4455/", "topics": ["clock"]})
    assert event.webhooks.get().host == "http://overlay.lan:4455"


def test_what_waits_for_a_webhook_that_is_off_says_so(client: Client, event: Tournament):
    hook = added(event)
    row = WebhookDelivery.objects.create(webhook=hook, type="journal.sealed", at=build.NOON)
    subscriptions.switch_webhook_off(hook, by=None)
    page = client.post(f"/e/{event.slug}/webhooks/{hook.pk}/deliveries/{row.pk}/again", follow=True)
    assert "Switch the webhook on first." in markup(page)


def test_who_waits_for_an_answer_waits_a_few_seconds(
    client: Client, event: Tournament, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
):
    assert sending.IN_REQUEST <= 4
    monkeypatch.setattr(sending, "IN_REQUEST", 0.5)
    hook, receiver.drips, begun = receiver.hook(event, ("journal",)), 5.0, monotonic()
    page = markup(client.post(f"/e/{event.slug}/webhooks/{hook.pk}/test", follow=True))
    assert "Not delivered." in page
    assert monotonic() - begun < 4


def test_one_account_and_one_address_hold_few_threads(
    client: Client, event: Tournament, receiver: Receiver, settings: LazySettings
):
    assert settings.ACCOUNT_RATE_LIMITS["webhook_test"] == "6/m/user,20/m/ip"
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"webhook_test": "6/m/user,8/m/ip"}
    hook = receiver.hook(event, ("journal",))
    test = f"/e/{event.slug}/webhooks/{hook.pk}/test"
    assert [client.post(test).status_code for _one in range(7)] == [302] * 6 + [429]
    client.force_login(build.staff(event, "organizer"))
    assert [client.post(test).status_code for _one in range(3)].count(429) == 1


def test_tests_are_limited(client: Client, event: Tournament, receiver: Receiver, settings: LazySettings):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"webhook_test": "2/m/user"}
    hook = receiver.hook(event, ("journal",))
    answers = [client.post(f"/e/{event.slug}/webhooks/{hook.pk}/test").status_code for _one in range(3)]
    assert (answers, len(receiver.received)) == ([302, 302, 429], 2)
