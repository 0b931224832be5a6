"""The machines of one address: whether they share their folders and keys, for the doctor to compare."""

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

from core.services import jobs

MACHINES = "machines"
"""Cache key of what each machine last reported. If two write at once, one report is lost until the next minute."""

FOLDER_ID = "folder_id"
"""A file with a random number: folders with the same number are the same folder."""

PAUSE = 60.0
"""Seconds between two reports of a process."""

FORGOTTEN_AFTER = 60 * 60
"""Seconds without a report after which a machine is no longer listed."""

_last_note: dict[int, float] = {}
"""When each process last reported its machine: a fork reports its own."""


@dataclass(frozen=True, slots=True)
class Machine:
    """`name` distinguishes machines, and data folders of one machine; the other fields are equal if they are shared."""

    name: str
    folder: str
    key: str


def shared_folder() -> Path:
    """STADIUM_SHARED; the data folder where it is not set."""
    return Path(settings.SHARED_DIR or settings.VAR_DIR)


def this_machine() -> Machine:
    """OSError if its folder cannot be written."""
    folders = {shared_folder(), Path(settings.MEDIA_ROOT)}
    ids = sorted(_folder_id(folder) for folder in folders)
    name = f"{platform.node()} {settings.VAR_DIR}"
    key = salted_hmac(MACHINES, settings.VAPID_PRIVATE_KEY, algorithm="sha256").hexdigest()[:16]
    return Machine(name, sha256(" ".join(ids).encode()).hexdigest()[:16], key)


def note_machine() -> None:
    """Report this machine, at most once a minute and process. Errors are ignored until the next report."""
    now, process = monotonic(), os.getpid()
    if now - _last_note.get(process, -PAUSE) < PAUSE:
        return
    _last_note[process] = now
    try:
        with suppress(OSError):
            machine = this_machine()
            noted = _noted() | {machine.name: (machine.folder, machine.key, time())}
            cache.set(MACHINES, noted, None)
    except DatabaseError:
        logging.getLogger(__name__).warning("This machine could not be noted", exc_info=True)


def keep_noting() -> None:
    """Report this machine regularly while this server runs."""
    jobs.later(PAUSE, keep_noting)
    jobs.beside(note_machine)


def other_machines() -> list[Machine]:
    """The other machines that reported within the last hour. OSError if the folder of this one cannot be written."""
    own = this_machine()
    return [
        Machine(name, folder, key)
        for name, (folder, key, _at) in sorted(_noted().items())
        if name != own.name
    ]


def _noted() -> dict[str, tuple[str, str, float]]:
    noted: dict[str, tuple[str, str, float]] = cache.get(MACHINES) or {}
    return {name: facts for name, facts in noted.items() if time() - facts[2] < FORGOTTEN_AFTER}


def _folder_id(folder: Path) -> str:
    """The number in the file, written by the first process to ask. If two write it at once, both soon read the later
    one.
    """
    path = folder / FOLDER_ID
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        draft = folder / f"{FOLDER_ID}.{secrets.token_hex(8)}.part"
        draft.write_text(secrets.token_hex(16), "utf-8")
        draft.replace(path)
    return path.read_text("utf-8")
