"""Names of the cards of a new expansion, pasted: a number and a name a line, or a deck list."""

import re
from dataclasses import dataclass

from cards.engine import names

MOST_CARDS = 600
"""Lines that are read; no expansion has as many cards."""

LONGEST_NUMBER = 12
LONGEST_NAME = 120

_NUMBERED = re.compile(
    r"^#?\s*(?P<number>[A-Za-z]{0,5}\d{1,4}[a-z]?)(?:/[A-Za-z]*\d+)?[.):\s;,\t–-]+(?P<name>\S.*)$"
)
_HEADING = re.compile(r"^(pok[eé]mon|trainers?|energy|total cards)\b.*:", re.IGNORECASE)
_COUNTED = re.compile(
    r"^\d{1,2}x?\s+(?P<name>\S.*?)\s+[A-Z][A-Z0-9-]{1,7}\s+(?P<number>[A-Za-z]{0,5}\d{1,4}[a-z]?)$"
)
_NUMBER_LAST = re.compile(
    r"^(?P<name>\S.*?)[\s;,\t]+#?(?P<number>[A-Za-z]{0,5}\d{1,4}[a-z]?)(?:/[A-Za-z]*\d+)?$"
)


@dataclass(frozen=True, slots=True)
class AnnouncedCard:
    """A card of which only this is known."""

    number: str
    name: str


def announced_cards(text: str) -> tuple[list[AnnouncedCard], list[str]]:
    """The cards of a pasted text, each number once, and the lines that could not be read."""
    cards: dict[str, AnnouncedCard] = {}
    unread = []
    lines = (line.strip() for line in text.splitlines()[: 2 * MOST_CARDS])
    for line in [line for line in lines if line and not _HEADING.match(line)][:MOST_CARDS]:
        card = _card(line)
        if card is None:
            unread.append(line)
        else:
            cards.setdefault(card.number.upper(), card)
    return list(cards.values()), unread


def _card(line: str) -> AnnouncedCard | None:
    """The card of one line: "012 Newmon", "4 Newmon NEW 12" or "Newmon 12/88"."""
    match = _COUNTED.match(line) or _NUMBERED.match(line) or _NUMBER_LAST.match(line)
    if match is None:
        return None
    number, name = match["number"].lstrip("0") or "0", names.tidy(match["name"])
    return (
        AnnouncedCard(number, name) if len(name) <= LONGEST_NAME and len(number) <= LONGEST_NUMBER else None
    )
