"""What is in the log, and what must not be."""

import io
import logging
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from logging.config import dictConfig
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from core.templatetags.links import manifest
from tests import build
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db


@pytest.fixture
def log():
    """Return the lines that the log handler of the project writes."""
    dictConfig(settings.LOGGING)
    (handler,) = (
        one for one in logging.getLogger().handlers if type(one.formatter).__name__ == "RedactingLogFormatter"
    )
    lines, handler.stream = io.StringIO(), io.StringIO()
    handler.setStream(lines)
    return lines


def test_a_personal_link_is_in_no_line(log):
    event = build.event(published=True)
    (entry,) = build.add_players(event, 1)
    token = personal_links.ensure_link(entry).token
    client = Client(raise_request_exception=False)
    for path in ("my/{}/nowhere", "my/{}/report", "l/{}/nowhere", "d/{}/nowhere", "r/{}/nowhere"):
        client.get(f"/{path.format(token)}")
    client.get(f"/account/password/reset/key/{token}/nowhere")
    try:
        raise ValueError(f"http://testserver/my/{token}/live?again=1")
    except ValueError:
        logging.getLogger("waitress").exception("Exception while serving /my/%s", token)
    lines = log.getvalue()
    assert lines.count("/my/…") >= 4
    assert "/l/…/nowhere" in lines
    assert "/r/…/nowhere" in lines
    assert token not in lines


def test_other_addresses_stay_as_they_are(log):
    Client().get("/e/a-cup-that-is-not-there/standings")
    assert "Not Found: /e/a-cup-that-is-not-there/standings" in log.getvalue()


def test_no_line_of_gunicorn_holds_a_personal_link(tmp_path):
    """A real gunicorn, requested with an unknown personal link: its access log and its error log."""
    pytest.importorskip("fcntl", reason="gunicorn does not run here")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    access, errors, root = (
        tmp_path / "access.log",
        tmp_path / "errors.log",
        Path(__file__).resolve().parents[2],
    )
    (tmp_path / "hall.py").write_text(BROKEN)
    command = [
        sys.executable,
        "-m",
        "gunicorn",
        "hall:application",
        "--config",
        str(root / "gunicorn.conf.py"),
    ]
    command += ["--pythonpath", f"{root},{tmp_path}", "--bind", f"127.0.0.1:{port}", "--workers", "1"]
    command += ["--access-logfile", str(access), "--error-logfile", str(errors), "--no-control-socket"]
    server = subprocess.Popen(command, cwd=tmp_path, env=os.environ | {"GUNICORN_CMD_ARGS": ""})
    try:
        for path in ("fine", "broken"):
            _get(f"http://127.0.0.1:{port}/my/{TOKEN}/{path}")
        for start in (f"/my/{TOKEN}", f"%2Fmy%2F{TOKEN}", f"%2fmy%2f{TOKEN}"):
            _get(f"http://127.0.0.1:{port}/manifest.webmanifest?start={start}")
    finally:
        server.terminate()
        server.wait(30)
    assert "GET /my/…/fine HTTP/1.1" in access.read_text()
    assert "GET /manifest.webmanifest?start=/my/… HTTP/1.1" in access.read_text()
    assert "?start=%2Fmy%2F… HTTP/1.1" in access.read_text()
    assert "Error handling request GET /my/…/broken" in errors.read_text()
    assert TOKEN not in access.read_text() + errors.read_text()


def test_the_proxy_is_told_to_log_no_such_address():
    """Checks all places in the docs where nginx's log is turned off."""
    text = (Path(settings.BASE_DIR) / "docs" / "deployment.md").read_text()
    places = re.findall(r"location ~ (\S+) \{ access_log off;", text)
    opens = [f"/{first}/{TOKEN}" for first in ("my", "l", "d", "join")]
    opens += [manifest(opens[0]), f"/account/password/reset/key/{TOKEN}/"]
    assert len(places) == 2
    for place in places:
        assert all(re.search(place, address.partition("?")[0]) for address in opens)
        assert not re.search(place, "/e/a-cup/standings")


TOKEN = "Zx9_kQ2-vT7mW4pL8sRn"
BROKEN = """
def application(environ, start_response):
    if environ["PATH_INFO"].endswith("broken"):
        raise ValueError(environ["PATH_INFO"])
    start_response("200 OK", [("Content-Length", "0")])
    return []
"""


def _get(url):
    """Send a request once it listens; an error of the server counts as a response."""
    until = time.monotonic() + 30
    while True:
        try:
            with urllib.request.urlopen(urllib.request.Request(url, headers={"Referer": url}), timeout=5):
                return
        except urllib.error.HTTPError:
            return
        except OSError:
            assert time.monotonic() < until
            time.sleep(0.1)
