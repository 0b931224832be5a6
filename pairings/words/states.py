"""Names and icons for the states of tables, matches and lists."""

from django.utils.translation import gettext_lazy as _

from core.templatetags.icons import STATES

STATES.update(
    {
        "playing": ("play", _("Playing")),
        "called": ("bell", _("Judge called")),
        "extension": ("extra", _("Time extension")),
        "deckcheck": ("cards", _("Deck check")),
        "extraturns": ("turns", _("Extra turns")),
        "dispute": ("split", _("Results don’t match")),
        "missing": ("blank", _("No result")),
    }
)
