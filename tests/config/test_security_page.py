"""Each test that docs/security.md names exists."""

import re
from pathlib import Path

from tests import ROOMS

ROOT = Path(__file__).resolve().parents[2]
ALL_ROOMS = (*ROOMS, "config", "benchmarks")
NAMED = re.compile(r"`(tests/[\w/]+\.py)` `(test_\w+)`")


def test_the_tests_it_names_are_there() -> None:
    named = NAMED.findall((ROOT / "docs/security.md").read_text("utf-8"))
    assert len(named) > 20
    missing = [
        (path, name)
        for path, name in named
        if not (ROOT / path).is_file() or f"def {name}(" not in (ROOT / path).read_text("utf-8")
    ]
    assert missing == []


def test_each_line_of_a_table_names_one() -> None:
    page = (ROOT / "docs/security.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ") and not line.startswith("| they try")]
    assert [line for line in rows if not NAMED.search(line)] == []


def test_each_exception_says_its_reason() -> None:
    """`noqa: S…` and `nosec` are followed by a few words, and `nosec` by the check that it disables."""
    exceptions = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for room in ALL_ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        for line in path.read_text("utf-8").splitlines()
        if re.search(r"noqa: S\d|# nosec", line)
    ]
    assert len(exceptions) > 15
    reason = re.compile(r"(?:noqa: S\d+(?:, S\d+)* - \w|  # \w[\w ]+  # nosec)")
    assert [one for one in exceptions if not reason.search(one)] == []
    assert [one for one in exceptions if re.search(r"# nosec(?! B\d)", one)] == []
