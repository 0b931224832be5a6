"""The page of faults and its command list what is tested, and everything they name exists."""

import re
import subprocess
import sys

from tests.faults import page
from tests.faults.suites import LONG, SUITES, VALUES
from tests.own_sqlite import ROOT


def test_every_fault_has_its_tests():
    assert [file for one in SUITES for file in one.tests if not (ROOT / file).exists()] == []


def test_each_test_of_this_folder_is_named():
    named = {file for one in SUITES for file in one.tests}
    here = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests/faults").glob("test_*.py")}
    assert here - named == {"tests/faults/test_page.py"}


def test_the_page_is_made_from_them():
    assert page.PAGE.read_text(encoding="utf-8") == page.text()


def test_help_is_its_own():
    command = [sys.executable, "-m", "tests.faults", "--help"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert [one.fault for one in SUITES if one.fault not in said] == []
    assert [
        one.name for one in VALUES if not re.search(rf"^  {one.name} .*usually {one.usual}", said, re.M)
    ] == []
    assert "--page" in said
    assert "usage: .venv/bin/python -m tests.faults" in said


def test_every_value_is_read_and_no_other():
    """Values of the environment, read by the tests that the command runs."""
    texts = [(ROOT / file).read_text("utf-8") for one in SUITES for file in one.tests]
    read = {name for text in texts for name in re.findall(r'\bvalue\("(\w+)"\)', text)}
    assert read == {one.name for one in VALUES}
    assert set(re.findall(r"[A-Z]+(?==)", LONG)) == read
    assert all(part in page.text() for part in LONG.split())
