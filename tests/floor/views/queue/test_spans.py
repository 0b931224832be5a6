"""Waiting times in words."""

import pytest

from floor.words.queue_words import duration_text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(59, "under a minute"), (60, "1 min"), (3599, "59 min"), (3600, "1 h 0 min"), (187_114, "51 h 58 min")],
)
def test_from_an_hour_on_hours_are_counted(seconds: int, text: str) -> None:
    assert duration_text(seconds) == text
