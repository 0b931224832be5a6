"""A PostgreSQL server that a test may stop and start, with a connection that can break in the middle of a commit."""

import os
import shutil
import socket
import socketserver
import subprocess
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

HASTY = "-c fsync=off -c full_page_writes=off"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class OwnPostgres:
    """A cluster in a temporary folder; `url` leads to it through `line`."""

    def __init__(self) -> None:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda one: int(one.parent.name))
        if not found and shutil.which("initdb") is None:
            pytest.skip("PostgreSQL is not installed")
        self.bin = found[-1] if found else Path(str(shutil.which("initdb"))).parent
        self.home = Path(tempfile.mkdtemp(prefix="stadium-pg-"))
        self.home.chmod(0o755)
        self.port = free_port()
        if os.geteuid() == 0:
            shutil.chown(self.home, "postgres")
        self._run(
            "initdb",
            "-D",
            str(self.home / "data"),
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
        )
        self.start()
        self.line = Line(self.port)
        self.url = f"postgres://postgres@127.0.0.1:{self.line.port}/postgres"

    def start(self) -> None:
        options = f"-p {self.port} -k {self.home} -c listen_addresses=127.0.0.1 {HASTY}"
        self._pg_ctl("start", "-l", str(self.home / "log"), "-o", options)

    def stop(self) -> None:
        self._pg_ctl("stop", "-m", "fast")

    def restart(self) -> None:
        self._pg_ctl("restart", "-m", "fast", "-l", str(self.home / "log"))

    def remove(self) -> None:
        self.line.close()
        with suppress(subprocess.CalledProcessError):
            self._pg_ctl("stop", "-m", "immediate")
        shutil.rmtree(self.home, ignore_errors=True)

    def _pg_ctl(self, *arguments: str) -> None:
        self._run("pg_ctl", "-D", str(self.home / "data"), "-w", *arguments)

    def _run(self, program: str, *arguments: str) -> None:
        user = {"user": "postgres"} if os.geteuid() == 0 else {}
        subprocess.run(
            [str(self.bin / program), *arguments], check=True, cwd="/", stdout=subprocess.DEVNULL, **user
        )  # type: ignore[call-overload]


class Line:
    """Forward bytes to the server. With `break_at_commit`, the next COMMIT reaches the server, but its response is
    lost.
    """

    def __init__(self, to: int) -> None:
        line = self
        self.break_at_commit = False

        class Passing(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                line._pass(self.request, to)

        socketserver.ThreadingTCPServer.allow_reuse_address = True
        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Passing)
        self._server.daemon_threads = True
        self._server.block_on_close = False
        self.port = int(self._server.server_address[1])
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _pass(self, client: socket.socket, to: int) -> None:
        try:
            server = socket.create_connection(("127.0.0.1", to))
        except OSError:
            client.close()
            return
        lost = threading.Event()
        threading.Thread(target=self._answers, args=(server, client, lost), daemon=True).start()
        with suppress(OSError):
            while data := client.recv(65536):
                if self.break_at_commit and b"COMMIT" in data:
                    self.break_at_commit = False
                    lost.set()
                server.sendall(data)
        self._end(server, client)

    def _answers(self, server: socket.socket, client: socket.socket, lost: threading.Event) -> None:
        with suppress(OSError):
            while data := server.recv(65536):
                if lost.is_set():
                    break
                client.sendall(data)
        self._end(server, client)

    @staticmethod
    def _end(*sockets: Any) -> None:
        for one in sockets:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
