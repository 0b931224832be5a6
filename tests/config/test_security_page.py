"""Each test that docs/security.md names is there."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
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
