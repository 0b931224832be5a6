"""The topics of the journal in words."""

from django.utils.translation import gettext_lazy as _

TOPICS = {
    "rounds": _("Rounds"),
    "results": _("Results"),
    "people": _("Players"),
    "lists": _("Deck lists"),
    "event": _("Event"),
}
"""Filters of the journal, in order."""
