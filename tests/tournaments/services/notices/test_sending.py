"""Notices over a real connection: what a push service receives, what a browser reads, when nothing is sent."""

from dataclasses import replace
from datetime import datetime, time, timedelta
from time import monotonic

import pytest

from core.models import PushSubscription
from core.services.notices import keys, sending, subscriptions, web_push
from core.services.notices.sending import PushMessage, send_to_browser
from tests import build
from tests.push_service import PushService, Subscribed, signed_claims
from tournaments.models import Entry

pytestmark = pytest.mark.django_db

NOON = build.NOON


def at(moment: datetime) -> int:
    return int(moment.timestamp())


MESSAGE = PushMessage(
    "Round 4: table 12",
    "Against Zoé.",
    "/my/x",
    "round-1",
    "round",
    at(NOON),
    at(NOON + timedelta(minutes=10)),
)


def entry() -> Entry:
    return build.add_players(build.event(), 1)[0]


def subscribed(owner: Entry, phone: Subscribed, **more: object) -> PushSubscription:
    given: dict[str, object] = {"topics": ["round"], "language": "en", "origin": "https://stadium.example"}
    return subscriptions.subscribe_browser(owner, phone.browser, **given | more)  # type: ignore[arg-type]


def test_only_the_browser_can_read_it_and_the_push_service_knows_who_sends(push_service: PushService):
    phone = push_service.browser()
    row = subscribed(entry(), phone)
    assert send_to_browser(row.pk, MESSAGE, now=NOON) is None
    (message,) = push_service.received
    assert phone.read(message) == {
        "title": "Round 4: table 12",
        "body": "Against Zoé.",
        "url": "/my/x",
        "tag": "round-1",
        "at": at(NOON),
    }
    assert b"table" not in message.body
    claims = signed_claims(message, keys.vapid_public_key())
    assert claims["aud"] == push_service.url
    assert claims["sub"] == "https://stadium.example"
    headers = message.headers
    assert (headers["ttl"], headers["urgency"], headers["content-encoding"]) == ("600", "high", "aes128gcm")
    assert len(headers["topic"]) <= 32
    row.refresh_from_db()
    assert (row.arrived_at, row.failed) == (NOON, 0)


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_gave_it_up_is_forgotten_for_everybody_it_had(push_service: PushService, status: int):
    first, second = build.add_players(build.event(), 2)
    phone = push_service.browser()
    row, other = subscribed(first, phone), subscribed(second, phone)
    stays = subscribed(second, push_service.browser("tablet"))
    push_service.answers.append((status, {}))
    assert send_to_browser(row.pk, MESSAGE, now=NOON) is None
    assert list(PushSubscription.objects.all()) == [stays]
    assert send_to_browser(other.pk, MESSAGE, now=NOON) is None
    assert len(push_service.received) == 1


@pytest.mark.parametrize(
    ("status", "headers", "tried", "wait"),
    [
        (503, {}, 0, 5),
        (503, {}, 2, 20),
        (429, {"Retry-After": "90"}, 0, 90),
        (429, {"Retry-After": "Fri, 31 Dec 1999 23:59:59 GMT"}, 1, 10),
        (503, {}, sending.TRIES - 1, None),
        (429, {"Retry-After": "100000"}, 0, None),
        (413, {}, 0, None),
        (403, {}, 0, None),
        (307, {"Location": "https://localhost:1/elsewhere"}, 0, None),
    ],
)
def test_who_has_too_much_to_do_is_asked_again_while_it_is_worth_something(
    push_service: PushService, status: int, headers: dict[str, str], tried: int, wait: int | None
):
    row = subscribed(entry(), push_service.browser())
    push_service.answers.append((status, headers))
    assert send_to_browser(row.pk, MESSAGE, now=NOON, tried=tried) == wait
    row.refresh_from_db()
    assert (row.failed, row.trouble, row.arrived_at) == (1, "refused", None)
    assert send_to_browser(row.pk, MESSAGE, now=NOON) is None
    row.refresh_from_db()
    assert (row.failed, row.trouble, row.arrived_at) == (0, "", NOON)


def test_without_the_internet_the_card_learns_why_and_nobody_waits_twice(
    push_service: PushService, monkeypatch: pytest.MonkeyPatch
):
    row = subscribed(entry(), push_service.browser())
    PushSubscription.objects.update(endpoint="https://localhost:1/send")
    sent = web_push.send_push
    calls = []
    monkeypatch.setattr(web_push, "send_push", lambda *what, **how: calls.append(what) or sent(*what, **how))
    assert send_to_browser(row.pk, MESSAGE, now=NOON) == 5
    assert send_to_browser(row.pk, MESSAGE, now=NOON) == 5
    row.refresh_from_db()
    assert (row.failed, row.trouble, len(calls)) == (2, "unreachable", 1)


def test_silent_hours_are_those_of_the_event_and_hold_no_test_back(push_service: PushService):
    owner = entry()
    owner.tournament.timezone = "America/Lima"  # 7:00 when it is noon in London
    owner.tournament.save()
    row = subscribed(owner, push_service.browser(), silent=(time(22), time(7, 30)))
    send_to_browser(row.pk, MESSAGE, now=NOON)
    assert push_service.received == []
    send_to_browser(row.pk, replace(MESSAGE, topic="test"), now=NOON)
    assert len(push_service.received) == 1
    later = NOON + timedelta(hours=1)
    send_to_browser(row.pk, replace(MESSAGE, until=at(later) + 60), now=later)
    assert len(push_service.received) == 2


@pytest.mark.parametrize("why", ["over", "unwanted", "removed"])
def test_what_nobody_wants_is_not_sent(push_service: PushService, why: str):
    owner = entry()
    row = subscribed(owner, push_service.browser(), topics=["list"] if why == "unwanted" else ["round"])
    if why == "removed":
        owner.delete()
    send_to_browser(row.pk, MESSAGE, now=NOON + timedelta(minutes=10 if why == "over" else 0))
    assert push_service.received == []
    assert PushSubscription.objects.exists() == (why != "removed")


@pytest.mark.parametrize(
    ("contact", "origin", "subject"),
    [
        ("desk@example.com", "https://stadium.example", "mailto:desk@example.com"),
        ("Ask Ana at the desk", "https://stadium.example:8443", "https://stadium.example"),
        ("", "http://192.168.1.20:8000", "https://192.168.1.20"),
        ("", "http://hall:8000", "https://localhost"),
    ],
)
def test_whom_a_push_service_may_write_to(
    push_service: PushService, settings, contact: str, origin: str, subject: str
):
    settings.CONTACT = contact
    row = subscribed(entry(), push_service.browser(), origin=origin)
    send_to_browser(row.pk, MESSAGE, now=NOON)
    assert signed_claims(push_service.received[0], keys.vapid_public_key())["sub"] == subject


def test_an_answer_that_drips_in_is_cut_off(push_service: PushService, monkeypatch: pytest.MonkeyPatch):
    row = subscribed(entry(), push_service.browser())
    monkeypatch.setattr(web_push, "SECONDS", 0.5)
    push_service.drips = 5
    begun = monotonic()
    assert send_to_browser(row.pk, MESSAGE, now=NOON) == 5
    assert monotonic() - begun < 3
    row.refresh_from_db()
    assert (row.trouble, len(push_service.received)) == ("unreachable", 1)


def test_a_service_at_another_port_that_is_not_reached_keeps_nobody_else_waiting(push_service: PushService):
    first, second = build.add_players(build.event(), 2)
    row, other = subscribed(first, push_service.browser()), subscribed(second, push_service.browser("tablet"))
    PushSubscription.objects.filter(pk=other.pk).update(endpoint="https://localhost:1/send")
    assert send_to_browser(other.pk, MESSAGE, now=NOON) == 5
    assert send_to_browser(row.pk, MESSAGE, now=NOON) is None
    assert len(push_service.received) == 1


def test_a_name_that_leads_into_ones_own_network_is_not_connected_to(
    push_service: PushService, settings, monkeypatch: pytest.MonkeyPatch
):
    row = subscribed(entry(), push_service.browser())
    monkeypatch.setattr(web_push, "is_push_endpoint", lambda *_where, **_how: True)
    settings.PUSH_OWN_NETWORK = False
    assert send_to_browser(row.pk, MESSAGE, now=NOON) == 5
    assert push_service.received == []


def test_no_proxy_of_the_environment_is_asked(push_service: PushService, monkeypatch: pytest.MonkeyPatch):
    """A proxy would resolve the name itself, so the address could not be checked."""
    row = subscribed(entry(), push_service.browser())
    for name in ("https_proxy", "HTTPS_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert send_to_browser(row.pk, MESSAGE, now=NOON) is None
    assert len(push_service.received) == 1
