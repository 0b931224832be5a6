"""Texts about registered pools: refusals, journal lines, states, and problems of a list with its pool."""

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core import sentences
from core.sentences import Facts
from decks.engine.faults import DeckFault
from decks.engine.refusals import DeckRefusal
from decks.models import Draft
from decks.words import deck_words as of_decks
from decks.words import list_words

sentences.REFUSALS.update(
    {
        DeckRefusal.POOL_WITHOUT_SEAT: _("Only players seated in the draft have a pool."),
        DeckRefusal.POOL_NEEDS_PACKS: _("This player has no seat. Name the packs that the player opened."),
        DeckRefusal.POOL_NOT_COMPLETE: _(
            "%(counted)s of %(wanted)s cards are counted. Count again, or save the pool like this."
        ),
        DeckRefusal.POOL_OF_EARLIER_DRAFT: _(
            "A newer draft has started. The pool from this one can no longer be changed."
        ),
        DeckRefusal.POOL_FILLS_ITSELF: _(
            "Picks are tracked, so the pool is filled in automatically. No registration is needed."
        ),
        DeckRefusal.POOL_FROM_PICKS: _(
            "This pool comes from your picks, so you cannot change it. If a card is wrong, ask a judge to correct it."
        ),
        DeckRefusal.POOL_NAMES_ONLY: _(
            "Add names only for the cards without one: %(unnamed)s. The other cards come from your picks. If one of "
            "them is wrong, ask a judge to correct it."
        ),
        DeckRefusal.POOL_FROM_PICKS_NEEDS_REASON: _(
            "This pool comes from tapped picks. To change it by hand, write the reason."
        ),
        DeckRefusal.POOL_DISPUTE_OVER: _("The players have settled this themselves, or a judge has."),
        DeckRefusal.POOL_IS_TAKEN: _("%(by)s is already on the way."),
        DeckRefusal.POOL_VERIFIED: _(
            "This pool is verified and can no longer be changed. If something is wrong, tell a judge."
        ),
        DeckRefusal.POOL_CHANGED: _("Another player or staff member has changed this pool. Check it again."),
        DeckRefusal.CARD_NUMBER_UNKNOWN: _(
            "No card has the number %(number)s in %(sets)s. Check the number."
        ),
        DeckRefusal.CARD_NUMBER_TWICE: _(
            "Several cards have the number %(number)s. Type the set too: %(choices)s."
        ),
        DeckRefusal.CARD_NUMBER_LEFT: _("Number %(number)s is not added yet. Add it, or clear its box."),
        DeckRefusal.CARD_NOT_IN_POOL: _("No card of your pool has the number %(number)s."),
        DeckRefusal.CARD_ALL_IN_DECK: _("All %(n)s copies of %(name)s in your pool are in the deck."),
        DeckRefusal.ENERGY_TYPE_MISSING: _(
            "Choose the types first: tap + beside each basic Energy you play."
        ),
        DeckRefusal.DECK_IS_FULL: _("The deck already has %(size)s cards."),
        DeckRefusal.POOL_EMPTY: _("There is no card in this pool yet."),
        DeckRefusal.POOL_TOO_BIG: _("A pool has at most %(limit)s cards. Check the numbers."),
        DeckRefusal.POOL_NOT_FOUND: _("This pool is not registered."),
        DeckRefusal.POOL_NOT_YOURS: _("Another player verifies this pool."),
        DeckRefusal.POOL_PLAYER_TAKEN: _(
            "Every player who could play with this pool already has one. Ask a judge."
        ),
        DeckRefusal.POOL_CHECK_UNKNOWN: _("Choose who verifies pools."),
        DeckRefusal.POOLS_REGISTERED: _(
            "Pools are already registered, so the way they are verified can’t be changed."
        ),
        DeckRefusal.DISCREPANCY_EMPTY: _("Write what differs: which card, and how many you counted."),
    }
)
list_words.TITLES.update(
    {
        DeckFault.UNUSED_NOT_POOL: _("unused cards"),
        DeckFault.SUPPLIED_TOO_FEW: _("basic Energy from the organizer"),
    }
)
of_decks.FIXED[DeckFault.SUPPLIED_TOO_FEW] = _(
    "The pool does not have that much basic Energy: %(needed)s come from the organizer, and the list "
    "says %(supplied)s. Correct the number."
)


@of_decks.writes_text_of(DeckFault.UNUSED_NOT_POOL)
def unused_cards_not_pool_text(facts: Facts) -> str:
    """Return sentences on the cards missing from the unused cards, and on surplus ones."""
    missing, surplus = _cards_text(facts.get("missing")), _cards_text(facts.get("over"))
    parts = [gettext("Deck and unused cards do not match the pool.")]
    if missing:
        parts.append(gettext("Missing: %(cards)s.") % {"cards": missing})
    if surplus:
        parts.append(gettext("Too many: %(cards)s.") % {"cards": surplus})
    parts.append(gettext("Leave the field blank to fill it in from your pool."))
    return " ".join(parts)


MAX_NAMED = 8


def _cards_text(cards: object) -> str:
    """Join the first MAX_NAMED cards of a fact; "" if it is not a list."""
    if not isinstance(cards, Sequence) or isinstance(cards, str):
        return ""
    named_cards = ", ".join(str(card) for card in cards[:MAX_NAMED])
    return f"{named_cards} …" if len(cards) > MAX_NAMED else named_cards


STATES: dict[str, tuple[str, str | Promise]] = {
    "missing": ("missing", _("Not registered")),
    "discrepancy": ("dispute", _("Count differs")),
    "waiting": ("warning", _("To verify")),
    "unnamed": ("warning", _("Cards to name")),
    "picking": ("info", _("Picks are tapped")),
    "done": ("done", _("Registered")),
}
"""Appearance and label of each state."""

VERIFIED = _("Verified")


def pool_state_text(state: str, *, verified: bool) -> tuple[str, str]:
    """Return the appearance and label of a pool's state. `verified`: whether a neighbor or staff counted the pool."""
    appearance, label = STATES[state]
    return appearance, str(VERIFIED if state == "done" and verified else label)


sentences.register_sentences(
    {
        "PoolRegistered": _("%(name)s registered a pool, version %(version)s: %(total)s cards"),
        "PoolEntered": (
            _("%(name)s’s pool entered by staff, version %(version)s: %(total)s cards"),
            _("The pool is back to how it was before staff entered it."),
        ),
        "LatePoolEntered": (
            _(
                "%(name)s’s pool, without a seat, entered by staff, version %(version)s: %(total)s "
                "cards. %(packs)s"
            ),
            _("The pool is back to how it was before staff entered it."),
        ),
        "PoolTracked": _("%(name)s’s pool made from the picks, version %(version)s: %(total)s cards"),
        "PoolVerified": _("%(neighbor)s verified %(name)s’s pool, version %(version)s"),
        "PoolUnverified": _("%(neighbor)s counts %(name)s’s pool again, version %(version)s"),
        "PoolDiscrepancyReported": _(
            "%(neighbor)s reported a discrepancy in %(name)s’s pool, version %(version)s"
        ),
        "PoolDiscrepancyClaimed": (
            _("A judge is going to count %(name)s’s pool, version %(version)s"),
            _("The pool is waiting for a judge again."),
        ),
        "PoolSettled": (
            _("%(name)s’s pool verified by staff, version %(version)s"),
            _("The pool must be verified again."),
        ),
    },
)

sentences.register_sentences(
    {
        "PoolCheckChanged": (
            _("Draft %(number)s: pool verification changed: %(verifier)s"),
            _("Pools are verified as they were before."),
        ),
    },
    facts=lambda facts: {
        "verifier": dict(Draft.PoolCheck.choices).get(str(facts.get("check", "")), facts.get("check", ""))
    },
)
