"""How gunicorn serves Stadium; it reads this file by itself where it is started. The command line overrules it."""

import gc

preload_app = True
"""Load everything before the first worker starts: workers fork in a moment, and none loads within a request."""

threads = 4
"""Of each worker, so that one slow sheet keeps no phone waiting."""

timeout = 60
"""Seconds a worker may give no sign of life; the longest wait of a request, for a lock of SQLite, is 20."""

graceful_timeout = 30

logger_class = "config.gunicorn_logs.ServerLog"
"""No line of gunicorn's own logs holds a personal link."""


def when_ready(_server: object) -> None:
    """What was loaded stays for good: the collector of garbage need not look at it again for each worker's pages."""
    gc.collect()
    gc.freeze()
