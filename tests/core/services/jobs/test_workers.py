"""Jobs of real workers over a real broker: killed, stopped, failing, too slow, rolled back; each is done only once."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from django.db import connection, transaction
from django.db.models import F
from pytest_django import Settings
from redis import Redis

from config.celery import app
from core.models import Job
from core.services import jobs
from core.services.jobs import durable_jobs
from tests.conftest import running_worker
from tests.core.services.jobs import work
from tests.own_redis import OwnRedis, running

pytestmark = [pytest.mark.redis, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

PATIENCE = 120
"""Seconds that each step may take on a busy machine."""


@pytest.fixture(autouse=True)
def redis(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[OwnRedis]:
    if connection.vendor != "postgresql" or not settings.REDIS_URL:
        pytest.skip("a worker of its own needs PostgreSQL and Redis: set DATABASE_URL and REDIS_URL")
    for own in running(monkeypatch, settings):
        monkeypatch.setenv("REDIS_URL", own.url)
        yield own


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "notes"


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    return tmp_path / "gate"


def wait(until: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < end
        time.sleep(0.1)


def kill_child(worker_pid: int) -> None:
    """Kill the process that does the job, not the one that assigns it, as the kernel does when memory runs out."""
    (child,) = psutil.Process(worker_pid).children(recursive=True)
    child.send_signal(signal.SIGKILL)


def kill(worker_pid: int) -> None:
    """Kill the worker at once, as in a power failure."""
    parent = psutil.Process(worker_pid)
    for process in [parent, *parent.children(recursive=True)]:
        with suppress(psutil.NoSuchProcess):
            process.kill()


def after_the_longest_job(redis: OwnRedis) -> None:
    """Age all jobs and unacknowledged messages, so that the broker delivers the messages again."""
    Job.objects.update(seen_at=F("seen_at") - durable_jobs.LOST)
    with Redis.from_url(redis.url) as client:
        for tag, _at in client.zrange("unacked_index", 0, -1, withscores=True):
            client.zincrby("unacked_index", -durable_jobs.LOST.total_seconds(), tag)


def test_a_job_whose_process_was_killed_is_done_by_the_next(file: Path, gate: Path) -> None:
    jobs.send_job(work.hold, str(file), str(gate))
    with running_worker("prefork", tasks=work.MODULE) as worker:
        wait(lambda: work.notes(file) == ["begun"])
        kill_child(worker.pid)
        wait(lambda: work.notes(file) == ["begun", "again"])
        row = Job.objects.get()
        assert (row.state, row.reason, row.tries) == ("running", "killed", 2)
        gate.touch()
        wait(lambda: not Job.objects.exists())
    assert work.notes(file) == ["begun", "again", "done"]


def test_a_job_that_kills_each_process_ends(file: Path, gate: Path) -> None:
    jobs.send_job(work.hold, str(file), str(gate))
    with running_worker("prefork", tasks=work.MODULE) as worker:
        for tries in range(1, durable_jobs.TRIES + 1):
            wait(lambda tries=tries: len(work.notes(file)) == tries)
            kill_child(worker.pid)
        wait(lambda: Job.objects.get().state == "failed")
        time.sleep(3)
    row = Job.objects.get()
    assert (row.reason, row.tries, row.problem) == ("killed", durable_jobs.TRIES, "")
    assert len(work.notes(file)) == durable_jobs.TRIES


def test_a_job_whose_worker_was_killed_is_delivered_again_and_done_once(
    file: Path, gate: Path, redis: OwnRedis
) -> None:
    jobs.send_job(work.hold, str(file), str(gate))
    with running_worker("prefork", tasks=work.MODULE) as worker:
        wait(lambda: work.notes(file) == ["begun"])
        kill(worker.pid)
    after_the_longest_job(redis)
    gate.touch()
    with running_worker("prefork", tasks=work.MODULE):
        wait(lambda: not Job.objects.exists())
    assert work.notes(file) == ["begun", "again", "done"]


def test_a_broker_that_loses_everything_is_given_its_jobs_again(
    file: Path, gate: Path, redis: OwnRedis
) -> None:
    """The whole machine restarts: the worker is killed, and Redis loses its data."""
    other = file.with_name("other")
    jobs.send_job(work.hold, str(file), str(gate))
    with running_worker("prefork", tasks=work.MODULE) as worker:
        wait(lambda: work.notes(file) == ["begun"])
        jobs.send_job(work.write, str(other))
        kill(worker.pid)
    redis.stop()
    redis.start()
    after_the_longest_job(redis)
    Job.objects.update(sent_at=F("sent_at") - durable_jobs.RESEND_AFTER)
    durable_jobs.requeue_lost_jobs()
    assert jobs.send_waiting_jobs() == 2
    gate.touch()
    with running_worker("prefork", tasks=work.MODULE):
        wait(lambda: not Job.objects.exists())
    assert work.notes(file) == ["begun", "again", "done"]
    assert work.notes(other) == ["done"]


def test_copies_of_a_message_do_nothing_while_the_job_runs_and_once_it_has_ended(
    file: Path, gate: Path
) -> None:
    jobs.send_job(work.hold, str(file), str(gate))
    row = Job.objects.get()
    message = (work.hold.name, row.args)
    with running_worker("prefork", tasks=work.MODULE), running_worker("prefork", tasks=work.MODULE):
        wait(lambda: work.notes(file) == ["begun"])
        for _copy in range(3):
            app.send_task(*message, task_id=row.message)
        jobs.send_job(work.write, str(gate))
        wait(lambda: not Job.objects.exists())
        app.send_task(*message, task_id=row.message)
        jobs.send_job(work.write, str(file))
        wait(lambda: work.notes(file)[1:] == ["done", "done"])


def test_jobs_asked_for_while_the_broker_is_stopped_are_done_once_it_is_back(
    file: Path, redis: OwnRedis
) -> None:
    with running_worker("prefork", tasks=work.MODULE) as worker:
        jobs.send_job(work.write, str(file))
        wait(lambda: work.notes(file) == ["done"])
        redis.stop()
        for _job in range(3):
            assert not jobs.send_job(work.write, str(file))
        assert jobs.send_waiting_jobs() == 0
        redis.start()
        assert jobs.send_waiting_jobs() == 3
        wait(lambda: not Job.objects.exists())
        assert worker.poll() is None
    assert work.notes(file) == ["done"] * 4


def test_a_failing_job_is_retried_with_longer_pauses_and_started_again_by_hand(
    file: Path, gate: Path
) -> None:
    jobs.send_job(work.break_off, str(file), str(gate))
    with running_worker("prefork", tasks=work.MODULE):
        wait(lambda: Job.objects.get().state == "failed")
        first, second, third = (float(at) for at in work.notes(file))
        row = Job.objects.get()
        assert (row.reason, row.problem, row.tries) == ("error", "OSError", 3)
        assert second - first >= 0.9
        assert third - second >= 1.9
        gate.touch()
        assert jobs.restart_failed_job(row.pk)
        wait(lambda: not Job.objects.exists())
    assert len(work.notes(file)) == 4


@pytest.mark.parametrize("task", [work.last, work.hang], ids=["noticed", "not noticed"])
def test_a_job_that_takes_too_long_fails_and_is_not_tried_again(task, file: Path) -> None:
    jobs.send_job(task, str(file))
    with running_worker("prefork", tasks=work.MODULE):
        wait(lambda: Job.objects.get().state == "failed")
        jobs.send_job(work.write, str(file.with_name("other")))
        wait(lambda: work.notes(file.with_name("other")) == ["done"])
    row = Job.objects.get()
    assert (row.reason, row.tries) == ("time", 1)
    assert work.notes(file) == ["begun"]


def test_a_job_of_a_transaction_is_sent_with_its_commit_and_never_without(
    file: Path, redis: OwnRedis
) -> None:
    other = file.with_name("other")
    with suppress(ValueError), transaction.atomic():
        jobs.send_after_commit(work.write, str(file))
        raise ValueError
    with transaction.atomic():
        jobs.send_after_commit(work.write, str(other))
        with Redis.from_url(redis.url) as client:
            assert client.llen("celery") == 0
    with running_worker("prefork", tasks=work.MODULE):
        wait(lambda: not Job.objects.exists())
    assert (work.notes(file), work.notes(other)) == ([], ["done"])
