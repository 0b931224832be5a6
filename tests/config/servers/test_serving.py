"""Serving from one laptop: a real server on a real port."""

import re
import socket
import subprocess
import sys
import urllib.request
from ipaddress import IPv4Address
from pathlib import Path

import pytest

from config.servers.serving import is_port_free, next_free_port, own_addresses
from core.network import lan_addresses
from tests.config.servers.own_server import Installation

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.slow
def test_a_taken_port_is_refused_and_no_other_one_is_opened():
    """Otherwise phones would be sent to a URL where no one, or another server, responds."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert not is_port_free("127.0.0.1", port)
        command = [sys.executable, "manage.py", "serve", "--port", str(port)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert f"Port {port} is taken" in done.stderr
    assert "http://" not in done.stdout


def test_a_double_click_finds_another_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert port < next_free_port("127.0.0.1", port) <= port + 50
    assert next_free_port("127.0.0.1", port) == port


@pytest.mark.slow
def test_a_double_click_says_that_it_took_another_port(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with Installation(tmp_path).serve("--open", "--port", str(port)) as lines:
            assert f"Port {port} is taken by another program" in lines[0]
            assert f":{port}/" not in lines[-1]


def test_the_address_one_listens_on_is_the_address_one_opens():
    assert own_addresses("127.0.0.1") == ["127.0.0.1"]
    assert own_addresses("0.0.0.0") == ["127.0.0.1", *lan_addresses()]


def test_addresses_for_phones_are_those_others_can_reach():
    for address in lan_addresses():
        assert not IPv4Address(address).is_loopback
        with socket.socket() as probe:
            probe.bind((address, 0))


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """Return the output of `manage.py serve` on a machine where it never ran."""
    with Installation(tmp_path_factory.mktemp("new")).serve() as lines:
        yield lines


@pytest.fixture(scope="module")
def server(said):
    """Start a server and return its URL."""
    return said[-1]


def test_a_first_start_is_never_silent_and_is_called_open_once_it_is(said):
    assert said == [
        "Making the database …",
        "Phones cannot open it. To let them in, start it with: python3 manage.py serve --host 0.0.0.0",
        "Compressing styles and scripts …",
        "Loading the pages …",
        "Stadium is open at",
        said[-1],
    ]


def test_the_first_page_and_its_stylesheet_are_served(server):
    with urllib.request.urlopen(server) as page:
        assert page.status == 200
        assert "default-src 'self'" in page.headers["Content-Security-Policy"]
        [address] = re.findall(r'href="/(static/css/stadium\.[^"]+)"', page.read().decode())
    with urllib.request.urlopen(f"{server}{address}") as sheet:
        assert sheet.headers["Content-Type"].startswith("text/css")
