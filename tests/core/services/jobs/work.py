"""Tasks for these tests, run in their process and by workers: each writes to a file what it does."""

import time
from contextlib import suppress
from pathlib import Path

from django.utils.translation import gettext_lazy as _

from core.services.jobs import durable_jobs

MODULE = __name__


def note(file: str, word: str) -> None:
    with Path(file).open("a") as lines:
        lines.write(f"{word}\n")


def notes(file: Path) -> list[str]:
    return file.read_text().split() if file.exists() else []


@durable_jobs.durable_task(_("Jobs"))
def write(file: str) -> None:
    note(file, "done")


@durable_jobs.durable_task(_("Jobs"), default_retry_delay=1)
def hold(file: str, gate: str) -> None:
    """Wait for the file `gate`."""
    note(file, "again" if durable_jobs.is_repeated_try() else "begun")
    while not Path(gate).exists():
        time.sleep(0.05)
    note(file, "done")


@durable_jobs.durable_task(_("Jobs"), tries=3, retry_backoff=1)
def break_off(file: str, gate: str) -> None:
    """Fail until the file `gate` exists."""
    note(file, f"{time.time():.2f}")
    if not Path(gate).exists():
        raise OSError(file)


@durable_jobs.durable_task(_("Jobs"), soft_time_limit=1, time_limit=30)
def last(file: str) -> None:
    """Take too long, and handle the time limit."""
    note(file, "begun")
    time.sleep(60)


@durable_jobs.durable_task(_("Jobs"), soft_time_limit=1, time_limit=2)
def hang(file: str) -> None:
    """Take too long, and ignore the time limit."""
    note(file, "begun")
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with suppress(Exception):
            time.sleep(60)
