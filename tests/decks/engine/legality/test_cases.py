"""Every deck-verdict case, and real lists of many years, against the catalogue of all cards."""

import csv
import json
from datetime import date
from pathlib import Path

import pytest

from cards.engine import catalogue_csv, shipped_facts
from cards.engine.cards import Catalogue
from cards.queries import catalogue as queries
from core.engine.refused import Refused
from decks.engine.legality import DeckContext
from decks.engine.legality.cases import context_of_case, edition_code_of_ruleset, judge_case, read_case_line
from decks.engine.legality.problems import (
    count_cards_of_unknown_legality,
    deck_error_codes,
    find_deck_problems,
)
from decks.engine.lists import read_list_file
from decks.engine.resolve import resolve_list
from tests.decks.engine.legality.small import catalogue


@pytest.fixture(scope="module", params=["shipped", "another public set"])
def all_cards(shared: Path, request: pytest.FixtureRequest) -> Catalogue:
    if request.param == "shipped":
        return queries.shipped_catalogue()
    rows = catalogue_csv.read_csv_rows(shared / "cards" / "catalogue.csv.gz")
    return catalogue_csv.catalogue_from_rows(
        rows, expansions=shipped_facts.shipped_expansions(), facts=shipped_facts.shipped_fact_tables()
    )


def test_every_case(shared: Path, all_cards: Catalogue) -> None:
    cases = json.loads((shared / "cases" / "deck_cases.json").read_text(encoding="utf-8"))["cases"]
    answers = [judge_case(case, all_cards) for case in cases]
    assert len(answers) >= 144
    assert [one.case for one in answers if not one.agrees] == []


LAST_DAYS = {
    "1999-base-fossil": ("unlimited", "2000-06-30"),
    "2000-base": ("unlimited", "2000-12-31"),
    "2000-prop-15-3": ("unlimited", "2000-12-31"),
    "2000-2002": ("unlimited", "2003-03-01"),
    "2003-e-card": ("unlimited", "2003-12-31"),
    "2003-2007": ("unlimited", "2007-06-01"),
    "2007-2009": ("unlimited", "2009-12-01"),
    "2010-2011": ("standard", "2011-08-01"),
    "2011-2012": ("standard", "2012-06-20"),
    "2012-2013": ("standard", "2013-08-20"),
    "2013-2014": ("standard", "2014-08-20"),
    "2014-2015": ("standard", "2015-08-25"),
    "2015-2016": ("standard", "2016-08-25"),
    "2016-2017": ("standard", "2017-08-20"),
    "2017-2018": ("standard", "2018-08-25"),
    "2018-2019": ("standard", "2019-08-16"),
    "2019-2020": ("standard", "2020-08-28"),
    "2020-2021": ("standard", "2021-08-20"),
    "2021-2022": ("standard", "2022-08-20"),
    "2022-2023": ("standard", "2023-08-11"),
    "2023-2024": ("standard", "2024-03-01"),
    "theme": ("unlimited", "2026-09-01"),
}
"""The format and the end of the season of each group of lists."""

MISWRITTEN = {"NAME_NUMBER_MISMATCH", "POKEMON_NUMBER_MISSING"}
"""Mistakes in the files themselves: a name without its ★, the number of another card, no number."""


def test_real_lists_are_legal_in_their_season(shared: Path, all_cards: Catalogue) -> None:
    judged = 0
    for row in csv.DictReader((shared / "decks" / "INDEX.tsv").open(encoding="utf-8"), delimiter="\t"):
        season = next((season for season in LAST_DAYS if row["file"].startswith(season)), None)
        if season is None:
            continue
        card_format, day = LAST_DAYS[season]
        context = DeckContext(card_format, "constructed", date.fromisoformat(day))
        read = read_list_file((shared / "decks" / row["file"]).read_bytes(), row["file"])
        problems = find_deck_problems(resolve_list(read, all_cards, on=context.date), context, all_cards)
        assert set(deck_error_codes(problems)) <= MISWRITTEN, row["file"]
        assert count_cards_of_unknown_legality(problems) == 0, row["file"]
        judged += 1
    assert judged > 125


def test_every_list_is_read_whole(shared: Path) -> None:
    """In all files, of whatever year, no card is unknown and no line remains."""
    cards, files = queries.shipped_catalogue(), sorted((shared / "decks").glob("*__*"))
    assert len(files) == 148
    for file in files:
        deck = resolve_list(read_list_file(file.read_bytes(), file.name), cards, on=date(2026, 11, 29))
        assert [card.line.raw for card in deck.cards if card.problem == "UNKNOWN_CARD"] == [], file.name
        assert deck.unread == (), file.name


@pytest.mark.parametrize(
    ("ruleset", "edition"),
    [
        ("POP-2017-07-26", "2017"),
        ("RULEBOOK-2002", "2002"),
        ("RULEBOOK-2005", "2005"),
        ("RULEBOOK-XY", "xy"),
        ("RULEBOOK-SM", "sm"),
        ("TRH-2026", "2026"),
    ],
)
def test_editions_by_ruleset(ruleset: str, edition: str) -> None:
    assert edition_code_of_ruleset(ruleset) == edition


@pytest.mark.parametrize(
    ("quantity", "read"),
    [(4, 4), ("4", 4), (0, 0), (-1, -1), (1.5, None), ("four", None), (None, None), (True, None)],
)
def test_quantities_of_a_case(quantity: object, read: int | None) -> None:
    assert read_case_line(1, {"qty": quantity, "name": "N"}).quantity == read


def test_a_case_of_thirty_cards_names_its_card_pool_s10() -> None:
    case = {"date": "2017-07-26", "format": "thirty_card", "style": "constructed", "deck": []}
    assert context_of_case(case, catalogue()).card_format == "standard"
    assert context_of_case({**case, "settings": {"S10": "any"}}, catalogue()).card_format == "any"
    context = context_of_case({**case, "context": {"cardpool": "expanded"}}, catalogue())
    assert (context.card_format, context.style) == ("expanded", "thirty")


DAY = {"date": "2017-07-26", "deck": []}


@pytest.mark.parametrize(
    "case",
    [
        {"date": "2017-07-26"},
        {"date": "tomorrow", "deck": []},
        {"deck": "4 N"},
        {**DAY, "deck": [4]},
        {**DAY, "context": [1]},
        {**DAY, "context": {"pool": [1]}},
        {**DAY, "context": {"days": ["soon"]}},
        {**DAY, "settings": "S7"},
        {**DAY, "expected": "legal"},
        {**DAY, "style": ["limited"]},
        {**DAY, "format": "modern"},
        {**DAY, "ruleset": 2017},
        {**DAY, "context": {"country": ["ES"]}},
        {**DAY, "context": {"event": 1}},
        {**DAY, "context": {"player_home": {"a": 1}}},
        {**DAY, "context": {"expansion": True}},
        {**DAY, "context": {"energy_provided": "no"}},
        {**DAY, "settings": {"S1": "tomorrow"}},
        {**DAY, "context": {"settings": {"S9": 3}}},
    ],
)
def test_a_case_with_a_field_nobody_can_read_is_refused(case: dict[str, object]) -> None:
    with pytest.raises(Refused) as refused:
        judge_case(case, catalogue())
    assert refused.value.code == "CASE_UNREADABLE"


def test_odd_words_in_a_line_raise_nothing() -> None:
    row = {"qty": None, "name": 5, "set": [1], "language": 3, "proxy": {"a": 1}, "back": 7}
    assert "QTY_INVALID" in judge_case({**DAY, "deck": [row]}, catalogue()).errors
