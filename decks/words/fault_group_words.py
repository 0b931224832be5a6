"""Titles of the boxes that group faults by kind."""

from collections.abc import Callable

from django.utils.translation import gettext, ngettext

from decks.engine.fault_groups import FaultGroup
from decks.engine.faults import DeckFault
from decks.words.deck_words import (
    card_format_name,
    day_text,
    deck_problem_text,
    items_as_texts,
    words_as_list_text,
)

COUNTED: dict[str, Callable[[int], str]] = {
    DeckFault.CARD_NOT_YET_LEGAL: lambda n: ngettext(
        "%(n)s card is not legal yet", "%(n)s cards are not legal yet", n
    ),
    DeckFault.CARD_BANNED: lambda n: ngettext("%(n)s card is banned", "%(n)s cards are banned", n),
    DeckFault.NOT_TOURNAMENT_LEGAL: lambda n: ngettext(
        "%(n)s card is not for tournaments", "%(n)s cards are not for tournaments", n
    ),
    DeckFault.COLLECTOR_SET_CARD: lambda n: ngettext(
        "%(n)s card is from a collector set", "%(n)s cards are from a collector set", n
    ),
    DeckFault.CARD_NOT_IN_POOL: lambda n: ngettext(
        "%(n)s card is not in your pool", "%(n)s cards are not in your pool", n
    ),
}


def fault_group_title(group: FaultGroup, copies: int) -> str:
    """Return a title such as "15 cards are no longer in Standard"."""
    if group.code != DeckFault.CARD_NOT_IN_FORMAT:
        return COUNTED[group.code](copies) % {"n": copies}
    facts = group.problems[0].facts
    has_rotated = all(problem.facts.get("marks") and problem.facts.get("mark") for problem in group.problems)
    title = (
        ngettext("%(n)s card is no longer in %(format)s", "%(n)s cards are no longer in %(format)s", copies)
        if has_rotated
        else ngettext("%(n)s card is not in %(format)s", "%(n)s cards are not in %(format)s", copies)
    )
    return title % {"n": copies, "format": card_format_name(facts.get("format"))}


def fault_group_reason(group: FaultGroup) -> str:
    """Return the reason for the fault of all cards in a group as a sentence, or "" if their reasons differ."""
    facts = group.problems[0].facts
    if group.code == DeckFault.CARD_NOT_IN_FORMAT:
        if facts.get("marks"):
            return gettext("%(format)s has used %(marks)s since %(since)s.") % {
                "format": card_format_name(facts.get("format")),
                "marks": words_as_list_text(items_as_texts(facts.get("marks"))),
                "since": day_text(facts.get("since")),
            }
        first_sets = {problem.facts.get("first") for problem in group.problems}
        if len(first_sets) == 1 and facts.get("first"):
            return gettext("In %(format)s, cards from %(first)s or later are legal.") % {
                "format": card_format_name(facts.get("format")),
                "first": facts["first"],
            }
        return ""
    reasons = {deck_problem_text(problem) for problem in group.problems}
    return reasons.pop() if len(reasons) == 1 else ""
