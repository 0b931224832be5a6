"""M-030, M-031: age divisions by birth year and season, divisions by number of players."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.refused import Refused
from tournaments.engine.divisions import (
    AGE_DIVISIONS,
    DIVISIONS,
    OF_TOM,
    PLAYS_IN,
    SEASONS,
    TOM_CODES,
    age_division_of,
    division_of_age_division,
    divisions_by_tom_rule,
    read_seasons,
    season_by_formula,
    season_of,
)

SEASON = {season.year: season for season in SEASONS}


@pytest.mark.parametrize(
    ("year", "junior_from", "senior_from"),
    [
        (2017, 2006, 2002),
        (2019, 2008, 2004),
        (2020, 2009, 2005),
        (2021, 2009, 2005),
        (2022, 2010, 2006),
        (2024, 2012, 2008),
        (2025, 2013, 2009),
        (2026, 2014, 2010),
        (2027, 2015, 2011),
        (2030, 2018, 2014),
    ],
)
def test_m030_birth_years(year: int, junior_from: int, senior_from: int) -> None:
    season = SEASON[year]
    assert (season.junior_from, season.senior_from) == (junior_from, senior_from)
    assert age_division_of(junior_from, season) == "junior"
    assert age_division_of(junior_from - 1, season) == age_division_of(senior_from, season) == "senior"
    assert age_division_of(senior_from - 1, season) == "masters"


@pytest.mark.parametrize(
    ("day", "birth_year", "age_division"),
    [
        (date(2026, 8, 6), 2014, "junior"),
        (date(2026, 8, 6), 2013, "senior"),
        (date(2026, 8, 8), 2010, "senior"),
        (date(2026, 8, 8), 2009, "masters"),
        (date(2026, 10, 4), 2015, "junior"),
        (date(2026, 10, 4), 2011, "senior"),
        (date(2026, 10, 4), 2010, "masters"),
        (date(2017, 9, 2), 2007, "junior"),
        (date(2017, 9, 2), 2006, "senior"),
    ],
)
def test_m030_age_division_on_a_day(day: date, birth_year: int, age_division: str) -> None:
    assert age_division_of(birth_year, season_of(day)) == age_division


@pytest.mark.parametrize(
    ("day", "year"),
    [
        (date(2016, 7, 1), 2017),
        (date(2017, 6, 30), 2017),
        (date(2017, 7, 1), 2018),
        (date(2026, 8, 31), 2026),
        (date(2026, 9, 1), 2027),
        (date(2030, 8, 31), 2030),
        (date(2030, 9, 1), 2031),
        (date(2040, 1, 1), 2040),
    ],
)
def test_season_turns_over_in_summer(day: date, year: int) -> None:
    assert season_of(day).year == year


def test_no_season_before_the_first() -> None:
    with pytest.raises(Refused, match="SEASON_UNKNOWN") as refused:
        season_of(date(2016, 6, 30))
    assert refused.value.facts == {"day": date(2016, 6, 30), "first": date(2016, 7, 1)}
    with pytest.raises(Refused, match="SEASON_UNKNOWN"):
        season_of(date(2026, 1, 1), [])


def test_table_is_the_formula() -> None:
    assert list(SEASONS) == [season_by_formula(year) for year in range(2017, 2031)]


def test_seasons_are_data() -> None:
    lines = [
        "year,starts_on,junior_from,senior_from",
        "2026,2025-07-15,2000,1999",
        "2025,2024-07-15,1999,1998",
    ]
    assert [season.year for season in read_seasons(lines)] == [2025, 2026]
    assert age_division_of(1999, season_of(date(2025, 7, 14), read_seasons(lines))) == "junior"


@pytest.mark.parametrize(
    ("junior", "senior", "masters", "divisions"),
    [
        (6, 6, 6, ("junior", "senior", "masters")),
        (0, 6, 12, ("junior_senior", "masters")),
        (5, 1, 6, ("junior_senior", "masters")),
        (3, 10, 22, ("junior_senior", "masters")),
        (5, 0, 6, ("all",)),
        (6, 5, 1, ("junior", "senior_masters")),
        (6, 5, 20, ("junior", "senior_masters")),
        (6, 20, 5, ("junior", "senior_masters")),
        (7, 0, 6, ("junior", "senior_masters")),
        (9, 3, 0, ("all",)),
        (5, 9, 5, ("all",)),
        (0, 2, 12, ("all",)),
        (0, 1, 16, ("all",)),
        (0, 0, 18, ("masters",)),
        (0, 3, 0, ("senior",)),
        (2, 0, 0, ("junior",)),
        (0, 0, 0, ()),
    ],
)
def test_m031_podding(junior: int, senior: int, masters: int, divisions: tuple[str, ...]) -> None:
    assert divisions_by_tom_rule({"junior": junior, "senior": senior, "masters": masters}) == divisions


@given(st.dictionaries(st.sampled_from(AGE_DIVISIONS), st.integers(0, 40)))
def test_m031_every_player_has_one_division(counts: dict[str, int]) -> None:
    divisions = divisions_by_tom_rule(counts)
    present = [age_division for age_division in AGE_DIVISIONS if counts.get(age_division)]
    for age_division in present:
        assert sum(age_division in PLAYS_IN[division] for division in divisions) == 1
        assert age_division in PLAYS_IN[str(division_of_age_division(age_division, divisions))]
    sizes = [
        sum(counts.get(age_division, 0) for age_division in PLAYS_IN[division]) for division in divisions
    ]
    assert sum(sizes) == sum(counts.values())
    assert all(size >= 6 for size in sizes) or len(divisions) <= 1


def test_no_division_for_an_age_division_left_out() -> None:
    assert division_of_age_division("masters", ("junior", "junior_senior")) is None


def test_tom_codes() -> None:
    assert [TOM_CODES[division] for division in DIVISIONS] == [0, 1, 2, 8, 9, 10]
    assert all(OF_TOM[TOM_CODES[division]] == division for division in DIVISIONS)
