"""A broker in memory, and a worker in the process of the test: Celery's own, without a process to wait for."""

from collections.abc import Iterator
from queue import Empty
from typing import Any

import pytest
from celery.app.trace import build_tracer
from kombu import Message

from config.celery import app


class Broker:
    """Messages in the order they were sent; retries are there at once, and say when they are due."""

    def take(self) -> Message | None:
        """The next message; None if there is none."""
        with app.connection() as connection, connection.SimpleQueue("celery") as waiting:
            try:
                message = waiting.get_nowait()
            except Empty:
                return None
            message.ack()
            return message

    def run(self, message: Message) -> None:
        """What a process of a worker does with a message."""
        args, named, _more = message.payload
        task = app.tasks[message.headers["task"]]
        request: dict[str, Any] = {**message.headers, "delivery_info": {"routing_key": "celery"}}
        build_tracer(task.name, task, app=app)(request["id"], args, named, request)

    def run_next(self) -> Message:
        """Run the next message; returns it, so that it can be run again."""
        message = self.take()
        assert message is not None
        self.run(message)
        return message


@pytest.fixture
def broker() -> Iterator[Broker]:
    before = app.conf.task_always_eager, app.conf.broker_url
    app.conf.task_always_eager, app.conf.broker_url = False, "memory://"
    app._after_fork()  # lets go of connections to another broker
    made = Broker()
    yield made
    while made.take() is not None:
        pass
    app.conf.task_always_eager, app.conf.broker_url = before
    app._after_fork()
