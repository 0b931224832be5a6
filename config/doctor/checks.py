"""All that the doctor asks, in the order a person mends it."""

from collections.abc import Callable, Iterator

from config.doctor import machine, services
from config.doctor.answers import Answer, error

CHECKS: tuple[Callable[[], Answer], ...] = (
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
    machine.backups,
    machine.static_files,
    machine.fonts,
    machine.push_keys,
    machine.public_address,
    machine.time_zone,
    machine.debugging,
)


def answers() -> Iterator[Answer]:
    """One answer a check; a check that breaks is an answer too, so that one sick part hides no other."""
    for check in CHECKS:
        try:
            yield check()
        except Exception as problem:  # whatever is ill may raise anything
            yield error(check.__name__, f"{type(problem).__name__}: {problem}", "")
