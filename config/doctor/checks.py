"""All checks of the doctor, in the recommended order of fixing their findings."""

import logging
from collections.abc import Iterator

from django.db import DatabaseError
from django.utils.translation import gettext as _

from config.doctor import services, this_machine
from config.doctor.answers import Answer, Check

LOG = logging.getLogger(__name__)

CHECKS: tuple[Check, ...] = (
    services.database,
    services.migrations,
    services.redis,
    services.workers,
    services.job_scheduler,
    services.jobs,
    services.clock,
    services.mail,
    this_machine.disk,
    this_machine.folders,
    this_machine.shared,
    this_machine.backups,
    this_machine.backup_programs,
    this_machine.static_files,
    this_machine.fonts,
    this_machine.push_keys,
    this_machine.public_address,
    this_machine.time_zone,
    this_machine.debugging,
)


def run_checks() -> Iterator[Answer]:
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
