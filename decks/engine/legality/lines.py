"""Lines that do not identify a card (R-031, R-034)."""

from collections.abc import Iterator
from enum import StrEnum

from decks.engine.faults import DeckFault
from decks.engine.legality.checking import Checking
from decks.engine.legality.context import Problem, Severity

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
        facts: dict[str, object] = {"card": entry.line.name, "where": where, "nearest": entry.candidates[:3]}
        if code == DeckFault.POKEMON_NUMBER_MISSING and entry.line.card_number:
            facts["unknown_set"] = entry.line.set_code or ""
        if lenient:
            facts["unknown_cards"] = entry.copies
        yield Problem(code, severity, (entry.number,), RULES.get(code, "R-031"), facts)


def unread_lines(checking: Checking) -> Iterator[Problem]:
    """Report each unreadable line that may be a card, so that no line is dropped silently."""
    for number, text in checking.unread:
        yield Problem(DeckFault.LINE_NOT_READ, "error", (number,), "R-031", {"card": text})
