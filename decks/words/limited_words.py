"""Texts about Limited events: names of drafts and expansions, and refusals about redrafts."""

from django.utils.translation import gettext_lazy as _

from cards.engine import shipped_facts
from core import sentences
from decks.engine.refusals import DeckRefusal

SUBTYPES: dict[str, sentences.Sentence] = {
    "sealed": _("Sealed Deck"),
    "booster": _("Booster Draft"),
    "rochester": _("Rochester Draft"),
    "solomon": _("Solomon Draft"),
}

REDRAFT_NOT_ANNOUNCED = _(
    "A redraft is announced before the tournament. This one was not, so round %(round)s is played with the "
    "same decks."
)

sentences.REFUSALS.update(
    {
        DeckRefusal.REDRAFT_NOT_ANNOUNCED: REDRAFT_NOT_ANNOUNCED,
        DeckRefusal.DRAFT_NOT_FOUND: _("This draft was deleted."),
        DeckRefusal.REDRAFT_TO_COME: _(
            "Round 1 is posted, so decks can’t change until the redraft before round %(round)s. Lists open "
            "again while decks are built."
        ),
        DeckRefusal.REDRAFT_ROUND_STARTED: _(
            "Round %(round)s is posted, so the deck of the redraft can no longer change. Ask a judge."
        ),
        DeckRefusal.DRAFT_NOT_SEATED: _("Assign the seats first."),
        DeckRefusal.DRAFT_POD_UNKNOWN: _("This pod does not exist in this draft."),
    }
)


def subtype_name(code: object) -> str:
    """Return the name of a kind of draft, such as "Booster Draft", or the code if it is unknown."""
    return str(SUBTYPES.get(str(code), code))


def expansion_name(code: str) -> str:
    """Return the name of an expansion, such as "Evolutions (EVO)", or only the code if it is unknown."""
    return next(
        (
            f"{expansion.name} ({code})"
            for expansion in shipped_facts.shipped_expansions()
            if expansion.code == code
        ),
        code,
    )
