"""Limit the copies of each name in a deck (R-061 to R-069, R-076, M-041)."""

import re
from collections.abc import Iterator

from cards.engine.editions import is_basic_energy
from decks.engine.faults import DeckFault
from decks.engine.legality.card_lines import UNOWN, CardLine, count_copies, line_numbers
from decks.engine.legality.checking import ANY_NUMBER, LegalityCheck, lines_by_card_name
from decks.engine.legality.context import Facts, Problem

_ENERGY = re.compile(r"energ|énerg|エネルギー|에너지|能量|能源|[{\[(]", re.IGNORECASE)
"""Words for Energy in the languages of lists, and the brackets of an Energy symbol such as {R}."""


def check_copy_limit(checking: LegalityCheck) -> Iterator[Problem]:
    """Report too many copies of one English name, counting all printings together (R-061, R-062).

    Basic Energy and cards allowed in any number are exempt. A lower limit in a card's text applies, in
    Limited as well (R-052, R-076).
    """
    usual_limit, rule = checking.context.rules.copies, checking.context.rules.copies_rule
    for key, entries in lines_by_card_name(checking.copy_limited):
        # Unown has a separate limit, as it covers all letters.
        limits = (checking.own_copy_limit(entry) for entry in entries if not entry.is_unown)
        text_limit = min((limit for limit in limits if limit), default=None)
        limit = min((number for number in (text_limit, usual_limit) if number is not None), default=None)
        if limit is not None and count_copies(entries) > limit:
            yield _over_limit_problem(
                key, entries, limit, "R-076" if limit == text_limit else rule, by_text=limit == text_limit
            )


def check_copies_of_unknown_cards(checking: LegalityCheck) -> Iterator[Problem]:
    """Report too many copies of a name that the catalogue may lack, with known lines of that name (R-061).

    Lines that may be basic Energy or a card allowed in any number are skipped. If the catalogue is complete,
    the unknown card is already an error.
    """
    context = checking.context
    usual_limit = context.rules.copies
    if usual_limit is None:
        return
    limited_entries = []
    for entry in checking.unresolved:
        # Skip lines that may be basic Energy or a card allowed in any number.
        similar = [card for name in entry.candidates for card in checking.catalogue.printings_with_name(name)]
        if (
            checking.may_be_missing(entry)
            and entry.line.section != "energy"
            and not _ENERGY.search(entry.line.name)
            and not any(checking.catalogue.copy_limit(card) == ANY_NUMBER for card in similar)
            and not any(is_basic_energy(card, context.rulebook) for card in similar)
        ):
            limited_entries.append(entry)
    for key, entries in lines_by_card_name(limited_entries):
        known_entries = [entry for entry in checking.known if entry.key.casefold() == key.casefold()]
        counted_entries = [entry for entry in known_entries if not checking.basic_energy(entry)]
        if count_copies(counted_entries) <= usual_limit < count_copies((*counted_entries, *entries)):
            name = entries[0].line.name
            yield _over_limit_problem(
                name, (*counted_entries, *entries), usual_limit, context.rules.copies_rule
            )


def check_unown_limit(checking: LegalityCheck) -> Iterator[Problem]:
    """Report more Unown than their text allows, counting all letters together: usually 4 (R-076).

    The limit does not apply in Limited (R-052).
    """
    entries = [entry for entry in checking.copy_limited if entry.is_unown]
    limit = min((limit for entry in entries if (limit := checking.own_copy_limit(entry))), default=None)
    if checking.context.rules.copies is not None and limit is not None and count_copies(entries) > limit:
        yield _over_limit_problem(UNOWN, tuple(entries), limit, "R-076")


def _over_limit_problem(
    key: str, entries: tuple[CardLine, ...], limit: int, rule: str, *, by_text: bool = False
) -> Problem:
    """Build the problem of too many copies of a name, for all its lines together."""
    copies = count_copies(entries)
    facts: Facts = {"card": key, "copies": copies, "limit": limit, "over": copies - limit}
    if by_text:
        facts["by_text"] = True
    return Problem(DeckFault.COPIES_OVER_LIMIT, lines=line_numbers(entries), rule=rule, facts=facts)
