"""Which printings are the same card: the reprint table decides, equal texts only propose (R-009 to R-011, M-042)."""

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


def identical(printing: Printing, other: Printing, catalogue: Catalogue) -> bool:
    """Whether two printings work the same.

    Basic Energy of one type always does. A line of the table overrides the texts. A Trainer or special Energy of
    unknown text is treated as the printing before it.
    """
    if printing.ref == other.ref:
        return True
    if printing.key != other.key or not _same_kind(printing, other):
        return False
    if printing.basic_energy:
        return True
    groups = _groups(printing.key, catalogue)
    return not _refused(printing, other, catalogue) and groups[printing.ref] == groups[other.ref]


def likeness(printing: Printing, other: Printing, catalogue: Catalogue) -> Likeness:
    """Why two `identical` printings work the same: the table decides, equal texts propose (R-011).

    "assumed": nothing distinguishes them, but neither the table nor known texts link these two: a text is unknown, or
    the table names a printing with the same text.
    """
    lines = _table(catalogue).get(printing.key, ())
    decided = _grouped(catalogue.printings(printing.key), lines, catalogue, texts=False)
    if decided[printing.ref] == decided[other.ref]:
        return "table"
    return "text" if printing.text_key and printing.text_key == other.text_key else "assumed"


def newest(printing: Printing, on: date, catalogue: Catalogue) -> Printing:
    """The latest printing of a Trainer or Energy released by a day.

    For a Pokémon the printing itself, as one of the same name may be another card.
    """
    if printing.supertype == "pokemon":
        return printing
    released = [
        other
        for other in catalogue.printings(printing.key)
        if _same_kind(printing, other) and _released_by(other, on, catalogue)
    ]
    return released[-1] if released else printing


def reworded(printing: Printing, on: date, catalogue: Catalogue) -> Printing | None:
    """The newest printing of a Trainer or special Energy, if its wording is played instead (R-086); None for the same.

    A Trainer of the same name is a reprint unless a line of the table distinguishes them; of special Energy only an
    identical one is (R-064).
    """
    latest = newest(printing, on, catalogue)
    same_text = bool(printing.text_key) and printing.text_key == latest.text_key
    if latest.ref == printing.ref or same_text or printing.basic_energy:
        return None
    if printing.supertype == "trainer":
        return None if _refused(printing, latest, catalogue) else latest
    return latest if identical(printing, latest, catalogue) else None


def _released_by(printing: Printing, on: date, catalogue: Catalogue) -> bool:
    expansion = catalogue.expansions.get(printing.expansion)
    return (
        expansion is not None
        and expansion.kind in ("expansion", "energy")
        and _out_by(printing, on, catalogue)
    )


def _out_by(printing: Printing, on: date, catalogue: Catalogue) -> bool:
    expansion = catalogue.expansions.get(printing.expansion)
    return expansion is not None and expansion.released is not None and expansion.released <= on


def _same_kind(printing: Printing, other: Printing) -> bool:
    return printing.supertype == other.supertype and printing.basic_energy == other.basic_energy


def _refused(printing: Printing, other: Printing, catalogue: Catalogue) -> bool:
    """Whether a line of the table distinguishes these two, or printings equal to them."""
    return any(
        not line.identical
        and (_applies(line, printing, other, catalogue) or _applies(line, other, printing, catalogue))
        for line in _table(catalogue).get(printing.key, ())
    )


def _applies(line: Reprint, old: Printing, new: Printing, catalogue: Catalogue) -> bool:
    groups = _groups(old.key, catalogue)
    if line.new not in groups or groups[new.ref] != groups[line.new]:
        return False
    if line.old is None:
        order = list(groups)
        return order.index(old.ref) < order.index(line.new)
    return line.old in groups and groups[old.ref] == groups[line.old]


def _table(catalogue: Catalogue) -> Mapping[str, tuple[Reprint, ...]]:
    if catalogue not in _TABLES:
        by_key: dict[str, list[Reprint]] = defaultdict(list)
        for line in catalogue.reprints:
            by_key[line.key].append(line)
        _TABLES[catalogue] = {key: tuple(lines) for key, lines in by_key.items()}
    return _TABLES[catalogue]


def _groups(key: str, catalogue: Catalogue) -> Groups:
    """Printings of one name -> group number, equal for those that work the same."""
    by_name = _GROUPS.setdefault(catalogue, {})
    if key not in by_name:
        by_name[key] = _grouped(catalogue.printings(key), _table(catalogue).get(key, ()), catalogue)
    return by_name[key]


def _grouped(
    printings: tuple[Printing, ...], lines: Iterable[Reprint], catalogue: Catalogue, *, texts: bool = True
) -> Groups:
    """Printings grouped by equal texts, unless `texts` is False, and by the table.

    A line may name a printing that was not imported; it still joins the older ones.
    """
    groups = {printing.ref: place for place, printing in enumerate(printings)}
    by_text: dict[tuple[str, bool, str], Ref] = {}
    for printing, text in _texts(printings) if texts else ():
        if text:
            first = by_text.setdefault((printing.supertype, printing.basic_energy, text), printing.ref)
            _join(groups, first, printing.ref)
    for line in lines:
        groups.setdefault(line.new, len(groups))
        if line.identical:
            for old in _olds(line, printings, catalogue):
                _join(groups, old, line.new)
    return groups


def _join(groups: dict[Ref, int], first: Ref, other: Ref) -> None:
    if first not in groups or groups[first] == groups[other]:
        return
    larger, left = groups[first], groups[other]
    for ref, group in groups.items():
        if group == left:
            groups[ref] = larger


def _olds(line: Reprint, printings: tuple[Printing, ...], catalogue: Catalogue) -> list[Ref]:
    if line.old is not None:
        return [line.old]
    for place, printing in enumerate(printings):
        if printing.ref == line.new:
            return [old.ref for old in printings[:place] if _same_kind(old, printing)]
    home = catalogue.expansions.get(line.new[0])
    day = home.released if home and home.released else date.max
    return [
        old.ref
        for old in printings
        if old.supertype != "pokemon" and not old.basic_energy and _out_by(old, day, catalogue)
    ]


def _texts(printings: tuple[Printing, ...]) -> list[tuple[Printing, str]]:
    """Each printing with its text; an unknown one of a Trainer or Energy is that of the printing before it."""
    last: dict[tuple[str, bool], str] = {}
    texts = []
    for printing in printings:
        kind = (printing.supertype, printing.basic_energy)
        text = printing.text_key or ("" if printing.supertype == "pokemon" else last.get(kind, ""))
        last[kind] = text or last.get(kind, "")
        texts.append((printing, text))
    return texts
