"""Births and categories in the forms people write them."""

import pytest

from tournaments.engine.roster.cells import birth_year, category


@pytest.mark.parametrize(
    ("birth", "year"),
    [
        ("2012-03-04", 2012),
        ("04/03/2012", 2012),
        ("02/27/2011", 2011),
        ("27.2.2011", 2011),
        ("20110227", 2011),
        ("4 March 2012", 2012),
        ("Mar 4th 2012", 2012),
        ("4 de marzo de 2012", 2012),
        ("1er février 2012", 2012),
        ("4 dez 2012", 2012),
        ("2012-03-04T00:00:00Z", 2012),
        ("2012-03-04 00:00:00", 2012),
        ("2012.0", 2012),
    ],
)
def test_births(birth: str, year: int) -> None:
    assert birth_year(birth) == year


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Junior", "junior"),
        ("JR", "junior"),
        ("Juniors", "junior"),
        ("Júnior", "junior"),
        ("Senior Division", "senior"),
        ("Sênior", "senior"),
        ("S", "senior"),
        ("Master", "masters"),
        ("Máster", "masters"),
        ("Maître", "masters"),
        ("Mestre", "masters"),
        ("M", "masters"),
    ],
)
def test_categories(word: str, expected: str) -> None:
    assert category(word) == expected
