"""The configuration of nginx in docs/deployment.md: which requests go where, and what is not logged."""

import json
import re
import shutil
import subprocess
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from config.middleware.uploads import MEGABYTE
from tests.config.servers.deployed import ROOT
from tests.config.servers.test_deploy_trial import until
from tests.own_postgres import free_port

pytestmark = [pytest.mark.slow]

PORTS = {8000: "web", 8001: "readers", 8002: "news"}


class Echo(BaseHTTPRequestHandler):
    """Responds with its port and the headers it received."""

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", "0")))
        body = json.dumps({"port": self.server.server_address[1], "path": self.path, **self.headers}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET  # noqa: N815

    def log_message(self, *_args: object) -> None:
        """Suppress the log of requests."""


class Proxy:
    def __init__(self, folder: Path, port: int, served: dict[int, str]) -> None:
        self.log, self._url, self._served = folder / "access.log", f"http://127.0.0.1:{port}", served

    def sent(self, path: str, data: bytes | None = None, **headers: str) -> tuple[str, dict[str, str]]:
        """Return which server responded, and the headers it received."""
        request = urllib.request.Request(self._url + path, data, headers | {"Host": "cup.example"})
        with urllib.request.urlopen(request, timeout=10) as answer:
            found = json.loads(answer.read())
        return self._served[found.pop("port")], found


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    if shutil.which("nginx") is None:
        pytest.skip("nginx is not installed")
    folder, port = tmp_path_factory.mktemp("nginx"), free_port()
    lines = re.search(r"For nginx:\n\n((?:    .*\n|\n)+)", (ROOT / "docs/deployment.md").read_text("utf-8"))
    assert lines is not None
    text, served = lines[1].replace("server {\n", f"server {{\n        listen 127.0.0.1:{port};\n", 1), {}
    with ExitStack() as stack:
        for usual, name in PORTS.items():
            server = stack.enter_context(ThreadingHTTPServer(("127.0.0.1", 0), Echo))
            stack.callback(server.shutdown)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            served[server.server_address[1]] = name
            text = text.replace(f"127.0.0.1:{usual}", f"127.0.0.1:{server.server_address[1]}")
        own = folder / "nginx.conf"
        own.write_text(
            f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}\n"
            f"http {{ access_log {folder}/access.log;\n{text}\n}}\n"
        )
        process = stack.enter_context(subprocess.Popen(["nginx", "-p", str(folder), "-c", str(own)]))
        stack.callback(process.terminate)
        one = Proxy(folder, port, served)
        until(lambda: bool(one.sent("/e/cup/")), lambda: (folder / "error.log").read_text())
        yield one


@pytest.mark.parametrize(
    ("path", "data", "cookie", "to"),
    [
        ("/e/cup/pairings", None, "", "readers"),
        ("/e/cup/pairings", None, "sessionid=x", "web"),
        ("/my/abc", None, "", "readers"),
        ("/my/abc/report", b"how=won", "", "web"),
        ("/live?on=e1", None, "", "news"),
        ("/live?on=e1", None, "sessionid=x", "news"),
    ],
)
def test_who_is_sent_where(proxy: Proxy, path: str, data: bytes | None, cookie: str, to: str) -> None:
    server, headers = proxy.sent(path, data, **({"Cookie": cookie} if cookie else {}))
    assert server == to
    found = [headers.get(name) for name in ("Host", "X-Forwarded-Proto", "X-Forwarded-For")]
    assert found == ["cup.example", "http", "127.0.0.1"]


@pytest.mark.parametrize(
    "path", ["/my/abc", "/l/abc", "/manifest.webmanifest?start=/my/abc", "/live?on=e1.n1"]
)
def test_addresses_that_open_something_are_in_no_log(proxy: Proxy, path: str) -> None:
    proxy.sent("/e/cup/tables")
    proxy.sent(path)
    proxy.sent("/e/cup/standings")
    until(lambda: "/e/cup/standings" in proxy.log.read_text(), proxy.log.read_text)
    assert path not in proxy.log.read_text()
    assert "/e/cup/tables" in proxy.log.read_text()


def test_the_page_for_what_is_too_large_is_asked_for_without_it(proxy: Proxy) -> None:
    """The status is 413, whatever the status of the error page itself."""
    with pytest.raises(urllib.error.HTTPError) as refused:
        proxy.sent("/e/cup/snapshot", b" " * (66 * MEGABYTE))
    assert refused.value.code == 413
    found = json.loads(refused.value.read())
    assert found["path"] == "/too-large"
    assert "Content-Length" not in found
    assert found["Host"] == "cup.example"
