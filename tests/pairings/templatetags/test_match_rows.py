from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.utils import timezone

from pairings.templatetags.match_rows import MatchLine, match_row

ROW = MatchLine(
    id=7,
    no=3,
    open=False,
    left="Ana <A>",
    right="Luis",
    saved="Ana won",
    outcome="left",
    by="Mar <M>",
)


@pytest.mark.parametrize(
    ("at", "who"),
    [(datetime(2026, 11, 22, 13, 5, tzinfo=UTC), "Mar &lt;M&gt;, 14:05"), (None, "Mar &lt;M&gt;, ")],
)
def test_a_finished_row_says_who_entered_it_and_when_that_is_known(at: datetime | None, who: str):
    with timezone.override("Europe/Madrid"):
        text = match_row(replace(ROW, at=at))
    assert f'<small class="under">{who}</small>' in text
    assert "<small>Ana &lt;A&gt; – Luis</small>" in text


def test_a_note_stands_instead_of_who_entered_it():
    text = match_row(replace(ROW, at=timezone.now(), note="No-show"))
    assert "No-show" in text
    assert "Mar" not in text


def test_a_result_that_was_seen_is_sent_with_the_next_but_for_the_newest():
    assert '<input type="hidden" name="seen" value="7:left" form="entry">' in match_row(ROW)
    assert "<input" not in match_row(replace(ROW, unseen=True))


def test_an_open_row_has_its_state_and_the_badge_of_its_division():
    row = replace(ROW, open=True, state="called", badge=("J", "J", "Juniors"))
    text = match_row(row, form="results")
    assert 'data-state="called"' in text
    assert '<span class="unseen">Juniors</span>' in text
    assert text.count("<button") == 3
    assert match_row(row, form="results", no_tie=True).count("<button") == 2


def test_a_changed_row_names_the_row_it_replaces():
    assert "hx-swap-oob=\"outerHTML:#desk [data-match='7']\"" in match_row(ROW, oob=True)
