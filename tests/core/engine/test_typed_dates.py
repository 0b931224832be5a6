"""Days that do not exist in the calendar, as people type them."""

import pytest

from core.engine.typed_dates import find_impossible_date


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("31/02/2012", "2012-02-31"),
        ("02/31/2012", "2012-02-31"),
        ("31.2.2012", "2012-02-31"),
        ("2012-02-31", "2012-02-31"),
        ("2012/2/31", "2012-02-31"),
        ("20120231", "2012-02-31"),
        ("2012-02-31T10:00", "2012-02-31"),
        ("31/02/2012 10:00:00", "2012-02-31"),
        ("31 February 2012", "2012-02-31"),
        ("February 31st, 2012", "2012-02-31"),
        ("31 de febrero de 2012", "2012-02-31"),
        ("31 février 2012", "2012-02-31"),
        ("31 de fevereiro de 2012", "2012-02-31"),
        ("29/02/2011", "2011-02-29"),
        ("31/04/2012", "2012-04-31"),
    ],
)
def test_a_day_that_does_not_exist(text: str, day: str) -> None:
    assert find_impossible_date(text) == day


@pytest.mark.parametrize(
    "text",
    [
        *("", "soon", "2012", "31/02/12", "31/02", "2012-02-29", "29/02/2012", "13/12/2012", "12/13/2012"),
        *("32/01/2012", "2012-13-13", "20121304", "0/2/2012", "31/02/0000", "40969.5", "31 31 2012"),
    ],
)
def test_a_day_that_exists_or_a_text_that_names_none(text: str) -> None:
    assert find_impossible_date(text) is None
