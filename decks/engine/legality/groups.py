"""Groups of names with one effect, of which a deck contains one at most (an official ruling)."""

from collections.abc import Iterator

from decks.engine.faults import DeckFault
from decks.engine.legality.card_lines import copies, numbers
from decks.engine.legality.checking import Checking
from decks.engine.legality.context import Problem


def one_name_of(checking: Checking) -> Iterator[Problem]:
    """Report several names of one group of the format. Where copies have no limit, as in Limited, neither do groups."""
    if checking.context.rules.copies is None:
        return
    for group in checking.catalogue.facts.name_groups:
        if group.format != checking.context.card_format or not any(group.on(day) for day in checking.days):
            continue
        entries = [entry for entry in checking.known if entry.key in group.keys]
        names = tuple(dict.fromkeys(entry.key for entry in entries))
        if len(names) > 1:
            facts = {"card": names, "copies": copies(entries), "format": checking.context.card_format}
            yield Problem(DeckFault.ONE_NAME_OF_GROUP, "error", numbers(entries), "M-047", facts)
