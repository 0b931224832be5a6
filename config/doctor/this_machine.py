"""Checks of this machine's disk, files and fonts, and of its settings: addresses, keys, time zone, backups."""

import os
import tempfile
from datetime import timedelta

import psutil
from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config.backups import history, postgres
from config.doctor import shared_machines
from config.doctor.answers import Answer, doctor_check_of, error_answer, good_answer, warning_answer
from core.documents import fonts as sheet_fonts
from core.management.base import command_line
from core.queries import public_address as addresses

GIGABYTE = 1024**3
LITTLE, TOO_LITTLE = 2 * GIGABYTE, GIGABYTE // 4
"""Free disk space in bytes below which a warning is due, and below which results may be lost."""

OLD = timedelta(days=1)
"""The age at which the last backup is too old."""


@doctor_check_of(gettext_lazy("Disk"))
def check_disk() -> Answer:
    free = psutil.disk_usage(str(settings.VAR_DIR)).free
    says = _("%(size)s GB free") % {"size": number_format(free / GIGABYTE, 1)}
    advice = _("Free some space: results cannot be saved on a full disk.")
    if free < TOO_LITTLE:
        return error_answer(says, advice)
    return warning_answer(says, advice) if free < LITTLE else good_answer(says)


@doctor_check_of(gettext_lazy("Folders"))
def check_folders() -> Answer:
    for folder in (settings.VAR_DIR, shared_machines.shared_folder(), settings.MEDIA_ROOT):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError:
            says = _("%(folder)s cannot be written") % {"folder": folder}
            return error_answer(says, _("Give the account that runs Stadium the right to write there."))
    return good_answer(_("Data and photos can be written"))


@doctor_check_of(gettext_lazy("Shared folder"))
def check_shared_folder() -> Answer:
    """Check that all machines at this address, and their workers, use the same folders and keys."""
    own_machine, other_machines = shared_machines.report_of_this_machine(), shared_machines.other_machines()
    if different := [machine.name for machine in other_machines if machine.folder != own_machine.folder]:
        says = _("Not shared with: %(names)s")
        advice = _("Set STADIUM_SHARED on all machines to one folder that they all mount.")
        return error_answer(says % {"names": ", ".join(different)}, advice)
    if different := [machine.name for machine in other_machines if machine.key != own_machine.key]:
        says = _("Other keys than this machine: %(names)s")
        advice = _("Set the same SECRET_KEY and VAPID_PRIVATE_KEY on all machines.")
        return error_answer(says % {"names": ", ".join(different)}, advice)
    if not other_machines:
        return good_answer(_("One machine"))
    count = len(other_machines) + 1
    says = ngettext("The same on %(count)s machine", "The same on all %(count)s machines", count)
    return good_answer(says % {"count": count})


@doctor_check_of(gettext_lazy("Fonts"))
def check_fonts() -> Answer:
    missing = [
        name for name in sheet_fonts.FILES.values() if not os.access(sheet_fonts.FOLDER / name, os.R_OK)
    ]
    if missing:
        says = _("Missing: %(names)s") % {"names": ", ".join(missing)}
        return error_answer(says, _("Reinstall Stadium: sheets cannot be printed without them."))
    return good_answer(_("All installed"))


@doctor_check_of(gettext_lazy("Styles and scripts"))
def check_static_files() -> Answer:
    if settings.WHITENOISE_USE_FINDERS or (settings.STATIC_ROOT / "staticfiles.json").is_file():
        return good_answer(_("All installed"))
    advice = _("Run: %(command)s") % {"command": command_line("collectstatic --noinput")}
    return error_answer(_("Not collected"), advice)


@doctor_check_of(gettext_lazy("Notifications"))
def check_notifications() -> Answer:
    """Warn if a server does not use HTTPS, without which phones accept no notifications."""
    if not settings.HTTPS and not settings.SERVED_ON:
        advice = _("Serve over HTTPS and set HTTPS=true.")
        return warning_answer(_("Phones accept them only over HTTPS"), advice)
    return good_answer(_("The key is set"))


@doctor_check_of(gettext_lazy("Public address"))
def check_public_address() -> Answer:
    """Warn if no other machine can open Stadium by a configured address."""
    row = addresses.current_public_address()
    if row is not None:
        return good_answer(row.address)
    hosts = [host for host in settings.ALLOWED_HOSTS if host not in {"localhost", "127.0.0.1", "[::1]"}]
    if hosts:
        return good_answer(", ".join(hosts))
    advice = _("Set ALLOWED_HOSTS, or an address under Phones in the hall.")
    return warning_answer(_("Stadium can be opened on this machine only"), advice)


@doctor_check_of(gettext_lazy("Time zone"))
def check_time_zone() -> Answer:
    return good_answer(_("%(zone)s; each event has its own") % {"zone": settings.TIME_ZONE})


@doctor_check_of(gettext_lazy("Mode"))
def check_debug_mode() -> Answer:
    if settings.DEBUG:
        return error_answer("DEBUG", _("Turn DEBUG off: errors show secrets to everyone."))
    return good_answer(_("For visitors"))


@doctor_check_of(gettext_lazy("Backup"))
def check_backups() -> Answer:
    last, failure, time_format = history.last_backup(), history.last_backup_failure(), "%Y-%m-%d %H:%M UTC"
    command = command_line(_("backup -o FILE"))
    advice = _("Run: %(command)s, each night and before an update.") % {"command": command}
    if failure is not None:
        says = _("The last one failed on %(day)s: %(reason)s")
        retry = _("Fix what it says, then run: %(command)s") % {"command": command}
        return error_answer(
            says % {"day": failure.at.strftime(time_format), "reason": failure.reason or _("unknown")}, retry
        )
    if last is None:
        return warning_answer(_("No backup was made here"), advice)
    says = _("The last one was made on %(day)s") % {"day": last.strftime(time_format)}
    return warning_answer(says, advice) if timezone.now() - last > OLD else good_answer(says)


@doctor_check_of(gettext_lazy("Backup programs"))
def check_backup_programs() -> Answer:
    """Check that PostgreSQL's programs have the server's version.

    Older programs refuse to work with the server, and dumps written by newer programs may not load.
    """
    if connection.vendor != "postgresql":
        return good_answer(_("Not needed: the database is a file"))
    needed = postgres.postgres_server_version()
    advice = _("Install version %(version)s of PostgreSQL’s client programs.") % {"version": needed}
    versions = {program: postgres.program_version(program) for program in postgres.PROGRAMS}
    installed = {program: version for program, version in versions.items() if version is not None}
    if missing := [program for program in versions if program not in installed]:
        return error_answer(_("Missing: %(names)s") % {"names": ", ".join(missing)}, advice)
    for program, version in installed.items():
        if version != needed:
            says = _("%(program)s is version %(version)s, the database is version %(needed)s")
            facts = {"program": program, "version": version, "needed": needed}
            return (error_answer if version < needed else warning_answer)(says % facts, advice)
    return good_answer(_("Version %(version)s, same as the database") % {"version": needed})
