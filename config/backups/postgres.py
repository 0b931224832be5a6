"""PostgreSQL's own programs, which write and load its backups."""

import os
import re
import shutil
import subprocess

from django.core.management import CommandError
from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient

PROGRAMS = ("pg_dump", "pg_restore", "psql")
"""Programs of backup and restore. pg_dump refuses a newer server; its dump may not load into an older one."""

VERSION = re.compile(r"\(PostgreSQL\) (\d+)")


def server_version() -> int:
    """The major version of this installation's server."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        return int(cursor.fetchone()[0]) // 10_000


def program_version(program: str) -> int | None:
    """The major version of an installed program; None if it is missing or does not run."""
    path = shutil.which(program)
    if path is None:
        return None
    try:
        answer = subprocess.run(  # noqa: S603 - a program of PostgreSQL, found by its name
            [path, "--version"], capture_output=True, text=True, check=False
        )
    except OSError:
        return None
    version = VERSION.search(answer.stdout)
    return int(version[1]) if version else None


def run(program: str, *arguments: str) -> None:
    """Run a program against this installation's server. Raises CommandError if it is missing or fails."""
    path = shutil.which(program)
    if path is None:
        raise CommandError(f"{program} is not installed. It comes with PostgreSQL's client programs.")
    facts = connection.settings_dict
    variables = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD"}
    # TLS certificates from DATABASE_URL.
    _arguments, secured = DatabaseClient.settings_to_cmd_args_env(facts, [])
    environment = os.environ | {name: str(facts[key]) for name, key in variables.items() if facts.get(key)}
    environment |= secured or {}
    done = subprocess.run(  # noqa: S603 - a program of PostgreSQL and the settings
        [path, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise CommandError(f"{program}: {done.stderr.strip() or done.returncode}")


def require_dump_program() -> None:
    """Raise CommandError if pg_dump is older than the server: it would fail without advice."""
    installed, needed = program_version("pg_dump"), server_version()
    if installed is not None and installed < needed:
        raise CommandError(
            f"pg_dump is version {installed}, the database is version {needed}. "
            f"Install version {needed} of PostgreSQL's client programs."
        )
