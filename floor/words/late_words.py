"""Words of the page of what is late."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from floor.engine.lateness import Delay

TITLES: Mapping[Delay, str | Promise] = {
    Delay.CALL: _("Calls without a judge"),
    Delay.DISPUTE: _("Disputes"),
    Delay.SEAT: _("Empty seats"),
    Delay.TABLE: _("Playing after time"),
    Delay.CHECK: _("Deck checks and stopwatches"),
    Delay.ROUND: _("Behind the schedule"),
}
"""Titles of the parts of the page."""

CHIPS: Mapping[Delay, str | Promise] = {
    Delay.CALL: _("Calls"),
    Delay.DISPUTE: _("Disputes"),
    Delay.SEAT: _("Empty seats"),
    Delay.TABLE: _("After time"),
    Delay.CHECK: _("Deck checks"),
    Delay.ROUND: pgettext_lazy("late", "Schedule"),
}
"""Short labels of the parts."""

STATES: Mapping[Delay, str] = {
    Delay.CALL: "called",
    Delay.DISPUTE: "dispute",
    Delay.SEAT: "missing",
    Delay.TABLE: "extraturns",
    Delay.CHECK: "deckcheck",
    Delay.ROUND: "warning",
}
ICONS: Mapping[Delay, str] = {
    Delay.CALL: "bell",
    Delay.DISPUTE: "split",
    Delay.SEAT: "user",
    Delay.TABLE: "turns",
    Delay.CHECK: "cards",
    Delay.ROUND: "calendar",
}
