"""Sentences of the queue: its kinds of entries, and what closing a round does to them."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from pairings.words.closing_words import OPEN_TEXTS

LABELS: Mapping[str, str | Promise] = {
    "call": _("Judge call"),
    "dispute": _("The players reported different results"),
    "conflict": _("A player reported a different result from the one saved"),
    "pool": _("The counts of a pool differ"),
    "penalty": _("Penalty to confirm"),
    "extension": _("Time extension: the stopwatch is running"),
    "check": _("Deck check"),
    "list": _("Deck list to rule on"),
    "print": _("A print has stopped"),
}
"""The label of each kind of entry."""

ICONS: Mapping[str, str] = {
    "call": "bell",
    "dispute": "split",
    "conflict": "warn",
    "pool": "split",
    "penalty": "scale",
    "extension": "extra",
    "check": "cards",
    "list": "list",
    "print": "print",
}

OPENS: Mapping[str, str | Promise] = {
    "dispute": pgettext_lazy("queue", "Decide"),
    "conflict": _("Open the table"),
    "pool": _("Open the pool"),
    "penalty": _("Open the penalty"),
    "extension": _("Open the table"),
    "check": _("Open the deck check"),
    "list": _("Open the list"),
    "print": _("Open the print"),
}
"""The label of the link to the page where an entry is handled."""

OPEN_TEXTS.update(
    {
        "call": _("a judge call (%(names)s). It ends with the round."),
        "dispute": _("the players disagree (%(names)s)."),
        "penalty": _(
            "a penalty of %(names)s still has to be confirmed. Once this round is closed it can’t count in it."
        ),
        "extension": _("a judge is there, the stopwatch is running (%(names)s)."),
        "check": _("the deck check of %(names)s is not finished. It stays on the list."),
    }
)
