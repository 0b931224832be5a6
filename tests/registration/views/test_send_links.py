"""The staff send personal links, see what bounced and what addresses need a look, and go on without a mail server."""

import csv
from io import StringIO
from typing import Any

import pytest
from django.core import mail as outbox
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from registration import tasks
from registration.engine.mails import MailState
from registration.models import Mail
from registration.services.mails import new_press_key
from tests import build
from tests.html import markup
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    made = build.event(published=True, by_age=False)
    build.add_players(made, 4)
    for number, entry in enumerate(made.entries.order_by("pk")[:3], 1):
        entry.email = f"player{number}@example.org"
        entry.save()
    return made


@pytest.fixture
def desk(client: Client, event: Tournament) -> Client:
    client.force_login(build.staff(event, "scorekeeper"))
    return client


def at(event: Tournament, name: str = "send_links") -> str:
    return reverse(f"registration:{name}", args=[event.slug])


def send(client: Client, event: Tournament, **typed: Any) -> str:
    usual = {"whom": "all", "language": "en", "press": new_press_key()}
    return markup(client.post(at(event), usual | typed, follow=True))


def first(event: Tournament) -> Entry:
    return event.entries.earliest("pk")


def settle(event: Tournament) -> None:
    for press in set(Mail.objects.filter(state=MailState.WAITING).values_list("press", flat=True)):
        tasks.send_mails(press, event.pk)


def test_links_go_to_everyone_and_then_to_those_who_got_none(desk: Client, event: Tournament):
    assert f'href="{at(event)}"' in markup(desk.get(reverse("tournaments:players", args=[event.slug])))
    assert "No email address: give them a slip" in markup(desk.get(at(event)))
    assert "3 emails are on their way." in send(desk, event)
    settle(event)
    assert sorted(message.to[0] for message in outbox.outbox) == [
        f"player{number}@example.org" for number in (1, 2, 3)
    ]
    late = event.entries.latest("pk")
    late.email = "late@example.org"
    late.save()
    assert "1 email is on its way." in send(desk, event, whom="unsent")


def test_a_lost_phone_gets_the_same_link_again(desk: Client, event: Tournament):
    entry = first(event)
    send(desk, event)
    settle(event)
    assert "Send again" in markup(desk.get(at(event)))
    assert "1 email is on its way." in send(desk, event, entry=entry.pk)
    settle(event)
    again = outbox.outbox[-1]
    assert again.to == [entry.email]
    assert f"/my/{entry.link.token}" in again.body


def test_the_same_press_again_sends_nothing_more(desk: Client, event: Tournament):
    press = new_press_key()
    for _click in range(2):
        assert "3 emails are on their way." in send(desk, event, press=press)
    assert event.mails.count() == 3


def test_what_bounced_is_seen_with_the_words_of_the_server(desk: Client, event: Tournament):
    send(desk, event)
    event.mails.filter(entry=first(event)).update(state=MailState.FAILED, answer="550 No such user")
    settle(event)
    text = markup(desk.get(at(event) + "?show=failed"))
    assert "The mail server refused it: “550 No such user”. Check the address, then send it again." in text
    assert "player2@example.org" not in text
    assert "Players whose email was not delivered (1)" in text
    event.mails.filter(entry=first(event)).update(answer="SMTPServerDisconnected")
    assert "The mail server could not be reached." in markup(desk.get(at(event)))


def test_wrong_doubled_and_shared_addresses_get_a_sentence_each(desk: Client, event: Tournament):
    wrong, one, two = event.entries.exclude(email="").order_by("pk")
    wrong.email = "ana(at)example.org"
    wrong.save()
    two.email = one.email.upper()
    two.save()
    text = markup(desk.get(at(event)))
    assert text.count("This is not an email address. Correct it on the player’s page.") == 1
    assert text.count("Shared with another player. Each gets an email, with the name in it.") == 2
    two.search_key = one.search_key
    Entry.objects.filter(pk=two.pk).update(search_key=one.search_key)
    text = markup(desk.get(at(event) + "?show=shared"))
    assert text.count("A player with the same name has this address too.") == 2


def test_without_a_mail_server_the_page_says_so_and_offers_a_table_and_slips(
    desk: Client, event: Tournament, settings: Any
):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    text = markup(desk.get(at(event)))
    assert "This computer sends no email" in text
    assert at(event, "links_merge") in text
    assert reverse("pairings:links", args=[event.slug]) in text
    assert "Send links" not in text
    assert "no mail server is set up" in send(desk, event)
    assert not Mail.objects.exists()


def test_the_table_for_a_mail_merge_has_everyones_link_and_is_in_the_journal(desk: Client, event: Tournament):
    answer = desk.get(at(event, "links_merge"))
    rows = list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"))))
    assert len(rows) == 4
    entry = first(event)
    row = next(row for row in rows if row["Email address"] == entry.email)
    assert row["Personal link"] == f"http://testserver/my/{entry.link.token}"
    assert row["Last name"] == entry.last_name
    assert event.journal.latest("pk").kind == "PersonalLinksPrinted"
    assert "no-store" in answer["Cache-Control"]


def test_the_page_asks_the_database_as_often_for_many_players(desk: Client, event: Tournament):
    def query_count() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert desk.get(at(event)).status_code == 200
        return len(captured)

    query_count()
    few = query_count()
    build.add_players(event, 60)
    event.entries.filter(email="").update(email="family@example.org")
    assert query_count() <= few
