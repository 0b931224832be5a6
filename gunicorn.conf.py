"""How gunicorn serves Stadium; it reads this file by itself where it is started. The command line overrules it."""

import gc
import os
from typing import Any

preload_app = True
"""Load everything before the first worker starts: workers fork in a moment, and none loads within a request."""

threads = 12
"""Of each worker: readers fill two thirds at the most (`config/middleware/overload.py`), the desk has the others."""

backlog = 512
"""Connections that wait for a worker; beyond them a browser is refused at once and tries again."""

timeout = 60
"""Seconds a worker may give no sign of life; the longest wait of a request, for a lock of SQLite, is 20."""

graceful_timeout = 30

logger_class = "config.gunicorn_logs.ServerLog"
"""No line of gunicorn's own logs holds a personal link."""


def post_fork(_server: object, worker: Any) -> None:
    """Tell the worker how many threads it has, and pages that it begins; notices to phones get threads of their own."""
    from django.apps import apps
    from django.conf import settings

    settings.SERVER_THREADS = worker.cfg.threads
    if apps.ready:
        from config.doctor import shared_machines
        from config.middleware import live
        from core.services import jobs
        from core.tasks import webhooks as tasks

        jobs.start_background_threads()
        tasks.run_scheduled_jobs()
        shared_machines.keep_reporting_machine()
        live.raise_planned_stamps_once(os.getpid())


def when_ready(_server: object) -> None:
    """What was loaded stays for good: the collector of garbage need not look at it again for each worker's pages."""
    gc.collect()
    gc.freeze()
