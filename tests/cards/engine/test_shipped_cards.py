"""The project ships every English printing, with its names in seven languages."""

import gzip
import json
import random
from collections import Counter
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from cards.engine import catalogue_csv, collector_numbers, shipped_cards, shipped_facts
from cards.engine.cards import LANGUAGES, Catalogue, Printing, is_complete
from cards.engine.sources import GatheredCards, read_card_path
from core.engine.tabular import read_shipped_rows as shipped_rows

MOST = 1_500_000
"""The maximum size in bytes of all shipped card data."""


@cache
def catalogue() -> Catalogue:
    return Catalogue(
        shipped_facts.shipped_expansions(),
        shipped_cards.shipped_printings(),
        shipped_cards.shipped_local_names(),
        shipped_facts.shipped_fact_tables(),
    )


def test_all_cards_are_there() -> None:
    assert len(catalogue()) > 20_900
    assert is_complete(catalogue())
    assert {one.expansion for one in catalogue().all} <= catalogue().expansions.keys()
    places = Counter(
        (one.expansion, collector_numbers.plain_collector_number(one.number), one.key)
        for one in catalogue().all
    )
    assert places.most_common(1)[0][1] == 1


STAGES = {
    "Basic",
    "Baby",
    "Restored",
    "Stage 1",
    "Stage 2",
    "MEGA",
    "BREAK",
    "Level-Up",
    "LEGEND",
    "V-UNION",
    "VMAX",
    "VSTAR",
}


def test_every_pokemon_has_a_stage() -> None:
    pokemon = [printing for printing in catalogue().all if printing.supertype == "pokemon"]
    assert [printing.ref for printing in pokemon if not STAGES & set(printing.subtypes)] == []


def test_what_evolves_is_not_basic() -> None:
    """R-072: a deck needs a Basic Pokémon."""
    evolved = [printing for printing in catalogue().all if printing.evolves_from and not printing.restored]
    assert [printing.ref for printing in evolved if printing.basic] == []


def test_they_are_small() -> None:
    assert sum(path.stat().st_size for path in (shipped_cards.CARDS, shipped_cards.NAMES)) < MOST


@pytest.mark.parametrize(
    ("name", "english"),
    [
        ("Caramelo Raro", "Rare Candy"),
        ("Carameloraro", "Rare Candy"),
        ("Super Bonbon", "Rare Candy"),
        ("Doce Raro", "Rare Candy"),
        ("Sonderbonbon", "Rare Candy"),
        ("Caramella Rara", "Rare Candy"),
        ("Ultrabola", "Ultra Ball"),
        ("Tokopiyon-GX", "Tapu Lele-GX"),
    ],
)
def test_names_of_every_language_lead_to_the_card(name: str, english: str) -> None:
    """R-001."""
    assert {one.key for one in catalogue().printings_with_name(name)} == {english}


def test_a_name_of_the_readers_language_comes_before_one_of_another() -> None:
    """The French name of Beast Ball is Ultra Ball."""
    assert catalogue().search("ultraball")[0] == "Ultra Ball"
    assert catalogue().search("ultraball", language="fr")[0] == "Beast Ball"
    assert catalogue().nearest("4 ultra ba"[2:])[0] == "Ultra Ball"


def test_every_language_has_names() -> None:
    languages = Counter(one.language for one in shipped_cards.shipped_local_names())
    assert languages.keys() == set(LANGUAGES[1:])
    assert min(languages.values()) > 500


@pytest.mark.parametrize(
    ("code", "number", "name"),
    [
        ("PBL", "1", ""),
        ("GRI", "60a", "Tapu Lele-GX"),
        ("AQ", "103", "Porygon"),
        ("CEL-CC", "4", "Charizard"),
        ("BRS-TG", "5", "Zekrom"),
    ],
)
def test_numbers_of_lists_lead_to_the_card(code: str, number: str, name: str) -> None:
    card = catalogue().printing(code, number)
    assert card is not None
    assert not name or card.name == name


def test_the_same_cards_give_the_same_files(tmp_path: Path) -> None:
    shipped_cards.write_packed_tables(
        shipped_cards.shipped_printings(), shipped_cards.shipped_local_names(), tmp_path
    )
    for path in (shipped_cards.CARDS, shipped_cards.NAMES):
        assert gzip.decompress((tmp_path / path.name).read_bytes()) == gzip.decompress(path.read_bytes())


def test_no_text_of_a_card_is_shipped(shared: Path) -> None:
    texts = set()
    for line in gzip.decompress((shared / "cards" / "tcgdex_cards.jsonl.gz").read_bytes()).splitlines()[::50]:
        card = json.loads(line)
        texts |= {part.get("effect") or "" for part in (*card["abilities"], *card["attacks"], card)}
    data = b"".join(gzip.decompress(path.read_bytes()) for path in (shipped_cards.CARDS, shipped_cards.NAMES))
    data += b"".join(path.read_bytes() for path in shipped_facts.DATA.glob("*.csv"))
    assert [text for text in texts if len(text) > 30 and text.encode() in data] == []


def test_the_files_are_those_made_of_the_data_set(shared: Path) -> None:
    gathered = GatheredCards()
    read_card_path(shared / "cards" / "tcgdex_cards.jsonl.gz", gathered)
    here = {
        (one.expansion, collector_numbers.plain_collector_number(one.number)): one for one in catalogue().all
    }
    assert gathered.refused == []
    missing = [place for place in gathered.cards if place[:2] not in here]
    other = [
        one
        for one in gathered.cards.values()
        if here[one.expansion, collector_numbers.plain_collector_number(one.number)].hp != one.hp
    ]
    assert (missing, [one for one in other if one.expansion != "cel25c"]) == ([], [])


COMPARED = (
    "supertype",
    "mark",
    "basic",
    "basic_energy",
    "ace_spec",
    "prism_star",
    "star",
    "not_tournament_legal",
)
EXPLAINED = {
    ("sm11", "116", "hp"): "60 or 70: undecided, and no rule reads it",
    ("sm11", "149", "hp"): "90 or 100: undecided, and no rule reads it",
    ("mcd19", "8", "hp"): "50 or 60: undecided, and no rule reads it",
    ("rsv10pt5", "79", "hp"): "A fossil; the other set leaves its HP out",
    **{("swshp", f"SWSH{number}", "hp"): "310 are printed" for number in range(159, 163)},
}
"""Where the two public data sets differ, and the shipped cards differ from the other one."""


def test_both_public_sets_have_the_same_facts(shared: Path) -> None:
    other = {
        (row["set_id"], collector_numbers.plain_collector_number(row["number"]), printing.key.casefold()): (
            printing,
            row,
        )
        for row in catalogue_csv.read_csv_rows(shared / "cards" / "catalogue.csv.gz")
        for printing in [catalogue_csv.printing_of_csv_row(row)]
    }
    pairs = [
        (one, *other[place])
        for one in catalogue().all
        if (
            place := (one.expansion, collector_numbers.plain_collector_number(one.number), one.key.casefold())
        )
        in other
    ]
    assert len(pairs) > 20_900
    differ = [
        (*one.ref, name)
        for one, its, row in random.Random(5).sample(pairs, 5_000)
        for name in _differing(one, its, row)
        if (*one.ref, name) not in EXPLAINED
    ]
    assert differ == []


def _differing(one: Printing, other: Printing, row: dict[str, str]) -> list[str]:
    names = [name for name in COMPARED if getattr(one, name) != getattr(other, name)]
    if one.supertype == "pokemon" and str(one.hp or "") != row["hp"]:
        names.append("hp")
    return names


def test_standard_of_today_and_of_2017_are_known() -> None:
    """Every expansion of both formats has its cards: M-040, R-080."""
    have = {one.expansion for one in catalogue().all}
    marks = {one.mark for one in catalogue().all}
    assert {"H", "I", "J"} <= marks
    for expansion in catalogue().expansions.values():
        if expansion.kind == "expansion" and expansion.released and expansion.released <= date(2026, 8, 21):
            assert expansion.id in have, expansion


def test_own_rows_name_cards_that_are_there() -> None:
    refs = {(one.expansion, collector_numbers.plain_collector_number(one.number)) for one in catalogue().all}
    rows = [(row["expansion"], row["number"]) for row in shipped_rows(shipped_facts.DATA / "bans.csv")]
    # The alternate print of Reset Stamp is found as number 206.
    assert [
        ref for ref in rows if (ref[0], collector_numbers.plain_collector_number(ref[1])) not in refs
    ] == [("sm11", "206a")]
