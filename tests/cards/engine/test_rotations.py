"""R-080 to R-085, M-040: what belongs to a format on a day, by expansions, promo numbers and regulation marks."""

from datetime import date

import pytest

from cards.engine.cards import Catalogue, Expansion, Printing
from cards.engine.collector_numbers import promo_number
from cards.engine.editions import EDITIONS, Edition
from cards.engine.facts import PromoCutoff, Rotation
from cards.engine.rotations import FormatContents, format_contents_on, mark_legal_from

D = date.fromisoformat
OLD = Expansion("old", "Old", ("OLD",), D("2014-02-05"))
FIRST = Expansion("first", "First", ("FST",), D("2015-02-04"))
LATER = Expansion("later", "Later", ("LTR",), D("2017-02-03"))
UNDATED = Expansion("undated", "Undated")
KIT = Expansion("kit", "Kit", released=D("2016-01-01"), kind="product")
OTHER_KIT = Expansion("other", "Other kit", released=D("2016-01-01"), kind="product")
ENERGY = Expansion("energy", "Energy", released=D("2016-01-01"), kind="energy")
PROMOS = Expansion("promos", "Promos", ("PR",), D("2013-10-12"), kind="promo")
WORLDS = Expansion("worlds", "Worlds", released=D("2016-08-01"), kind="collector")

CATALOGUE = Catalogue.of(
    [OLD, FIRST, LATER, UNDATED, KIT, OTHER_KIT, ENERGY, PROMOS, WORLDS],
    [],
    rotations=[
        Rotation("standard", D("2015-09-01"), D("2016-09-01"), since="old"),
        Rotation("standard", D("2016-09-01"), D("2023-04-14"), since="first", also=("kit",)),
        Rotation("standard", D("2023-04-14"), D("2024-04-05"), marks=("E", "F", "G")),
        Rotation("standard", D("2024-04-05"), marks=("F", "G", "H")),
        Rotation("expanded", D("2016-09-01"), since="old"),
    ],
    cutoffs=[
        PromoCutoff("promos", "standard", 67, D("2016-09-01"), None),
        PromoCutoff("promos", "standard", 90, D("2016-09-01"), None),
        PromoCutoff("promos", "expanded", 1, D("2016-09-01"), None),
    ],
)
NOW = EDITIONS["2026"]


def listed(card_format: str = "standard", day: str = "2017-07-26", edition: Edition = NOW) -> FormatContents:
    return format_contents_on(card_format, D(day), edition, CATALOGUE)


def card(expansion: Expansion, number: str = "1", mark: str = "") -> Printing:
    return Printing(expansion.id, number, "Potion", "Potion", "trainer", mark=mark)


@pytest.mark.parametrize(
    ("expansion", "belongs"),
    [
        (OLD, "out"),
        (FIRST, "in"),
        (LATER, "in"),
        (UNDATED, "out"),
        (KIT, "in"),
        (OTHER_KIT, "out"),
        (ENERGY, "in"),
        (WORLDS, "out"),
    ],
)
def test_r080_expansions_from_the_oldest_on_and_products_that_are_named(
    expansion: Expansion, belongs: str
) -> None:
    assert listed().membership_of(card(expansion), expansion) == belongs


@pytest.mark.parametrize(
    ("number", "belongs"), [("XY66", "out"), ("XY67", "in"), ("XY67a", "in"), ("PROMO", "out")]
)
def test_r082_promos_from_a_number_on(number: str, belongs: str) -> None:
    assert listed().membership_of(card(PROMOS, number), PROMOS) == belongs


def test_the_first_promo_is_written_as_on_the_card() -> None:
    assert listed().first_promo(card(PROMOS, "XY99")) == "XY67"
    assert listed("expanded").first_promo(card(PROMOS, "99")) == "1"
    assert listed().first_promo(card(FIRST, "99")) == ""
    assert listed(day="2024-01-01").first_promo(card(PROMOS, "XY99")) == ""


def test_where_no_list_is_known_all_but_collector_sets_belong() -> None:
    anything = listed("unlimited")
    assert (anything.since, anything.marks, anything.first) == (None, (), "")
    assert anything.membership_of(card(OLD), OLD) == "in"
    assert anything.membership_of(card(WORLDS), WORLDS) == "out"


@pytest.mark.parametrize(
    ("day", "edition", "since", "first"),
    [
        ("2016-08-31", "2026", "2015-09-01", "OLD"),
        ("2016-09-01", "2026", "2016-09-01", "FST"),
        ("2017-07-26", "2026", "2016-09-01", "FST"),
        ("2016-08-31", "2017", "2016-09-01", "FST"),
        ("2017-07-26", "2017", "2016-09-01", "FST"),
        ("2023-04-14", "2026", "2023-04-14", ""),
    ],
)
def test_the_list_of_a_day_and_an_edition_that_knows_no_older_ones(
    day: str, edition: str, since: str, first: str
) -> None:
    found = listed(day=day, edition=EDITIONS[edition])
    assert (found.since, found.first) == (D(since), first)


@pytest.mark.parametrize(
    ("mark", "belongs"), [("", "out"), ("D", "out"), ("E", "in"), ("G", "in"), ("H", "early"), ("J", "in")]
)
def test_m040_marks(mark: str, belongs: str) -> None:
    """A mark that only a later list accepts is too early; one that no list knows yet is new and legal."""
    assert listed(day="2024-01-01").membership_of(card(LATER, mark=mark), LATER) == belongs


@pytest.mark.parametrize(
    ("mark", "day"), [("", None), ("E", None), ("G", None), ("H", "2024-04-05"), ("J", None)]
)
def test_the_day_a_mark_entered(mark: str, day: str | None) -> None:
    assert mark_legal_from(mark, CATALOGUE) == (D(day) if day else None)
    assert mark_legal_from(mark, Catalogue.of([], [])) is None


@pytest.mark.parametrize(
    ("card_format", "day", "expansion", "rule"),
    [
        ("standard", "2017-07-26", None, "R-080"),
        ("standard", "2017-07-26", FIRST, "R-080"),
        ("standard", "2017-07-26", PROMOS, "R-082"),
        ("expanded", "2017-08-31", PROMOS, "R-084"),
        ("expanded", "2017-09-01", PROMOS, "M-047"),
        ("unlimited", "2017-07-26", PROMOS, "R-085"),
        ("standard", "2024-01-01", FIRST, "M-040"),
        ("any", "2024-01-01", FIRST, "R-090"),
    ],
)
def test_the_rule_of_a_list(card_format: str, day: str, expansion: Expansion | None, rule: str) -> None:
    assert listed(card_format, day).rule(expansion) == rule


def test_the_figure_in_a_promo_number() -> None:
    assert [promo_number(number) for number in ("XY36", "SM158a", "7", "PROMO")] == [36, 158, 7, 0]
