"""Workers killed with SIGKILL in the middle of a job: the next one does the job, which ends once."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path

import psutil
import pytest
from celery import current_app
from django.conf import settings as current
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone
from pytest_django import Settings
from redis import Redis

from core.models import Job, JournalEvent
from core.services import jobs
from core.services.jobs import durable_jobs
from core.services.notices import subscriptions
from core.services.snapshots import home_folder
from core.tasks import notices, snapshots, upkeep
from decks import tasks as deck_tasks
from decks.models import ListRules
from floor.engine.notice_topics import FOR_PLAYERS
from pairings import tasks as print_tasks
from pairings.engine.print_choice import PrintChoice
from pairings.models import StoredPrint
from pairings.services import prints
from pairings.services.rounds import rounds
from tests import build
from tests.conftest import running_worker
from tests.decks.lists import event as event_with_lists
from tests.pairings import build as play
from tests.push_service import PushService, Subscribed
from tests.push_service import push_service as push_service
from tournaments.services import personal_links

pytestmark = [pytest.mark.redis, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

PATIENCE = 120
"""Seconds that each step may take on a busy machine."""


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor != "postgresql" or not settings.REDIS_URL:
        pytest.skip("a worker of its own needs PostgreSQL and Redis: set DATABASE_URL and REDIS_URL")
    settings.VAR_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"
    monkeypatch.setenv("STADIUM_VAR", str(tmp_path))


@contextmanager
def locked(table: str) -> Iterator[None]:
    """Lock a table against reading and writing, so that a job stays in the middle."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
        yield


def wait(until: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < end
        time.sleep(0.1)


def is_waiting_for(table: str) -> bool:
    """Return whether a connection to this database waits for a locked table."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database"
            " WHERE NOT granted AND relation = %s::regclass AND datname = current_database()",
            [table],
        )
        return bool(cursor.fetchone()[0])


def after_the_longest_job() -> None:
    """Age all jobs and unacknowledged messages, so that the broker delivers the messages again."""
    Job.objects.update(seen_at=F("seen_at") - durable_jobs.LOST)
    StoredPrint.objects.update(last_seen_at=F("last_seen_at") - durable_jobs.LOST)
    with Redis.from_url(current.REDIS_URL) as client:
        for tag in client.zrange("unacked_index", 0, -1):
            client.zincrby("unacked_index", -durable_jobs.LOST.total_seconds(), tag)


def kill_child(worker: psutil.Process) -> None:
    """Kill the process that does the job, not the one that assigns it, as the kernel does when memory runs out."""
    (child,) = worker.children(recursive=True)
    child.send_signal(signal.SIGKILL)
    wait(lambda: not child.is_running() or child.status() == psutil.STATUS_ZOMBIE)


def test_a_print_is_made_once() -> None:
    division = play.division(8)
    rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    row, _new = prints.order_print(
        division.tournament,
        PrintChoice(("names", "tables", "slips", "playing")),
        key="press",
        by=None,
        site="https://stadium.example",
    )
    assert jobs.send_job(print_tasks.make_print, row.pk, about=division.tournament_id)
    with locked("pairings_match"), running_worker() as worker:
        wait(lambda: is_waiting_for("pairings_match"))
        worker.kill()
        worker.wait()
    row.refresh_from_db()
    assert (row.state, Job.objects.get().state) == ("running", "running")
    after_the_longest_job()
    with running_worker():
        wait(lambda: not Job.objects.exists())
    row.refresh_from_db()
    assert (row.state, row.attempt, row.rounds.count()) == ("done", 2, 1)
    assert len(list(Path(current.MEDIA_ROOT).rglob("*.pdf"))) == 1


def test_a_snapshot_is_written_once() -> None:
    event = build.event()
    jobs.send_job(snapshots.save_snapshot, event.pk, about=event.pk)
    with running_worker(pool="prefork") as worker:
        with locked("tournaments_entry"):
            wait(lambda: is_waiting_for("tournaments_entry"))
            kill_child(psutil.Process(worker.pid))
        wait(lambda: not Job.objects.exists())
    assert len(home_folder.list_snapshots(event)) == 1


def test_a_deadline_is_written_down_once() -> None:
    event = event_with_lists(players=1)
    ListRules.objects.update(deadline=timezone.now() - timedelta(minutes=1))
    closed = JournalEvent.objects.filter(tournament=event, kind="ListsClosed")
    jobs.send_job_now(deck_tasks.close_lists)
    with running_worker(pool="prefork") as worker:
        with locked("tournaments_journalevent"):
            wait(lambda: is_waiting_for("tournaments_journalevent"))
            kill_child(psutil.Process(worker.pid))
        assert not closed.exists()
        for _minute in range(2):
            jobs.send_job_now(deck_tasks.close_lists)
        wait(closed.exists)
    assert closed.count() == 1


def round_with_phones(service: PushService, count: int) -> tuple[JournalEvent, list[Subscribed]]:
    """Create a posted round whose first players subscribed to notices, and return its journal line."""
    division = build.division(max(count, 2))
    phones = []
    for number, entry in enumerate(division.entries.order_by("pk")[:count]):
        personal_links.ensure_link(entry)
        phones.append(service.browser(f"phone{number}"))
        subscriptions.subscribe_browser(
            entry, phones[-1].browser, topics=FOR_PLAYERS, language="en", origin="https://stadium.example"
        )
    rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    return JournalEvent.objects.get(kind="RoundPosted"), phones


def test_a_phone_whose_notice_was_in_hand_is_told_once(push_service: PushService) -> None:
    _line, (phone,) = round_with_phones(push_service, 1)
    with running_worker(pool="prefork") as worker:
        with locked("tournaments_pushsubscription"):
            wait(lambda: is_waiting_for("tournaments_pushsubscription"))
            kill_child(psutil.Process(worker.pid))
        assert not push_service.received
        (told,) = push_service.wait(1, seconds=PATIENCE)
        wait(lambda: not Job.objects.exists())
    assert phone.read(told)["title"] == "Round 1: table 1"
    assert len(push_service.received) == 1


def test_no_phone_is_left_out_or_told_twice_by_the_job_of_all(
    push_service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed at each piece: between two pieces, and after the jobs of one were written but before they were sent."""
    monkeypatch.setattr(notices, "BATCH_SIZE", 2)
    line, _phones = round_with_phones(push_service, 5)
    Job.objects.all().delete()
    row = Job.objects.create(task=notices.send_notices.name, args=[line.pk], last_try=9)
    message, real, killed = row.message, jobs.send_stored_jobs, []

    def dies(ordered: list[Job]) -> int:
        if len(killed) % 2:
            real(ordered)
        killed.append(len(ordered))
        raise SystemExit

    monkeypatch.setattr(jobs, "send_stored_jobs", dies)
    while Job.objects.filter(pk=row.pk).exists():
        with suppress(SystemExit):
            current_app.tasks[row.task].apply(row.args, task_id=message, throw=True)
        Job.objects.update(seen_at=F("seen_at") - durable_jobs.LOST)
    assert killed == [2, 2, 1]
    of_phones = Job.objects.filter(task=notices.send_notice.name)
    assert of_phones.count() == len({job.args[0] for job in of_phones}) == 5
    with running_worker():
        upkeep.send_waiting_jobs()
        push_service.wait(5, seconds=PATIENCE)
        wait(lambda: not Job.objects.exists())
    assert sorted(one.path for one in push_service.received) == [f"/send/phone{n}" for n in range(5)]
