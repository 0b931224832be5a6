"""Failed jobs are shown only to administrators, who restart or remove them."""

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.models import Job
from core.services import jobs
from decks import tasks
from decks.models import DeckList
from pairings.tasks import make_print
from tests import build
from tests.asking import queries_of
from tests.decks.lists import event as event_with_lists
from tests.html import markup
from tournaments.models import Tournament
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db


def failed(task: str, *args: object, **more: object) -> Job:
    facts = {"state": Job.State.FAILED, "ended_at": timezone.now(), "tries": 3, "reason": "error"}
    return Job.objects.create(task=task, args=list(args), **facts | more)


@pytest.fixture
def root(client: Client) -> Client:
    client.force_login(build.user("root", is_superuser=True))
    return client


@pytest.fixture
def event() -> Tournament:
    return event_with_lists(players=1)


def page(client: Client) -> str:
    return markup(client.get(reverse("failed_jobs")))


def test_it_says_what_for_which_event_when_and_why(root: Client, event: Tournament) -> None:
    assert "No job has failed." in page(root)
    failed(make_print.name, 1, about=event.pk, reason="killed", ended_at=timezone.now() - timedelta(days=1))
    failed(tasks.mail_reminder.name, event.pk, "Text", about=10**6, problem="ConnectionRefusedError", tries=1)
    failed("decks.tasks.of_another_version")
    text = page(root)
    assert f"{event}," in text
    assert "Its worker was stopped before it finished, after 3 tries" in text
    assert "An event that was deleted" in text
    assert "It failed (ConnectionRefusedError), after 1 try" in text
    assert text.index("Reminders by email") < text.index("Printed sheets")
    assert "decks.tasks.of_another_version" in text


def test_more_jobs_ask_the_database_no_more(root: Client, event: Tournament) -> None:
    for _job in range(2):
        failed(make_print.name, 1, about=event.pk)
    few = queries_of(root, reverse("failed_jobs"))
    for _job in range(10):
        failed(make_print.name, 1, about=build.event().pk)
    assert queries_of(root, reverse("failed_jobs")) == few


def test_a_letter_is_written_once_it_is_started_again(root: Client, event: Tournament) -> None:
    row = DeckList.objects.get()
    row.entry.player.user = build.user("ana")
    row.entry.player.save()
    personal_links.ensure_link(row.entry)
    job = failed(tasks.mail_changed.name, row.pk, "https://stadium.example")
    answer = root.post(reverse("job_restart", args=[job.pk]), follow=True)
    assert "Started again." in markup(answer)
    assert len(mail.outbox) == 1
    assert not Job.objects.exists()
    assert "This job is no longer here." in markup(
        root.post(reverse("job_restart", args=[job.pk]), follow=True)
    )


def test_an_import_is_uploaded_again(root: Client) -> None:
    job = failed("cards.tasks.import_cards", 1, reason="time")
    text = page(root)
    assert "It took too long" in text
    assert "Upload it again." in text
    assert reverse("job_restart", args=[job.pk]) not in text
    root.post(reverse("job_restart", args=[job.pk]))
    assert Job.objects.get() == job


def test_what_nobody_needs_is_removed(root: Client) -> None:
    job = failed(make_print.name, 1)
    assert "Removed." in markup(root.post(reverse("job_remove", args=[job.pk]), follow=True))
    assert not Job.objects.exists()
    assert "no longer here" in markup(root.post(reverse("job_remove", args=[job.pk]), follow=True))


def test_nobody_else_sees_or_starts_them(client: Client) -> None:
    job = failed(make_print.name, 1)
    for name, args in (("failed_jobs", []), ("job_restart", [job.pk]), ("job_remove", [job.pk])):
        ask = client.get if name == "failed_jobs" else client.post
        assert ask(reverse(name, args=args))["Location"].startswith("/account/login/")
    client.force_login(build.user("marta"))
    assert client.get(reverse("failed_jobs")).status_code == 403
    for name in ("job_restart", "job_remove"):
        assert client.post(reverse(name, args=[job.pk])).status_code == 403
        assert client.get(reverse(name, args=[job.pk])).status_code == 405
    assert not jobs.restart_failed_job(10**6)
    assert Job.objects.get().state == "failed"
