"""Read cards of TCGdex, in the layout of its data set or of its REST responses."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote

from cards.engine import card_names
from cards.engine.cards import LANGUAGES, Expansion, Printing
from cards.engine.sources import tcg_data
from cards.engine.sources.corrections import Corrections, corrections_of
from cards.engine.sources.printed_text import PrintedText, printed_text
from cards.engine.sources.tcgdex_sets import expansion_id_of

Row = Mapping[str, Any]

_STAGES = {"Stage1": "Stage 1", "Stage2": "Stage 2", "LEVEL-UP": "Level-Up", "RESTORED": "Restored"}
_SUFFIXES = {"Legend": "LEGEND", "TAG TEAM-GX": "TAG TEAM|GX"}
_SUPERTYPES = {"Pokemon": "Pokémon"}
_TRAINER_KINDS = {"Tool": "Pokémon Tool"}
_UNHYPHENATED = re.compile(r"[ -](?P<suffix>GX|EX)$")
_UNOWN = re.compile(r"^Unown (?P<letter>[A-Z!?])$")
"""Unown with a letter. The V in Unown V is a letter, unless the card has the suffix V: then it is a Pokémon V."""

_NIDORAN = re.compile(r"^Nidoran(?P<sign>[♀♂])")
_BLEND = re.compile(r"^(?P<blend>Blend Energy) (?P<types>\w+(?: \w+)+)$")
_BLANK = re.compile(r"_{5,}")
_OWNER = re.compile(r"^(?:.+?'s |Dark )")
_OWNED = {"gym1", "gym2", "base5", "base6"}
"""Expansions whose Pokémon evolve from a Pokémon of the same owner, while TCGdex omits the owner from its name."""

_LEADING_ZEROS = re.compile(r"^0+(?=\d)")
NO_MARK = "NONE"
"""The value of the field on some cards without a regulation mark."""


@dataclass(frozen=True, slots=True)
class TcgdexCard:
    """A printing, its names by language, and its text."""

    printing: Printing
    names: Mapping[str, str]
    text: PrintedText


def tcgdex_card_of(row: Row) -> TcgdexCard:
    """Return the card in a JSON object, with our corrections for its expansion and number.

    Fields are named as in the data set (`set`, `n`, `from`, `mark` …) or as in REST responses (`localId`,
    `evolveFrom`, `regulationMark` …). `name` is a string, or an object with names by language. Raises
    AttributeError, KeyError, TypeError or ValueError for a malformed row.
    """
    name = row.get("name")
    raw_names = name if isinstance(name, Mapping) else {"en": name}
    names_by_language = {
        language: _UNHYPHENATED.sub(r"-\g<suffix>", str(raw_names[language]).strip())
        for language in LANGUAGES
        if isinstance(raw_names.get(language), str) and str(raw_names[language]).strip()
    }
    english_card_name = english_name(names_by_language.get("en", ""), row.get("suffix") or "")
    number = unquote(str(_first_value(row, "n", "localId"))).strip()
    tcgdex_set = row.get("set")
    set_id = tcgdex_set.get("id") if isinstance(tcgdex_set, Mapping) else tcgdex_set
    expansion = expansion_id_of(str(set_id or "").strip())
    corrections = corrections_of(expansion, number)
    layout = _tcg_data_layout(row, english_card_name, number, corrections, expansion)
    printing = tcg_data.printing_of_tcg_data_row(layout, Expansion(expansion, expansion))
    # Other sources give these facts in the text, which TCGdex may lack.
    printing = replace(
        printing,
        limit=printing.limit if "limit" not in corrections else int(corrections["limit"]),
        not_tournament_legal=printing.not_tournament_legal or "not_tournament_legal" in corrections,
        text_key=corrections.get("text_key", printing.text_key),
    )
    return TcgdexCard(printing, names_by_language, printed_text(layout))


def english_name(name: str, suffix: str = "") -> str:
    """Return an English name as printed on the card.

    TCGdex omits the hyphen of GX and EX and writes some signs differently. With the suffix V, "Unown V" is a
    Pokémon V instead of Unown with the letter V.
    """
    name = _UNHYPHENATED.sub(r"-\g<suffix>", card_names.tidy_card_name(name))
    name = re.sub(r" Prism Star$", " ◇", name)
    name = re.sub(r" Star$", " ★", name)
    name = _UNOWN.sub(r"Unown [\g<letter>]", name) if suffix != "V" else name
    name = _NIDORAN.sub(r"Nidoran \g<sign>", name)
    name = _BLANK.sub("_____", name)
    return _BLEND.sub(lambda match: f"{match['blend']} {match['types'].replace(' ', '')}", name)


def _tcg_data_layout(row: Row, name: str, number: str, corrections: Corrections, expansion: str) -> Row:
    """Return the row in the layout of pokemon-tcg-data, with our corrections.

    `name` and `number`: the English name as printed and the number of the card. Ancient Traits are listed
    apart from Abilities.
    """
    supertype = _SUPERTYPES.get(str(row["category"]), str(row["category"]))
    abilities = [
        {"name": ability.get("name"), "type": ability.get("type"), "text": ability.get("effect")}
        for ability in _filled_parts(row, "abilities")
    ]
    attacks = [
        {
            "name": attack.get("name"),
            "cost": attack.get("cost") or [],
            "damage": "" if attack.get("damage") is None else str(attack["damage"]),
            "text": attack.get("effect"),
        }
        for attack in _filled_parts(row, "attacks")
    ]
    mark = str(_first_value(row, "mark", "regulationMark") or "").strip().upper()
    layout = {
        "name": name,
        "supertype": supertype,
        "subtypes": list(_subtypes(row, name)),
        "number": _LEADING_ZEROS.sub("", number) if number.isdecimal() else number,
        "hp": str(_first_value(row, "hp") or ""),
        "types": list(dict.fromkeys(row.get("types") or ())) if supertype == "Pokémon" else [],
        "evolvesFrom": _evolves_from(row, name, expansion),
        "regulationMark": "" if mark == NO_MARK else mark,
        "rules": [row["effect"]] if row.get("effect") else [],
        "abilities": [ability for ability in abilities if ability["type"] != "Ancient Trait"],
        "attacks": attacks,
        "weaknesses": list(_first_value(row, "weak", "weaknesses") or ()),
        "resistances": list(_first_value(row, "resist", "resistances") or ()),
        "retreatCost": ["Colorless"] * int(row.get("retreat") or 0),
    }
    traits = [ability for ability in abilities if ability["type"] == "Ancient Trait"]
    return {**layout, **({"ancientTrait": traits[0]} if traits else {}), **corrections}


def _subtypes(row: Row, name: str) -> Iterator[str]:
    """Yield the subtypes of a card as pokemon-tcg-data names them."""
    category, rarity = row["category"], str(row.get("rarity") or "")
    if category == "Pokemon":
        yield from _stage_and_suffix(row, name)
    elif category == "Trainer":
        if kind := _first_value(row, "trainer", "trainerType"):
            yield _TRAINER_KINDS.get(kind, kind)
    else:
        # Some basic Energy cards in trainer kits have no kind.
        kind = _first_value(row, "energy", "energyType") or ("Special" if row.get("effect") else "Normal")
        yield "Basic" if kind == "Normal" and card_names.is_basic_energy_name(name) else "Special"
    if "ACE SPEC" in rarity:
        yield "ACE SPEC"
    if category == "Pokemon" and name.startswith("Radiant "):
        yield "Radiant"


def _stage_and_suffix(row: Row, name: str) -> Iterator[str]:
    """Yield the stage of a Pokémon and its suffix, such as "TAG TEAM" and "GX".

    A LEGEND or V-UNION has no stage. A card without a stage in the data counts as Basic unless it evolves.
    """
    stage, suffix = row.get("stage") or "", row.get("suffix") or ""
    if suffix == "Legend" or name.endswith("V-UNION"):
        yield "LEGEND" if suffix == "Legend" else "V-UNION"
        return
    if stage or not _first_value(row, "from", "evolveFrom"):
        yield _STAGES.get(stage, stage or "Basic")
    if suffix:
        yield from _SUFFIXES.get(suffix, suffix).split("|")


def _evolves_from(row: Row, name: str, expansion: str) -> str:
    """Return the English name of the Pokémon that this card evolves from, or "" if it does not evolve."""
    # For a Basic Pokémon, TCGdex names the Baby Pokémon from which it evolves in the video games, but not in the TCG.
    if row.get("stage") in ("Basic", "Baby"):
        return ""
    if row.get("stage") == "LEVEL-UP":
        return re.sub(r"\s+LV\.X$", "", name)
    pre_evolution = english_name(str(_first_value(row, "from", "evolveFrom") or ""))
    owner = _OWNER.match(name) if expansion in _OWNED else None
    if not pre_evolution or owner is None or pre_evolution.startswith(owner[0]):
        return pre_evolution
    # A Stage 1 "Dark" Pokémon evolves from a Basic Pokémon without "Dark" in its name.
    return (
        pre_evolution
        if owner[0] == "Dark " and row.get("stage") != "Stage2"
        else f"{owner[0]}{pre_evolution}"
    )


def _filled_parts(row: Row, name: str) -> Iterator[Row]:
    """Yield the Abilities or attacks (`name`) of a card, skipping those with neither a name nor an effect."""
    yield from (part for part in row.get(name) or () if part.get("name") or part.get("effect"))


def _first_value(row: Row, *field_names: str) -> Any:
    """Return the value of the first of these fields that the row has, or None."""
    return next((row[field] for field in field_names if row.get(field) is not None), None)
