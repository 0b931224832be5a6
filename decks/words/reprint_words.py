"""Texts about cards that are legal only through another printing (R-009 to R-011)."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from core.sentences import Sentence, fill_sentence
from decks.engine.legality.stand_ins import By, StandIn

TEXTS: Mapping[By, Sentence] = {
    "table": _("%(card)s is played as %(legal)s, which works the same according to the reprint table."),
    "text": _(
        "%(card)s is played as %(legal)s, which has the same text. The pair is not in the reprint "
        "table, so a judge can decide."
    ),
    "assumed": _(
        "%(card)s is played as %(legal)s: no difference is known. The pair is not in the reprint table, so "
        "a judge can decide."
    ),
    "wording": _(
        "%(card)s is played with the wording of %(legal)s, its newest printing. Have that wording at hand."
    ),
    "errata": _("%(card)s has errata, so this printing may be played, with the text of %(legal)s."),
}
RULES_OF: Mapping[By, str] = {
    "table": "R-009",
    "text": "R-009, R-011",
    "assumed": "R-009, R-011",
    "errata": "R-010",
    "wording": "R-086, M-049",
}
"""The rules that justify each sentence."""


def stand_in_text(stand_in: StandIn) -> str:
    """Return the sentence that says why a card may be played.

    An example is "N NVI 92 is played as FCO 105, which works the same by the reprint table.".
    """
    return fill_sentence(TEXTS[stand_in.by], {"card": stand_in.card, "legal": stand_in.legal})
