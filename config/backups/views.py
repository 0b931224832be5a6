"""Download of the whole installation, for administrators."""

from io import BufferedReader, FileIO
from pathlib import Path
from tempfile import TemporaryDirectory

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError
from django.http import FileResponse, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from config import backups
from config.backups import history
from core.management.base import command_line
from tournaments.access import signed_in
from tournaments.models import User


@never_cache
@login_required
@reauthentication_required  # the file opens every account
@require_http_methods(["GET", "HEAD", "POST"])
def backup(request: HttpRequest) -> HttpResponseBase:
    """Show when the last backup was made; POST downloads a new one, as written by `manage.py backup`."""
    if not signed_in(request).is_superuser:
        raise PermissionDenied(_("Only an administrator of this installation can make backups."))
    if request.method == "POST":
        try:
            return _made(signed_in(request))
        except CommandError as problem:
            messages.error(request, str(problem))
    shown = {
        "last": history.last_backup(),
        "failure": history.last_failure(),
        "command": command_line(_("restore_backup FILE")),
    }
    return render(request, "doctor/backup.html", shown, status=200 if request.method != "POST" else 503)


class _Sent(BufferedReader):
    """A file in a temporary folder, which is deleted once the file was sent."""

    def __init__(self, path: Path, place: "TemporaryDirectory[str]") -> None:
        super().__init__(FileIO(path))
        self._place = place

    def close(self) -> None:
        super().close()
        self._place.cleanup()


def _made(by: User) -> FileResponse:
    """Raises CommandError if it cannot be written."""
    folder = Path(settings.VAR_DIR)
    folder.mkdir(parents=True, exist_ok=True)
    place = TemporaryDirectory(prefix="backup-", dir=folder)
    name = f"stadium-{timezone.now():%Y%m%d-%H%M%S}.backup"
    try:
        backups.write(Path(place.name) / name, by=by)
        file = _Sent(Path(place.name) / name, place)
    except BaseException:
        place.cleanup()
        raise
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")
