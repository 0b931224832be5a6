"""Disk, files and fonts of this machine, and its settings: addresses, keys, time zone, backups."""

import os
import tempfile
from datetime import datetime, timedelta

import psutil
from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config.backups import history, postgres
from config.doctor import machines
from config.doctor.answers import Answer, about, error, good, warning
from core.documents import fonts as sheet_fonts
from core.management.base import command_line
from core.queries import public_address as addresses

GIGABYTE = 1024**3
LITTLE, TOO_LITTLE = 2 * GIGABYTE, GIGABYTE // 4
"""Bytes free on the disk."""

OLD = timedelta(days=1)


@about(gettext_lazy("Disk"))
def disk() -> Answer:
    free = psutil.disk_usage(str(settings.VAR_DIR)).free
    says = _("%(size)s GB free") % {"size": number_format(free / GIGABYTE, 1)}
    advice = _("Free some space: results cannot be saved on a full disk.")
    if free < TOO_LITTLE:
        return error(says, advice)
    return warning(says, advice) if free < LITTLE else good(says)


@about(gettext_lazy("Folders"))
def folders() -> Answer:
    for folder in (settings.VAR_DIR, machines.shared_folder(), settings.MEDIA_ROOT):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError:
            says = _("%(folder)s cannot be written") % {"folder": folder}
            return error(says, _("Give the account that runs Stadium the right to write there."))
    return good(_("Data and photos can be written"))


@about(gettext_lazy("Shared folder"))
def shared() -> Answer:
    """Whether all other machines of this address, and their workers, have the same folders and keys."""
    own, others = machines.this_machine(), machines.other_machines()
    if apart := [other.name for other in others if other.folder != own.folder]:
        says = _("Not shared with: %(names)s")
        advice = _("Set STADIUM_SHARED on all machines to one folder that they all mount.")
        return error(says % {"names": ", ".join(apart)}, advice)
    if apart := [other.name for other in others if other.key != own.key]:
        says = _("Other keys than this machine: %(names)s")
        advice = _("Set the same SECRET_KEY and VAPID_PRIVATE_KEY on all machines.")
        return error(says % {"names": ", ".join(apart)}, advice)
    if not others:
        return good(_("One machine"))
    count = len(others) + 1
    says = ngettext("The same on %(count)s machine", "The same on all %(count)s machines", count)
    return good(says % {"count": count})


@about(gettext_lazy("Fonts"))
def fonts() -> Answer:
    lost = [name for name in sheet_fonts.FILES.values() if not os.access(sheet_fonts.FOLDER / name, os.R_OK)]
    if lost:
        says = _("Missing: %(names)s") % {"names": ", ".join(lost)}
        return error(says, _("Reinstall Stadium: sheets cannot be printed without them."))
    return good(_("All installed"))


@about(gettext_lazy("Styles and scripts"))
def static_files() -> Answer:
    if settings.WHITENOISE_USE_FINDERS or (settings.STATIC_ROOT / "staticfiles.json").is_file():
        return good(_("All installed"))
    advice = _("Run: %(command)s") % {"command": command_line("collectstatic --noinput")}
    return error(_("Not collected"), advice)


@about(gettext_lazy("Notifications"))
def push_keys() -> Answer:
    if not settings.HTTPS and not settings.SERVED_ON:
        advice = _("Serve over HTTPS and set HTTPS=true.")
        return warning(_("Phones accept them only over HTTPS"), advice)
    return good(_("The key is set"))


@about(gettext_lazy("Public address"))
def public_address() -> Answer:
    row = addresses.current()
    if row is not None:
        return good(row.address)
    named = [host for host in settings.ALLOWED_HOSTS if host not in {"localhost", "127.0.0.1", "[::1]"}]
    if named:
        return good(", ".join(named))
    advice = _("Set ALLOWED_HOSTS, or an address under Phones in the hall.")
    return warning(_("Stadium can be opened on this machine only"), advice)


@about(gettext_lazy("Time zone"))
def time_zone() -> Answer:
    return good(_("%(zone)s; each event has its own") % {"zone": settings.TIME_ZONE})


@about(gettext_lazy("Mode"))
def debugging() -> Answer:
    if settings.DEBUG:
        return error("DEBUG", _("Turn DEBUG off: errors show secrets to everyone."))
    return good(_("For visitors"))


@about(gettext_lazy("Backup"))
def backups() -> Answer:
    last, failure = history.last_backup(), history.last_failure()
    command = command_line(_("backup -o FILE"))
    advice = _("Run: %(command)s, each night and before an update.") % {"command": command}
    if failure is not None:
        says = _("The last one failed on %(day)s: %(reason)s")
        retry = _("Fix what it says, then run: %(command)s") % {"command": command}
        return error(says % {"day": _minute(failure.at), "reason": failure.reason or _("unknown")}, retry)
    if last is None:
        return warning(_("No backup was made here"), advice)
    says = _("The last one was made on %(day)s") % {"day": _minute(last)}
    return warning(says, advice) if timezone.now() - last > OLD else good(says)


def _minute(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%d %H:%M UTC")


@about(gettext_lazy("Backup programs"))
def backup_programs() -> Answer:
    """PostgreSQL's programs must have the server's version: older ones refuse it, and dumps of newer ones may not
    load.
    """
    if connection.vendor != "postgresql":
        return good(_("Not needed: the database is a file"))
    needed = postgres.server_version()
    advice = _("Install version %(version)s of PostgreSQL’s client programs.") % {"version": needed}
    versions = {program: postgres.program_version(program) for program in postgres.PROGRAMS}
    installed = {program: version for program, version in versions.items() if version is not None}
    if missing := [program for program in versions if program not in installed]:
        return error(_("Missing: %(names)s") % {"names": ", ".join(missing)}, advice)
    for program, version in installed.items():
        if version != needed:
            says = _("%(program)s is version %(version)s, the database is version %(needed)s")
            facts = {"program": program, "version": version, "needed": needed}
            return (error if version < needed else warning)(says % facts, advice)
    return good(_("Version %(version)s, as the database") % {"version": needed})
