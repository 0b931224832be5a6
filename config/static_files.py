"""Serve styles and scripts from a laptop as a server does: compressed, and cached by browsers until an update."""

import hashlib
import logging
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.storage import Storage, storages
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config.bundles.scripts import FOLDER, HASHED_IMPORT, bundle_scripts
from config.bundles.stylesheets import bundle_stylesheets

HASHED = "config.static_files.BundlingStorage"
"""The storage that adds a hash to the names of copies."""

MADE_OF = "made_of"
"""The file with a digest of the sources of the copies."""


UNUSED = ("flags", "pdf", "ext", "htmax*", "htmx-4*", "django_tables2", "redoc*", "select2")
"""Folders and files that no page uses: country flags, fonts of printed sheets, extensions and other versions of htmx, a
table theme, a second API page, and search fields of the admin site.
"""


class BundlingStorage(CompressedManifestStaticFilesStorage):
    """Storage of compressed static files, named by their content.

    Stylesheets and scripts that only import others are bundled with the files that they import.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, (f"{FOLDER}*.js", (HASHED_IMPORT,)))

    def post_process(
        self, paths: dict[str, tuple[Storage, str]], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str | None, Any]]:
        if not dry_run:
            for bundle in (bundle_stylesheets, bundle_scripts):
                paths, parts = bundle(paths)
                for name in parts:
                    self.delete(name)
        yield from super().post_process(paths, dry_run=dry_run, **options)


def serve_compressed(*, write: Callable[[str], Any] = lambda _line: None) -> bool:
    """Serve compressed copies from STATIC_ROOT, named by their content. Call it before the first page.

    The copies are made once per version, with a message to `write`. Return False if they cannot be made, for example on
    a full disk. Then the originals are served, and partial copies are deleted to free space for the event.
    """
    # On a server `collectstatic` has already made the copies.
    if not settings.WHITENOISE_USE_FINDERS:
        return True
    former_storages, state_file = settings.STORAGES, Path(settings.STATIC_ROOT) / MADE_OF
    # The digest of all paths, sizes and times shows whether the sources have changed.
    digest = hashlib.blake2b(digest_size=16)
    for finder in finders.get_finders():
        for name, storage in sorted(finder.list([]), key=lambda pair: pair[0]):
            stat = Path(storage.path(name)).stat()
            digest.update(f"{name} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    state = digest.hexdigest()
    try:
        _set_storages({**former_storages, "staticfiles": {"BACKEND": HASHED}}, finders=False)
        if not state_file.exists() or state_file.read_text(encoding="utf-8") != state:
            write("Compressing styles and scripts …")
            state_file.unlink(missing_ok=True)
            call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=[*UNUSED])
            state_file.write_text(state, encoding="utf-8")
    except OSError as error:
        logging.getLogger(__name__).warning("Styles and scripts are sent uncompressed: %s", error)
        _set_storages(former_storages, finders=True)
        # A folder set by STATIC_ROOT may contain other files.
        folder = Path(settings.STATIC_ROOT)
        if folder == Path(settings.VAR_DIR) / "static":
            for path in folder.glob("*"):
                if path.is_dir():
                    shutil.rmtree(path, ignore_errors=True)
                else:
                    with suppress(OSError):
                        path.unlink()
        return False
    return True


def _set_storages(storages_setting: dict[str, dict[str, str]], *, finders: bool) -> None:
    """Set the storages and whether originals are served, and make Django use them from now on."""
    settings.STORAGES, settings.WHITENOISE_USE_FINDERS = storages_setting, finders
    storages._backends = None  # type: ignore[attr-defined]
    storages.__dict__.pop("backends", None)
    storages._storages.clear()  # type: ignore[attr-defined]
    from django.contrib.staticfiles.storage import staticfiles_storage

    staticfiles_storage._wrapped = storages["staticfiles"]  # type: ignore[attr-defined]
