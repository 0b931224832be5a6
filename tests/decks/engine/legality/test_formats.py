"""Which cards belong to a format on a day: set lists, promos, marks, reprints, unreleased cards, bans."""

import pytest

from cards.engine import shipped_facts
from cards.engine.cards import Catalogue
from decks.engine.legality import Problem
from decks.engine.legality.problems import deck_error_codes, find_deck_problems
from decks.engine.lists import read_list_text
from decks.engine.resolve import resolve_list
from tests.cards import starter
from tests.decks.engine.legality.small import catalogue, context, judged, printing, warned, wrong

DREEPY, NEW_ENERGY = "1 Dreepy TWM 128", "Psychic Energy SVE 5"
OUT, EARLY, BANNED = ("CARD_NOT_IN_FORMAT",), ("CARD_NOT_YET_LEGAL",), ("CARD_BANNED",)
JUDGE = ("UNRELEASED_REPRINT_NEEDS_JUDGE",)

BY_LIST = [
    ("Tapu Lele-GX GRI 60", "standard", "2017-05-18", EARLY, "R-006"),
    ("Tapu Lele-GX GRI 60", "standard", "2017-05-19", (), "R-006"),
    ("Tapu Lele-GX GRI 60", "unlimited", "2017-05-19", EARLY, "R-007"),
    ("Tapu Lele-GX GRI 60", "unlimited", "2017-05-26", (), "R-007"),
    ("Ralts BUS 91", "standard", "2017-08-17", EARLY, "R-006"),
    ("Ralts BUS 91", "standard", "2017-08-18", (), "R-006: new sets join"),
    ("Snivy BLW 1", "standard", "2017-07-26", OUT, "R-080"),
    ("Snivy BLW 1", "expanded", "2017-07-26", (), "R-083"),
    ("Snivy BLW 1", "unlimited", "2017-07-26", (), "R-085"),
    ("Cleffa HS 17", "expanded", "2017-07-26", OUT, "R-083"),
    ("Metagross PR-XY XY36", "standard", "2017-07-26", (), "R-082"),
    ("M Metagross-EX PR-XY XY35", "standard", "2017-07-26", OUT, "R-082"),
    ("M Metagross-EX PR-XY XY35", "expanded", "2017-07-26", (), "R-084"),
    ("Snivy PR-BLW BW01", "standard", "2017-07-26", OUT, "R-082"),
    ("Snivy PR-BLW BW01", "expanded", "2017-07-26", (), "R-084"),
    ("Pikachu Libre TK9P 1", "standard", "2017-07-26", (), "R-080"),
    ("Rockruff TK10L 1", "standard", "2017-07-26", OUT, "R-080: not listed"),
    ("Rockruff TK10L 1", "unlimited", "2017-05-04", EARLY, "R-005"),
    ("Rockruff TK10L 1", "unlimited", "2017-05-05", (), "R-005"),
    ("Imakuni?'s Doduo EVO 112", "standard", "2017-07-26", ("NOT_TOURNAMENT_LEGAL",), "R-020"),
    ("Imakuni?'s Doduo EVO 112", "unlimited", "2017-07-26", ("NOT_TOURNAMENT_LEGAL",), "R-020"),
]


@pytest.mark.parametrize(("card", "card_format", "day", "codes", "_rule"), BY_LIST)
def test_set_lists_of_2017(card: str, card_format: str, day: str, codes: tuple[str, ...], _rule: str) -> None:
    text = f"1 {card} / 1 Tapu Lele-GX GRI 60" if day >= "2017-05-26" else f"1 {card}"
    assert wrong(text, "Grass Energy EVO 91", card_format=card_format, date=day) == codes


READINGS = [("strict", "2017-05-25", "R-007"), ("as_r006", "2017-05-18", "R-006")]


@pytest.mark.parametrize(("choice", "day", "rule"), READINGS)
def test_the_rule_of_the_fridays_follows_the_setting_s1(choice: str, day: str, rule: str) -> None:
    """Guardians Rising in Unlimited: the third Friday after its release, or that of its month."""
    given = {"card_format": "unlimited", "date": day, "settings": {"S1": choice}}
    (problem,) = judged("1 Tapu Lele-GX GRI 60", "Psychic Energy EVO 95", **given)
    assert (problem.code, problem.rule, problem.setting) == ("CARD_NOT_YET_LEGAL", rule, "S1")


BY_MARK = [
    ("Radiant Greninja ASR 46", "standard", "2025-04-10", ()),
    ("Radiant Greninja ASR 46", "standard", "2025-04-11", OUT),
    ("Radiant Greninja ASR 46", "expanded", "2025-04-11", ()),
    ("Iono PAL 185", "standard", "2026-04-09", ()),
    ("Iono PAL 185", "standard", "2026-04-10", OUT),
    ("Mimikyu PR-SV 75", "standard", "2026-09-01", OUT),
    ("Latecomer PBL 1", "standard", "2026-07-30", EARLY),
    ("Latecomer PBL 1", "standard", "2026-07-31", ()),
    ("Mega Charizard Y ex MEP 30", "standard", "2026-03-05", EARLY),
    ("Mega Charizard Y ex MEP 30", "standard", "2026-03-06", ()),
    ("Mega Charizard Y ex MEP 30", "expanded", "2026-03-05", EARLY),
    ("Newcomer ASC 9", "standard", "2026-09-01", ()),
    ("Ultra Ball SVI 196", "standard", "2026-09-01", ()),
    ("Ultra Ball DEX 102", "standard", "2026-09-01", ()),
]


@pytest.mark.parametrize(("card", "card_format", "day", "codes"), BY_MARK)
def test_marks_m040_m042_m048(card: str, card_format: str, day: str, codes: tuple[str, ...]) -> None:
    assert (
        wrong(f"1 {card} / {DREEPY}", NEW_ENERGY, card_format=card_format, date=day, edition="2026") == codes
    )


def test_a_mark_that_left_is_told_with_what_came_after() -> None:
    (problem,) = judged(f"1 Iono PAL 185 / {DREEPY}", NEW_ENERGY, date="2026-04-10", edition="2026")
    assert problem.facts["mark"] == "G"
    assert problem.facts["marks"] == ("H", "I", "J")
    assert str(problem.facts["since"]) == "2026-04-10"
    assert (problem.rule, problem.lines) == ("M-040", (1,))


REPRINTS = [
    ("N NVI 92", "standard", (), (), "R-009: same text"),
    ("Yveltal XY 78", "standard", (), (), "R-009: one of two cards of the name"),
    ("Ultra Ball DEX 102", "standard", (), (), "R-011: reworded"),
    ("Charizard BS 4", "standard", OUT, (), "R-011: the table says no, whatever the texts"),
    ("Computer Search BS 71", "expanded", (), (), "R-009"),
    ("Computer Search BCR 137", "standard", OUT, (), "R-080"),
    ("Master Ball G2 116", "expanded", OUT, (), "R-009: another text"),
    ("Potion BS 94", "standard", (), ("ERRATA_PLAY_AS_LATEST_TEXT",), "R-010"),
    ("Fire Energy BS 98", "standard", (), (), "R-081"),
    ("Darkness Energy N1 104", "standard", OUT, (), "R-064: special, no reprint"),
]


@pytest.mark.parametrize(("card", "card_format", "errors", "warnings", "_why"), REPRINTS)
def test_older_printings_through_their_reprints(
    card: str, card_format: str, errors: tuple[str, ...], warnings: tuple[str, ...], _why: str
) -> None:
    text = f"1 {card} / 1 Tapu Lele-GX GRI 60"
    assert wrong(text, card_format=card_format) == errors
    assert warned(text, card_format=card_format) == warnings


UNRELEASED = [
    ("Escape Rope BUS 114", "2017-07-29", "2017", (), JUDGE),
    ("Escape Rope BUS 114", "2017-08-17", "2017", (), JUDGE),
    ("Escape Rope BUS 114", "2017-08-18", "2017", (), ()),
    ("Darkness Energy BUS 169", "2017-08-17", "2017", (), JUDGE),
    ("Ralts BUS 91", "2017-08-17", "2017", EARLY, ()),
]


@pytest.mark.parametrize(("card", "day", "edition", "errors", "warnings"), UNRELEASED)
def test_an_unreleased_reprint_is_for_the_judge_r012_r013(
    card: str, day: str, edition: str, errors: tuple[str, ...], warnings: tuple[str, ...]
) -> None:
    text = f"1 {card} / 1 Tapu Lele-GX GRI 60"
    assert wrong(text, date=day, edition=edition) == errors
    assert warned(text, date=day, edition=edition) == warnings


def test_since_2026_a_reprint_may_be_used_at_once_m042() -> None:
    text = f"1 Ultra Ball PBL 2 / {DREEPY}"
    assert judged(text, NEW_ENERGY, date="2026-07-18", edition="2026") == ()


def test_a_prerelease_frees_its_own_expansion_only_r048() -> None:
    text = "5 Caterpie BUS 1"
    at_prerelease = {"event_class": "prerelease", "style": "limited", "date": "2017-07-22"}
    assert wrong(text, prerelease_expansion="BUS", **at_prerelease) == ()
    assert wrong(text, prerelease_expansion="GRI", **at_prerelease) == EARLY
    assert wrong(text, style="limited", date="2017-07-22") == EARLY


BANS = [
    ("Lysandre's Trump Card PHF 99", "expanded", "2015-06-14", ()),
    ("Lysandre's Trump Card PHF 99", "expanded", "2015-06-15", BANNED),
    ("Lysandre's Trump Card PHF 99", "unlimited", "2017-07-26", BANNED),
    ("Shiftry NXD 72", "expanded", "2017-08-17", BANNED),
    ("Shiftry NXD 72", "expanded", "2017-08-18", ()),
    ("Archeops DEX 110", "expanded", "2017-08-17", ()),
    ("Archeops DEX 110", "expanded", "2017-08-18", BANNED),
    ("Archeops PLB 54", "expanded", "2017-08-18", ()),
    ("Forest of Giant Plants AOR 74", "standard", "2017-08-18", ()),
    ("Forest of Giant Plants AOR 74", "expanded", "2017-08-18", BANNED),
]


@pytest.mark.parametrize(("card", "card_format", "day", "codes"), BANS)
def test_bans_name_printings_from_a_day_r087(
    card: str, card_format: str, day: str, codes: tuple[str, ...]
) -> None:
    basic = "Yveltal BKT 94" if card_format == "standard" else "Yveltal XY 78"
    assert wrong(f"1 {card} / 1 {basic}", "Fire Energy BS 98", card_format=card_format, date=day) == codes


def test_another_printing_of_a_banned_text_is_banned_too_r087() -> None:
    """The ban names other printings; a printing with another text stays legal."""
    rows = ("xy5 900 | Archeops | pokemon text=banned", "xy5 901 | Archeops | pokemon text=harmless")
    of = catalogue()
    more = Catalogue(
        of.expansions.values(),
        [*of.all, *(printing(*map(str.strip, row.split("|"))) for row in rows)],
        starter.local_names(),
        shipped_facts.shipped_fact_tables(),
    )
    at = context(card_format="expanded", date="2017-08-18")
    for number, banned in (("900", True), ("901", False)):
        deck = resolve_list(read_list_text(f"1 Archeops PRC {number}"), more, on=at.date)
        assert ("CARD_BANNED" in deck_error_codes(find_deck_problems(deck, at, more))) is banned


def test_several_days_s16() -> None:
    def of(**given: object) -> tuple[Problem, ...]:
        return judged("1 Ralts BUS 91", "Grass Energy EVO 91", date="2017-08-18", **given)

    text = f"1 Iono PAL 185 / {DREEPY}"
    weekend = {"date": "2026-04-09", "last_date": "2026-04-11", "edition": "2026"}
    assert wrong(text, NEW_ENERGY, **weekend) == ()
    (problem,) = judged(text, NEW_ENERGY, settings={"S16": "each_day"}, **weekend)
    assert (problem.code, problem.setting) == ("CARD_NOT_IN_FORMAT", "S16")
    assert of(last_date="2017-08-20", settings={"S16": "each_day"}) == ()
    assert wrong(text, NEW_ENERGY, **weekend | {"last_date": "2026-04-10"}, settings={"S16": "each_day"}) == (
        "CARD_NOT_IN_FORMAT",
    )


@pytest.mark.parametrize(
    ("pool", "codes"), [("standard", OUT), ("expanded", ()), ("unlimited", ()), ("any", ())]
)
def test_card_pool_of_thirty_s10(pool: str, codes: tuple[str, ...]) -> None:
    assert wrong("2 Snivy BLW 1", style="thirty", card_format=pool) == codes


def test_a_trainer_by_name_alone_takes_its_best_printing() -> None:
    assert wrong("4 Ultra Ball / 1 Tapu Lele-GX GRI 60") == ()
    assert wrong("1 Computer Search / 1 Tapu Lele-GX GRI 60") == OUT


def test_what_is_legal_instead_is_no_promo_of_a_later_day() -> None:
    problem = judged("1 Charizard BS 4 / 1 Tapu Lele-GX GRI 60", "Grass Energy EVO 91", date="2017-07-26")[0]
    assert (problem.code, problem.facts["legal_printing"]) == ("CARD_NOT_IN_FORMAT", "Charizard EVO 11")


def test_a_printing_whose_text_nobody_knows_is_not_banned_with_another_r087() -> None:
    more = Catalogue(
        catalogue().expansions.values(),
        [*catalogue().all, printing("xy5 902", "Forest of Giant Plants", "trainer")],
        starter.local_names(),
        shipped_facts.shipped_fact_tables(),
    )
    at = context(card_format="expanded", date="2017-08-18")
    for place, banned in (("AOR 74", True), ("PRC 902", False)):
        deck = resolve_list(read_list_text(f"1 Forest of Giant Plants {place}"), more, on=at.date)
        assert ("CARD_BANNED" in deck_error_codes(find_deck_problems(deck, at, more))) is banned
