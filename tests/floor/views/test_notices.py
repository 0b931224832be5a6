"""The card on my table and on the judges' board: turning notices on and off, and testing them."""

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from core.models import PushSubscription
from core.services.notices import keys, subscriptions
from tests import build
from tests.html import markup
from tests.push_service import PushService, Subscribed
from tests.push_service import push_service as push_service
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone() -> Subscribed:
    return Subscribed("https://push.example.com/send/1")


def fields(phone: Subscribed, act: str, **more: object) -> dict[str, object]:
    browser = phone.browser
    return {"act": act, "endpoint": browser.endpoint, "p256dh": browser.p256dh, "auth": browser.auth} | more


def test_a_player_turns_them_on_changes_and_ends_them(client: Client, phone: Subscribed):
    link = personal_links.ensure_link(build.add_players(build.event(), 1)[0])
    card = markup(client.get(reverse("floor:my", args=[link.token])))
    url = reverse("floor:my_notices", args=[link.token])
    assert f'data-notices="{url}" data-key="{keys.vapid_public_key()}"' in card
    assert "Turn on notifications" in markup(client.post(url, {"act": "state"}))
    hours = {"silent_from": "22:00", "silent_to": "07:00"}
    answer = client.post(
        url, fields(phone, "on", topics=["round", "table"], **hours), headers={"accept-language": "es"}
    )
    row = subscriptions.push_subscriptions_of(link.entry).get()
    assert (row.language, row.topics, str(row.silent_from)) == ("es", ["round", "table"], "22:00:00")
    assert row.origin == "http://testserver"
    assert "no-store" in answer["Cache-Control"]
    client.post(url, fields(phone, "state"), headers={"accept-language": "en"})
    row.refresh_from_db()
    assert row.language == "en"
    assert "Give both times" in markup(
        client.post(url, fields(phone, "save", topics=["round"], silent_from="22:00"))
    )
    assert "Choose what you want" in markup(client.post(url, fields(phone, "save")))
    assert "Select a valid choice" in markup(client.post(url, fields(phone, "save", topics=["calls"])))
    assert "Saved." in markup(client.post(url, fields(phone, "save", topics=["round"])))
    assert "Notifications are off" in markup(client.post(url, fields(phone, "off")))
    assert not PushSubscription.objects.exists()


def test_a_test_notice_and_what_the_card_learns_of_it(client: Client, push_service: PushService):
    link, phone = personal_links.ensure_link(build.add_players(build.event(), 1)[0]), push_service.browser()
    url = reverse("floor:my_notices", args=[link.token])
    client.post(url, fields(phone, "on", topics=["round"], silent_from="00:00", silent_to="23:59"))
    answer = markup(client.post(url, fields(phone, "test")))
    assert "A test notification is on its way." in answer
    assert "browser’s push service accepted a notification" in answer
    assert phone.read(push_service.received[0])["title"] == "Notifications work"
    for _again in range(6):
        answer = markup(client.post(url, fields(phone, "test")))
    assert "Wait a minute" in answer
    assert len(push_service.received) == 6
    PushSubscription.objects.update(trouble="unreachable", failed=1, failed_at=build.NOON)
    assert "the server may have no internet" in markup(client.post(url, fields(phone, "state")))


@pytest.mark.parametrize("endpoint", ["http://push.example.com/", "https://127.0.0.1/", "x\0y"])
def test_an_address_that_is_none_is_refused_on_the_card(client: Client, phone: Subscribed, endpoint: str):
    link = personal_links.ensure_link(build.add_players(build.event(), 1)[0])
    url = reverse("floor:my_notices", args=[link.token])
    answer = client.post(url, fields(phone, "on", topics=["round"]) | {"endpoint": endpoint})
    assert answer.status_code == 200
    assert not PushSubscription.objects.exists()
    assert not list(get_messages(answer.wsgi_request))


def test_who_signs_out_or_forgets_the_link_gets_no_more_here(client: Client, phone: Subscribed):
    division = build.division(2)
    event = division.tournament
    judge = build.staff(event, "judge")
    client.force_login(judge)
    assert "Notifications on this phone" in markup(client.get(reverse("floor:floor", args=[event.slug])))
    link = personal_links.ensure_link(division.entries.earliest("pk"))
    client.post(reverse("floor:notices", args=[event.slug]), fields(phone, "on", topics=["calls"]))
    client.post(reverse("floor:my_notices", args=[link.token]), fields(phone, "on", topics=["round"]))
    other = Subscribed("https://push.example.com/send/2")
    subscriptions.subscribe_browser(
        PushSubscription.objects.get(member__user=judge).member,
        other.browser,
        topics=["calls"],
        language="en",
        origin="https://stadium.example",
    )
    client.post(reverse("account_logout"))
    assert set(PushSubscription.objects.values_list("endpoint", "entry")) == {
        (other.endpoint, None),
        (phone.endpoint, link.entry_id),
    }
    client.post(reverse("floor:my_forget", args=[link.token]), {"endpoint": phone.endpoint})
    assert list(PushSubscription.objects.values_list("endpoint", flat=True)) == [other.endpoint]


def test_forms_of_other_sites_turn_nothing_on(phone: Subscribed):
    link = personal_links.ensure_link(build.add_players(build.event(), 1)[0])
    strict = Client(enforce_csrf_checks=True)
    url = reverse("floor:my_notices", args=[link.token])
    assert strict.post(url, fields(phone, "on", topics=["round"])).status_code == 403
