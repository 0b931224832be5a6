"""Serving from one laptop: a real server on a real port."""

import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from config.serving import is_free, own_addresses

ROOT = Path(__file__).resolve().parents[2]


def a_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def test_a_taken_port_is_refused_and_no_other_one_is_opened():
    """Whoever starts it would send phones to an address where nobody, or somebody else, answers."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert not is_free("127.0.0.1", port)
        command = [sys.executable, "manage.py", "serve", "--port", str(port)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert f"Port {port} is taken" in done.stderr
    assert "http://" not in done.stdout


def test_the_address_one_listens_on_is_the_address_one_opens():
    assert own_addresses("127.0.0.1") == ["127.0.0.1"]
    assert "127.0.0.1" in own_addresses("0.0.0.0")


@pytest.fixture
def server(tmp_path):
    """`manage.py serve` on an empty database of its own; yields its address."""
    env = {"PATH": "", "STADIUM_VAR": str(tmp_path), "DATABASE_URL": f"sqlite:///{tmp_path}/empty.sqlite3"}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=env, check=True)
    command = [sys.executable, "-u", "manage.py", "serve", "--port", str(a_free_port())]
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            lines = [process.stdout.readline(), process.stdout.readline()]
            yield lines[1].strip()
        finally:
            process.terminate()


def test_the_first_page_and_its_stylesheet_are_served(server):
    with urllib.request.urlopen(server) as page:
        assert page.status == 200
        assert "default-src 'self'" in page.headers["Content-Security-Policy"]
    with urllib.request.urlopen(f"{server}static/css/stadium.css") as sheet:
        assert sheet.headers["Content-Type"].startswith("text/css")
