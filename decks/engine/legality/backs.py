"""All cards of a deck share one back (R-019)."""

from collections import Counter
from collections.abc import Iterator

from decks.engine.legality.checking import Checking
from decks.engine.legality.context import Problem
from decks.engine.legality.entries import Entry, numbers

INTERNATIONAL = "international"
LOCAL_BACKS = {"JP": "japanese"}
"""Countries whose cards have a back of their own."""


def one_back(checking: Checking) -> Iterator[Problem]:
    """Different backs in one deck; where S9 says so, also one foreign back at Worlds or an International."""
    counted: Counter[str] = Counter()
    for entry in checking.entries:
        counted[back_of(entry)] += entry.copies
    counted = +counted
    if len(counted) > 1:
        most = counted.most_common(1)[0][0]
        odd = [entry for entry in checking.entries if entry.copies and back_of(entry) != most]
        yield Problem("CARD_BACK_MISMATCH", "error", numbers(odd), "R-019", {"backs": tuple(counted)})
    elif counted and _local_only(checking) and next(iter(counted)) != _local_back(checking):
        facts = {"backs": tuple(counted), "country": checking.context.country}
        yield Problem("CARD_BACK_MISMATCH", "error", (), "R-019", facts, "S9")


def back_of(entry: Entry) -> str:
    return (entry.line.back or INTERNATIONAL).casefold()


def _local_only(checking: Checking) -> bool:
    context = checking.context
    return context.at_home_languages and bool(context.country) and context.choice("S9_BACK") == "local_only"


def _local_back(checking: Checking) -> str:
    return LOCAL_BACKS.get(checking.context.country.upper(), INTERNATIONAL)
