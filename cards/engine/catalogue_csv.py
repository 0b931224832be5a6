"""Build a catalogue from rows in the project's CSV layout, one row per printing."""

import gzip
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path

from cards.engine import card_names
from cards.engine.cards import Catalogue, Expansion, ExpansionKind, Printing, Supertype
from cards.engine.facts import FactTables, LocalName
from core.engine.tabular import read_named_rows

COLUMNS = (
    "set_code", "set_id", "set_name", "release_date", "number", "name", "supertype", "subtypes",
    "regulation_mark", "is_basic_pokemon", "is_restored", "is_basic_energy", "is_ace_spec", "is_radiant",
    "is_prism_star", "is_pokemon_star", "special_limit", "not_tournament_legal", "text_hash", "evolves_from",
    "hp", "types",
)  # fmt: skip
"""The columns that are read. Those in `NEEDED` are required; the others may be missing or empty."""

NEEDED = ("set_id", "number", "name")
LIMITS = {"ANY": 0, "UNOWN4": 4}
_SUPERTYPES: dict[str, Supertype] = {
    "pokemon": "pokemon", "pokémon": "pokemon", "trainer": "trainer", "energy": "energy",
}  # fmt: skip
_TRAINER_KINDS = {"Supporter", "Item", "Stadium", "Pokémon Tool", "Tool"}
Row = Mapping[str, str]


def read_csv_rows(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file, gzipped or not."""
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8-sig")
    return list(read_named_rows(text))


def catalogue_from_rows(
    rows: Iterable[Row],
    *,
    expansions: Iterable[Expansion] = (),
    local_names: Iterable[LocalName] = (),
    facts: FactTables | None = None,
    version: int = 1,
) -> Catalogue:
    """Build a catalogue from rows in the CSV layout.

    Expansions that are missing from `expansions` are built from the rows.
    """
    rows = list(rows)
    by_id = {expansion.id: expansion for expansion in expansions}
    for row in rows:
        by_id.setdefault(row["set_id"], expansion_of_csv_row(row))
    return Catalogue(by_id.values(), [printing_of_csv_row(row) for row in rows], local_names, facts, version)


def expansion_of_csv_row(row: Row) -> Expansion:
    """Return the expansion in a card's row."""
    code, released = row.get("set_code", ""), row.get("release_date", "")
    return Expansion(
        row["set_id"],
        row.get("set_name") or row["set_id"],
        (code,) if code else (),
        date.fromisoformat(released) if released else None,
        kind=guess_expansion_kind(row["set_id"], code, row.get("set_name", "")),
    )


def guess_expansion_kind(expansion: str, code: str, name: str) -> ExpansionKind:
    """Guess the kind of an expansion from its id, code and name."""
    if code == "PR" or code.startswith("PR-") or "Promo" in name:
        return "promo"
    if expansion.startswith(("tk", "mcd", "pop")) or "McDonald" in name:
        return "product"
    return "energy" if name.endswith("Energies") else "expansion"


def printing_of_csv_row(row: Row) -> Printing:
    """Return the printing in a card's row. A missing supertype is derived from subtypes and name."""
    subtypes = tuple(part for part in row.get("subtypes", "").split("|") if part)
    supertype = supertype_of(row.get("supertype", ""), subtypes, row["name"])
    # The limit is either a name in LIMITS or a number of copies.
    limit = row.get("special_limit", "")
    return Printing(
        expansion=row["set_id"],
        number=row["number"],
        name=row["name"],
        key=card_names.card_name_identity(row["name"]),
        supertype=supertype,
        subtypes=subtypes,
        mark=row.get("regulation_mark", ""),
        basic=_is_csv_flag_set(row, "is_basic_pokemon"),
        restored=_is_csv_flag_set(row, "is_restored"),
        basic_energy=supertype == "energy" and "Basic" in subtypes,
        ace_spec=_is_csv_flag_set(row, "is_ace_spec"),
        radiant=_is_csv_flag_set(row, "is_radiant"),
        prism_star=_is_csv_flag_set(row, "is_prism_star"),
        star=_is_csv_flag_set(row, "is_pokemon_star"),
        limit=LIMITS.get(limit, int(limit) if limit.isdecimal() else None),
        not_tournament_legal=_is_csv_flag_set(row, "not_tournament_legal"),
        text_key=row.get("text_hash", ""),
        evolves_from=row.get("evolves_from", ""),
        hp=int(hp) if supertype == "pokemon" and (hp := row.get("hp", "")).isdecimal() else None,
        types=tuple(part for part in row.get("types", "").split("|") if part),
    )


def supertype_of(stated: str, subtypes: tuple[str, ...], name: str) -> Supertype:
    """Return the supertype of a card: by Trainer subtypes, else as `stated`, else by its name.

    The subtypes come first because the source labels some Trainers as Pokémon.
    """
    if _TRAINER_KINDS.intersection(subtypes):
        return "trainer"
    if supertype := _SUPERTYPES.get(stated.strip().casefold()):
        return supertype
    return "energy" if card_names.is_basic_energy_name(name) else "pokemon"


def _is_csv_flag_set(row: Row, column: str) -> bool:
    return row.get(column, "") in ("1", "true", "yes")
