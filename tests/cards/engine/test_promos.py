"""R-005: from which day a numbered promo is legal, by its own day or by those of neighboring numbers."""

from datetime import date

import pytest

from cards.engine.cards import Catalogue, Expansion, Printing
from cards.engine.facts import FactTables, PromoDate
from cards.engine.promos import UNANNOUNCED, PromoDay, promo_day

D = date.fromisoformat
KNOWN = {"XY10": "2014-05-01", "XY20": "2014-11-01", "XY30": "2014-08-01", "XY40": "2015-03-01"}
CATALOGUE = Catalogue(
    [
        Expansion("xyp", "XY promos", ("PR-XY",), D("2013-10-12"), kind="promo"),
        Expansion("smp", "SM promos", ("PR-SM",), D("2017-02-03"), kind="promo"),
        Expansion("swshp", "SWSH promos", ("PR-SW",), D("2019-11-15"), kind="promo"),
        Expansion("sm1", "Sun & Moon", ("SUM",), D("2016-01-01")),
    ],
    [],
    facts=FactTables(promo_dates=tuple(PromoDate(("xyp", number), D(day)) for number, day in KNOWN.items())),
)


def day_of(expansion: str, number: str) -> PromoDay:
    return promo_day(Printing(expansion, number, "Snivy", "Snivy", "pokemon"), CATALOGUE)


def between(first: str | None, last: str | None) -> PromoDay:
    return PromoDay(D(first) if first else None, D(last) if last else None)


@pytest.mark.parametrize("number", ["XY10", "10"])
def test_a_promo_with_a_day_of_its_own(number: str) -> None:
    found = day_of("xyp", number)
    assert found == between("2014-05-01", "2014-05-01")
    assert found.known


@pytest.mark.parametrize(
    ("number", "first", "last"),
    [
        ("XY5", None, "2014-05-01"),
        ("XY15", "2014-05-01", "2014-11-01"),
        ("XY25", "2014-08-01", "2014-11-01"),
        ("XY35", "2014-08-01", "2015-03-01"),
        ("XY45", "2015-03-01", "2017-02-03"),
    ],
)
def test_a_promo_between_numbers_with_known_days(number: str, first: str | None, last: str) -> None:
    """XY20 came out late and does not delay higher numbers; above the highest, the next series gives the latest day."""
    found = day_of("xyp", number)
    assert found == between(first, last)
    assert not found.known


def test_a_series_without_known_days_ends_where_the_next_one_begins() -> None:
    assert day_of("smp", "SM1") == between(None, "2019-11-15")
    assert day_of("swshp", "SWSH001") == day_of("nowhere", "1") == UNANNOUNCED
    assert not UNANNOUNCED.known
