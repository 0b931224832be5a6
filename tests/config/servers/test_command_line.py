"""A double click: without arguments, the user's events are served and the browser opens them."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.config.servers.own_server import PASSED_ON, ROOT

PATIENCE = 90
BROWSER = """#!{python}
import os, sys, urllib.request
with urllib.request.urlopen(sys.argv[1], timeout=60) as page:
    seen = f"{{sys.argv[1]}} {{page.status}} {{page.read().decode()}}"
with open(os.environ["SEEN"] + ".part", "w", encoding="utf-8") as file:
    file.write(seen)
os.replace(os.environ["SEEN"] + ".part", os.environ["SEEN"])
"""
"""A browser that records the URL it was given and what it found there."""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Return the environment of a user's machine: a folder for the data, and this browser."""
    browser = tmp_path / "browser"
    browser.write_text(BROWSER.format(python=sys.executable), encoding="utf-8")
    browser.chmod(0o755)
    passed_on = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    own = {"STADIUM_VAR": tmp_path / "data", "BROWSER": browser, "SEEN": tmp_path / "seen"}
    return passed_on | {name: str(path) for name, path in own.items()}


@contextmanager
def double_click(environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """Start the program as the system does: from any folder, without arguments."""
    with subprocess.Popen(
        [sys.executable, "-u", str(ROOT / "packaging" / "program.py")],
        cwd=environment["HOME"],
        env=environment | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGTERM)


def what_the_browser_saw(environment: dict[str, str]) -> tuple[str, str, str]:
    """Return the URL that it was given, with the status and the page there."""
    seen = Path(environment["SEEN"])
    end = time.monotonic() + PATIENCE
    while not seen.exists() and time.monotonic() < end:
        time.sleep(0.1)
    address, status, page = seen.read_text(encoding="utf-8").split(" ", 2)
    seen.unlink()
    return address, status, page


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="the browser of this test is a script with a first line of Unix")
def test_a_double_click_serves_and_opens_the_browser_and_a_second_one_opens_it_again(environment):
    with double_click(environment) as first:
        address, status, page = what_the_browser_saw(environment)
        assert address.startswith("http://127.0.0.1:")
        assert status == "200"
        assert "Create the first account" in page
        assert (Path(environment["STADIUM_VAR"]) / "stadium.sqlite3").exists()
        with double_click(environment) as second:
            assert what_the_browser_saw(environment)[:2] == (address, "200")
            assert second.wait(PATIENCE) == 0
            assert address in second.stdout.read()
        assert first.poll() is None, "the first one still serves"
