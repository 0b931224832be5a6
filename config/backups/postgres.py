"""Run PostgreSQL's programs that write and load backups."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from django.core.management import CommandError
from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient

PROGRAMS = ("pg_dump", "pg_restore", "psql")
"""Programs for backup and restore. pg_dump refuses a newer server; its dump may not load into an older one."""

VERSION = re.compile(r"\(PostgreSQL\) (\d+)")


def postgres_server_version() -> int:
    """Return the major version of this installation's server."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        return int(cursor.fetchone()[0]) // 10_000


def program_version(program: str) -> int | None:
    """Return the major version of an installed program, or None if it is missing or does not run."""
    path = shutil.which(program)
    if path is None:
        return None
    try:
        process = subprocess.run(  # noqa: S603 - the path of one of PROGRAMS
            [path, "--version"], capture_output=True, text=True, check=False
        )
    except OSError:
        return None
    version = VERSION.search(process.stdout)
    return int(version[1]) if version else None


def run_postgres_program(program: str, *arguments: str) -> None:
    """Run one of PROGRAMS against this installation's server.

    Raises CommandError if the program is missing or fails.
    """
    path = shutil.which(program)
    if path is None:
        raise CommandError(f"{program} is not installed. It comes with PostgreSQL's client programs.")
    database_settings = connection.settings_dict
    variables = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD"}
    # Only Django's function knows how to pass TLS certificates of DATABASE_URL.
    _arguments, tls_environment = DatabaseClient.settings_to_cmd_args_env(database_settings, [])
    environment = os.environ | {
        name: str(database_settings[key]) for name, key in variables.items() if database_settings.get(key)
    }
    environment |= tls_environment or {}
    process = subprocess.run(  # noqa: S603 - a path of PROGRAMS with values of the settings
        [path, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    if process.returncode != 0:
        raise CommandError(f"{program}: {process.stderr.strip() or process.returncode}")


def dump_database(target: Path) -> None:
    """Write the database to a file in custom format. Raises CommandError if that fails."""
    installed, needed = program_version("pg_dump"), postgres_server_version()
    if installed is not None and installed < needed:
        # pg_dump would fail without advice on what to do.
        raise CommandError(
            f"pg_dump is version {installed}, the database is version {needed}. "
            f"Install version {needed} of PostgreSQL's client programs."
        )
    run_postgres_program(
        *("pg_dump", "--format=custom", "--no-owner", "--no-privileges"),
        *(f"--file={target}", "--dbname", str(connection.settings_dict["NAME"])),
    )


def load_database(source: Path) -> None:
    """Replace the contents of the database with a dump, in one transaction.

    Raises CommandError if that fails. The dump is first converted to an SQL script beside `source`.
    """
    script, database = source.with_suffix(".sql"), connection.settings_dict["NAME"]
    connection.close()
    run_postgres_program("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(source))
    run_postgres_program(
        "psql",
        *("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--single-transaction"),
        # Dropping the whole schema is safe, because it belongs only to Stadium.
        *("--command", "DROP SCHEMA public CASCADE", "--command", "CREATE SCHEMA public"),
        f"--file={script}",
        f"--dbname={database}",
    )
