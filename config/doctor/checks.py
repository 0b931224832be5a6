"""All checks, in the order in which to fix their findings."""

import logging
from collections.abc import Iterator

from django.db import DatabaseError
from django.utils.translation import gettext as _

from config.doctor import machine, services
from config.doctor.answers import Answer, Check

LOG = logging.getLogger(__name__)

CHECKS: tuple[Check, ...] = (
    services.database,
    services.migrations,
    services.redis,
    services.workers,
    services.clock_of_jobs,
    services.jobs,
    services.clock,
    services.mail,
    machine.disk,
    machine.folders,
    machine.shared,
    machine.backups,
    machine.backup_programs,
    machine.static_files,
    machine.fonts,
    machine.push_keys,
    machine.public_address,
    machine.time_zone,
    machine.debugging,
)


def answers() -> Iterator[Answer]:
    """Yield one answer per check; a failing check yields an error, so that it hides no other."""
    for check in CHECKS:
        try:
            yield check()
        except DatabaseError:
            yield check.broken(
                _("Not known: it is in the database"), _("Fix the database first, then check again.")
            )
        except Exception as problem:  # whatever is ill may raise anything
            LOG.exception("The doctor could not ask about %s", check.part)
            yield check.broken(
                f"{type(problem).__name__}: {problem}", _("Report this with the lines of the log.")
            )
