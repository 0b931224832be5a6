"""Lines that do not identify a card (R-031, R-034)."""

from collections.abc import Iterator
from enum import StrEnum

from cards.engine import list_codes
from decks.engine.faults import DeckFault
from decks.engine.legality.card_lines import CardLine
from decks.engine.legality.checking import Checking
from decks.engine.legality.context import Facts, Problem, Severity
from decks.engine.lists import cardline

RULES: dict[StrEnum, str] = {
    DeckFault.NAME_NUMBER_MISMATCH: "R-031",
    DeckFault.POKEMON_NUMBER_MISSING: "R-034",
    DeckFault.UNKNOWN_CARD: "R-031",
}


def unclear_lines(checking: Checking) -> Iterator[Problem]:
    """One problem per line; a card the catalogue may not have yet is a warning, for a judge to settle."""
    for entry in checking.unresolved:
        code = entry.trouble or DeckFault.UNKNOWN_CARD
        lenient = code == DeckFault.UNKNOWN_CARD and checking.may_be_missing(entry)
        severity: Severity = "warning" if lenient else "error"
        where = f"{entry.line.set_code} {entry.line.card_number}".strip()
        facts: Facts = {"card": entry.line.name, "where": where, "nearest": entry.candidates[:3]}
        if code == DeckFault.POKEMON_NUMBER_MISSING and entry.line.card_number:
            facts["unknown_set"] = entry.line.set_code or ""
        facts |= _code_facts(checking, entry)
        if lenient:
            facts["unknown_cards"] = entry.copies
        yield Problem(code, severity, (entry.number,), RULES.get(code, "R-031"), facts)


def _code_facts(checking: Checking, entry: CardLine) -> Facts:
    """The set code of a line that no card shows, as `live_code`, or as `japanese_code` with the `japanese_name`."""
    codes = (entry.line.set_code, *(reading.set_code for reading in cardline.readings(entry.line.text)))
    for code in filter(None, codes):
        written = next((word for word in entry.line.text.split() if word.upper() == code.upper()), code)
        if list_codes.is_live(code):
            return {"live_code": written}
        if name := list_codes.japanese_name(code):
            return {"japanese_code": written, "japanese_name": name}
        if list_codes.is_japanese(code) and checking.catalogue.expansion(code) is None:
            return {"japanese_code": written, "japanese_name": ""}
    return {}


def unknown_names(checking: Checking) -> Iterator[Problem]:
    """Ask about a name in no language of the catalogue: its set and number name a card, and R-001 counts that one."""
    for entry in checking.known:
        if entry.trouble == DeckFault.NAME_NOT_KNOWN:
            taken = checking.name_of(entry.printings[0])
            facts = {"card": entry.line.name, "taken": taken, "nearest": entry.candidates[1:3]}
            yield Problem(DeckFault.NAME_NOT_KNOWN, "warning", (entry.number,), "R-001", facts)


def unread_lines(checking: Checking) -> Iterator[Problem]:
    """Report each unreadable line that may be a card, so that no line is dropped silently."""
    for number, text in checking.unread:
        yield Problem(DeckFault.LINE_NOT_READ, "error", (number,), "R-031", {"card": text})
