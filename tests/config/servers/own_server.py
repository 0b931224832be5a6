"""A separate Stadium for a test: its data folder, its commands, its server."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.own_postgres import OwnPostgres

ROOT = Path(__file__).resolve().parents[3]
PASSED_ON = ("PATH", "SYSTEMROOT", "HOME", "LD_LIBRARY_PATH")


def a_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@dataclass(frozen=True)
class Installation:
    """Data in `folder`, without any of this machine's settings."""

    folder: Path

    @property
    def database(self) -> Path:
        return self.folder / "stadium.sqlite3"

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(
            command, cwd=ROOT, env=self._env(), capture_output=True, text=True, timeout=120, check=False
        )

    @contextmanager
    def serve(self, *arguments: str) -> Iterator[list[str]]:
        """Return the output of a server until its URL can be opened; the last line is the URL."""
        port = [] if "--port" in arguments else ["--port", str(a_free_port())]
        command = [sys.executable, "-u", "manage.py", "serve", *port, *arguments]
        with subprocess.Popen(
            command, cwd=ROOT, env=self._env(), stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            try:
                lines: list[str] = []
                while not lines or not lines[-1].startswith("http"):
                    line = process.stdout.readline()
                    assert line, lines
                    lines.append(line.strip())
                yield lines
            finally:
                process.terminate()

    def _env(self) -> dict[str, str]:
        environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        return environment | {"STADIUM_VAR": str(self.folder), "BROWSER": "true"}


class OnPostgres(Installation):
    """An installation whose database is on a server, at the URL in its folder."""

    @classmethod
    def made(cls, folder: Path, server: OwnPostgres) -> "OnPostgres":
        """Return one with an empty database that has the name of its `folder`."""
        folder.mkdir()
        at = ("-h", "127.0.0.1", "-p", str(server.port), "-U", "postgres")
        subprocess.run([server.bin / "createdb", *at, folder.name], check=True)
        (folder / "database_url").write_text(f"{server.url.rpartition('/')[0]}/{folder.name}")
        return cls(folder)

    @property
    def url(self) -> str:
        return (self.folder / "database_url").read_text()

    def _env(self) -> dict[str, str]:
        return super()._env() | {"DATABASE_URL": self.url}
