"""Texts of checks before the event."""

from django.utils.translation import gettext_lazy as _

from checks.engine.refusals import CheckRefusal
from checks.models import DeckCheck
from core import sentences

sentences.REFUSALS.update(
    {
        CheckRefusal.BEFORE_IS_OVER: _("Round 1 is posted. Now pick decks on the Deck checks page."),
        CheckRefusal.BEFORE_TAKEN: _("%(who)s is checking %(name)s’s deck."),
        CheckRefusal.BEFORE_NOBODY_NEXT: _("No decks are waiting to be checked."),
        CheckRefusal.BEFORE_REWRITE: _(
            "A list that must be rewritten has not passed. Choose what the player does next."
        ),
        CheckRefusal.BEFORE_LIST_CHANGED: _(
            "The list has a newer version. Put this deck back and check it against the new version."
        ),
        CheckRefusal.BEFORE_NOT_LEGAL: _(
            "The list still has problems (%(open)s). Correct the list first, or ask a head judge to "
            "rule on them."
        ),
        CheckRefusal.BEFORE_NOT_READABLE: _(
            "The sheet says that the list cannot be read. It must be rewritten first."
        ),
        CheckRefusal.BEFORE_COUNT_WRONG: _(
            "The sheet shows a problem. Fix it there, or choose what the player does next."
        ),
        CheckRefusal.BEFORE_NOT_COUNTED: _(
            "%(cards)s of %(whole)s cards are counted. Count the deck first, or put it back unchecked."
        ),
        CheckRefusal.CHECK_IS_BEFORE: _(
            "This is a check before the event. Open it under “Checks before the event”."
        ),
    }
)

OUTCOMES = {
    DeckCheck.Outcome.PASSED.value: _("Passed: the list is locked"),
    DeckCheck.Outcome.FIXED_LIST.value: _("The list must be corrected"),
    DeckCheck.Outcome.FIXED_DECK.value: _("The deck must be corrected"),
    DeckCheck.Outcome.REFUSED.value: _("Player cannot continue"),
}
"""Outcomes of a check before the event."""

ALL_OUTCOMES = {**OUTCOMES, DeckCheck.Outcome.PENALTY.value: DeckCheck.Outcome.PENALTY.label}

DECK_STATE_WORDS = {
    "waiting": _("To check"),
    "changed": _("List changed since"),
    "running": _("Being checked"),
    "needs": _("Needs action"),
    "passed": _("Check passed"),
    "no_list": _("No list"),
}
DECK_STATE_CHIPS = {
    "waiting": "missing",
    "changed": "warning",
    "running": "deckcheck",
    "needs": "error",
    "passed": "good",
    "no_list": "playing",
}
LEGIBILITY_WORDS = {"readable": _("readable"), "rewrite": _("must be rewritten")}
LEGALITY_WORDS = {
    "legal": _("legal"),
    "settled": _("legal by a ruling"),
    "unknown": _("can’t tell"),
    "problems": _("not legal"),
}
FACT_STATES = {
    "readable": "good",
    "rewrite": "error",
    "legal": "good",
    "settled": "info",
    "unknown": "warning",
    "problems": "error",
}


sentences.register_sentences(
    {
        "BeforeCheckBegan": (
            _("Check before the event started: %(name)s"),
            _("%(name)s’s deck is in the queue again."),
        ),
        "BeforeCheckPutBack": (
            _("Check before the event ended without a count: %(name)s"),
            _("%(name)s’s check before the event is open again."),
        ),
    },
)

sentences.register_sentences(
    {
        "BeforeCheckEnded": (
            _("Check before the event, %(name)s: %(came_text)s%(reason_text)s"),
            _(
                "%(name)s’s check before the event is open again. The list is open or locked, as it was "
                "before."
            ),
        ),
    },
    facts=lambda facts: {
        "came_text": ALL_OUTCOMES.get(str(facts.get("outcome", "")), ""),
        "reason_text": f" ({facts['reason']})" if facts.get("reason") else "",
    },
)
