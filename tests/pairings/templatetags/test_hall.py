"""Scores and records are not broken across lines, even on a narrow phone."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.utils.safestring import mark_safe

from pairings.templatetags.hall import record, unbroken_scores

TEMPLATES = Path(settings.BASE_DIR) / "templates"
SCORED = re.compile(
    r"\{\{ (?:[\w.]*\.)?(?:record|games|result|left_note|other_note|me_note|stands) \}\}|\.games\.0 \}\}-"
)
"""A variable that contains a score or a record, or a sentence with one, printed without a filter."""

ALONE = {
    "database_written.html": "needs as little as it can",
    "floor/table/record_dock.html": "filtered where the sentence takes it",
    "floor/my/day.html": "its element is unbroken",
    "pairings/reports/conflicts.html": "filtered where the sentence takes it",
    "pairings/standing_explained.html": "a letter in a cell of its own",
}


@pytest.mark.parametrize("line", [(4, 0, 1), SimpleNamespace(wins=4, losses=0, ties=1)])
def test_record(line: object) -> None:
    assert record(line) == "4-0-1"


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("Maya Okonkwo won 2-1", 'Maya Okonkwo won <span class="unbroken">2-1</span>'),
        ("7 points, 2-0-1", '7 points, <span class="unbroken">2-0-1</span>'),
        ("<b> 1-1", '&lt;b&gt; <span class="unbroken">1-1</span>'),
        (mark_safe("<b>1-1</b>"), '<b><span class="unbroken">1-1</span></b>'),
        ("on 2026-11-28", "on 2026-11-28"),
        ("Player ID 1234567", "Player ID 1234567"),
    ],
)
def test_a_score_stays_on_one_line(text: str, html: str) -> None:
    assert unbroken_scores(text) == html


def test_no_template_prints_a_score_that_may_break() -> None:
    found = {
        f"{path.relative_to(TEMPLATES)}: {line.strip()}"
        for path in TEMPLATES.rglob("*.html")
        for line in path.read_text(encoding="utf-8").splitlines()
        if SCORED.search(line) and not re.search(r'unbroken|unseen|="[^"]*\{\{', line)
    }
    assert sorted(one for one in found if one.split(":")[0] not in ALONE) == []
