"""A server from scratch: the commands of deploy/compose.yaml on this machine, with separate PostgreSQL, Redis and
Caddy, and a page opened over TLS. Containers themselves are tested manually: docs/deployment.md.
"""

import http.client
import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from config.middleware.uploads import MEGABYTE
from tests.config.servers.test_deploy import DEPLOY, ROOT, compose, example
from tests.own_postgres import OwnPostgres, free_port
from tests.own_redis import OwnRedis

pytestmark = [pytest.mark.slow]

PATIENCE = 120
"""Seconds for a busy machine to start everything."""


class Server:
    """Everything that compose starts, in one folder."""

    def __init__(self, folder: Path, postgres: OwnPostgres, redis: OwnRedis) -> None:
        self.folder = folder
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.stack = ExitStack()
        self.ports = {name: free_port() for name in ("web", "readers", "news", "http", "https")}
        self.url = f"https://localhost:{self.ports['https']}"
        self.env = os.environ | example() | {
            "STADIUM_VAR": str(folder / "var"),
            "STATIC_ROOT": str(folder / "static"),
            "DATABASE_URL": postgres.url,
            "REDIS_URL": redis.url,
            "ALLOWED_HOSTS": "localhost",
            "CSRF_TRUSTED_ORIGINS": self.url,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "GUNICORN_CMD_ARGS": "--no-control-socket",
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        }  # fmt: skip

    def command(self, name: str) -> list[str]:
        """Return the command that compose starts, with the port and the clock file of this test."""
        words = [str(word) for word in compose()[name]["command"]]
        for flag, value in (
            ("--bind", f"127.0.0.1:{self.ports.get(name)}"),
            ("--schedule", str(self.folder / "beat")),
        ):
            if flag in words:
                words[words.index(flag) + 1] = value
        return words

    def release(self) -> None:
        subprocess.run(self.command("release"), cwd=ROOT, env=self.env, check=True, capture_output=True)

    @contextmanager
    def runs(self, name: str) -> Iterator[subprocess.Popen[bytes]]:
        with (
            (self.folder / f"{name}.log").open("wb") as log,
            subprocess.Popen(self.command(name), cwd=ROOT, env=self.env, stdout=log, stderr=log) as process,
        ):
            self.running[name] = process
            try:
                yield process
            finally:
                process.terminate()

    @contextmanager
    def without(self, name: str) -> Iterator[None]:
        """Stop a process that listens, and restart it for later tests, which run in any order."""
        self.running[name].terminate()
        self.running[name].wait()
        try:
            yield
        finally:
            self.stack.enter_context(self.runs(name))
            until(lambda: self.listens(name), self.logs)

    def listens(self, name: str) -> bool:
        with socket.create_connection(("127.0.0.1", self.ports[name]), timeout=5):
            return True

    @contextmanager
    def proxy(self) -> Iterator[None]:
        """Start Caddy with the file of deploy/ and certificates of its own authority."""
        ports = {"http_port": self.ports["http"], "https_port": self.ports["https"]}
        head = "".join(f"\t{name} {port}\n" for name, port in ports.items())
        own, text = self.folder / "Caddyfile", (DEPLOY / "Caddyfile").read_text("utf-8")
        assert "\n{\n" in text
        own.write_text(text.replace("\n{\n", f"\n{{\n{head}\tadmin off\n\tskip_install_trust\n", 1))
        env = self.env | {
            "STADIUM_SITE": "localhost",
            "STADIUM_WEB": f"127.0.0.1:{self.ports['web']}",
            "STADIUM_READERS": f"127.0.0.1:{self.ports['readers']}",
            "STADIUM_NEWS": f"127.0.0.1:{self.ports['news']}",
            "XDG_DATA_HOME": str(self.folder / "caddy"),
            "HOME": str(self.folder),
        }
        command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(own)]
        with (
            (self.folder / "proxy.log").open("wb") as log,
            subprocess.Popen(command, env=env, stdout=log, stderr=log) as process,
        ):
            try:
                yield
            finally:
                process.terminate()

    def get(self, path: str, **headers: str):  # type: ignore[no-untyped-def]
        request = urllib.request.Request(self.url + path, headers=headers)
        return urllib.request.urlopen(request, context=self._trust(), timeout=30)

    def announced(self, path: str, length: int) -> http.client.HTTPResponse:
        """Return the response to the headers of a request that announces this many bytes without sending any."""
        connection = http.client.HTTPSConnection(
            self.url.removeprefix("https://"), context=self._trust(), timeout=30
        )
        connection.putrequest("POST", path)
        connection.putheader("Content-Length", str(length))
        connection.endheaders()
        return connection.getresponse()

    def _trust(self) -> ssl.SSLContext:
        authority = self.folder / "caddy/caddy/pki/authorities/local/root.crt"
        return ssl.create_default_context(cafile=str(authority))

    def logs(self) -> str:
        return "\n".join(path.read_text(errors="replace")[-2000:] for path in self.folder.glob("*.log"))


def until(found: Callable[[], bool], what: Callable[[], str], patience: float = PATIENCE) -> None:
    end = time.monotonic() + patience
    while True:
        try:
            if found():
                return
        except (OSError, urllib.error.URLError):
            pass
        assert time.monotonic() < end, what()
        time.sleep(0.5)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if shutil.which("caddy") is None or shutil.which("redis-server") is None:
        pytest.skip("caddy or redis-server is not installed")
    postgres, redis = OwnPostgres(), OwnRedis()
    redis.start()
    one = Server(tmp_path_factory.mktemp("server"), postgres, redis)
    try:
        one.release()
        with one.stack as stack:
            for name in ("web", "readers", "news", "worker", "beat"):
                stack.enter_context(one.runs(name))
            stack.enter_context(one.proxy())
            until(lambda: all(map(one.listens, ("web", "readers", "news"))), one.logs)
            until(lambda: one.get("/health").status == 200, one.logs)
            yield one
    finally:
        redis.stop()
        postgres.remove()


def test_a_page_over_tls(server: Server) -> None:
    page = server.get("/")
    assert page.status == 200
    assert page.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert "default-src 'self'" in page.headers["Content-Security-Policy"]
    assert b"/static/css/stadium." in page.read()


def test_what_is_too_large_gets_a_page_that_says_so(server: Server) -> None:
    answer = server.announced("/e/cup/snapshot", 66 * MEGABYTE)
    assert answer.status == 413
    assert b"This file is too large" in answer.read()


def test_cookies_travel_over_tls_alone(server: Server) -> None:
    cookies = server.get("/account/login/").headers.get_all("Set-Cookie")
    assert cookies
    assert all("Secure" in cookie and "SameSite=Lax" in cookie for cookie in cookies)


def test_the_doctor_finds_workers_and_their_clock(server: Server) -> None:
    command = ["python", "manage.py", "doctor"]

    def report() -> str:
        return subprocess.run(
            command, cwd=ROOT, env=server.env, capture_output=True, text=True, check=False
        ).stdout

    until(lambda: "OK      Job scheduler: Running" in report(), lambda: report() + server.logs())
    text = report()
    assert "ERROR" not in text, text
    assert "OK      Database: PostgreSQL" in text
    assert "OK      Workers: 1 responds" in text


def test_open_pages_ask_a_process_of_their_own(server: Server) -> None:
    with pytest.raises(urllib.error.HTTPError, match="400"):
        server.get("/live")
    with server.without("news"):
        with pytest.raises(urllib.error.HTTPError, match="502"):
            server.get("/live")
        assert server.get("/health").status == 200


def test_whoever_has_signed_in_is_served_by_the_desk(server: Server) -> None:
    assert set(json.loads(server.get("/health").read()).values()) == {"ok"}
    with server.without("readers"):
        assert server.get("/", Cookie="sessionid=nobody").status == 200
        with pytest.raises(urllib.error.HTTPError, match="502"):
            server.get("/")
