"""docs/faults.md, generated from `suites.py`."""

from pathlib import Path

from tests.faults.suites import SUITES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "faults.md"

HEAD = """# Faults

What goes wrong in a hall was tried on purpose. One command asks all of it, with a Chromium, and with a PostgreSQL and a
Redis of its own:

    .venv/bin/python -m tests.faults

`--help` says what is tried. The kills are few by default. `KILLS=1000 PLAYERS=1112 ROUNDS=18` kills 1,000 times over
10,008 results on each database, `NONSENSE=100000` sends as many requests without sense; both end by themselves. Both
held when last asked, on 26 November 2026: nothing was lost, nothing doubled, and no answer was a 500.

The usual run asks 157 tests. The last whole one, on 27 November 2026, held in all of them, in ten minutes on two cores
that others used too: 110 on SQLite, with the kills of both databases, then 47 of what needs a worker or several
connections.

| tried | held | tests |
|---|---|---|
"""

TAIL = """
This page is made by `.venv/bin/python -m tests.faults --page`; `tests/faults/test_page.py` keeps it true.
"""


def text() -> str:
    """Return the whole page."""
    rows = (
        f"| {one.fault} | {one.held} | {', '.join(f'`{file}`' for file in one.tests)} |\n" for one in SUITES
    )
    return HEAD + "".join(rows) + TAIL
