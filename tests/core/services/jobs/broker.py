"""A broker in memory and a worker in the test process, built on Celery's, so that tests wait for no other process."""

from collections.abc import Iterator
from queue import Empty
from typing import Any

import pytest
from celery.app.trace import build_tracer
from kombu import Message

from config.celery import app


class Broker:
    """Messages in the order in which they were sent; retries are queued at once, with the time at which they are
    due.
    """

    def take(self) -> Message | None:
        """Return the next message. None if there is none."""
        with app.connection() as connection, connection.SimpleQueue("celery") as waiting:
            try:
                message = waiting.get_nowait()
            except Empty:
                return None
            message.ack()
            return message

    def clear(self) -> None:
        """Throw away all messages: the queues in memory belong to the process, whichever test filled them."""
        while self.take() is not None:
            pass

    def run(self, message: Message) -> None:
        """Process a message like a worker."""
        args, named, _more = message.payload
        task = app.tasks[message.headers["task"]]
        request: dict[str, Any] = {**message.headers, "delivery_info": {"routing_key": "celery"}}
        build_tracer(task.name, task, app=app)(request["id"], args, named, request)

    def run_next(self) -> Message:
        """Run the next message and return it, so that it can be run again."""
        message = self.take()
        assert message is not None
        self.run(message)
        return message


@pytest.fixture
def broker() -> Iterator[Broker]:
    before = app.conf.task_always_eager, app.conf.broker_url
    app.conf.task_always_eager, app.conf.broker_url = False, "memory://"
    app._after_fork()  # closes connections to another broker
    made = Broker()
    made.clear()
    yield made
    made.clear()
    app.conf.task_always_eager, app.conf.broker_url = before
    app._after_fork()
