"""Confiscations in words: refusals, lines of the journal and their undo."""

from django.utils.translation import gettext_lazy as _

from tournaments import sentences

sentences.REFUSALS.update(
    {
        "CONFISCATION_EMPTY": _("Write down which cards were taken, one a line."),
        "CONFISCATION_RETURNED": _("These cards were returned already."),
        "CONFISCATION_WITHDRAWN": _("This note was undone: nothing was taken."),
    }
)

sentences.register_sentences(
    {
        "CardsConfiscated": (
            _("Taken from %(name)s: %(cards)s"),
            _("Nothing was taken from %(name)s; the note is struck through."),
        ),
        "CardsReturned": (
            _("Returned to %(name)s: %(cards)s"),
            _("The cards of %(name)s are not returned yet."),
        ),
    },
)
