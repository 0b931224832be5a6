"""Settings of the tests: those of an installation, without what is slow on purpose."""

import os
from urllib.parse import urlsplit

REDIS_DATABASES = 16
"""The number of databases in the default configuration of Redis."""

PROCESS = os.environ.get("PYTEST_XDIST_WORKER", "")
"""The process of the run, such as "gw1"; "" if there is only one."""

if PROCESS and os.environ.get("REDIS_URL"):
    # Each process has a separate Redis database, as otherwise the worker of one would take the jobs of another.
    _redis = urlsplit(os.environ["REDIS_URL"])
    _number = (int(_redis.path.strip("/") or 0) + int(PROCESS.removeprefix("gw"))) % REDIS_DATABASES
    os.environ["REDIS_URL"] = _redis._replace(path=f"/{_number}").geturl()

from config.settings import *  # noqa: E402, F403
from config.settings import INSTALLED_APPS, VAR_DIR  # noqa: E402

INSTALLED_APPS = ["tests.resetting", *INSTALLED_APPS]

EVENT_CREATION = "open"
"""As on a laptop; `tests/config/test_event_creation.py` tests the other setting."""

WHITENOISE_USE_FINDERS = False
"""Otherwise each test client would read all static files; `tests/config/test_static.py` requests some."""

LOAD_SHIPPED_CARDS = False
"""Otherwise each test database would be eight times as large; `tests/cards/starter.py` loads some hundred cards."""

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
"""Real hashes are slow on purpose."""

STAMPS = VAR_DIR / f"stamps-{PROCESS or 'alone'}"
"""Processes of the run do not notify each other of changes."""
