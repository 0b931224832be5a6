"""A job has a row until it ends: retried with limits, sent again if the broker has lost it, ended only once."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from celery import Task
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.models import Job
from core.services import jobs
from core.services.jobs import durable_jobs
from tests.core.services.jobs.broker import Broker
from tests.core.services.jobs.broker import broker as broker

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("broker")]

State = Job.State
done: list[int] = []
problems: list[BaseException] = []
meanwhile: list[Callable[[], None]] = []


@durable_jobs.durable_task(_("Jobs"), tries=2)
def write(number: int) -> None:
    """Task of these tests."""
    while meanwhile:
        meanwhile.pop()()
    if problems:
        raise problems.pop()
    done.append(number)


@durable_jobs.durable_task(_("Jobs"), autoretry_for=(), restartable=False)
def write_once(number: int) -> None:
    """Task of these tests that is not retried after an error."""
    write.run(number)


@durable_jobs.durable_task(_("Jobs"), tries=7)
def write_patiently(number: int) -> None:
    """Task of these tests that is retried many times."""
    write.run(number)


@durable_jobs.durable_task(_("Jobs"))
def write_pieces(ends: list[int]) -> None:
    """Task of these tests that works in pieces, and fails after each of them except the last."""
    pieces.append((durable_jobs.is_repeated_try(), durable_jobs.last_finished_key()))
    number = next(one for one in ends if one > durable_jobs.last_finished_key())
    durable_jobs.record_finished_key(number)
    if number != ends[-1]:
        raise OSError


pieces: list[tuple[bool, int]] = []


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    yield
    for each in (done, problems, meanwhile, pieces):
        each.clear()


def ordered(task: Task[..., Any] = write, number: int = 7) -> Job:
    jobs.send_job(task, number)
    return Job.objects.latest("pk")


def again(row: Job) -> Job:
    row.refresh_from_db()
    return row


def test_a_message_that_comes_twice_begins_a_job_once(broker: Broker) -> None:
    ordered()
    message = broker.run_next()
    broker.run(message)
    assert done == [7]
    assert not Job.objects.exists()


def test_what_runs_is_begun_by_nobody_else(broker: Broker) -> None:
    row = ordered()
    message = broker.take()
    assert message is not None
    meanwhile.append(lambda: broker.run(message))
    broker.run(message)
    assert done == [7]
    assert not Job.objects.filter(pk=row.pk).exists()


def test_an_error_is_tried_again_later_and_then_fails_for_good(broker: Broker) -> None:
    row = ordered()
    problems.extend([OSError("b"), ValueError("marta@example.org")])
    first = broker.run_next()
    assert (again(row).state, row.problem) == (State.WAITING, "ValueError")
    assert row.due_at is not None
    assert row.due_at > timezone.now() + timedelta(seconds=50)
    assert not jobs.is_job_waiting(write, 7)
    assert jobs.send_waiting_jobs() == 0
    broker.run(first)
    assert again(row).tries == 1
    last = broker.run_next()
    assert (again(row).state, row.reason, row.problem, row.tries) == (State.FAILED, "error", "OSError", 2)
    broker.run(last)
    assert broker.take() is None
    assert done == []


def test_each_pause_is_twice_as_long_as_the_one_before_up_to_ten_minutes(broker: Broker) -> None:
    row = ordered(write_patiently)
    problems.extend(OSError() for _try in range(7))
    minutes = []
    for _try in range(6):
        broker.run_next()
        due = again(row).due_at
        assert due is not None
        minutes.append(round((due - datetime.now(UTC)).total_seconds() / 60))
    assert minutes == [1, 2, 4, 8, 10, 10]
    broker.run_next()
    assert again(row).state == State.FAILED


def test_a_retry_that_the_broker_has_lost_is_sent_again_long_after_it_was_due(broker: Broker) -> None:
    row = ordered()
    problems.append(OSError())
    broker.run_next()
    lost = broker.take()
    assert lost is not None
    Job.objects.update(due_at=timezone.now() - timedelta(minutes=9))
    assert jobs.send_waiting_jobs() == 0
    Job.objects.update(due_at=timezone.now() - timedelta(minutes=11))
    assert jobs.send_waiting_jobs() == 1
    broker.run_next()
    broker.run(lost)
    assert done == [7]
    assert not Job.objects.filter(pk=row.pk).exists()


def test_a_job_that_is_wanted_once_is_not_tried_again_after_an_error(broker: Broker) -> None:
    row = ordered(write_once)
    problems.append(OSError("disk"))
    broker.run_next()
    assert again(row).state == State.FAILED
    assert not jobs.restart_failed_job(row.pk)


def test_a_job_past_its_time_limit_is_not_tried_again(broker: Broker) -> None:
    row = ordered()
    problems.append(SoftTimeLimitExceeded(840))
    broker.run_next()
    assert (again(row).state, row.reason, row.problem) == (State.FAILED, "time", "")
    assert broker.take() is None


def test_a_failed_job_is_started_again_with_new_tries(broker: Broker) -> None:
    row = ordered()
    problems.extend([OSError("c"), OSError("b"), OSError("a")])
    broker.run_next()
    broker.run_next()
    assert again(row).state == State.FAILED
    assert jobs.restart_failed_job(row.pk)
    assert (again(row).state, row.tries, row.last_try) == (State.SENT, 2, 4)
    assert not jobs.restart_failed_job(row.pk)
    broker.run_next()
    assert (again(row).state, row.tries) == (State.WAITING, 3)
    broker.run_next()
    assert done == [7]
    assert not Job.objects.exists()


def test_the_same_job_done_later_forgets_the_failed_one(broker: Broker) -> None:
    failed, other = ordered(), ordered(number=8)
    while broker.take():
        pass
    Job.objects.update(state=State.FAILED)
    ordered()
    broker.run_next()
    assert list(Job.objects.all()) == [other]
    assert failed != other


def test_a_failed_job_can_be_removed_and_goes_after_a_month() -> None:
    row, old, running = ordered(), ordered(number=8), ordered(number=9)
    Job.objects.filter(pk=running.pk).update(state=State.RUNNING, seen_at=timezone.now() + timedelta(days=31))
    Job.objects.exclude(pk=running.pk).update(state=State.FAILED, ended_at=timezone.now())
    assert durable_jobs.delete_failed_job(row.pk)
    assert not durable_jobs.delete_failed_job(running.pk)
    durable_jobs.requeue_lost_jobs(now=timezone.now() + timedelta(days=31))
    assert list(Job.objects.all()) == [running]
    assert old != running


def test_without_a_broker_an_error_is_raised_at_once_and_nothing_is_tried_again() -> None:
    write.app.conf.task_always_eager = True  # the fixture `broker` restores it
    problems.extend([OSError("b"), OSError("a")])
    with pytest.raises(OSError, match="a"):
        jobs.send_job(write, 7)
    assert len(problems) == 1
    assert not Job.objects.exists()


class TestAKilledWorker:
    @pytest.fixture
    def message(self, broker: Broker) -> Any:
        """Start a job, kill its process while it runs, and return the message."""
        ordered()
        message = broker.take()
        assert message is not None
        problems.append(SystemExit())
        with pytest.raises(SystemExit):
            broker.run(message)
        assert Job.objects.get().state == State.RUNNING
        return message

    def began(self, *, minutes: float) -> None:
        Job.objects.update(seen_at=timezone.now() - timedelta(minutes=minutes))

    def test_its_job_is_done_once_it_is_delivered_again(self, broker: Broker, message: Any) -> None:
        self.began(minutes=16)
        broker.run(message)
        broker.run(message)
        assert done == [7]
        assert not Job.objects.exists()

    def test_one_that_may_still_live_keeps_its_job(self, broker: Broker, message: Any) -> None:
        self.began(minutes=14.5)
        broker.run(message)
        durable_jobs.requeue_lost_jobs()
        assert Job.objects.get().state == State.RUNNING
        assert done == []

    def test_its_job_is_sent_again_if_the_broker_has_lost_it(self, broker: Broker, message: Any) -> None:
        self.began(minutes=17)
        durable_jobs.requeue_lost_jobs()
        row = Job.objects.get()
        assert (row.state, row.reason) == (State.WAITING, "killed")
        assert jobs.send_waiting_jobs() == 1
        broker.run(message)
        assert done == []
        broker.run_next()
        broker.run(message)
        assert done == [7]

    def test_a_job_that_takes_each_worker_with_it_ends(self, broker: Broker, message: Any) -> None:
        self.began(minutes=17)
        durable_jobs.requeue_lost_jobs()
        jobs.send_waiting_jobs()
        problems.append(SystemExit())
        with pytest.raises(SystemExit):
            broker.run_next()
        self.began(minutes=17)
        durable_jobs.requeue_lost_jobs()
        row = Job.objects.get()
        assert (row.state, row.reason, row.tries) == (State.FAILED, "killed", 2)

    def test_one_that_was_only_slow_ends_nothing_of_the_next(self, broker: Broker) -> None:
        row = ordered()

        def is_taken_for_lost() -> None:
            Job.objects.filter(pk=row.pk).update(state=State.RUNNING, tries=2)

        meanwhile.append(is_taken_for_lost)
        broker.run_next()
        assert (again(row).state, row.tries) == (State.RUNNING, 2)


def test_a_job_that_the_broker_lost_before_it_began_is_sent_again(broker: Broker) -> None:
    row, fresh = ordered(), ordered(number=8)
    while broker.take():
        pass
    Job.objects.filter(pk=row.pk).update(sent_at=timezone.now() - timedelta(minutes=11))
    durable_jobs.requeue_lost_jobs()
    assert (again(row).state, again(fresh).state) == (State.WAITING, State.SENT)
    assert jobs.send_waiting_jobs() == 1
    broker.run_next()
    assert done == [7]


def test_pieces_that_are_done_are_known_to_the_next_try(broker: Broker) -> None:
    jobs.send_job(write_pieces, [5, 6])
    broker.run_next()
    broker.run_next()
    assert pieces == [(False, 0), (True, 5)]
    assert durable_jobs.last_finished_key() == 0
    assert not Job.objects.exists()
