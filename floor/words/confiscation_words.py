"""Sentences about confiscations: refusals, journal lines and their undo."""

from django.utils.translation import gettext_lazy as _

from core import sentences
from floor.engine.refusals import FloorRefusal

sentences.REFUSALS.update(
    {
        FloorRefusal.CONFISCATION_EMPTY: _("Write down which cards were confiscated, one per line."),
        FloorRefusal.CONFISCATION_RETURNED: _("These cards were already returned."),
        FloorRefusal.CONFISCATION_WITHDRAWN: _("This note was undone: nothing was confiscated."),
    }
)

sentences.register_sentences(
    {
        "CardsConfiscated": (
            _("Confiscated from %(name)s: %(cards)s"),
            _("Nothing was confiscated from %(name)s; the note is struck through."),
        ),
        "CardsReturned": (
            _("Returned to %(name)s: %(cards)s"),
            _("%(name)s’s cards have not been returned yet."),
        ),
    },
)
