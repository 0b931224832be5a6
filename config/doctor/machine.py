"""Disk, files and fonts of this machine, and what it was told: addresses, keys, time zone, backups."""

import os
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psutil
from django.conf import settings
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from config.backups import last_backup
from config.doctor.answers import Answer, error, good, warning
from tournaments.documents import fonts as sheet_fonts
from tournaments.queries import public_address as addresses

GIGABYTE = 1024**3
LITTLE, TOO_LITTLE = 2 * GIGABYTE, GIGABYTE // 4
"""Bytes free on the disk."""

OLD = timedelta(days=1)


def disk() -> Answer:
    part, free = _("Disk"), psutil.disk_usage(str(settings.VAR_DIR)).free
    says = _("%(size)s GB free") % {"size": number_format(free / GIGABYTE, 1)}
    advice = _("Free some space: results cannot be saved on a full disk.")
    if free < TOO_LITTLE:
        return error(part, says, advice)
    return warning(part, says, advice) if free < LITTLE else good(part, says)


def folders() -> Answer:
    part = _("Folders")
    for folder in (settings.VAR_DIR, settings.MEDIA_ROOT):
        if not _is_writable(folder):
            says = _("%(folder)s cannot be written") % {"folder": folder}
            return error(part, says, _("Give the account that runs Stadium the right to write there."))
    return good(part, _("Data and photos can be written"))


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def fonts() -> Answer:
    part = _("Fonts")
    lost = [name for name in sheet_fonts.FILES.values() if not os.access(sheet_fonts.FOLDER / name, os.R_OK)]
    if lost:
        says = _("Missing: %(names)s") % {"names": ", ".join(lost)}
        return error(part, says, _("Reinstall Stadium: sheets cannot be printed without them."))
    return good(part, _("All installed"))


def static_files() -> Answer:
    part = _("Styles and scripts")
    if settings.WHITENOISE_USE_FINDERS or (settings.STATIC_ROOT / "staticfiles.json").is_file():
        return good(part, _("All installed"))
    return error(part, _("Not collected"), _("Run: python manage.py collectstatic --noinput"))


def push_keys() -> Answer:
    part = _("Notifications")
    if not settings.HTTPS and not settings.SERVED_ON:
        advice = _("Serve over HTTPS and set HTTPS=true.")
        return warning(part, _("Phones accept them only over HTTPS"), advice)
    return good(part, _("The key is set"))


def public_address() -> Answer:
    part, row = _("Public address"), addresses.current()
    if row is not None:
        return good(part, row.address)
    named = [host for host in settings.ALLOWED_HOSTS if host not in {"localhost", "127.0.0.1", "[::1]"}]
    if named:
        return good(part, ", ".join(named))
    advice = _("Set ALLOWED_HOSTS, or an address under Phones in the hall.")
    return warning(part, _("Stadium can be opened on this machine only"), advice)


def time_zone() -> Answer:
    part = _("Time zone")
    return good(part, _("%(zone)s; each event has its own") % {"zone": settings.TIME_ZONE})


def debugging() -> Answer:
    part = _("Mode")
    if settings.DEBUG:
        return error(part, "DEBUG", _("Turn DEBUG off: errors show secrets to everyone."))
    return good(part, _("For visitors"))


def backups() -> Answer:
    part, last = _("Backup"), last_backup()
    advice = _("Run: python manage.py backup FILE, each night and before an update.")
    if last is None:
        return warning(part, _("No backup was made here"), advice)
    made = datetime.fromtimestamp(last, UTC)
    says = _("The last one was made on %(day)s") % {"day": made.strftime("%Y-%m-%d %H:%M UTC")}
    return warning(part, says, advice) if timezone.now() - made > OLD else good(part, says)
