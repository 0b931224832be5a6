"""The server as started in docs/deployment.md, with the data of a test."""

import os
import re
import shlex
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from socket import create_connection

from django.db import connection

from tests.own_postgres import free_port

PATIENCE = 60
"""Seconds for a busy machine to load everything."""

ROOT = Path(__file__).resolve().parents[3]


def command_of_the_deployment() -> list[str]:
    """Return the command in docs/deployment.md, with this Python."""
    line = re.search(r"`(gunicorn config\.wsgi [^`]*)`", (ROOT / "docs/deployment.md").read_text())
    assert line is not None
    return [sys.executable, "-m", *shlex.split(line[1])]


def address_of_the_data(folder: Path) -> str:
    """Return the URL of the database of this test: its PostgreSQL, or its SQLite as a file."""
    if connection.vendor == "postgresql":
        wanted = connection.settings_dict
        host = f"{wanted['HOST'] or '127.0.0.1'}:{wanted['PORT'] or 5432}"
        secret = f":{wanted['PASSWORD']}" if wanted["PASSWORD"] else ""
        return f"postgres://{wanted['USER']}{secret}@{host}/{wanted['NAME']}"
    with closing(sqlite3.connect(folder / "hall.sqlite3")) as file:
        connection.connection.backup(file)
    return f"sqlite:///{folder}/hall.sqlite3"


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of the server: the data of this test, and a folder for everything else."""
    return os.environ | {
        "STADIUM_VAR": str(folder),
        "DATABASE_URL": address_of_the_data(folder),
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "GUNICORN_CMD_ARGS": "",
    }


@contextmanager
def served(folder: Path, env: dict[str, str]) -> Iterator[int]:
    """Run the server with the data of this test; yield its port."""
    port = free_port()
    command = [*command_of_the_deployment(), "--no-control-socket"]
    command[command.index("--bind") + 1] = f"127.0.0.1:{port}"
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(command, cwd=ROOT, env=env, stdout=log, stderr=log) as server,
    ):
        until = time.monotonic() + PATIENCE
        while True:
            try:
                create_connection(("127.0.0.1", port)).close()
                break
            except ConnectionRefusedError:
                assert time.monotonic() < until, (folder / "log").read_text()
                time.sleep(0.1)
        yield port
        server.terminate()
