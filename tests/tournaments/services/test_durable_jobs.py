"""A job has its row until it has ended: tried again with limits, found when its worker was killed, ended once."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from celery import Task
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.celery import app
from core.models import Job
from core.services import jobs
from core.services.jobs import durable_jobs

pytestmark = pytest.mark.django_db

State = Job.State
done: list[int] = []
problems: list[Exception] = []


@durable_jobs.durable(_("Jobs"), tries=2)
def write(number: int) -> None:
    """Work of these tests."""
    if problems:
        raise problems.pop()
    done.append(number)


@durable_jobs.durable(_("Jobs"), retried=False, restartable=False)
def write_once(number: int) -> None:
    """Work of these tests that no error lets begin again."""
    write.run(number)


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    yield
    done.clear()
    problems.clear()


def ordered(task: Task[..., Any] = write, number: int = 7) -> Job:
    kind = durable_jobs.KINDS[task.name]
    return Job.objects.create(task=task.name, args=[number], last_try=kind.tries)


def bring(message: str, row: Job) -> None:
    """A worker is given a message."""
    app.tasks[row.task].apply(row.args, task_id=message, throw=False)


def again(row: Job) -> Job:
    row.refresh_from_db()
    return row


def wait_is_over(row: Job) -> None:
    Job.objects.filter(pk=row.pk).update(due_at=timezone.now())


def test_a_message_that_comes_twice_begins_a_job_once() -> None:
    row = ordered()
    message = row.message
    bring(message, row)
    bring(message, row)
    assert done == [7]
    assert not Job.objects.exists()


def test_what_runs_is_begun_by_nobody_else() -> None:
    row = ordered()
    assert durable_jobs.begin(row.pk, 0) is not None
    assert durable_jobs.begin(row.pk, 0) is None
    assert durable_jobs.begin(row.pk, 1) is None


def test_an_error_is_tried_again_later_and_then_fails_for_good() -> None:
    row = ordered()
    problems.extend([OSError("b"), ValueError("marta@example.org")])
    bring(row.message, row)
    assert (again(row).state, row.problem) == (State.WAITING, "ValueError")
    assert row.due_at is not None
    assert row.due_at > timezone.now() + timedelta(seconds=50)
    assert not jobs.waits(write, 7)
    assert jobs.send_waiting() == 0
    bring(row.message, row)
    assert (again(row).state, row.reason, row.problem, row.tries) == (State.FAILED, "error", "OSError", 2)
    bring(row.message, row)
    assert done == []


def test_a_job_that_is_wanted_once_is_not_tried_again_after_an_error() -> None:
    row = ordered(write_once)
    problems.append(OSError("disk"))
    bring(row.message, row)
    assert again(row).state == State.FAILED
    assert not jobs.restart(row.pk)


def test_a_failed_job_is_started_again_with_new_tries() -> None:
    row = ordered()
    problems.extend([OSError("c"), OSError("b"), OSError("a")])
    bring(row.message, row)
    bring(again(row).message, row)
    assert again(row).state == State.FAILED
    assert jobs.restart(row.pk)
    assert (again(row).state, row.tries) == (State.WAITING, 3)
    assert not jobs.restart(row.pk)
    wait_is_over(row)
    bring(again(row).message, row)
    assert done == [7]
    assert not Job.objects.exists()


def test_the_same_job_done_later_forgets_the_failed_one() -> None:
    failed, other = ordered(), ordered(number=8)
    Job.objects.update(state=State.FAILED)
    row = ordered()
    bring(row.message, row)
    assert list(Job.objects.all()) == [other]
    assert failed != other


def test_a_failed_job_can_be_removed_and_goes_after_a_month() -> None:
    row, old, running = ordered(), ordered(number=8), ordered(number=9)
    Job.objects.exclude(pk=running.pk).update(state=State.FAILED, ended_at=timezone.now())
    assert durable_jobs.remove(row.pk)
    assert not durable_jobs.remove(running.pk)
    durable_jobs.find_lost(now=timezone.now() + timedelta(days=31))
    assert list(Job.objects.all()) == [running]
    assert old != running


class TestAKilledWorker:
    @pytest.fixture
    def silent(self) -> Job:
        row = ordered()
        durable_jobs.begin(row.pk, 0, now=timezone.now() - timedelta(seconds=61))
        return again(row)

    def test_its_job_waits_again_at_once(self, silent: Job) -> None:
        durable_jobs.find_lost()
        assert (again(silent).state, silent.reason) == (State.WAITING, "killed")
        bring(silent.message, silent)
        assert done == [7]

    def test_one_that_lives_keeps_its_job(self, silent: Job) -> None:
        Job.objects.update(seen_at=timezone.now())
        durable_jobs.find_lost()
        assert again(silent).state == State.RUNNING

    def test_one_that_was_only_slow_ends_nothing_of_the_next(self, silent: Job) -> None:
        slow = again(silent)
        durable_jobs.find_lost()
        next_try = durable_jobs.begin(silent.pk, 1)
        durable_jobs.end(slow)
        durable_jobs.fail(slow, Job.Reason.ERROR)
        assert next_try is not None
        assert (again(next_try).state, next_try.tries) == (State.RUNNING, 2)

    def test_a_job_that_kills_each_worker_ends(self, silent: Job) -> None:
        durable_jobs.find_lost()
        durable_jobs.begin(silent.pk, 1, now=timezone.now() - timedelta(seconds=61))
        durable_jobs.find_lost()
        assert (again(silent).state, silent.reason, silent.tries) == (State.FAILED, "killed", 2)

    def test_what_it_had_in_hand_or_the_broker_lost_is_sent_again(self) -> None:
        row, fresh = ordered(), ordered(number=8)
        Job.objects.update(state=State.SENT, sent_at=timezone.now())
        Job.objects.filter(pk=row.pk).update(sent_at=timezone.now() - timedelta(minutes=11))
        durable_jobs.find_lost()
        assert (again(row).state, again(fresh).state) == (State.WAITING, State.SENT)
        bring(row.message, row)
        assert done == [7]


def test_pieces_that_are_done_are_known_to_the_next_try(monkeypatch: pytest.MonkeyPatch) -> None:
    row = ordered()
    seen: list[tuple[bool, int]] = []

    def work(number: int, ends: Callable[[], None]) -> None:
        seen.append((durable_jobs.is_repeated(), durable_jobs.reached()))
        durable_jobs.reach(number)
        ends()

    def ends_badly() -> None:
        raise OSError

    first = durable_jobs.begin(row.pk, 0)
    assert first is not None
    with pytest.raises(OSError):
        durable_jobs.do(first, work, 5, ends_badly)
    second = durable_jobs.begin(row.pk, 1)
    assert second is not None
    durable_jobs.do(second, work, 6, done.clear)
    assert seen == [(False, 0), (True, 5)]
    assert durable_jobs.reached() == 0
