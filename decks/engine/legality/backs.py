"""Check that all cards of a deck have the same back, and that it is the local one (R-019, S9)."""

from collections import Counter
from collections.abc import Iterator

from decks.engine.faults import DeckFault
from decks.engine.legality.card_lines import INTERNATIONAL_BACK, JAPANESE_BACK, line_numbers
from decks.engine.legality.checking import LegalityCheck
from decks.engine.legality.context import Problem
from decks.engine.legality.languages import check_languages, languages_of_country

LOCAL_BACKS = {"JP": JAPANESE_BACK}
"""Country -> card back, where it is not the international one."""


def check_backs(checking: LegalityCheck) -> Iterator[Problem]:
    """Report different backs in one deck, or a deck whose back is not the local one.

    The back of a whole deck is only checked if the country is known, and either a line specifies a back or S9
    requires the local back.
    """
    copies_by_back: Counter[str] = Counter()
    for entry in checking.entries:
        copies_by_back[entry.back] += entry.copies
    # Unary plus removes the backs of lines without valid copies.
    copies_by_back = +copies_by_back
    if len(copies_by_back) > 1:
        commonest = copies_by_back.most_common(1)[0][0]
        different = [entry for entry in checking.entries if entry.copies and entry.back != commonest]
        facts = {"backs": tuple(copies_by_back)}
        yield Problem(DeckFault.CARD_BACK_MISMATCH, "error", line_numbers(different), "R-019", facts)
    elif copies_by_back and checking.context.country:
        names_back = any(entry.line.back and entry.copies for entry in checking.entries)
        if names_back or checking.context.local_backs_only:
            yield from _check_local_back(checking, next(iter(copies_by_back)))


def _check_local_back(checking: LegalityCheck, back: str) -> Iterator[Problem]:
    """Report a deck's back unless it is the local one or, with home languages, that of the player's home.

    In countries for which the rules name no languages, S9 decides whether another back is an error, is allowed,
    or gets a warning. The warning is omitted if the deck already has one about languages.
    """
    context = checking.context
    allowed = [context.country]
    if context.at_home_languages and context.player_home and not context.local_backs_only:
        allowed.append(context.player_home)
    if back in [LOCAL_BACKS.get(country.upper(), INTERNATIONAL_BACK) for country in allowed]:
        return
    setting = "S9" if context.local_backs_only else None
    # S9 also decides in countries for which the rules name no languages.
    if languages_of_country(context.country) is None and not context.at_home_languages:
        setting, option = "S9", context.choice("S9")
        if option == "warn" and not any(check_languages(checking)):
            facts = {"card": "", "backs": (back,), "country": context.country}
            yield Problem(DeckFault.COUNTRY_NOT_LISTED, "warning", (), "R-019", facts, "S9")
        if option != "english_only":
            return
    facts = {"backs": (back,), "country": context.country}
    yield Problem(DeckFault.CARD_BACK_MISMATCH, "error", (), "R-019", facts, setting)
