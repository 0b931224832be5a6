"""Sentences of the queue: its kinds of entries, and the effects of closing a round on them."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from pairings.words.closing_words import OPEN_TEXTS

LABELS: Mapping[str, str | Promise] = {
    "call": _("Judge call"),
    "dispute": _("The players reported different results"),
    "conflict": _("A player reported a different result from the one saved"),
    "pool": _("The pool counts differ"),
    "penalty": _("Penalty to confirm"),
    "extension": _("Time extension: the stopwatch is running"),
    "check": _("Deck check"),
    "list": _("Deck list to rule on"),
    "print": _("A print has stopped"),
}
"""Labels by kind of entry."""

CHIPS: Mapping[str, str | Promise] = {
    "call": pgettext_lazy("queue", "Call"),
    "dispute": pgettext_lazy("queue", "Dispute"),
    "conflict": pgettext_lazy("queue", "Another report"),
    "pool": pgettext_lazy("queue", "Pool"),
    "penalty": pgettext_lazy("queue", "Penalty"),
    "extension": pgettext_lazy("queue", "Stopwatch"),
    "check": pgettext_lazy("queue", "Deck check"),
    "list": pgettext_lazy("queue", "Deck list"),
    "print": pgettext_lazy("queue", "Print"),
}
"""Short labels by kind of entry, in one or two words."""

STATES: Mapping[str, str] = {
    "dispute": "dispute",
    "conflict": "warning",
    "pool": "dispute",
    "penalty": "warning",
    "extension": "extension",
    "check": "deckcheck",
    "list": "deckcheck",
    "print": "error",
}
"""Styles by kind of entry. The style of a call depends on who should come."""

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
    "call": pgettext_lazy("queue", "Look"),
    "dispute": pgettext_lazy("queue", "Decide"),
    "conflict": _("Open the table"),
    "pool": _("Open the pool"),
    "penalty": _("Open the penalty"),
    "extension": _("Open the table"),
    "check": _("Open the deck check"),
    "list": _("Open the list"),
    "print": _("Open the print"),
}
"""Labels of the link to the page where an entry is handled, by its kind."""

OPEN_TEXTS.update(
    {
        "call": _("a judge call (%(names)s). It ends with the round."),
        "dispute": _("the players disagree (%(names)s)."),
        "penalty": _(
            "a penalty for %(names)s still has to be confirmed. It can’t be applied in this round once "
            "the round is closed."
        ),
        "extension": _("a judge is there, the stopwatch is running (%(names)s)."),
        "check": _("the deck check for %(names)s is not finished. It remains on the list."),
    }
)


def duration_text(seconds: int) -> str:
    """Format a duration in whole minutes, rounded down: "under a minute", "4 min", "2 h 5 min"."""
    minutes = seconds // 60
    if minutes >= 60:
        return _("%(h)d h %(n)d min") % {"h": minutes // 60, "n": minutes % 60}
    return _("%(n)d min") % {"n": minutes} if minutes else str(_("under a minute"))
