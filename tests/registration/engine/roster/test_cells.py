"""Births and age divisions in the formats that people use."""

from datetime import date

import pytest

from core.engine.typed_dates import parse_whole_date
from registration.engine.roster.cells import (
    CellError,
    checked_name_part,
    parse_age_division,
    parse_birth_year,
    parse_mail_address,
    split_full_name,
)
from tests.build import UNSEEN


@pytest.mark.parametrize("read", [checked_name_part, split_full_name])
@pytest.mark.parametrize("unseen", UNSEEN)
def test_a_name_nobody_can_see_is_none(read, unseen: str) -> None:
    with pytest.raises(CellError) as caught:
        read(unseen)
    assert caught.value.code == "NAME_EMPTY"


@pytest.mark.parametrize("text", ["ana@example.org", "Ana.L+cup@mail.example.org", "mailto:ana@example.org"])
def test_an_email_address_is_read(text: str) -> None:
    assert parse_mail_address(text, longest=254) == text.removeprefix("mailto:")


@pytest.mark.parametrize(
    "text", ["ana", "ana@example", "a b@example.org", "ana@example.org, bo@example.org", "@x.org"]
)
def test_what_is_no_email_address_is_a_problem(text: str) -> None:
    with pytest.raises(CellError) as caught:
        parse_mail_address(text, longest=254)
    assert caught.value.code == "MAIL_ADDRESS_WRONG"


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
    assert parse_birth_year(birth) == year


@pytest.mark.parametrize(
    ("text", "expected"),
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
def test_age_divisions(text: str, expected: str) -> None:
    assert parse_age_division(text) == expected


@pytest.mark.parametrize(
    ("cell", "month", "day"),
    [
        ("2012-03-04", 3, 4),
        ("2012/03/04", 3, 4),
        ("2012-03-04 00:00:00", 3, 4),
        ("2012-03-04T00:00:00Z", 3, 4),
        ("20120304", 3, 4),
        ("27.2.2012", 2, 27),
        ("02/27/2012", 2, 27),
        ("05/05/2012", 5, 5),
        ("4 March 2012", 3, 4),
        ("Mar 4th 2012", 3, 4),
        ("4 de agosto de 2012", 8, 4),
        ("1er août 2012", 8, 1),
        ("2 juin 2012", 6, 2),
        ("2 juillet 2012", 7, 2),
        ("4 dez 2012", 12, 4),
    ],
)
def test_whole_dates(cell: str, month: int, day: int) -> None:
    assert parse_whole_date(cell) == date(2012, month, day)


@pytest.mark.parametrize(
    "cell",
    [
        "",
        "2012",
        "2012.0",
        "04/03/2012",
        "4.3.2012",
        "31 Feb 2012",
        "2012-13-40",
        "20121340",
        "4 jui 2012",
        "x",
    ],
)
def test_dates_that_are_none_or_may_be_two(cell: str) -> None:
    assert parse_whole_date(cell) is None


@pytest.mark.parametrize(
    ("month", "words"),
    [
        (1, "january enero janvier janeiro"),
        (2, "february febrero février fevereiro"),
        (3, "march marzo mars março"),
        (4, "april abril avril"),
        (5, "may mayo mai maio"),
        (6, "june junio juin junho"),
        (7, "july julio juillet julho"),
        (8, "august agosto août"),
        (9, "september septiembre septembre setembro"),
        (10, "october octubre octobre outubro"),
        (11, "november noviembre novembre novembro"),
        (12, "december diciembre décembre dezembro"),
    ],
)
def test_months_by_their_names_in_four_languages(month: int, words: str) -> None:
    assert {word: parse_whole_date(f"3 {word} 2012") for word in words.split()} == {
        word: date(2012, month, 3) for word in words.split()
    }
