"""Guides to continue Limited by hand: drafting, building, redrafting (R-050 to R-058, R-091 to R-098)."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from cards.engine.formats import DECK_RULES
from core.documents.sheet import Text
from core.sentences import fill_sentence
from drafts.words.draft_words import NOTICES
from pairings.documents.crash.round_guides import Guide

WHERE_IT_STANDS: Text = _(
    "The draft lines on the first page show how far the draft has gone. Continue from there in the "
    "same order."
)
TAPPED: Text = _(
    "Now draft on paper only. “Draft log” has the newest moves, without secret cards: compare the number "
    "of cards on each pile."
)
"""Extra step of a draft whose picks are tracked."""

BUILD_NEXT: Text = _("When the last card is taken, continue with “How to build a deck”.")

HOW_TO_OPEN_SEALED: tuple[Text, ...] = (
    _(
        "Hand out the remaining packs, and check them off on “Packs and pools”. They stay closed until the signal."
    ),
    _("On the signal everyone opens their packs at the same time, and counts the cards."),
    _("Photocopy the blank “Pool registration”: players write down their pool, and sign. No one builds yet."),
    _(
        "Where pools are verified, the player to the left counts each pool again, signs, and gives it back or plays it."
    ),
    _("When all pools are in, continue with “How to build a deck”."),
)
"""R-051, R-097."""

HOW_TO_DRAFT_BOOSTER: tuple[Text, ...] = (
    _("Seat everyone as “Draft pods” says; seats go clockwise. Check off each pack on “Run sheet”."),
    WHERE_IT_STANDS,
    _(
        "Everyone picks one card, lays it face down on their own pile, and passes the rest face down: the first pack "
        "to the left, the second to the right, and so on."
    ),
    _("A pick is final and secret. When a pack is used up, everyone opens the next one on the signal."),
    BUILD_NEXT,
)
"""R-091, R-092."""

HOW_TO_DRAFT_ROCHESTER: tuple[Text, ...] = (
    _("Seat everyone as “Draft pods” says; seats go clockwise. Check off each opening on “Run sheet”."),
    WHERE_IT_STANDS,
    _("One player opens two packs and lays all cards face up. Everyone looks."),
    _(
        "Pick one card each, face up, clockwise from that player. The last player picks twice, then "
        "picking goes back counterclockwise; the player who opened picks twice, and so on."
    ),
    _(
        "When all cards are taken, players may rearrange theirs. Then the player to the left opens the next two "
        "packs, until no pack is left."
    ),
    BUILD_NEXT,
)
"""R-091, R-093."""

HOW_TO_DRAFT_SOLOMON: tuple[Text, ...] = (
    _("The pairs of “Pairs of the draft” sit face to face. Check off each group on “Run sheet”."),
    WHERE_IT_STANDS,
    _(
        "A pair that has not started opens all its packs, looks, and shuffles everything into one "
        "face-down stack. The winner of a coin flip is Player 1."
    ),
    _(
        "Player 1 turns up four cards and takes one, Player 2 takes two, Player 1 the last. All picks stay face down."
    ),
    _(
        "Player 2 turns up the next four, with the roles swapped; alternate until the stack is used up. If fewer "
        "than four cards are left, pick them in the same order."
    ),
    _("Do not talk about picks until the stack is used up, unless picking together was announced."),
    BUILD_NEXT,
)
"""R-094, R-096; a last group of fewer than four: S13."""

DRAFTS: Mapping[str, Guide] = {
    "sealed": (_("How to continue Sealed Deck"), HOW_TO_OPEN_SEALED),
    "booster": (_("How to continue the Booster Draft"), HOW_TO_DRAFT_BOOSTER),
    "rochester": (_("How to continue the Rochester Draft"), HOW_TO_DRAFT_ROCHESTER),
    "solomon": (_("How to continue the Solomon Draft"), HOW_TO_DRAFT_SOLOMON),
}

LISTS: Mapping[str, Text] = {
    "deck_and_unused": _("Everyone hands in a list: the deck, the supplied Energy, and every unused card."),
    "deck": _("Everyone hands in a list of their deck."),
}
"""Instruction about what players submit, by the choice in S4."""

HOW_TO_HAND_IN: tuple[Text, ...] = (
    _(
        "Photocopy the blank list at the end of this file. Write the time on each list that comes in; "
        "sort them by name."
    ),
    _(
        "A list is complete when the deck without the supplied Energy and the unused cards add up to the pool."
    ),
)

HOW_TO_REDRAFT: tuple[Text, ...] = (
    _(
        "Redraft only if that was announced before the tournament, and only before the round that was announced."
    ),
    _(
        "Make new pairs at random, of players who did not draft against each other before: “Pairs of the draft” has "
        "the earlier pairs. Write the new ones on “Run sheet”."
    ),
    _("With an odd number of players, one has a bye or joins a pair; the judge decides."),
    _("Draft as before, with new packs of the same expansion."),
)
"""R-054, R-094, R-095; an odd number: S13."""

KEEP_ALL: Text = _("Players keep the cards of all their drafts.")
BUILD_AGAIN: Text = _("Then everyone has 30 minutes to build once more.")
LIST_AGAIN: Text = _(
    "Everyone hands in a new list. Write the round on it: the earlier list no longer counts."
)
DECK_AFTER_REDRAFT: Mapping[str, Text] = {
    "all_drafted": _("The new deck is built from all cards drafted so far."),
    "new_draft": _("The new deck is built from the new draft alone."),
}
"""S6."""


def draft_guide(subtype: str, *, tapped: bool) -> Guide:
    """Return the guide to continue a draft. `tapped`: whether its picks are tapped, which adds a step."""
    title, steps = DRAFTS[subtype]
    return title, (steps[0], TAPPED, *steps[1:]) if tapped else steps


def draft_again_guide() -> Guide:
    """Return the guide for a redraft, which is always a Solomon draft with new pairs (R-095)."""
    return _("How the Solomon Draft works"), HOW_TO_DRAFT_SOLOMON[2:]


def deck_building_guide(style: str, lists: str, locked: str = "", redraft_round: int = 0) -> Guide:
    """Return the guide to build a deck in this play style (R-050 to R-052, R-055 to R-058, R-098).

    `lists`: the choice in S4. `locked`: code of the notice about how long the deck is locked, or "" to leave it
    out. `redraft_round`: the round named in that notice.
    """
    cards = {"cards": DECK_RULES[style].cards}
    steps: list[Text] = [
        fill_sentence(NOTICES["BUILDING"], cards),
        _("If the clock was running, the line “Time to build” shows the time left: continue from there."),
        _(
            "A deck contains only cards from the player’s own pool and supplied basic Energy, in any "
            "number of copies. Cards limited to one per deck are still limited to one."
        ),
    ]
    if lists in LISTS:
        steps += [LISTS[lists], *HOW_TO_HAND_IN[: 2 if lists == "deck_and_unused" else 1]]
    steps.append(NOTICES["NO_TRADING"])
    if locked:
        steps.append(fill_sentence(NOTICES[locked], {"redraft_round": redraft_round}))
    return _("How to build a deck"), tuple(steps)


def redraft_guide(deck: str, lists: str, *, paired: bool = False) -> Guide:
    """Return the guide to draft again before a later round (R-055, R-057, R-095).

    `deck` is the choice in S6, `lists` the choice in S4. If `paired`, the pairs are already assigned, so the
    guide starts after that step.
    """
    later_steps = (KEEP_ALL, DECK_AFTER_REDRAFT[deck], *([] if paired else [BUILD_AGAIN]))
    if lists in LISTS:
        later_steps = (*later_steps, LIST_AGAIN)
    return (
        (_("After the redraft"), later_steps)
        if paired
        else (_("How to redraft"), (*HOW_TO_REDRAFT, *later_steps))
    )
