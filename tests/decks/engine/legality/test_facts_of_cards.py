"""FactTables of single cards and of tables: limits of copies, days of promos, names that exclude each other, backs."""

from datetime import date
from functools import cache
from typing import Any

import pytest

from cards.engine import shipped_facts
from cards.engine.cards import Catalogue, Printing
from cards.engine.facts import CopyLimit, FactTables, NameGroup, PromoDate
from cards.engine.promos import promo_day
from decks.engine.legality import Card, Problem
from decks.engine.legality.problems import deck_error_codes, deck_warning_codes, find_deck_problems
from decks.engine.lists import read_list_text
from decks.engine.resolve import resolve_list
from tests.decks.engine.legality.small import context, printing

CARDS = """
neo3 65   | Shining Gyarados  | pokemon basic
neo4 106  | Shining Celebi    | pokemon basic text=neo
smp SM79  | Shining Celebi    | pokemon basic text=promo
neo4 16   | Miracle Energy    | energy
sm1 1     | Twin              | pokemon basic limit=2
sm2 60    | Tapu Lele-GX      | pokemon basic
smp SM30  | Tapu Koko         | pokemon basic
smp SM69  | Buzzwole-GX       | pokemon basic text=buzzwole
smp SM71  | Kommo-o           | pokemon basic
smp SM62  | Golisopod-GX      | pokemon text=golisopod
sm3 17    | Golisopod-GX      | pokemon text=golisopod
sm2 121   | Choice Band       | trainer text=band
sm3 162   | Choice Band       | trainer text=band
xy0 39    | Fairy Energy      | energy basic_energy
xy1 140   | Fairy Energy      | energy basic_energy
bw1 1     | Snivy             | pokemon basic
bw10 84   | Professor Juniper | trainer text=seven
xy9 107   | Professor Sycamore | trainer text=seven
swsh1 178 | Professor's Research (Professor Magnolia) | trainer mark=D text=seven
xy2 90    | Lysandre          | trainer text=gust
swsh2 154 | Boss's Orders (Giovanni) | trainer mark=D text=gust
base1 102 | Water Energy      | energy basic_energy
"""


def printings() -> list[Printing]:
    rows = (line.split("|") for line in CARDS.strip().splitlines())
    return [printing(*(part.strip() for part in row)) for row in rows]


@cache
def cards() -> Catalogue:
    return Catalogue(shipped_facts.shipped_expansions(), printings(), (), shipped_facts.shipped_fact_tables())


def judged(text: str, *, catalogue: Catalogue | None = None, **given: Any) -> tuple[Problem, ...]:
    """Return the problems of lines separated by "/", completed with Water Energy."""
    known, event = catalogue or cards(), context(**given)
    lines = [line.strip() for line in text.split("/")]
    missing = event.rules.cards - sum(int(line.split()[0]) for line in lines)
    read = read_list_text("\n".join([*lines, f"{missing} Water Energy BS 102"]))
    return find_deck_problems(resolve_list(read, known, on=event.date), event, known)


def wrong(text: str, **given: Any) -> tuple[str, ...]:
    return deck_error_codes(judged(text, **given))


POOL = tuple(Card(9, name) for name in ("Shining Gyarados", "Miracle Energy", "Twin", "Snivy"))
LIMITED = {"style": "limited", "pool": POOL, "card_format": "unlimited"}


@pytest.mark.parametrize(
    ("text", "given", "codes"),
    [
        ("1 Shining Gyarados N3 65/1 Shining Celebi N4 106/1 Miracle Energy N4 16", {}, ()),
        ("2 Shining Gyarados N3 65", {}, ("COPIES_OVER_LIMIT",)),
        ("1 Shining Gyarados N3 65/1 Shining Gyarados N3 65", {}, ("COPIES_OVER_LIMIT",)),
        ("4 Snivy BLW 1/2 Miracle Energy N4 16", {}, ("COPIES_OVER_LIMIT",)),
        ("1 Shining Celebi N4 106/1 Shining Celebi PR-SM SM79", {}, ("COPIES_OVER_LIMIT",)),
        ("4 Shining Celebi PR-SM SM79", {}, ()),
        ("2 Twin SUM 1", {}, ()),
        ("3 Twin SUM 1", {}, ("COPIES_OVER_LIMIT",)),
        ("1 Shining Gyarados N3 65", LIMITED, ()),
        ("2 Shining Gyarados N3 65", LIMITED, ("COPIES_OVER_LIMIT",)),
        ("5 Snivy BLW 1/2 Miracle Energy N4 16", LIMITED, ("COPIES_OVER_LIMIT",)),
        ("3 Twin SUM 1", LIMITED, ("COPIES_OVER_LIMIT",)),
        ("2 Shining Gyarados N3 65", {"style": "thirty"}, ("COPIES_OVER_LIMIT",)),
    ],
)
def test_r076_r052_the_text_of_a_card_limits_its_copies(
    text: str, given: dict[str, Any], codes: tuple[str, ...]
) -> None:
    event = {"card_format": "unlimited", "date": "2018-06-01", **given}
    problems = judged(text, **event)
    assert deck_error_codes(problems) == codes
    assert {problem.rule for problem in problems if problem.code == "COPIES_OVER_LIMIT"} <= {"R-076"}


def test_a_line_of_the_table_wins_over_the_text() -> None:
    facts = FactTables(copy_limits=(CopyLimit(("sm1", "1"), "Twin", 3), CopyLimit(("sm1", "1"), "Other", 1)))
    known = Catalogue(shipped_facts.shipped_expansions(), printings(), (), facts)
    event = {"card_format": "unlimited", "date": "2018-06-01"}
    assert wrong("3 Twin SUM 1", catalogue=known, **event) == ()
    assert wrong("4 Twin SUM 1", catalogue=known, **event) == ("COPIES_OVER_LIMIT",)


@pytest.mark.parametrize("card_format", ["standard", "expanded", "unlimited", "any"])
def test_r005_a_promo_is_legal_from_its_own_day(card_format: str) -> None:
    given = {"card_format": card_format}
    for day in ("2017-07-26", "2017-11-16"):
        (problem,) = judged("1 Buzzwole-GX PR-SM SM69", date=day, **given)
        assert (problem.code, problem.rule) == ("CARD_NOT_YET_LEGAL", "R-005")
        assert problem.facts["date"] == date(2017, 11, 17)
    assert wrong("1 Buzzwole-GX PR-SM 69", date="2017-11-17", **given) == ()


def test_r005_a_promo_without_a_day_is_bound_by_its_neighbors() -> None:
    assert wrong("1 Tapu Koko PR-SM SM30", date="2017-07-26") == ()
    assert wrong("1 Kommo-o PR-SM SM71", date="2017-07-26") == ("CARD_NOT_YET_LEGAL",)
    assert wrong("1 Kommo-o PR-SM SM71", date="2017-10-20") == ()


def test_days_of_promos_between_their_neighbors() -> None:
    days = {"SM10": "2017-03-03", "SM20": "2018-01-05", "SM30": "2017-06-02", "SM40a": "2017-09-01"}
    facts = FactTables(
        promo_dates=tuple(PromoDate(("smp", number), date.fromisoformat(day)) for number, day in days.items())
    )
    known = Catalogue(shipped_facts.shipped_expansions(), (), (), facts)

    def bounds(number: str, series: str = "smp") -> tuple[str, str]:
        found = promo_day(printing(f"{series} {number}", "Any", "pokemon"), known)
        return str(found.first), str(found.last)

    assert bounds("SM05") == ("None", "2017-03-03")
    assert bounds("SM10") == ("2017-03-03", "2017-03-03")
    assert bounds("SM15") == ("2017-03-03", "2018-01-05")
    assert bounds("SM20") == ("2018-01-05", "2018-01-05")
    assert bounds("SM25") == ("2017-06-02", "2018-01-05")
    assert bounds("SM35") == ("2017-06-02", "2018-01-05")
    assert bounds("SM41") == ("2017-09-01", "2019-11-15")
    assert bounds("XY41", "xyp") == ("None", "2017-02-03")


@pytest.mark.parametrize(
    ("text", "day", "found"),
    [
        ("4 Tapu Lele-GX GRI 60/1 Choice Band BUS 162", "2017-07-29", "UNRELEASED_REPRINT_NEEDS_JUDGE"),
        ("4 Tapu Lele-GX GRI 60/1 Golisopod-GX BUS 17", "2017-07-29", "CARD_NOT_YET_LEGAL"),
        ("4 Tapu Lele-GX GRI 60/1 Golisopod-GX PR-SM SM62", "2017-07-29", "CARD_NOT_YET_LEGAL"),
        ("4 Tapu Lele-GX GRI 60/1 Golisopod-GX BUS 17", "2017-08-18", None),
    ],
)
def test_r013_an_announced_reprint_needs_a_printing_that_is_surely_legal(
    text: str, day: str, found: str | None
) -> None:
    problems = judged(text, date=day)
    assert [problem.code for problem in problems] == ([found] if found else [])


def test_r013_basic_energy_of_a_new_type_waits_for_its_first_legal_day() -> None:
    """Fairy Energy came in the Kalos Starter Set of 8 November 2013, legal from the 15th."""
    event = {"card_format": "expanded", "edition": "2017"}
    early = "4 Snivy BLW 1/9 Fairy Energy KSS 39"
    assert wrong(early, date="2013-11-14", **event) == ("CARD_NOT_YET_LEGAL",)
    assert wrong(early, date="2013-11-15", **event) == ()
    later = "4 Snivy BLW 1/9 Fairy Energy XY 140"
    assert wrong(later, date="2013-11-14", **event) == ("CARD_NOT_YET_LEGAL",)
    assert deck_warning_codes(judged(later, date="2013-11-15", **event)) == (
        "UNRELEASED_REPRINT_NEEDS_JUDGE",
    )


JUNIPER, SYCAMORE = "4 Professor Juniper PLB 84", "4 Professor Sycamore BKP 107"
RESEARCH = "1 Professor's Research (Professor Magnolia) SSH 178"


@pytest.mark.parametrize(
    ("lines", "given", "codes"),
    [
        ((JUNIPER, SYCAMORE), {"date": "2020-02-20"}, ()),
        ((JUNIPER, SYCAMORE), {"date": "2020-02-21"}, ("ONE_NAME_OF_GROUP",)),
        ((JUNIPER, RESEARCH), {"date": "2021-02-21"}, ("ONE_NAME_OF_GROUP",)),
        ((JUNIPER,), {"date": "2021-02-21"}, ()),
        (("1 Lysandre FLF 90", "1 Boss's Orders (Giovanni) RCL 154"), {"date": "2021-02-21"}, ("ONE_NAME_OF_GROUP",)),
        (("1 Lysandre FLF 90", RESEARCH), {"date": "2021-02-21"}, ()),
        ((JUNIPER, SYCAMORE), {"date": "2021-02-21", "card_format": "unlimited"}, ()),
        ((JUNIPER, SYCAMORE), {"date": "2021-02-21", "style": "limited"}, ()),
    ],
)  # fmt: skip
def test_expanded_holds_one_name_of_each_group(
    lines: tuple[str, ...], given: dict[str, Any], codes: tuple[str, ...]
) -> None:
    event = {"card_format": "expanded", "edition": "2026", **given}
    assert wrong("/".join(["4 Snivy BLW 1", *lines]), **event) == codes


def test_groups_of_names_are_data() -> None:
    group = NameGroup("standard", ("Snivy", "Twin"), date(2017, 1, 1), date(2017, 6, 1))
    known = Catalogue(shipped_facts.shipped_expansions(), printings(), (), FactTables(name_groups=(group,)))
    (problem,) = judged("1 Snivy BLW 1/1 Twin SUM 1", catalogue=known, date="2017-05-31")
    assert (problem.code, problem.facts["card"], problem.lines) == (
        "ONE_NAME_OF_GROUP",
        ("Snivy", "Twin"),
        (1, 2),
    )
    assert wrong("1 Snivy BLW 1/1 Twin SUM 1", catalogue=known, date="2017-06-01") == ()
