"""Forms for the schedule of the day, and for one of its items."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from core.engine.refused import Refused
from core.forms.concurrent_edits import ConcurrentEditsMixin
from core.sentences import refusal_text
from tournaments.forms.event import LocalMomentField
from tournaments.labels import schedule_title
from tournaments.models import ScheduleItem, Tournament, User
from tournaments.services import schedule

MAX_MINUTES = 24 * 60


def minutes_field(label: Any, initial: int) -> forms.IntegerField:
    """Return a field for a length in minutes, from zero to a day."""
    return forms.IntegerField(label=label, min_value=0, max_value=MAX_MINUTES, initial=initial)


class InEventTime(forms.Form):
    """Mixin that interprets date and time fields in the event's time zone.

    The names of the fields are in `moment` and `more_moments`.
    """

    moment = "planned_start"
    more_moments: tuple[str, ...] = ()

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event

    def clean(self) -> None:
        data = self.cleaned_data
        for name in (self.moment, *self.more_moments):
            moment = data.get(name)
            if isinstance(moment, datetime):
                data[name] = moment.replace(tzinfo=ZoneInfo(self.event.timezone))


class PlanDayForm(InEventTime):
    """The parts of one or two days. Round times come from the settings."""

    moment = "first_start"
    more_moments = ("later_start",)
    first_start = LocalMomentField(label=gettext_lazy("Round 1 starts"))
    rounds = forms.IntegerField(label=pgettext_lazy("label", "Swiss rounds"), min_value=0, max_value=40)
    later_rounds = forms.IntegerField(
        label=gettext_lazy("Swiss rounds of day 2"), min_value=0, max_value=20, required=False, initial=0
    )
    later_start = LocalMomentField(
        label=gettext_lazy("Day 2 starts"),
        required=False,
        help_text=gettext_lazy("Leave blank to play its rounds on the same day."),
    )
    cut_rounds = forms.IntegerField(
        label=gettext_lazy("Top cut rounds"), min_value=0, max_value=10, initial=0
    )
    turnaround = minutes_field(gettext_lazy("Minutes between rounds"), 10)
    check_in = minutes_field(gettext_lazy("Check-in (minutes)"), 60)
    meeting = minutes_field(gettext_lazy("Player meeting (minutes)"), 10)
    lunch_after = forms.IntegerField(
        label=gettext_lazy("Lunch after round"), required=False, min_value=1, max_value=40
    )
    lunch = minutes_field(gettext_lazy("Lunch (minutes)"), 45)

    def save(self, *, by: User) -> bool:
        """Plan the day again from the input. Return False if that is refused, with an error on the form."""
        try:
            data = self.cleaned_data
            schedule.plan_day(self.event, by=by, **data | {"later_rounds": data["later_rounds"] or 0})
        except Refused as refused:
            self.add_error("rounds", refusal_text(refused))
            return False
        return True


class ScheduleItemForm(ConcurrentEditsMixin, InEventTime):
    """One item of the schedule. The title of a round cannot change."""

    title = forms.CharField(label=gettext_lazy("What"), max_length=80)
    planned_start = LocalMomentField(label=gettext_lazy("Planned start"))
    planned_minutes = minutes_field(gettext_lazy("Minutes"), 30)
    shift_following = forms.BooleanField(
        label=gettext_lazy("Move everything after it too"), required=False, initial=True
    )

    def __init__(
        self, *args: Any, event: Tournament, item: ScheduleItem | None = None, **kwargs: Any
    ) -> None:
        if item is not None:
            kwargs["initial"] = {
                "title": schedule_title(item.title, item.round_number),
                "planned_start": item.planned_start,
                "planned_minutes": item.planned_minutes,
                "shift_following": True,
            }
        super().__init__(*args, event=event, **kwargs)
        self.item = item
        if item is None:
            del self.fields["shift_following"]
        elif item.round_number is not None:
            self.fields["title"].disabled = True

    def save(self, *, by: User) -> bool:
        """Add or change the item. Return False if that is refused, with an error on the form."""
        data = dict(self.cleaned_data)
        if self.item and data["title"] == schedule_title(self.item.title, self.item.round_number):
            del data["title"]
        try:
            if self.item is None:
                schedule.add_schedule_item(self.event, by=by, **data)
            else:
                schedule.change_schedule_item(self.item, by=by, **data)
        except Refused as refused:
            self.add_error(None, refusal_text(refused))
            return False
        return True
