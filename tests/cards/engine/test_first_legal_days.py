"""R-005 to R-008 and M-048: the Fridays from which cards are legal."""

import csv
from datetime import date
from pathlib import Path

import pytest

from cards.engine import first_legal_days, shipped_facts
from cards.engine.cards import Expansion, ExpansionKind
from cards.engine.editions import EDITIONS

D = date.fromisoformat


@pytest.mark.parametrize(
    ("released", "friday"),
    [
        ("2017-05-05", "2017-05-19"),
        ("2017-08-05", "2017-08-18"),
        ("2016-11-02", "2016-11-18"),
        ("2021-03-19", "2021-03-19"),
    ],
)
def test_an_expansion_is_legal_on_the_third_friday_of_its_month_r006(released: str, friday: str) -> None:
    assert first_legal_days.third_friday(D(released)) == D(friday)


@pytest.mark.parametrize(
    ("released", "strict", "counting"),
    [
        ("2017-05-05", "2017-05-26", "2017-05-19"),
        ("2017-08-05", "2017-08-25", "2017-08-25"),
        ("2016-11-02", "2016-11-18", "2016-11-18"),
    ],
)
def test_unlimited_counts_three_fridays_after_the_release_r007(
    released: str, strict: str, counting: str
) -> None:
    assert first_legal_days.third_friday_after(D(released)) == D(strict)
    assert first_legal_days.third_friday_after(D(released), counting_day=True) == D(counting)


def test_the_table_of_fridays_agrees(shared: Path) -> None:
    rows = list(csv.DictReader((shared / "rules" / "expansions.csv").open(encoding="utf-8")))
    checked = [row for row in rows if row["third_friday_same_month(R-006)"]]
    assert len(checked) > 150
    for row in checked:
        released = D(row["release_date_us"])
        day, _, before = row["third_friday_same_month(R-006)"].partition(" ")
        assert first_legal_days.third_friday(released) == D(day), row["id"]
        assert (first_legal_days.third_friday(released) < released) == bool(before), row["id"]
        assert first_legal_days.third_friday_after(released) == D(
            row["third_friday_after_release(R-007,Unlimited)"]
        )


@pytest.mark.parametrize(
    ("released", "nearest", "of_next_month"),
    [
        ("2016-04-27", "2016-05-06", "2016-05-06"),
        ("2017-04-21", "2017-05-05", "2017-05-05"),
        ("2017-04-10", "2017-04-21", "2017-05-05"),
        ("2016-12-20", "2017-01-06", "2017-01-06"),
        ("2015-11-01", "2015-11-06", "2015-12-04"),
    ],
)
def test_a_product_is_legal_on_a_first_or_third_friday_r005_s2(
    released: str, nearest: str, of_next_month: str
) -> None:
    assert first_legal_days.friday_for_product(D(released)) == D(nearest)
    assert first_legal_days.friday_for_product(D(released), of_next_month=True) == D(of_next_month)


LEGAL_FROM = [
    ("2017", "standard", "2017-05-05", None, "expansion", {}, "2017-05-19"),
    ("2017", "unlimited", "2017-05-05", None, "expansion", {}, "2017-05-26"),
    ("2017", "unlimited", "2017-05-05", None, "expansion", {"S1": "as_r006"}, "2017-05-19"),
    ("2017", "unlimited", "2017-05-05", None, "expansion", {"S1": "release_friday_counts"}, "2017-05-19"),
    ("2017", "standard", "2016-02-22", None, "expansion", {}, "2016-03-18"),
    ("2017", "standard", "2016-02-22", "2016-02-19", "expansion", {}, "2016-02-22"),
    ("2017", "standard", "2016-02-22", "2016-02-26", "expansion", {}, "2016-02-26"),
    ("2017", "standard", "2026-03-27", None, "expansion", {}, "2026-04-17"),
    ("2017", "standard", "2017-04-10", None, "product", {}, "2017-04-21"),
    ("2017", "standard", "2017-04-10", None, "product", {"S2": "next_month"}, "2017-05-05"),
    ("2017", "standard", "2017-02-03", None, "promo", {}, "2017-02-03"),
    ("2026", "standard", "2026-03-27", None, "expansion", {}, "2026-04-10"),
    ("2026", "unlimited", "2026-03-27", None, "expansion", {}, "2026-04-10"),
    ("2026", "standard", "2017-05-05", None, "expansion", {}, "2017-05-19"),
]


@pytest.mark.parametrize(
    ("edition", "card_format", "released", "explicit", "kind", "settings", "first"), LEGAL_FROM
)
def test_first_legal_day_by_data_r003_r006_r007_r008(
    edition: str,
    card_format: str,
    released: str,
    explicit: str | None,
    kind: ExpansionKind,
    settings: dict[str, str],
    first: str,
) -> None:
    expansion = Expansion("x", "X", ("X",), D(released), D(explicit) if explicit else None, kind)
    day = first_legal_days.expansion_legal_from(
        expansion, card_format=card_format, edition=EDITIONS[edition], settings=settings
    )
    assert day == D(first)


def test_nothing_is_legal_before_its_release_r008() -> None:
    for expansion in shipped_facts.shipped_expansions():
        for edition in EDITIONS.values():
            for card_format in ("standard", "unlimited"):
                day = first_legal_days.expansion_legal_from(
                    expansion, card_format=card_format, edition=edition
                )
                if expansion.released is not None:
                    assert day is not None
                    assert day >= expansion.released, expansion.id


def test_an_unknown_release_gives_no_day() -> None:
    assert (
        first_legal_days.expansion_legal_from(
            Expansion("x", "X"), card_format="standard", edition=EDITIONS["2017"]
        )
        is None
    )
