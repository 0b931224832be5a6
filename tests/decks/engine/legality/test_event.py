"""Languages, backs, pools, proxies: what depends on the event and on the physical cards."""

from dataclasses import replace
from typing import Any

import pytest

from decks.engine.legality import Card, languages_of_country
from decks.engine.legality.problems import deck_error_codes, deck_warning_codes, find_deck_problems
from decks.engine.lists import read_list_text
from decks.engine.resolve import resolve_list
from tests.decks.engine.legality.small import catalogue, context, wrong

Codes = tuple[str, ...]


def with_line(given: dict[str, object], **event: Any) -> tuple[Codes, Codes]:
    """Return errors and warnings of a legal deck whose Pokémon have these properties."""
    read = read_list_text("4 Tapu Lele-GX GRI 60\n56 Psychic Energy EVO 95")
    lines = (replace(read.lines[0], **given), *read.lines[1:])  # type: ignore[arg-type]
    at = context(**event)
    problems = find_deck_problems(
        resolve_list(replace(read, lines=lines), catalogue(), on=at.date), at, catalogue()
    )
    return deck_error_codes(problems), deck_warning_codes(problems)


CP, WORLDS, SIDE = "championship_points", "world_championships", "international_championships_side_event"
FOREIGN: tuple[Codes, Codes] = (("FOREIGN_LANGUAGE",), ())
FINE: tuple[Codes, Codes] = ((), ())
SILENT: tuple[Codes, Codes] = ((), ("COUNTRY_NOT_LISTED",))


@pytest.mark.parametrize(
    ("country", "home", "event", "language", "expected"),
    [
        ("ES", "", CP, "de", FINE),
        ("US", "", CP, "es", FOREIGN),
        ("MX", "", CP, "fr", FOREIGN),
        ("MX", "", CP, "es", FINE),
        ("CA", "", CP, "fr", FINE),
        ("JP", "", CP, "en", FOREIGN),
        ("RU", "", CP, "ru", FINE),
        ("BR", "", CP, "pt-BR", FINE),
        ("ZA", "", CP, "de", FOREIGN),
        ("US", "FR", WORLDS, "fr", FINE),
        ("US", "US", WORLDS, "fr", FOREIGN),
        ("JP", "US", WORLDS, "en", FINE),
        ("DE", "MX", SIDE, "es", FINE),
        ("DE", "US", SIDE, "de", FOREIGN),
        ("SG", "", CP, "fr", SILENT),
        ("TR", "", CP, "de", SILENT),
        ("SG", "", CP, "en", FINE),
        ("US", "SG", WORLDS, "fr", SILENT),
        ("US", "", "casual_league", "es", FINE),
        ("", "", CP, "es", FINE),
        ("", "FR", WORLDS, "fr", FINE),
        ("", "FR", WORLDS, "ja", FOREIGN),
        ("US", "", WORLDS, "fr", SILENT),
        ("", "", WORLDS, "fr", FINE),
    ],
)
def test_languages_by_country_r017(
    country: str, home: str, event: str, language: str, expected: tuple[Codes, Codes]
) -> None:
    found = with_line({"language": language}, country=country, player_home=home, event_class=event)
    assert found == expected


@pytest.mark.parametrize("country", ["", "US", "JP", "ES", "BR"])
@pytest.mark.parametrize(("day", "codes"), [("2017-08-17", ("CARD_NOT_YET_LEGAL",)), ("2017-08-18", ())])
def test_a_card_is_legal_from_the_same_day_everywhere_r004(country: str, day: str, codes: Codes) -> None:
    text = "1 Ralts BUS 91 / 1 Tapu Lele-GX GRI 60"
    assert wrong(text, date=day, country=country) == codes


@pytest.mark.parametrize(
    ("choice", "expected"), [("warn", SILENT), ("free", FINE), ("english_only", FOREIGN)]
)
def test_countries_outside_the_table_s9(choice: str, expected: tuple[Codes, Codes]) -> None:
    event = {"country": "SG", "event_class": CP, "settings": {"S9": choice}}
    assert with_line({"language": "fr"}, **event) == expected


def test_every_country_has_one_region() -> None:
    from decks.engine.legality.languages import REGIONS

    countries = [country for region, _languages in REGIONS for country in region.split()]
    assert len(countries) == len(set(countries))
    assert languages_of_country("es") == ("de", "en", "es", "fr", "it", "pt")
    assert languages_of_country("CR") is None


def test_one_back_for_the_whole_deck_r019_s9() -> None:
    assert with_line({"back": "japanese"}) == (("CARD_BACK_MISMATCH",), ())
    assert with_line({"back": "international"}) == FINE
    local = {"country": "JP", "player_home": "US", "event_class": WORLDS}
    assert with_line({}, **local) == FINE
    assert with_line({}, settings={"S9": "warn, local_only"}, **local) == (("CARD_BACK_MISMATCH",), ())


@pytest.mark.parametrize(
    ("given", "settings", "codes"),
    [
        ({"autographed": True}, {}, ("MARKED_CARD",)),
        ({"proxy": "player-made"}, {}, ("PROXY_NOT_AUTHORIZED",)),
        ({"proxy": "judge", "original_kept": True}, {}, ()),
        ({"proxy": "judge", "original_kept": False}, {}, ("PROXY_REFERENCE_MISSING",)),
        ({"proxy": "floor_judge", "original_kept": True}, {}, ("PROXY_NOT_AUTHORIZED",)),
        ({"proxy": "floor_judge", "original_kept": True}, {"S11": "any_judge"}, ()),
        ({"product": "World Championships Deck 2017"}, {}, ("COLLECTOR_SET_CARD",)),
        ({"product": "Elite Trainer Box"}, {}, ()),
    ],
)
def test_the_cards_in_the_hand_r014_to_r021_s11(
    given: dict[str, object], settings: dict[str, str], codes: Codes
) -> None:
    assert with_line(given, settings=settings)[0] == codes


POOL = (Card(6, "Caterpie", "xy12", "3"), Card(3, "Metapod", "xy12", "4"))


@pytest.mark.parametrize(
    ("text", "energy", "codes"),
    [
        ("6 Caterpie EVO 3 / 3 Metapod EVO 4 / 31 Grass Energy EVO 91", True, ()),
        ("6 Caterpie EVO 3 / 4 Metapod EVO 4 / 30 Grass Energy EVO 91", True, ("POOL_EXCEEDED",)),
        ("4 Caterpie EVO 3 / 3 Caterpie EVO 3 / 33 Grass Energy EVO 91", True, ("POOL_EXCEEDED",)),
        ("6 Caterpie EVO 3 / 1 Raichu GEN 27 / 33 Grass Energy EVO 91", True, ("CARD_NOT_IN_POOL",)),
        ("6 Caterpie EVO 3 / 34 Grass Energy EVO 91", False, ("CARD_NOT_IN_POOL",)),
    ],
)
def test_only_cards_of_the_pool_r051(text: str, energy: bool, codes: Codes) -> None:
    assert wrong(text, "", style="limited", pool=POOL, energy_provided=energy) == codes


def test_a_pool_by_name_alone_will_do() -> None:
    pool = (Card(6, "Caterpie"), Card(3, "Metapod"))
    assert wrong("6 Caterpie EVO 3", style="limited", pool=pool) == ()
    assert wrong("7 Caterpie EVO 3", style="limited", pool=pool) == ("POOL_EXCEEDED",)


@pytest.mark.parametrize(
    ("text", "choice", "codes"),
    [
        ("4 Caterpie EVO 3", "all_drafted", ()),
        ("5 Caterpie EVO 3", "all_drafted", ("POOL_EXCEEDED",)),
        ("1 Metapod EVO 4", "all_drafted", ()),
        ("3 Caterpie EVO 3", "new_draft", ()),
        ("4 Caterpie EVO 3", "new_draft", ("POOL_EXCEEDED",)),
        ("1 Metapod EVO 4", "new_draft", ("CARD_NOT_IN_POOL",)),
    ],
)
def test_the_deck_after_a_redraft_s6(text: str, choice: str, codes: Codes) -> None:
    """R-095: three Caterpie in the new draft, one and a Metapod in the first."""
    new, first = Card(3, "Caterpie"), (Card(1, "Caterpie"), Card(1, "Metapod"))
    at = context(style="limited", pool=(new,), earlier=first, settings={"S6": choice})
    problems = find_deck_problems(
        resolve_list(read_list_text(text), catalogue(), on=at.date), at, catalogue()
    )
    assert tuple(one.code for one in problems if one.rule == "R-051") == codes


@pytest.mark.parametrize(
    ("text", "setting"),
    [
        ("4 Caterpie EVO 3", "S6"),
        ("5 Caterpie EVO 3", None),
        ("1 Metapod EVO 4", "S6"),
        ("1 Ralts BUS 91", None),
    ],
)
def test_s6_stands_beside_what_it_decided(text: str, setting: str | None) -> None:
    first = (Card(1, "Caterpie"), Card(1, "Metapod"))
    at = context(style="limited", pool=(Card(3, "Caterpie"),), earlier=first, settings={"S6": "new_draft"})
    problems = find_deck_problems(
        resolve_list(read_list_text(text), catalogue(), on=at.date), at, catalogue()
    )
    assert {one.setting for one in problems if one.rule == "R-051"} == {setting}


def test_s6_decides_nothing_where_all_drafted_cards_count() -> None:
    at = context(style="limited", pool=(Card(3, "Caterpie"),), earlier=(Card(1, "Caterpie"),))
    at = replace(at, settings={"S6": "all_drafted"})
    problems = find_deck_problems(
        resolve_list(read_list_text("5 Caterpie EVO 3"), catalogue(), on=at.date), at, catalogue()
    )
    assert {one.setting for one in problems if one.rule == "R-051"} == {None}


def test_a_printing_that_is_named_must_be_the_one_of_the_pool() -> None:
    """R-051: a line without a number accepts any available printing."""
    pool = (Card(1, "Yveltal", "xy1", "78"),)
    for text, codes in (
        ("1 Yveltal XY 78 / 39 Grass Energy EVO 91", ()),
        ("1 Yveltal STS 65 / 39 Grass Energy EVO 91", ("CARD_NOT_IN_POOL",)),
        ("1 Yveltal / 39 Grass Energy EVO 91", ("POKEMON_NUMBER_MISSING",)),
    ):
        assert wrong(text, "", style="limited", pool=pool) == codes, text


def test_printings_that_are_left_over_stand_in_for_no_other_printing() -> None:
    """Two printings have one copy too many; a third one has a spare copy, and one card has no number."""
    pool = (
        Card(1, "Yveltal", "xy1", "78"),
        Card(1, "Yveltal", "xy11", "65"),
        Card(3, "Yveltal", "xy8", "94"),
    )
    text = "2 Yveltal XY 78 / 2 Yveltal STS 65 / 2 Yveltal BKT 94"
    fits = "1 Yveltal XY 78 / 2 Yveltal STS 65 / 3 Yveltal BKT 94"
    for deck, codes in ((text, ("POOL_EXCEEDED",)), (fits, ())):
        at = context(style="limited", card_format="any", pool=(*pool, Card(1, "Yveltal")))
        read = read_list_text(deck.replace(" / ", "\n"))
        problems = find_deck_problems(resolve_list(read, catalogue(), on=at.date), at, catalogue())
        assert tuple(one.code for one in problems if one.rule == "R-051") == codes


def of_rest(text: str, **given: Any) -> list[tuple[str, str, dict[str, object]]]:
    """Return what R-058 finds in a deck from a pool of six Caterpie and three Metapod."""
    at = context(style="limited", pool=POOL, **given)
    read = read_list_text(text.replace(" / ", "\n"))
    problems = find_deck_problems(resolve_list(read, catalogue(), on=at.date), at, catalogue())
    return [(one.code, one.severity, dict(one.facts)) for one in problems if one.rule == "R-058"]


def test_deck_and_cards_left_out_are_the_pool_r058() -> None:
    deck = "4 Caterpie EVO 3 / 36 Grass Energy EVO 91"
    assert of_rest(deck) == []
    assert of_rest(deck, unused=(Card(2, "Caterpie"), Card(3, "Metapod"))) == []
    assert of_rest(deck, unused=(Card(2, "Caterpie"), Card(1, "Metapod"), Card(2, "Metapod"))) == []


@pytest.mark.parametrize(("settings", "severity"), [({}, "error"), ({"S4": "deck"}, "warning")])
def test_cards_left_out_that_do_not_add_up_are_named_r058_s4(settings: dict[str, str], severity: str) -> None:
    unused = (Card(3, "Caterpie"), Card(1, "Metapod"), Card(1, "Raichu"))
    ((code, found, facts),) = of_rest(
        "4 Caterpie EVO 3 / 36 Grass Energy EVO 91", unused=unused, settings=settings
    )
    assert (code, found) == ("UNUSED_NOT_POOL", severity)
    assert facts["missing"] == ("2 Metapod",)
    assert facts["over"] == ("1 Caterpie", "1 Raichu")


@pytest.mark.parametrize(("supplied", "codes"), [(35, ["SUPPLIED_TOO_FEW"]), (36, []), (37, [])])
def test_energy_that_is_not_in_the_pool_was_supplied_r058(supplied: int, codes: list[str]) -> None:
    found = of_rest("4 Caterpie EVO 3 / 36 Grass Energy EVO 91", supplied=supplied)
    assert [code for code, _severity, _facts in found] == codes
    assert all(facts == {"supplied": supplied, "needed": 36} for _code, _severity, facts in found)


def test_a_mixed_pool_is_a_warning_r054() -> None:
    read = read_list_text("6 Caterpie EVO 3\n34 Grass Energy EVO 91")
    for cards, codes in [
        ((*POOL, Card(1, "Yveltal", "xy8", "94")), ("POOL_MIXED_EXPANSIONS",)),
        ((*POOL, Card(9, "Fire Energy", "base1", "98")), ()),
    ]:
        at = context(style="limited", pool=cards)
        problems = find_deck_problems(resolve_list(read, catalogue(), on=at.date), at, catalogue())
        assert (deck_error_codes(problems), deck_warning_codes(problems)) == ((), codes)


@pytest.mark.parametrize(
    ("country", "home", "event", "expected"),
    [
        ("JP", "", CP, FINE),
        ("US", "", CP, (("CARD_BACK_MISMATCH",), ())),
        ("US", "JP", WORLDS, FINE),
        ("US", "US", WORLDS, (("CARD_BACK_MISMATCH",), ())),
        ("US", "JP", CP, (("CARD_BACK_MISMATCH",), ())),
    ],
)
def test_a_deck_of_one_back_alone_goes_by_country_and_home_r019(
    country: str, home: str, event: str, expected: tuple[Codes, Codes]
) -> None:
    read = read_list_text("4 Tapu Lele-GX GRI 60\n56 Psychic Energy EVO 95")
    lines = tuple(replace(line, back="japanese", language="ja") for line in read.lines)
    at = context(country=country, player_home=home, event_class=event)
    problems = find_deck_problems(
        resolve_list(replace(read, lines=lines), catalogue(), on=at.date), at, catalogue()
    )
    backs = tuple(code for code in deck_error_codes(problems) if code == "CARD_BACK_MISMATCH")
    assert (backs, ()) == expected
