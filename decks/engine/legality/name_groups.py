"""Groups of card names with the same effect; a deck may contain only one name per group (by an official ruling)."""

from collections.abc import Iterator

from decks.engine.faults import DeckFault
from decks.engine.legality.card_lines import count_copies, line_numbers
from decks.engine.legality.checking import LegalityCheck
from decks.engine.legality.context import Problem


def check_name_groups(checking: LegalityCheck) -> Iterator[Problem]:
    """Report several names from the same group of the format, unless decks have no copy limit."""
    # Without a copy limit, as in Limited, groups are not limited either.
    if checking.context.rules.copies is None:
        return
    for group in checking.catalogue.facts.name_groups:
        if group.format != checking.context.card_format or not any(
            group.applies_on(day) for day in checking.days
        ):
            continue
        entries = [entry for entry in checking.known if entry.key in group.keys]
        names = tuple(dict.fromkeys(entry.key for entry in entries))
        if len(names) > 1:
            facts = {"card": names, "copies": count_copies(entries), "format": checking.context.card_format}
            yield Problem(DeckFault.ONE_NAME_OF_GROUP, "error", line_numbers(entries), "M-047", facts)
