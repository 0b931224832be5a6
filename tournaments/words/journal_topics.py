"""Labels of the topics of the journal."""

from django.utils.translation import gettext_lazy as _

TOPICS = {
    "rounds": _("Rounds"),
    "results": _("Results"),
    "people": _("Players"),
    "lists": _("Deck lists"),
    "event": _("Event"),
}
"""Labels of the journal's filters, in order."""
