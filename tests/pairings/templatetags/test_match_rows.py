from datetime import UTC, datetime
from typing import Any

import pytest
from django.utils import timezone

from pairings.templatetags.match_rows import finished_row, seen_results

ROW: dict[str, Any] = {
    "id": 7,
    "no": 3,
    "left": "Ana <A>",
    "right": "Luis",
    "saved": "Ana won",
    "outcome": "left",
    "by": "Mar <M>",
}


@pytest.mark.parametrize(
    ("at", "who"),
    [(datetime(2026, 11, 22, 13, 5, tzinfo=UTC), "Mar &lt;M&gt;, 14:05"), (None, "Mar &lt;M&gt;, ")],
)
def test_a_finished_row_says_who_entered_it_and_when_that_is_known(at: datetime | None, who: str):
    with timezone.override("Europe/Madrid"):
        text = finished_row({**ROW, "at": at})
    assert f'<small class="under">{who}</small>' in text
    assert "<b>Ana &lt;A&gt;</b>" in text


def test_a_note_stands_instead_of_who_entered_it():
    text = finished_row({**ROW, "at": timezone.now(), "note": "No-show"})
    assert "No-show" in text
    assert "Mar" not in text


def test_results_that_were_seen_are_sent_but_for_the_newest():
    rows = [ROW, ROW | {"id": 8, "outcome": "tie"}]
    assert seen_results(rows, "8", "entry") == (
        '<input type="hidden" name="seen" value="7:left" form="entry">'
    )
    assert seen_results(rows, None, "entry").count("<input") == 2
