"""Files of TCGdex: cards, one JSON object a line, and names in other languages in one object."""

import json
from collections.abc import Iterable, Mapping

from cards.engine.cards import LANGUAGES, Expansion
from cards.engine.refusals import CardRefusal
from cards.engine.sources.faults import RowFault
from cards.engine.sources.rows import Gathered, Step
from cards.engine.sources.tcgdex_cards import card_of
from core.engine.refused import Refused

EACH = 1000
"""Cards between two reports of progress."""


def is_cards(data: bytes) -> bool:
    """Whether a JSON file has one card a line."""
    try:
        row = json.loads(data[: data.find(b"\n") + 1] or data)
    except (ValueError, RecursionError):
        return False
    return isinstance(row, dict) and "category" in row and "set" in row


def read_cards(data: bytes, gathered: Gathered, step: Step | None = None) -> None:
    """Read a file of cards, one a line."""
    lines = data.splitlines()
    for place, line in enumerate(lines, start=1):
        try:
            row = json.loads(line) if line.strip() else None
        except (ValueError, RecursionError):
            row = line
        if row is not None:
            add_card(row, gathered, place=f"line {place}")
        if step and place % EACH == 0:
            step(place, len(lines))


def add_card(row: object, gathered: Gathered, *, place: str, expansions: Iterable[Expansion] = ()) -> None:
    """Add one card and its names, or refuse it. `expansions`: what is known of its home beyond its id."""
    if not isinstance(row, dict):
        gathered.refuse(place, str(row), RowFault.ROW_INVALID)
        return
    try:
        card = card_of(row)
    except (AttributeError, KeyError, TypeError, ValueError):
        gathered.refuse(place, str(row.get("name") or ""), RowFault.ROW_INVALID)
        return
    home = card.printing.expansion
    expansion = next((other for other in expansions if other.id == home), Expansion(home, home))
    before = len(gathered.refused)
    gathered.add(card.printing, expansion, place=place, text=card.text)
    for language, name in card.names.items() if len(gathered.refused) == before else ():
        if language != "en":
            gathered.call(card.printing.name, language, name)


def read_names(data: bytes, gathered: Gathered) -> None:
    """Count the local names of each English name. Refused(CARDS_UNREADABLE) for another kind of file."""
    try:
        cards = json.loads(data)["cards"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Refused(CardRefusal.CARDS_UNREADABLE, file="names") from error
    for place, card in enumerate(cards if isinstance(cards, list) else (), start=1):
        called = card.get("names") if isinstance(card, dict) else None
        if not isinstance(called, dict):
            gathered.refuse(f"names {place}", "", RowFault.ROW_INVALID)
            continue
        _read(called, f"names {place} {card.get('setpath', '')}", gathered)


def _read(called: Mapping[str, object], place: str, gathered: Gathered) -> None:
    english = called.get("en")
    if not isinstance(english, str) or not english:
        gathered.refuse(place, str(next(iter(called.values()), "")), RowFault.NAME_MISSING)
        return
    for language in LANGUAGES[1:]:
        name = called.get(language)
        if isinstance(name, str) and name.strip():
            gathered.call(english, language, name)
