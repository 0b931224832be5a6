"""Reports of the machines that serve one address, for the doctor to compare their folders and keys."""

import logging
import os
import platform
import secrets
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from time import monotonic, time

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError
from django.utils.crypto import salted_hmac

from core.services import files, jobs

MACHINES = "machines"
"""Cache key of the latest reports. If two machines write at once, one report is missing until the next minute."""

FOLDER_ID = "folder_id"
"""The name of a file with a random number that identifies a shared folder."""

PAUSE = 60.0
"""Seconds between two reports by a process."""

FORGOTTEN_AFTER = 60 * 60
"""Seconds without a report after which a machine is no longer listed."""

_last_report: dict[int, float] = {}
"""The time of the last report by each process, by process id, since forked processes report too."""


@dataclass(frozen=True, slots=True)
class Machine:
    """The report of a machine.

    `name` identifies a machine and one of its data folders. The other fields are equal on machines that share them.
    """

    name: str
    folder: str
    key: str


def shared_folder() -> Path:
    """Return STADIUM_SHARED, or the data folder if it is not set."""
    return Path(settings.SHARED_DIR or settings.VAR_DIR)


def report_of_this_machine() -> Machine:
    """Describe this machine and its data folder, writing missing folder ids.

    Raises OSError if a folder cannot be written.
    """
    ids = []
    for folder in {shared_folder(), Path(settings.MEDIA_ROOT)}:
        path = folder / FOLDER_ID
        if not path.exists():
            # Two processes may write the file at the same time. Both then read the later number.
            folder.mkdir(parents=True, exist_ok=True)
            files.write_atomically(path, secrets.token_hex(16).encode())
        ids.append(path.read_text("utf-8"))
    name = f"{platform.node()} {settings.VAR_DIR}"
    key = salted_hmac(MACHINES, settings.VAPID_PRIVATE_KEY, algorithm="sha256").hexdigest()[:16]
    return Machine(name, sha256(" ".join(sorted(ids)).encode()).hexdigest()[:16], key)


def report_machine() -> None:
    """Report this machine, at most once a minute per process. Errors are logged or ignored until the next report."""
    now, process = monotonic(), os.getpid()
    if now - _last_report.get(process, -PAUSE) < PAUSE:
        return
    _last_report[process] = now
    try:
        with suppress(OSError):
            machine = report_of_this_machine()
            reports = _recent_machine_reports() | {machine.name: (machine.folder, machine.key, time())}
            cache.set(MACHINES, reports, None)
    except DatabaseError:
        logging.getLogger(__name__).warning("This machine could not be reported", exc_info=True)


def keep_reporting_machine() -> None:
    """Report this machine regularly while this server runs."""
    jobs.run_later(PAUSE, keep_reporting_machine)
    jobs.run_in_background(report_machine)


def other_machines() -> list[Machine]:
    """List the other machines that reported within the last hour.

    Raises OSError if the folder of this machine cannot be written.
    """
    own_machine = report_of_this_machine()
    return [
        Machine(name, folder, key)
        for name, (folder, key, _at) in sorted(_recent_machine_reports().items())
        if name != own_machine.name
    ]


def _recent_machine_reports() -> dict[str, tuple[str, str, float]]:
    """Return the reports of the last hour by machine name: folder id, key digest, and seconds since 1970."""
    reports: dict[str, tuple[str, str, float]] = cache.get(MACHINES) or {}
    return {name: facts for name, facts in reports.items() if time() - facts[2] < FORGOTTEN_AFTER}
