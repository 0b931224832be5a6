"""All checks of the doctor, in the recommended order of fixing their findings."""

import logging
from collections.abc import Iterator

from django.db import DatabaseError
from django.utils.translation import gettext as _

from config.doctor import services, this_machine
from config.doctor.answers import Answer, DoctorCheck

LOG = logging.getLogger(__name__)

CHECKS: tuple[DoctorCheck, ...] = (
    services.check_database,
    services.check_migrations,
    services.check_redis,
    services.check_workers,
    services.check_job_scheduler,
    services.check_jobs,
    services.check_clock,
    services.check_mail,
    this_machine.check_disk,
    this_machine.check_folders,
    this_machine.check_shared_folder,
    this_machine.check_backups,
    this_machine.check_backup_programs,
    this_machine.check_static_files,
    this_machine.check_fonts,
    this_machine.check_notifications,
    this_machine.check_public_address,
    this_machine.check_time_zone,
    this_machine.check_debug_mode,
)


def run_doctor_checks() -> Iterator[Answer]:
    """Yield one answer per check; a check that raises yields an error, so that the others still run."""
    for check in CHECKS:
        try:
            yield check()
        except DatabaseError:
            yield check.broken(
                _("Not known: it is in the database"), _("Fix the database first, then check again.")
            )
        except Exception as problem:  # a broken part may raise any exception
            LOG.exception("The doctor could not ask about %s", check.part)
            yield check.broken(
                f"{type(problem).__name__}: {problem}", _("Report this with the lines of the log.")
            )
