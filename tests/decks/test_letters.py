"""E-mails to players, sent by a worker: retried while the mail server is down, without duplicates."""

from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected
from typing import Any

import pytest
from django.core.mail.backends import locmem
from django.utils import timezone

from core.models import Job
from core.services import jobs
from core.services.jobs import durable_jobs
from decks import tasks
from decks.services import lists
from tests import build
from tests.core.services.jobs.broker import Broker
from tests.core.services.jobs.broker import broker as broker
from tests.decks.lists import event as event_with_lists
from tests.decks.lists import of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


class Server(locmem.EmailBackend):
    """A mail server that accepts this many messages, then raises; after one of them the worker is killed."""

    letters: list[str] = []
    names: list[str] = []
    takes = 99
    kills_after = 0
    problem: Exception = SMTPServerDisconnected()

    def send_messages(self, messages: Any) -> int:
        for one in messages:
            if len(self.letters) == self.takes:
                type(self).takes = 99
                raise self.problem
            self.letters += one.to
            self.names.append(str(one.message()["Message-ID"]))
            if len(self.letters) == self.kills_after:
                raise SystemExit
        return len(messages)


@pytest.fixture
def server(settings: Any, monkeypatch: pytest.MonkeyPatch) -> type[Server]:
    settings.EMAIL_BACKEND = f"{__name__}.Server"
    monkeypatch.setattr(Server, "letters", [])
    monkeypatch.setattr(Server, "names", [])
    monkeypatch.setattr(Server, "takes", 2)
    return Server


@pytest.fixture
def event() -> Tournament:
    made = event_with_lists(players=4)
    lists.make_lists_and_links(made)
    for number, row in enumerate(of(made)):
        row.entry.player.user = build.user(f"player{number}")
        row.entry.player.save()
    return made


def ordered(event: Tournament) -> Job:
    jobs.send_job(tasks.mail_reminder, event.pk, "Lists close on Thursday.", "https://stadium.example")
    return Job.objects.latest("pk")


def test_the_next_try_goes_on_after_the_last_letter(
    server: type[Server], event: Tournament, broker: Broker
) -> None:
    job = ordered(event)
    broker.run_next()
    job.refresh_from_db()
    assert (job.state, job.problem, len(server.letters)) == ("waiting", "SMTPServerDisconnected", 2)
    assert job.due_at is not None
    assert job.due_at > timezone.now()
    broker.run_next()
    assert sorted(server.letters) == [f"player{number}@example.org" for number in range(4)]
    assert not Job.objects.exists()


def test_a_letter_that_goes_out_twice_is_the_same_letter(
    server: type[Server], event: Tournament, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker was killed after the mail server had accepted it, but before that was stored."""
    monkeypatch.setattr(server, "takes", 99)
    monkeypatch.setattr(server, "kills_after", 1)
    job = ordered(event)
    message = broker.take()
    assert message is not None
    with pytest.raises(SystemExit):
        broker.run(message)
    job.refresh_from_db()
    assert job.state == "running"
    Job.objects.update(seen_at=timezone.now() - durable_jobs.LOST)
    broker.run(message)
    assert server.letters[0] == server.letters[1]
    assert server.names[0] == server.names[1]
    assert len(set(server.names)) == len(server.names) - 1 == 4
    ordered(event)
    broker.run_next()
    assert len(set(server.names)) == 8, "another reminder is another letter"


def test_an_address_that_is_refused_stops_no_other_letter(
    server: type[Server], event: Tournament, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "problem", SMTPRecipientsRefused({}))
    ordered(event)
    broker.run_next()
    assert len(server.letters) == len(set(server.letters)) == 3
    assert not Job.objects.exists()


def test_without_a_worker_a_mail_server_that_is_down_keeps_nobody_from_working(
    server: type[Server], event: Tournament
) -> None:
    tasks.mail_reminder.delay(event.pk, "Lists close on Thursday.", "https://stadium.example")
    assert len(server.letters) == 3
