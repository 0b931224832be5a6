"""Read cards in the layout of pokemon-tcg-data: `sets/en.json` and one `cards/en/<set>.json` per set."""

import json
import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from cards.engine import card_names, catalogue_csv
from cards.engine.cards import Expansion, Printing
from cards.engine.sources.copy_limits import copy_limit_of
from cards.engine.sources.faults import RowFault
from cards.engine.sources.fingerprint import card_text_fingerprint
from cards.engine.sources.gathered import GatheredCards, date_fault
from cards.engine.sources.printed_text import printed_text

CARDS = re.compile(r"(^|/)cards/en/(?P<set>[^/]+)\.json$")
SETS = re.compile(r"(^|/)sets/en\.json$")

_NOT_LEGAL = "cannot be used at official tournaments"
_BASIC = {"Basic", "Basic Stage", "Baby"}
"""Subtypes of Basic Pokémon (R-072), which include Baby Pokémon."""

MAX_HP = 4
"""The most digits in the HP of a Pokémon."""

Row = Mapping[str, Any]


def read_tcg_data_sets(data: bytes, gathered: GatheredCards) -> dict[str, Expansion]:
    """Return the expansions of `sets/en.json` by id.

    An expansion with an invalid date has no release, and is added to the refused rows too.
    """
    expansions = {}
    for row in _read_objects(data, "sets", gathered):
        released = str(row.get("releaseDate") or "").replace("/", "-")
        try:
            day = date.fromisoformat(released) if released else None
        except ValueError:
            gathered.add_refused_row("sets", str(row.get("id")), date_fault(released))
            day = None
        code, name = str(row.get("ptcgoCode") or ""), str(row.get("name") or "")
        kind = catalogue_csv.guess_expansion_kind(str(row.get("id")), code, name)
        expansions[str(row.get("id"))] = Expansion(
            str(row.get("id")), name, (code,) if code else (), day, None, kind, str(row.get("series") or "")
        )
    return expansions


def read_tcg_data_cards(data: bytes, expansion: Expansion, gathered: GatheredCards) -> None:
    """Read the cards in the file of a set into `gathered`. Invalid rows are added to the refused rows."""
    for row in _read_objects(data, expansion.id, gathered):
        place = f"{expansion.id} {row.get('number') or ''}".strip()
        try:
            printing, text = printing_of_tcg_data_row(row, expansion), printed_text(row)
        except (AttributeError, TypeError, ValueError):
            gathered.add_refused_row(place, str(row.get("name") or ""), RowFault.ROW_INVALID)
            continue
        # Sources word texts differently, so fingerprints are comparable only within one source.
        gathered.add(printing, expansion, place=place, silent=("text_key",), text=text)


def printing_of_tcg_data_row(row: Row, expansion: Expansion) -> Printing:
    """Return the printing in a row of the file."""
    name = card_names.tidy_card_name(str(row.get("name") or ""))
    subtypes = tuple(str(part) for part in row.get("subtypes") or ())
    supertype = catalogue_csv.supertype_of(str(row.get("supertype") or ""), subtypes, name)
    hp = str(row.get("hp") or "")
    text = " ".join(str(rule) for rule in row.get("rules") or ()).casefold()
    return Printing(
        expansion=expansion.id,
        number=str(row.get("number") or "").strip(),
        name=name,
        key=card_names.card_name_identity(name),
        supertype=supertype,
        subtypes=subtypes,
        mark=str(row.get("regulationMark") or ""),
        basic=supertype == "pokemon" and bool(_BASIC.intersection(subtypes)),
        restored="Restored" in subtypes,
        basic_energy=supertype == "energy" and "Basic" in subtypes,
        ace_spec="ACE SPEC" in subtypes,
        radiant="Radiant" in subtypes,
        prism_star="Prism Star" in subtypes or name.endswith("◇"),
        star="Star" in subtypes or "★" in name,
        limit=copy_limit_of(str(rule) for rule in row.get("rules") or ()),
        not_tournament_legal=_NOT_LEGAL in text,
        text_key=card_text_fingerprint(row),
        evolves_from=card_names.tidy_card_name(str(row.get("evolvesFrom") or "")),
        hp=int(hp) if supertype == "pokemon" and hp.isdecimal() and len(hp) <= MAX_HP else None,
        types=tuple(str(kind) for kind in row.get("types") or ()) if supertype == "pokemon" else (),
    )


def _read_objects(data: bytes, place: str, gathered: GatheredCards) -> list[Row]:
    """Return the objects in a JSON list. Anything else in the file is added to the refused rows."""
    try:
        rows = json.loads(data)
    except (ValueError, RecursionError):
        rows = None
    if not isinstance(rows, list):
        gathered.add_refused_row(place, "", RowFault.ROW_INVALID)
        return []
    for row in rows:
        if not isinstance(row, dict):
            gathered.add_refused_row(place, str(row), RowFault.ROW_INVALID)
    return [row for row in rows if isinstance(row, dict)]
