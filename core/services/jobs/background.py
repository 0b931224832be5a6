"""Background threads of a server, for work that a request must not wait for."""

import logging
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from threading import Timer

from django.db import connections

LOG = logging.getLogger(__name__)

QUEUE = "queue"
"""The name of the lane for messages to the broker."""

LANES = {"": 1, "notices": 4, "webhooks": 2, "prints": 1, "mails": 1, QUEUE: 1}
"""The number of background threads by purpose, so that a job that hangs in one lane does not block the others."""

_thread_pools: dict[str, Executor] = {}
"""The thread pool of each lane; empty in processes that are not servers."""


def start_background_threads() -> None:
    """Start the background threads of each lane; a lane runs its calls in order of arrival."""
    for lane, threads in LANES.items():
        _thread_pools.setdefault(lane, ThreadPoolExecutor(threads, f"helper-{lane}"))


def run_in_background(work: Callable[..., object], *args: object, lane: str = "") -> None:
    """Run slow work, such as writing to a USB stick, in the background.

    Without background threads, it runs in the calling thread.
    """
    if lane in _thread_pools:
        _thread_pools[lane].submit(_run_logged, work, *args)
    else:
        work(*args)


def run_later(seconds: float, work: Callable[..., object], *args: object, lane: str = "") -> None:
    """Run work in the background after a delay in seconds, unless the process ends first.

    Does nothing without background threads.
    """
    if lane in _thread_pools:
        timer = Timer(seconds, run_in_background, (work, *args), {"lane": lane})
        timer.daemon = True
        timer.start()


def _run_logged(work: Callable[..., object], *args: object) -> None:
    # Nothing reads the result of the future, so this function logs exceptions.
    try:
        work(*args)
    except Exception:
        LOG.exception("%s failed", work.__name__)
    finally:
        connections.close_all()
