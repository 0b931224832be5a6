"""Links, workbooks and lists of players of large events come from a job, and each of them once."""

import time
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from core.models import Job, JournalEvent
from core.services import made_files
from core.services.jobs import sending
from core.views.made_files import MAX_DIRECT_ROWS
from pairings.services.rounds import attendance
from tests import build as staff_of
from tests.core.services.jobs.broker import Broker
from tests.core.services.jobs.broker import broker as broker
from tests.html import markup
from tests.pairings import build
from tests.papers import pages
from tournaments.models import Division, Entry, PersonalLink
from tournaments.services import personal_links

LARGE = MAX_DIRECT_ROWS + 1
PATIENCE = 240
"""Seconds for a worker to start and make a file."""


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


@pytest.fixture
def queue(broker: Broker, settings: Any) -> Broker:
    settings.CELERY_TASK_ALWAYS_EAGER = False
    return broker


@pytest.fixture
def large() -> Division:
    return build.division(LARGE)


def at(division: Division, name: str, **facts: str) -> str:
    return reverse(name, kwargs={"slug": division.tournament.slug, **facts})


def links(division: Division) -> str:
    return at(division, "pairings:links")


def workbook(division: Division) -> str:
    return at(division, "pairings:spreadsheet")


def ordered(client: Client, url: str) -> str:
    """Order a file, and return the URL of the page of its job."""
    answer = client.get(url)
    assert answer.status_code == 302
    assert "job=" in answer["Location"]
    return str(answer["Location"])


def printed_counts() -> list[int]:
    return [line.facts["count"] for line in JournalEvent.objects.filter(kind="PersonalLinksPrinted")]


@pytest.mark.django_db
class TestInOneProcess:
    def test_links_of_a_large_event_are_ordered_shown_and_fetched(self, client, queue, large):
        client.force_login(build.organizer(large))
        page = ordered(client, links(large))
        waiting = client.get(page)
        assert 'http-equiv="refresh" content="2"' in markup(waiting)
        assert "The file is being made" in markup(waiting)
        queue.run_next()
        ready = client.get(page)
        assert "The file is ready" in markup(ready)
        assert "http-equiv" not in markup(ready)
        assert "no-store" in ready["Cache-Control"]
        assert printed_counts() == []
        file = client.get(f"{page}&fetch=1")
        assert (file["Content-Type"], "no-store" in file["Cache-Control"]) == ("application/pdf", True)
        text = "".join("".join(pages(file.content)).split())
        tokens = PersonalLink.objects.filter(entry__tournament=large.tournament).values_list(
            "token", flat=True
        )
        assert len(tokens) == LARGE
        assert all(f"/my/{token}" in text for token in tokens)
        assert printed_counts() == [LARGE]

    def test_a_small_event_needs_no_job(self, client, queue):
        division = build.division(4)
        client.force_login(build.organizer(division))
        assert client.get(links(division))["Content-Type"] == "application/pdf"
        assert client.get(workbook(division))["Content-Disposition"].endswith('.xlsx"')
        assert Job.objects.count() == 0
        assert printed_counts() == [4]

    def test_a_second_click_gets_the_same_job_and_then_the_same_file(self, client, queue, large):
        client.force_login(build.organizer(large))
        for url in (links(large), workbook(large)):
            page = ordered(client, url)
            assert ordered(client, url) == page
            queue.run_next()
            assert queue.take() is None
            assert ordered(client, url) == page
            assert queue.take() is None

    def test_links_replaced_after_the_print_are_not_handed_out(self, client, queue, large):
        client.force_login(build.organizer(large))
        page = ordered(client, links(large))
        queue.run_next()
        old = personal_links.ensure_link(large.entries.first()).token
        new = personal_links.renew_personal_link(large.entries.first(), by=None).token
        answer = client.get(f"{page}&fetch=1")
        assert "The file is out of date" in markup(answer)
        assert printed_counts() == []
        again = ordered(client, links(large))
        assert again != page
        queue.run_next()
        text = "".join("".join(pages(client.get(f"{again}&fetch=1").content)).split())
        assert new in text
        assert old not in text

    @pytest.mark.parametrize("name", ["last_name", "dropped_in"])
    def test_a_changed_name_or_drop_makes_the_links_out_of_date(self, client, queue, large, name):
        client.force_login(build.organizer(large))
        page = ordered(client, links(large))
        queue.run_next()
        Entry.objects.filter(pk=large.entries.first().pk).update(**{name: 1})
        assert "The file is out of date" in markup(client.get(page))

    def test_the_workbook_says_that_the_event_has_changed(
        self, client, queue, large, django_capture_on_commit_callbacks
    ):
        client.force_login(build.organizer(large))
        page = ordered(client, workbook(large))
        queue.run_next()
        assert "has changed" not in markup(client.get(page))
        assert load_workbook(BytesIO(client.get(f"{page}&fetch=1").content)).sheetnames
        with django_capture_on_commit_callbacks(execute=True):
            attendance.drop_player(large.entries.first(), by=None)
        assert "has changed since this file was ordered" in markup(client.get(page))
        assert ordered(client, workbook(large)) != page

    def test_players_are_filtered_and_show_only_what_the_reader_may_see(self, client, queue, large):
        export = at(large, "tournaments:players_export", kind="csv")
        name = large.entries.first().last_name
        client.force_login(build.organizer(large))
        page = ordered(client, f"{export}?q={name}")
        queue.run_next()
        rows = client.get(f"{page}&fetch=1").content.decode("utf-8-sig").splitlines()
        matching = sum(name in str(entry) for entry in large.entries.select_related("player"))
        assert len(rows) == 1 + matching
        assert "Birth year" in rows[0]
        client.force_login(staff_of.staff(large.tournament, "judge"))
        assert "This file is no longer available" in markup(client.get(f"{page}&fetch=1"))

    @pytest.mark.parametrize("job", ["x" * 3000, "a\0b", "ß", "../a", "0123456789abcdef"])
    def test_a_typed_job_has_no_file(self, client, queue, large, job):
        client.force_login(build.organizer(large))
        assert "This file is no longer available" in markup(client.get(links(large), {"job": job}))

    def test_a_job_opens_no_file_of_another_event_or_page(self, client, queue, large):
        client.force_login(build.organizer(large))
        job = ordered(client, links(large)).partition("?")[2]
        queue.run_next()
        lists = at(large, "decks:lists_links")
        other = build.division(2)
        client.force_login(build.organizer(other))
        for url in (links(other), workbook(other)):
            assert "This file is no longer available" in markup(client.get(f"{url}?{job}&fetch=1"))
        assert client.get(f"{links(large)}?{job}&fetch=1").status_code in (403, 404)
        client.force_login(build.organizer(large))
        assert "This file is no longer available" in markup(client.get(f"{lists}?{job}&fetch=1"))
        client.force_login(staff_of.staff(large.tournament, "judge"))
        assert client.get(f"{links(large)}?{job}&fetch=1").status_code == 403

    def test_a_failure_says_so_and_the_next_click_tries_again(self, client, queue, large):
        client.force_login(build.organizer(large))
        page = ordered(client, workbook(large))
        job = page.partition("job=")[2]

        def fail() -> bytes:
            raise OSError

        with pytest.raises(OSError):
            made_files.make_ordered_file(job, fail)
        failed = markup(client.get(page))
        assert "The file could not be made" in failed
        assert f'href="{workbook(large)}"' in failed
        assert ordered(client, workbook(large)) != page

    def test_a_worker_that_is_lost_does_not_block_the_next_click(self, client, queue, large, monkeypatch):
        client.force_login(build.organizer(large))
        page = ordered(client, workbook(large))
        later = timezone.now() + made_files.SLOW_AFTER * 2
        monkeypatch.setattr(made_files.timezone, "now", lambda: later)
        assert "It takes longer than usual" in markup(client.get(page))
        assert ordered(client, workbook(large)) != page

    def test_a_queue_that_does_not_respond_is_bridged(self, client, queue, large, monkeypatch):
        client.force_login(build.organizer(large))
        monkeypatch.setattr(sending, "_publish", lambda *_args, **_options: False)
        answer = client.get(workbook(large))
        assert answer.status_code == 503
        assert "The job queue does not respond" in markup(answer)
        assert f'href="{workbook(large)}?now=1"' in markup(answer)
        assert Job.objects.count() == 0
        assert client.get(f"{workbook(large)}?now=1")["Content-Disposition"].endswith('.xlsx"')
        monkeypatch.undo()
        ordered(client, workbook(large))

    def test_a_larger_event_asks_as_many_queries(self, client, queue):
        counts = []
        for players in (LARGE, 2 * LARGE):
            division = build.division(players)
            personal_links.create_missing_links(division.tournament)
            client.force_login(build.organizer(division))
            for url in (links(division), workbook(division)):
                with CaptureQueriesContext(connection) as order:
                    page = ordered(client, url)
                queue.run_next()
                with CaptureQueriesContext(connection) as fetch:
                    client.get(f"{page}&fetch=1")
                counts.append((len(order), len(fetch)))
        assert counts[:2] == counts[2:]


@pytest.mark.redis
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_links_of_a_large_event_come_from_the_worker(client, worker):
    assert django_settings.REDIS_URL
    division = build.division(LARGE)
    client.force_login(build.organizer(division))
    page = ordered(client, links(division))
    until = time.monotonic() + PATIENCE
    while "The file is ready" not in markup(client.get(page)):
        assert time.monotonic() < until
        time.sleep(0.5)
    assert len(pages(client.get(f"{page}&fetch=1").content)) == -(-LARGE // 10)
