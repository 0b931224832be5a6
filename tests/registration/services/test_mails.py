"""Personal links and news of a registration by email, through a real mail server that bounces, hangs or is gone."""

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from core.models import Job
from registration import tasks
from registration.engine.mails import MailKind, MailState
from registration.models import Mail
from registration.queries import mails as queries
from registration.services import mails, registering
from registration.services.decisions import approve_registration, decline_registration
from tests import build
from tests.core.services.jobs.broker import Broker
from tests.core.services.jobs.broker import broker as broker
from tests.registration import mail_server
from tests.registration import signing_up as up
from tests.registration.mail_server import Server, plain
from tests.registration.mail_server import server as server
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db

SITE = "https://stadium.example"


@pytest.fixture
def event() -> Tournament:
    made = build.event(published=True, by_age=False)
    build.add_players(made, 4)
    for number, entry in enumerate(made.entries.order_by("pk"), 1):
        entry.email = f"player{number}@example.org"
        entry.save()
    return made


def entries_of(event: Tournament) -> list[Entry]:
    return list(event.entries.order_by("pk"))


def send(event: Tournament, press: str = "press-1", **options: Any) -> int:
    usual = {"site": SITE, "language": "en", "by": None}
    return mails.queue_link_mails(event, entries_of(event), press=press, **usual | options)


def states(event: Tournament) -> list[str]:
    return list(event.mails.order_by("pk").values_list("state", flat=True))


def deliver(press: str = "press-1") -> int:
    return tasks.send_mails(press)


def test_each_player_gets_the_own_link_in_the_own_language(server: Server, event: Tournament):
    first, second = entries_of(event)[:2]
    up.of_entry(first, language="fr")
    assert send(event, language="es") == 4
    assert deliver() == 4
    texts = dict(zip(server.recipients, map(plain, server.messages), strict=True))
    for entry in entries_of(event):
        assert f"{SITE}/my/{entry.link.token}" in texts[entry.email]
        assert str(entry) in texts[entry.email]
    assert [str(message["Content-Language"]) for message in server.messages] == ["fr", "es", "es", "es"]
    html = server.messages[1].get_body(("html",))
    assert html is not None
    assert f'href="{SITE}/my/{second.link.token}"' in html.get_content()
    assert states(event) == [MailState.SENT] * 4
    assert event.journal.get(kind="LinksMailed").facts == {"count": 4}


def test_one_press_sends_once(server: Server, event: Tournament):
    assert send(event) == 4
    assert send(event) == 4
    deliver()
    deliver()
    assert len(server.messages) == Mail.objects.count() == 4
    assert send(event, "press-2") == 4
    deliver("press-2")
    assert len(server.messages) == 8, "another press is another email"


def test_what_still_waits_is_not_sent_again_for_an_hour(server: Server, event: Tournament):
    now = timezone.now()
    send(event, now=now)
    assert send(event, "press-2", now=now + timedelta(minutes=59)) == 0
    assert send(event, "press-3", now=now + timedelta(minutes=61)) == 4
    deliver()
    assert server.messages == [], "what was given up is not sent later"
    deliver("press-3")
    assert len(server.messages) == 4


def test_an_address_that_bounces_stops_no_other_and_the_staff_see_what_the_server_said(
    server: Server, event: Tournament
):
    server.replies["player2@example.org"] = "550 5.1.1 No such user here"
    send(event)
    assert deliver() == 3
    failed = event.mails.get(state=MailState.FAILED)
    assert failed.answer == "550 5.1.1 No such user here"
    assert queries.count_players_by_link_mail(event) == queries.LinkCounts(
        players=4, addressed=4, sent=3, waiting=0, failed=1
    )
    assert list(queries.recipients_in_group(event, queries.FAILED)) == [failed.entry]


def test_a_dead_server_fails_at_once_without_a_worker_and_says_so(
    settings: Any, event: Tournament, caplog: Any
):
    mail_server.point_at(settings, mail_server.free_port())
    send(event)
    assert deliver() == 0
    assert states(event) == [MailState.FAILED] * 4
    assert set(event.mails.values_list("answer", flat=True)) == {"ConnectionRefusedError"}


def test_a_slow_server_is_left_after_its_time(server: Server, settings: Any, event: Tournament):
    server.delay = 1
    mail_server.point_at(settings, server.port, seconds=0.3)
    send(event)
    assert deliver() == 0
    assert states(event) == [MailState.FAILED] * 4
    assert set(event.mails.values_list("answer", flat=True)) == {"SMTPServerDisconnected"}


def test_a_worker_tries_again_while_the_server_is_down_and_goes_on_with_those_that_wait(
    server: Server, settings: Any, event: Tournament, broker: Broker, django_capture_on_commit_callbacks: Any
):
    mail_server.point_at(settings, mail_server.free_port())
    with django_capture_on_commit_callbacks(execute=True):
        send(event)
    broker.run_next()
    job = Job.objects.get()
    assert (job.state, job.problem) == ("waiting", "ConnectionRefusedError")
    assert states(event) == [MailState.WAITING] * 4
    mail_server.point_at(settings, server.port)
    server.replies["player1@example.org"] = "451 4.7.1 Greylisted, try again later"
    broker.run_next()
    assert states(event) == [MailState.WAITING] + [MailState.SENT] * 3
    server.replies.clear()
    broker.run_next()
    assert states(event) == [MailState.SENT] * 4
    assert sorted(server.recipients) == [f"player{number}@example.org" for number in (1, 2, 3, 4)]
    assert not Job.objects.exists()


def test_after_the_last_try_the_staff_see_that_nothing_was_delivered(
    settings: Any, event: Tournament, broker: Broker, django_capture_on_commit_callbacks: Any
):
    mail_server.point_at(settings, mail_server.free_port())
    with django_capture_on_commit_callbacks(execute=True):
        send(event)
    for _try in range(tasks.MAIL_TRIES):
        broker.run_next()
    assert states(event) == [MailState.FAILED] * 4
    assert broker.take() is None


def test_a_second_copy_of_an_email_has_the_same_name(server: Server, event: Tournament):
    send(event)
    deliver()
    event.mails.update(state=MailState.WAITING)
    deliver()
    names = [str(message["Message-ID"]) for message in server.messages]
    assert names[:4] == names[4:]
    assert len(set(names)) == 4


@pytest.mark.parametrize("name", ["Cup\r\nBcc: eve@example.org", "Ana’s Cup é"])
def test_no_name_adds_a_header(server: Server, event: Tournament, name: str):
    Tournament.objects.filter(pk=event.pk).update(name=name)
    event.refresh_from_db()
    send(event)
    assert deliver() == 4
    assert {message["Bcc"] for message in server.messages} == {None}
    assert " ".join(name.split()) in str(server.messages[0]["Subject"])


def kinds(event: Tournament) -> list[str]:
    return list(event.mails.order_by("pk").values_list("kind", flat=True))


def test_who_registers_gets_a_confirmation_with_the_own_link_in_the_own_language(server: Server):
    event = up.event(1)
    row = registering.register_player(event, up.answers(1), language="fr", site=SITE)
    mail = event.mails.get()
    assert (mail.kind, mail.address, mail.language) == (MailKind.CONFIRMED, row.email, "fr")
    deliver(mail.press)
    assert f"{SITE}/r/{row.token}" in plain(server.messages[0])


def test_the_email_of_an_offered_seat_says_until_when_to_accept_it(server: Server):
    event = up.event(1)
    first = registering.register_player(event, up.answers(1), site=SITE)
    second = registering.register_player(event, up.answers(2), site=SITE)
    registering.cancel_registration(first, by=None)
    assert kinds(event) == [MailKind.CONFIRMED, MailKind.WAITING, MailKind.CANCELLED, MailKind.OFFERED]
    offer = event.mails.get(kind=MailKind.OFFERED)
    deliver(offer.press)
    text = plain(server.messages[0])
    second.refresh_from_db()
    local = timezone.localtime(second.offered_until, ZoneInfo(event.timezone))
    assert f"{local:%H:%M}" in text
    assert f"{SITE}/r/{second.token}" in text


def test_who_waits_for_approval_hears_of_it_and_of_the_decision():
    event = up.event(by_hand=True)
    for number in (1, 2):
        registering.register_player(event, up.answers(number), site=SITE)
    first, second = event.registrations.order_by("number")
    by = build.user()
    approve_registration(first, by=by)
    decline_registration(second, by=by)
    assert kinds(event) == [MailKind.REQUESTED] * 2 + [MailKind.CONFIRMED, MailKind.DECLINED]


def test_without_a_mail_server_or_an_address_of_the_site_nothing_is_stored(settings: Any):
    event = up.event()
    registering.register_player(event, up.answers(1))
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    registering.register_player(event, up.answers(2), site=SITE)
    assert kinds(event) == []
