"""Parse the cards of a new expansion from pasted text: a number and a name per line, or a deck list."""

import re
from dataclasses import dataclass

from cards.engine import card_names

MAX_CARDS = 600
"""The most lines that are read, more than any expansion has cards."""

MAX_NUMBER_LENGTH = 12
MAX_NAME_LENGTH = 120

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
    """A card for which only the number and the name are known."""

    number: str
    name: str


def parse_announced_cards(text: str) -> tuple[list[AnnouncedCard], list[str]]:
    """Return the cards in a pasted text, each number once, and the lines that could not be read.

    Lines may read "012 Newmon", "4 Newmon NEW 12" or "Newmon 12/88".
    """
    cards: dict[str, AnnouncedCard] = {}
    unread = []
    # Up to half of the lines may be blank or headings.
    lines = (line.strip() for line in text.splitlines()[: 2 * MAX_CARDS])
    for line in [line for line in lines if line and not _HEADING.match(line)][:MAX_CARDS]:
        match = _COUNTED.match(line) or _NUMBERED.match(line) or _NUMBER_LAST.match(line)
        number = match["number"].lstrip("0") or "0" if match else ""
        name = card_names.tidy_card_name(match["name"]) if match else ""
        if match and len(name) <= MAX_NAME_LENGTH and len(number) <= MAX_NUMBER_LENGTH:
            cards.setdefault(number.upper(), AnnouncedCard(number, name))
        else:
            unread.append(line)
    return list(cards.values()), unread
