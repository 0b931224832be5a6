"""All cards of a deck have the same back, that of the local language (R-019, S9)."""

from collections import Counter
from collections.abc import Iterator

from decks.engine.faults import DeckFault
from decks.engine.legality.card_lines import CardLine, numbers
from decks.engine.legality.checking import Checking
from decks.engine.legality.context import Problem
from decks.engine.legality.languages import foreign_languages, languages_of

INTERNATIONAL = "international"
JAPANESE = "japanese"
LOCAL_BACKS = {"JP": JAPANESE}
"""Countries whose cards have their own back."""

CALLED = {
    **dict.fromkeys(("english", "en", "western", "standard", "world"), INTERNATIONAL),
    **dict.fromkeys(("ja", "jp", "japan"), JAPANESE),
}
"""Synonyms for a back."""


def one_back(checking: Checking) -> Iterator[Problem]:
    """Report different backs in one deck, or a deck with another back than the local one.

    A line without a back has the international one; whole decks are checked if the country is known and a line names
    its back, or if S9 requires the local back.
    """
    counted: Counter[str] = Counter()
    for entry in checking.entries:
        counted[back_of(entry)] += entry.copies
    counted = +counted
    if len(counted) > 1:
        most = counted.most_common(1)[0][0]
        odd = [entry for entry in checking.entries if entry.copies and back_of(entry) != most]
        yield Problem(DeckFault.CARD_BACK_MISMATCH, "error", numbers(odd), "R-019", {"backs": tuple(counted)})
    elif counted and checking.context.country:
        named = any(entry.line.back and entry.copies for entry in checking.entries)
        if named or _local_only(checking):
            yield from _deck_back(checking, next(iter(counted)))


def back_of(entry: CardLine) -> str:
    back = (entry.line.back or INTERNATIONAL).strip().casefold()
    return CALLED.get(back, back)


def _local_only(checking: Checking) -> bool:
    return checking.context.at_home_languages and checking.context.choice("S9_BACK") == "local_only"


def _deck_back(checking: Checking, back: str) -> Iterator[Problem]:
    """Check a whole deck's back; at Worlds and Internationals that of the home market is allowed too, unless S9 forbids
    it.
    """
    context = checking.context
    if back == _local_back(context.country):
        return
    if _local_only(checking):
        yield _foreign_back(checking, back, "S9")
    elif context.at_home_languages and context.player_home and back == _local_back(context.player_home):
        return
    elif languages_of(context.country) is not None or context.at_home_languages:
        yield _foreign_back(checking, back)
    else:
        # A country for which the rules name no languages (S9)
        rule = context.choice("S9")
        if rule == "english_only":
            yield _foreign_back(checking, back, "S9")
        elif rule == "warn" and not any(foreign_languages(checking)):
            facts = {"card": "", "backs": (back,), "country": context.country}
            yield Problem(DeckFault.COUNTRY_NOT_LISTED, "warning", (), "R-019", facts, "S9")


def _foreign_back(checking: Checking, back: str, setting: str | None = None) -> Problem:
    facts = {"backs": (back,), "country": checking.context.country}
    return Problem(DeckFault.CARD_BACK_MISMATCH, "error", (), "R-019", facts, setting)


def _local_back(country: str) -> str:
    return LOCAL_BACKS.get(country.upper(), INTERNATIONAL)
