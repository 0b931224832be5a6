"""One card of TCGdex, as its data set and its REST answers give it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote

from cards.engine import names
from cards.engine.cards import LANGUAGES, Expansion, Printing
from cards.engine.sources import tcg_data
from cards.engine.sources.corrections import Corrections, corrections_of
from cards.engine.sources.printed_text import PrintedText, printed_text
from cards.engine.sources.tcgdex_sets import home_of

Row = Mapping[str, Any]

_STAGES = {"Stage1": "Stage 1", "Stage2": "Stage 2", "LEVEL-UP": "Level-Up", "RESTORED": "Restored"}
_SUFFIXES = {"Legend": "LEGEND", "TAG TEAM-GX": "TAG TEAM|GX"}
_SUPERTYPES = {"Pokemon": "Pokémon"}
_TRAINER_KINDS = {"Tool": "Pokémon Tool"}
_UNHYPHENATED = re.compile(r"[ -](?P<suffix>GX|EX)$")
_UNOWN = re.compile(r"^Unown (?P<letter>[A-Z!?])$")
"""As printed, but for Unown V, which is a Pokémon V."""

_NIDORAN = re.compile(r"^Nidoran(?P<sign>[♀♂])")
_BLEND = re.compile(r"^(?P<blend>Blend Energy) (?P<types>\w+(?: \w+)+)$")
_BLANK = re.compile(r"_{5,}")
_OWNER = re.compile(r"^(?:.+?'s |Dark )")
_OWNED = {"gym1", "gym2", "base5", "base6"}
"""Expansions whose Pokémon evolve from one of the same owner, whom TCGdex leaves out."""

_NUMBER_OF_ALL = re.compile(r"^0+(?=\d)")
NO_MARK = "NONE"
"""What some cards without a mark have instead of it."""


@dataclass(frozen=True, slots=True)
class TcgdexCard:
    """One printing, the names of its card by language, and its text."""

    printing: Printing
    names: Mapping[str, str]
    text: PrintedText


def card_of(row: Row) -> TcgdexCard:
    """A card from its object.

    Fields are named as in the data set (`set`, `n`, `from`, `mark` …) or as in REST answers (`localId`, `evolveFrom`,
    `regulationMark` …); `name` is a text or names by language. Raises AttributeError, TypeError and ValueError for a
    malformed row.
    """
    called = _names(row)
    number = unquote(str(_field(row, "n", "localId"))).strip()
    home = row.get("set")
    expansion = home_of(str((home.get("id") if isinstance(home, Mapping) else home) or "").strip())
    correct = corrections_of(expansion, number)
    layout = _layout(
        row, english_name(called.get("en", ""), row.get("suffix") or ""), number, correct, expansion
    )
    printing = tcg_data.printing_of(layout, Expansion(expansion, expansion))
    # What the text says of the printing, where TCGdex has no such text
    limit = printing.limit if "limit" not in correct else int(correct["limit"])
    never = printing.not_tournament_legal or "not_tournament_legal" in correct
    text_key = correct.get("text_key", printing.text_key)
    marked = replace(printing, limit=limit, not_tournament_legal=never, text_key=text_key)
    return TcgdexCard(marked, called, printed_text(layout))


def english_name(name: str, suffix: str = "") -> str:
    """A name as printed: TCGdex leaves out the hyphen of GX and EX, and writes some signs otherwise."""
    name = _UNHYPHENATED.sub(r"-\g<suffix>", names.tidy(name))
    name = re.sub(r" Prism Star$", " ◇", name)
    name = re.sub(r" Star$", " ★", name)
    name = _UNOWN.sub(r"Unown [\g<letter>]", name) if suffix != "V" else name
    name = _NIDORAN.sub(r"Nidoran \g<sign>", name)
    name = _BLANK.sub("_____", name)
    return _BLEND.sub(lambda match: f"{match['blend']} {match['types'].replace(' ', '')}", name)


def _names(row: Row) -> dict[str, str]:
    called = row.get("name")
    by_language = called if isinstance(called, Mapping) else {"en": called}
    return {
        language: _UNHYPHENATED.sub(r"-\g<suffix>", str(by_language[language]).strip())
        for language in LANGUAGES
        if isinstance(by_language.get(language), str) and str(by_language[language]).strip()
    }


def _layout(row: Row, name: str, number: str, correct: Corrections, expansion: str) -> Row:
    """The row in the layout of pokemon-tcg-data, corrected."""
    supertype = _SUPERTYPES.get(str(row["category"]), str(row["category"]))
    abilities = list(_parts(row, "abilities"))
    mark = str(_field(row, "mark", "regulationMark") or "").strip().upper()
    layout = {
        "name": name,
        "supertype": supertype,
        "subtypes": list(_subtypes(row, name)),
        "number": _NUMBER_OF_ALL.sub("", number) if number.isdecimal() else number,
        "hp": str(_field(row, "hp") or ""),
        "types": list(dict.fromkeys(row.get("types") or ())) if supertype == "Pokémon" else [],
        "evolvesFrom": _evolves_from(row, name, expansion),
        "regulationMark": "" if mark == NO_MARK else mark,
        "rules": [row["effect"]] if row.get("effect") else [],
        "abilities": [_ability(ability) for ability in abilities if ability.get("type") != "Ancient Trait"],
        "attacks": [_attack(attack) for attack in _parts(row, "attacks")],
        "weaknesses": list(_field(row, "weak", "weaknesses") or ()),
        "resistances": list(_field(row, "resist", "resistances") or ()),
        "retreatCost": ["Colorless"] * int(row.get("retreat") or 0),
    }
    traits = [_ability(ability) for ability in abilities if ability.get("type") == "Ancient Trait"]
    return {**layout, **({"ancientTrait": traits[0]} if traits else {}), **correct}


def _subtypes(row: Row, name: str) -> Iterator[str]:
    category, rarity = row["category"], str(row.get("rarity") or "")
    if category == "Pokemon":
        yield from _stage(row, name)
    elif category == "Trainer":
        if kind := _field(row, "trainer", "trainerType"):
            yield _TRAINER_KINDS.get(kind, kind)
    else:
        # Some basic Energy of trainer kits has no kind.
        kind = _field(row, "energy", "energyType") or ("Special" if row.get("effect") else "Normal")
        yield "Basic" if kind == "Normal" and names.is_basic_energy_name(name) else "Special"
    if "ACE SPEC" in rarity:
        yield "ACE SPEC"
    if category == "Pokemon" and name.startswith("Radiant "):
        yield "Radiant"


def _stage(row: Row, name: str) -> Iterator[str]:
    """The stage of a Pokémon and what its name ends with. Without a stage it is Basic unless it evolves."""
    stage, suffix = row.get("stage") or "", row.get("suffix") or ""
    if suffix == "Legend" or name.endswith("V-UNION"):
        yield "LEGEND" if suffix == "Legend" else "V-UNION"
        return
    if stage or not _field(row, "from", "evolveFrom"):
        yield _STAGES.get(stage, stage or "Basic")
    if suffix:
        yield from _SUFFIXES.get(suffix, suffix).split("|")


def _evolves_from(row: Row, name: str, expansion: str) -> str:
    # TCGdex names the Baby Pokémon of a Basic one; that is the game's breeding, not an evolution of cards.
    if row.get("stage") in ("Basic", "Baby"):
        return ""
    if row.get("stage") == "LEVEL-UP":
        return re.sub(r"\s+LV\.X$", "", name)
    below = english_name(str(_field(row, "from", "evolveFrom") or ""))
    owner = _OWNER.match(name) if expansion in _OWNED else None
    if not below or owner is None or below.startswith(owner[0]):
        return below
    return below if owner[0] == "Dark " and row.get("stage") != "Stage2" else f"{owner[0]}{below}"


def _parts(row: Row, name: str) -> Iterator[Row]:
    """The Abilities or attacks of a card; some in the data are empty."""
    yield from (part for part in row.get(name) or () if part.get("name") or part.get("effect"))


def _ability(ability: Row) -> Row:
    return {"name": ability.get("name"), "type": ability.get("type"), "text": ability.get("effect")}


def _attack(attack: Row) -> Row:
    damage = "" if attack.get("damage") is None else str(attack["damage"])
    return {
        "name": attack.get("name"),
        "cost": attack.get("cost") or [],
        "damage": damage,
        "text": attack.get("effect"),
    }


def _field(row: Row, *spellings: str) -> Any:
    return next((row[name] for name in spellings if row.get(name) is not None), None)
