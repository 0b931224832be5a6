"""Lines that do not identify a card (R-031, R-034)."""

from collections.abc import Iterator
from enum import StrEnum

from cards.engine import list_codes
from decks.engine.faults import DeckFault
from decks.engine.legality.card_lines import CardLine
from decks.engine.legality.checking import LegalityCheck
from decks.engine.legality.context import Facts, Problem, Severity
from decks.engine.lists import cardline

RULES: dict[StrEnum, str] = {
    DeckFault.NAME_NUMBER_MISMATCH: "R-031",
    DeckFault.POKEMON_NUMBER_MISSING: "R-034",
    DeckFault.UNKNOWN_CARD: "R-031",
}


def check_unclear_lines(checking: LegalityCheck) -> Iterator[Problem]:
    """Report each line that does not identify a card.

    If the card may be missing from the catalogue, this is only a warning, and a judge decides.
    """
    for entry in checking.unresolved:
        code = entry.trouble or DeckFault.UNKNOWN_CARD
        may_be_missing = code == DeckFault.UNKNOWN_CARD and checking.may_be_missing(entry)
        severity: Severity = "warning" if may_be_missing else "error"
        where = f"{entry.line.set_code} {entry.line.card_number}".strip()
        facts: Facts = {"card": entry.line.name, "where": where, "nearest": entry.candidates[:3]}
        if code == DeckFault.POKEMON_NUMBER_MISSING and entry.line.card_number:
            facts["unknown_set"] = entry.line.set_code or ""
        facts |= _unprinted_code_facts(checking, entry)
        if may_be_missing:
            facts["unknown_cards"] = entry.copies
        yield Problem(code, severity, (entry.number,), RULES.get(code, "R-031"), facts)


def _unprinted_code_facts(checking: LegalityCheck, entry: CardLine) -> Facts:
    """Return facts on a set code not printed on English cards, or {} if the line has none.

    These are `live_code`, or `japanese_code` and `japanese_name`, the English name of that expansion or "".
    """
    set_codes = (
        entry.line.set_code,
        *(reading.set_code for reading in cardline.possible_readings(entry.line.text)),
    )
    for code in filter(None, set_codes):
        typed_code = next((word for word in entry.line.text.split() if word.upper() == code.upper()), code)
        if list_codes.is_tcg_live_only_code(code):
            return {"live_code": typed_code}
        if name := list_codes.japanese_expansion_name(code):
            return {"japanese_code": typed_code, "japanese_name": name}
        if list_codes.is_japanese_code(code) and checking.catalogue.expansion(code) is None:
            return {"japanese_code": typed_code, "japanese_name": ""}
    return {}


def check_unknown_names(checking: LegalityCheck) -> Iterator[Problem]:
    """Warn about a name that the catalogue does not contain in any language (R-001).

    The set and number on the line still identify the card.
    """
    for entry in checking.known:
        if entry.trouble == DeckFault.NAME_NOT_KNOWN:
            printing_name = checking.printing_name(entry.printings[0])
            facts = {"card": entry.line.name, "taken": printing_name, "nearest": entry.candidates[1:3]}
            yield Problem(DeckFault.NAME_NOT_KNOWN, "warning", (entry.number,), "R-001", facts)


def check_japanese_codes(checking: LegalityCheck) -> Iterator[Problem]:
    """Warn about the Japanese set code of a card identified by name, as Trainers and Energy need no number (R-034)."""
    for entry in checking.known:
        code = entry.line.set_code or ""
        if code and list_codes.is_japanese_code(code) and checking.catalogue.expansion(code) is None:
            facts = {"card": entry.line.name, **_unprinted_code_facts(checking, entry)}
            yield Problem(DeckFault.JAPANESE_CODE, "warning", (entry.number,), "R-034", facts)


def check_unread_lines(checking: LegalityCheck) -> Iterator[Problem]:
    """Report each unreadable line that may be a card, so that no line is ignored silently."""
    for number, text in checking.unread:
        yield Problem(DeckFault.LINE_NOT_READ, "error", (number,), "R-031", {"card": text})
