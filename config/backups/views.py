"""The page on which administrators download a backup of the whole installation."""

from io import BufferedReader, FileIO
from pathlib import Path
from tempfile import TemporaryDirectory

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.management import CommandError
from django.http import FileResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from config import backups
from config.accounts.administrators import require_administrator
from config.backups import history
from core.management.base import command_line
from core.requests import SignedInRequest


@never_cache
@login_required
@reauthentication_required  # the file gives access to every account
@require_http_methods(["GET", "HEAD", "POST"])
def backup_page(request: SignedInRequest) -> HttpResponseBase:
    """Show the time of the last backup. POST downloads a new backup, as written by `manage.py backup`.

    If the backup fails, the page shows the reason with status 503.
    """
    refusal = _("Only an administrator of this installation can make backups.")
    user = require_administrator(request, refusal)
    if request.method == "POST":
        parent = Path(settings.VAR_DIR)
        parent.mkdir(parents=True, exist_ok=True)
        folder = TemporaryDirectory(prefix="backup-", dir=parent)
        name = f"stadium-{timezone.now():%Y%m%d-%H%M%S}.backup"
        try:
            backups.write_backup(Path(folder.name) / name, by=user)
            file = _TemporaryFile(Path(folder.name) / name, folder)
            return FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")
        except CommandError as problem:
            folder.cleanup()
            messages.error(request, str(problem))
        except BaseException:
            folder.cleanup()
            raise
    context = {
        "last": history.last_backup(),
        "failure": history.last_backup_failure(),
        "command": command_line(_("restore_backup FILE")),
    }
    return render(request, "doctor/backup.html", context, status=200 if request.method != "POST" else 503)


class _TemporaryFile(BufferedReader):
    """A file whose temporary folder is deleted after the file has been sent."""

    def __init__(self, path: Path, folder: "TemporaryDirectory[str]") -> None:
        super().__init__(FileIO(path))
        self._folder = folder

    def close(self) -> None:
        super().close()
        self._folder.cleanup()
