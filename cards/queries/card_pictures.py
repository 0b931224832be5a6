"""Pictures of cards in a folder that the installation provides. Stadium does not include or fetch any."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.urls import reverse

from cards.engine.collector_numbers import plain_collector_number

FILE_NAME = re.compile(
    r"(?P<code>[A-Za-z0-9][A-Za-z0-9.-]{0,15})-(?P<number>[A-Za-z0-9]{1,8})\.(webp|png|jpg)"
)
"""The pattern of file names: the expansion's code and the card's number, as in "GRI-60.webp"."""


@dataclass(frozen=True, slots=True)
class PictureFile:
    """A picture in the folder.

    `changed` is the time of its last change in Unix seconds, so that a replaced picture gets a new URL.
    """

    name: str
    changed: int


_cached: dict[Path, tuple[int, Mapping[tuple[str, str], PictureFile]]] = {}


def card_picture_files() -> Mapping[tuple[str, str], PictureFile]:
    """Return the pictures by the card's expansion code (in capitals) and plain number.

    The folder is read again if files were added or removed. The result is empty without a readable folder.
    """
    folder: Path | None = settings.STADIUM_CARD_PICTURES
    if folder is None:
        return {}
    try:
        changed_at = folder.stat().st_mtime_ns
        if folder not in _cached or _cached[folder][0] != changed_at:
            _cached[folder] = (changed_at, _read_card_picture_folder(folder))
    except OSError:
        return {}
    return _cached[folder][1]


def card_picture_url(code: str, number: str) -> str:
    """Return the URL of a card's picture, or "" if the installation has none."""
    file = card_picture_files().get((code.upper(), plain_collector_number(number)))
    return f"{reverse('cards:picture', args=[file.name])}?{file.changed}" if file else ""


def card_picture_path(name: str) -> Path | None:
    """Return the path of the picture file with this name, or None if it does not exist."""
    match = FILE_NAME.fullmatch(name)
    folder: Path | None = settings.STADIUM_CARD_PICTURES
    if match is None or folder is None:
        return None
    file = card_picture_files().get((match["code"].upper(), plain_collector_number(match["number"])))
    return folder / name if file and file.name == name else None


def _read_card_picture_folder(folder: Path) -> dict[tuple[str, str], PictureFile]:
    """Return the pictures in a folder, keyed by expansion code and card number."""
    files: dict[tuple[str, str], PictureFile] = {}
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            # Symbolic links could lead out of the folder.
            if (match := FILE_NAME.fullmatch(entry.name)) and entry.is_file(follow_symlinks=False):
                key = (match["code"].upper(), plain_collector_number(match["number"]))
                files[key] = PictureFile(entry.name, int(entry.stat().st_mtime))
    return files
