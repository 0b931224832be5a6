"""Who may subscribe to notices, to which addresses, and when a subscription ends."""

import pytest

from core.models import PushSubscription
from core.services.notices import subscriptions
from tests import build
from tests.push_service import Subscribed
from tournaments.models import StaffMember
from tournaments.services import events, personal_links, staff

pytestmark = pytest.mark.django_db

GIVEN = {"topics": ["round"], "language": "fr", "origin": "https://stadium.example"}


def phone(endpoint: str = "https://push.example.com/send/1") -> Subscribed:
    return Subscribed(endpoint)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.com/1",
        "https://127.0.0.1/1",
        "https://[::1]/1",
        "https://[::ffff:10.0.0.1]/1",
        "https://169.254.169.254/latest/meta-data",
        "https://10.1.2.3:6379/",
        "https://localhost/1",
        "https://redis:6379/",
        "https://127.1/",
        "https://0x7f.1/",
        "https://printer.local/1",
        "https://user:secret@push.example.com/1",
        "https://push.example.com:99999/",
        "https://push.example.com:444/send",
        "https://push.example.com:80/send",
        "https://[64:ff9b::a00:1]/1",
        "https://[64:ff9b:1::a00:1]/1",
        "https://[2002:a00:1::1]/1",
        "https://[::7f00:1]/1",
        "https://[fec0::1]/1",
        "https://push.example.com/\r\nHost: x",
        "https:///send",
        "https://push.example.com/" + "x" * 1000,
        "",
    ],
)
def test_nothing_is_ever_sent_to_such_an_address(endpoint: str):
    entry = build.add_players(build.event(), 1)[0]
    refused = build.refusal(subscriptions.subscribe_browser, entry, phone(endpoint).browser, **GIVEN)
    assert refused.code == "PUSH_ENDPOINT_ODD"


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", ""),
        ("BAAA", "AAAAAAAAAAAAAAAAAAAAAA"),
        ("é", "é"),
        ("A" * 87, "AAAAAAAAAAAAAAAAAAAAAA"),
        (None, "AAAA"),
    ],
)
def test_keys_that_no_browser_has(p256dh: str | None, auth: str):
    entry = build.add_players(build.event(), 1)[0]
    good = phone().browser
    browser = subscriptions.BrowserSubscription(
        good.endpoint, good.p256dh if p256dh is None else p256dh, auth
    )
    assert build.refusal(subscriptions.subscribe_browser, entry, browser, **GIVEN).code == "PUSH_KEYS_ODD"


def test_a_phone_has_notices_of_two_children_and_each_once():
    first, second = build.add_players(build.event(), 2)
    browser = phone().browser
    for owner in (first, second, first):
        subscriptions.subscribe_browser(owner, browser, **GIVEN)
    assert PushSubscription.objects.count() == 2


def test_the_oldest_of_too_many_browsers_gives_way():
    entry = build.add_players(build.event(), 1)[0]
    for number in range(subscriptions.MOST + 2):
        subscriptions.subscribe_browser(entry, phone(f"https://push.example.com/{number}").browser, **GIVEN)
    left = [row.endpoint[-1] for row in subscriptions.push_subscriptions_of(entry)]
    assert left == ["2", "3", "4", "5", "6"]


def test_they_end_with_the_link_the_player_the_role_and_the_event():
    event = build.event()
    first, second, third = build.add_players(event, 3)
    judge = build.staff(event, "judge")
    member = StaffMember.objects.get(tournament=event, user=judge)
    for number, owner in enumerate((first, second, third, member)):
        subscriptions.subscribe_browser(owner, phone(f"https://push.example.com/{number}").browser, **GIVEN)
    personal_links.renew_personal_link(first, by=None)
    second.delete()
    staff.remove_staff_member(member, by=None)
    assert [row.entry for row in PushSubscription.objects.all()] == [third]
    events.delete_event(event, by=None, typed_name=event.name)
    assert not PushSubscription.objects.exists()


def test_the_usual_port_may_be_named():
    entry = build.add_players(build.event(), 1)[0]
    made = subscriptions.subscribe_browser(entry, phone("https://push.example.com:443/send").browser, **GIVEN)
    assert made.endpoint == "https://push.example.com:443/send"
