"""Equality of printings: the reprint table decides, while equal texts only suggest it (R-009 to R-011, M-042)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Literal
from weakref import WeakKeyDictionary

from cards.engine.cards import Catalogue, Printing
from cards.engine.facts import Ref, Reprint

Groups = Mapping[Ref, int]
Likeness = Literal["table", "text", "assumed"]
_GROUPS: "WeakKeyDictionary[Catalogue, dict[str, Groups]]" = WeakKeyDictionary()
_TABLES: "WeakKeyDictionary[Catalogue, Mapping[str, tuple[Reprint, ...]]]" = WeakKeyDictionary()


def work_the_same(printing: Printing, other: Printing, catalogue: Catalogue) -> bool:
    """Return whether two printings work the same.

    Basic Energy cards of the same type always do. A row of the reprint table overrides the texts. A Trainer or
    special Energy whose text is unknown is treated as equal to the previous printing.
    """
    if printing.ref == other.ref:
        return True
    if printing.key != other.key or not printing.is_same_kind(other):
        return False
    if printing.basic_energy:
        return True
    groups = _groups_of_name(printing.key, catalogue)
    return not _are_distinguished(printing, other, catalogue) and groups[printing.ref] == groups[other.ref]


def likeness_reason(printing: Printing, other: Printing, catalogue: Catalogue) -> Likeness:
    """Return why two `work_the_same` printings are considered to work the same (R-011).

    - "table": a row of the reprint table declares them equal.
    - "text": their texts are equal.
    - "assumed": nothing distinguishes them, but a text is unknown, or the table lists another printing with the
      same text.
    """
    lines = _reprint_rows_by_name(catalogue).get(printing.key, ())
    table_groups = _group_printings(catalogue.printings(printing.key), lines, catalogue, use_texts=False)
    if table_groups[printing.ref] == table_groups[other.ref]:
        return "table"
    return "text" if printing.text_key and printing.text_key == other.text_key else "assumed"


def newest_printing(printing: Printing, on: date, catalogue: Catalogue) -> Printing:
    """Return the newest printing of a Trainer or Energy in an expansion released by a day.

    Promos and products do not count. Without such a printing, return `printing`; also for a Pokémon, since
    printings of its name may be different cards.
    """
    if printing.supertype == "pokemon":
        return printing
    for other in reversed(catalogue.printings(printing.key)):
        expansion = catalogue.expansions.get(other.expansion)
        if expansion is None or expansion.kind not in ("expansion", "energy"):
            continue
        if printing.is_same_kind(other) and catalogue.is_released(other, on):
            return other
    return printing


def newest_rewording(printing: Printing, on: date, catalogue: Catalogue) -> Printing | None:
    """Return the newest printing of a card if its text replaces the printed one (R-086), or None.

    Trainers of one name are reprints unless a row of the reprint table distinguishes them. Special Energy cards
    must be identical (R-064). Pokémon and basic Energy are never replaced.
    """
    latest = newest_printing(printing, on, catalogue)
    same_text = bool(printing.text_key) and printing.text_key == latest.text_key
    if latest.ref == printing.ref or same_text or printing.basic_energy:
        return None
    if printing.supertype == "trainer":
        return None if _are_distinguished(printing, latest, catalogue) else latest
    return latest if work_the_same(printing, latest, catalogue) else None


def _are_distinguished(printing: Printing, other: Printing, catalogue: Catalogue) -> bool:
    """Return whether a row of the reprint table distinguishes two printings, or printings equal to them."""
    return any(
        not line.identical
        and (
            _reprint_row_applies(line, printing, other, catalogue)
            or _reprint_row_applies(line, other, printing, catalogue)
        )
        for line in _reprint_rows_by_name(catalogue).get(printing.key, ())
    )


def _reprint_row_applies(row: Reprint, old: Printing, new: Printing, catalogue: Catalogue) -> bool:
    """Return whether a row of the reprint table applies to `old` and `new`.

    It also applies to printings that work the same as those in the row.
    """
    groups = _groups_of_name(old.key, catalogue)
    if row.new not in groups or groups[new.ref] != groups[row.new]:
        return False
    if row.old is None:
        order = list(groups)
        return order.index(old.ref) < order.index(row.new)
    return row.old in groups and groups[old.ref] == groups[row.old]


def _reprint_rows_by_name(catalogue: Catalogue) -> Mapping[str, tuple[Reprint, ...]]:
    if catalogue not in _TABLES:
        by_key: dict[str, list[Reprint]] = defaultdict(list)
        for line in catalogue.reprints:
            by_key[line.key].append(line)
        _TABLES[catalogue] = {key: tuple(lines) for key, lines in by_key.items()}
    return _TABLES[catalogue]


def _groups_of_name(key: str, catalogue: Catalogue) -> Groups:
    """Return the group number of each printing of a name. Printings that work the same share a group."""
    groups_by_name = _GROUPS.setdefault(catalogue, {})
    if key not in groups_by_name:
        groups_by_name[key] = _group_printings(
            catalogue.printings(key), _reprint_rows_by_name(catalogue).get(key, ()), catalogue
        )
    return groups_by_name[key]


def _group_printings(
    printings: tuple[Printing, ...], lines: Iterable[Reprint], catalogue: Catalogue, *, use_texts: bool = True
) -> Groups:
    """Group printings by the reprint table and, unless `use_texts` is False, by equal texts.

    A row may refer to a printing that was not imported; it still joins the groups of the older printings.
    """
    groups = {printing.ref: position for position, printing in enumerate(printings)}
    first_by_text: dict[tuple[str, bool, str], Ref] = {}
    last_texts: dict[tuple[str, bool], str] = {}
    for printing in printings if use_texts else ():
        kind = (printing.supertype, printing.basic_energy)
        # A Trainer or Energy with an unknown text counts as having the text of the previous printing.
        text = printing.text_key or ("" if printing.supertype == "pokemon" else last_texts.get(kind, ""))
        if text:
            last_texts[kind] = text
            _join_groups(groups, first_by_text.setdefault((*kind, text), printing.ref), printing.ref)
    for line in lines:
        groups.setdefault(line.new, len(groups))
        if line.identical:
            for old in _older_printings(line, printings, catalogue):
                _join_groups(groups, old, line.new)
    return groups


def _join_groups(groups: dict[Ref, int], printing: Ref, other: Ref) -> None:
    """Merge the group of `other` into the group of `printing`, if `printing` has one."""
    if printing not in groups or groups[printing] == groups[other]:
        return
    remaining_group, merged_group = groups[printing], groups[other]
    for ref, group in groups.items():
        if group == merged_group:
            groups[ref] = remaining_group


def _older_printings(row: Reprint, printings: tuple[Printing, ...], catalogue: Catalogue) -> list[Ref]:
    """Return the older printings that a row of the reprint table declares equal to its new printing.

    If the row names no old printing and the new one was not imported, these are the Trainers and special Energy
    of the name that were released no later than the new printing.
    """
    if row.old is not None:
        return [row.old]
    for position, printing in enumerate(printings):
        if printing.ref == row.new:
            return [old.ref for old in printings[:position] if old.is_same_kind(printing)]
    expansion = catalogue.expansions.get(row.new[0])
    day = expansion.released if expansion and expansion.released else date.max
    return [
        old.ref
        for old in printings
        if old.supertype != "pokemon" and not old.basic_energy and catalogue.is_released(old, day)
    ]
