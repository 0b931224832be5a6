"""Read files of TCGdex: cards as one JSON object per line, and names in other languages as one object."""

import json
from collections.abc import Iterable

from cards.engine.cards import LANGUAGES, Expansion
from cards.engine.refusals import CardRefusal
from cards.engine.sources.faults import RowFault
from cards.engine.sources.gathered import GatheredCards, Step
from cards.engine.sources.tcgdex_cards import tcgdex_card_of
from core.engine.refused import Refused

EACH = 1000
"""The number of cards between two reports of progress."""


def starts_with_tcgdex_card(data: bytes) -> bool:
    """Return whether the first line of a file, or the whole file, is a card of TCGdex in JSON."""
    try:
        row = json.loads(data[: data.find(b"\n") + 1] or data)
    except (ValueError, RecursionError):
        return False
    return isinstance(row, dict) and "category" in row and "set" in row


def read_tcgdex_cards(data: bytes, gathered: GatheredCards, step: Step | None = None) -> None:
    """Add the cards of a file with one card per line to `gathered`, or refuse their rows.

    `step` is called after every 1,000 lines with the number of lines read and the total.
    """
    lines = data.splitlines()
    for line_number, line in enumerate(lines, start=1):
        try:
            row = json.loads(line) if line.strip() else None
        except (ValueError, RecursionError):
            # A line that is not JSON is refused by `add_tcgdex_card`.
            row = line
        if row is not None:
            add_tcgdex_card(row, gathered, place=f"line {line_number}")
        if step and line_number % EACH == 0:
            step(line_number, len(lines))


def add_tcgdex_card(
    row: object, gathered: GatheredCards, *, place: str, expansions: Iterable[Expansion] = ()
) -> None:
    """Add a card and its names in other languages to `gathered`, or refuse its row.

    `place` says where the row is, for the list of refused rows. `expansions` are the expansions with known
    details; for any other expansion, only the id is stored.
    """
    if not isinstance(row, dict):
        gathered.add_refused_row(place, str(row), RowFault.ROW_INVALID)
        return
    try:
        card = tcgdex_card_of(row)
    except (AttributeError, KeyError, TypeError, ValueError):
        gathered.add_refused_row(place, str(row.get("name") or ""), RowFault.ROW_INVALID)
        return
    code = card.printing.expansion
    expansion = next((candidate for candidate in expansions if candidate.id == code), Expansion(code, code))
    refused_before = len(gathered.refused)
    gathered.add(card.printing, expansion, place=place, text=card.text)
    if len(gathered.refused) > refused_before:
        return
    for language, name in card.names.items():
        if language != "en":
            gathered.count_name(card.printing.name, language, name)


def count_tcgdex_names(data: bytes, gathered: GatheredCards) -> None:
    """Count the translations of each English name in `gathered`, and refuse rows without one.

    Refused: CARDS_UNREADABLE (file) if the file is not JSON with an object that has `cards`.
    """
    try:
        cards = json.loads(data)["cards"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Refused(CardRefusal.CARDS_UNREADABLE, file="names") from error
    for position, card in enumerate(cards if isinstance(cards, list) else (), start=1):
        names = card.get("names") if isinstance(card, dict) else None
        if not isinstance(names, dict):
            gathered.add_refused_row(f"names {position}", "", RowFault.ROW_INVALID)
            continue
        english = names.get("en")
        if not isinstance(english, str) or not english:
            label = str(next(iter(names.values()), ""))
            gathered.add_refused_row(
                f"names {position} {card.get('setpath', '')}", label, RowFault.NAME_MISSING
            )
            continue
        for language in LANGUAGES[1:]:
            name = names.get(language)
            if isinstance(name, str) and name.strip():
                gathered.count_name(english, language, name)
