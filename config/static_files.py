"""Styles and scripts of a laptop as on a server: compressed, and cached by browsers until an update."""

import hashlib
import logging
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.storage import storages
from django.core.management import call_command

HASHED = "whitenoise.storage.CompressedManifestStaticFilesStorage"
MADE_OF = "made_of"
"""The file that records the state of the sources of the copies."""


UNUSED = ("flags", "pdf", "ext", "htmax*", "htmx-4*", "django_tables2", "redoc*", "select2")
"""Folders and files no page uses: flags of countries, fonts of paper, extensions and other versions of htmx, a theme of
tables, a second page of the API, fields of the admin site that search.
"""


def have_compressed(*, write: Callable[[str], Any] = lambda _line: None) -> bool:
    """Put compressed copies into STATIC_ROOT, named by their content, and serve those. Call it before the first
    page. They are made once per version; `write` reports it. False if they cannot be made, on a full disk: the
    originals are served, and partial copies are deleted so that the space is left for the event.
    """
    if not settings.WHITENOISE_USE_FINDERS:
        return True  # a server, which has its copies from `collectstatic`
    before, note, state = settings.STORAGES, Path(settings.STATIC_ROOT) / MADE_OF, _state()
    try:
        _use({**before, "staticfiles": {"BACKEND": HASHED}}, finders=False)
        if not note.exists() or note.read_text(encoding="utf-8") != state:
            write("Compressing styles and scripts …")
            note.unlink(missing_ok=True)
            call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=[*UNUSED])
            note.write_text(state, encoding="utf-8")
    except OSError as error:
        logging.getLogger(__name__).warning("Styles and scripts are sent uncompressed: %s", error)
        _use(before, finders=True)
        # A folder set by STATIC_ROOT may contain other files.
        place = Path(settings.STATIC_ROOT)
        if place == Path(settings.VAR_DIR) / "static":
            for entry in place.glob("*"):
                if entry.is_dir():
                    shutil.rmtree(entry, ignore_errors=True)
                else:
                    with suppress(OSError):
                        entry.unlink()
        return False
    return True


def _use(chosen: dict[str, dict[str, str]], *, finders: bool) -> None:
    settings.STORAGES, settings.WHITENOISE_USE_FINDERS = chosen, finders
    storages._backends = None  # type: ignore[attr-defined]
    storages.__dict__.pop("backends", None)
    storages._storages.clear()  # type: ignore[attr-defined]
    from django.contrib.staticfiles.storage import staticfiles_storage

    staticfiles_storage._wrapped = storages["staticfiles"]  # type: ignore[attr-defined]


def _state() -> str:
    """A hash of all files by path, size and time."""
    digest = hashlib.blake2b(digest_size=16)
    for finder in finders.get_finders():
        for name, storage in sorted(finder.list([]), key=lambda pair: pair[0]):
            facts = Path(storage.path(name)).stat()
            digest.update(f"{name} {facts.st_size} {facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()
