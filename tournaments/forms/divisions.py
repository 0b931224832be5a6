"""The form for the settings of one division."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.engine.refused import Refused
from core.forms.concurrent_edits import ConcurrentForm
from core.sentences import refusal_text
from tournaments.forms.new_event import CUTS
from tournaments.models import Division, Tournament, User
from tournaments.services import divisions
from tournaments.words.entrants import players_or_teams_text

BY_AGE = (
    ("yes", gettext_lazy("Standings for each age division")),
    ("no", gettext_lazy("One list of standings")),
)

DAY_TWO_FIELDS = ("day_two_by", "day_two_rounds", "day_two_points", "day_two_size", "day_two_freezes")

MAX_POINTS, MAX_PLACES = 120, 1024


class DivisionForm(ConcurrentForm):
    """A division to add or change. Fields that a posted round depends on are disabled."""

    together = ("cut_size", "cut_other")
    fieldsets = (
        (gettext_lazy("Players"), ("age_division", "by_age", "first_table")),
        (gettext_lazy("Swiss rounds"), ("rounds_planned",)),
        (gettext_lazy("Day 2"), DAY_TWO_FIELDS),
        (gettext_lazy("Top cut"), ("cut_by", "cut_points", "cut_size", "cut_other", "third_place")),
    )

    age_division = forms.ChoiceField(
        label=gettext_lazy("Who is in this division"), choices=Division.AgeDivision.choices
    )
    by_age = forms.ChoiceField(label=gettext_lazy("Standings"), choices=BY_AGE, initial="yes")
    rounds_planned = forms.IntegerField(
        label=gettext_lazy("Set the number of Swiss rounds"),
        required=False,
        min_value=1,
        max_value=20,
        help_text=gettext_lazy(
            "Leave blank to use the attendance table. If age divisions are paired together, the "
            "largest one decides."
        ),
    )
    day_two_by = forms.ChoiceField(
        label=gettext_lazy("Who plays on day 2"),
        choices=[
            (Division.TABLE, gettext_lazy("By the attendance table")),
            ("", gettext_lazy("No day 2")),
            *Division.Way.choices,
        ],
        required=False,
        initial=Division.TABLE,
        help_text=players_or_teams_text(
            gettext_lazy(
                "More Swiss rounds for the best players of day 1. They keep their points and are not "
                "paired with earlier opponents."
            ),
            gettext_lazy(
                "More Swiss rounds for the best teams of day 1. They keep their points and are not "
                "paired with earlier opponents. The attendance table of Regionals has a day 2 for 227 players and "
                "more: everyone with at least 19 match points is in. The 19 points are what Regionals of 2023 to 2025 "
                "are reported to have used; the handbooks at hand do not print them, so compare with yours."
            ),
        ),
    )
    day_two_points = forms.IntegerField(
        label=gettext_lazy("Match points for day 2"),
        required=False,
        min_value=1,
        max_value=MAX_POINTS,
        help_text=gettext_lazy(
            "Everyone with at least this many points advances. For example 19: six wins and a tie. By the "
            "attendance table, leave blank for its number."
        ),
    )
    day_two_size = forms.IntegerField(
        label=gettext_lazy("Places for day 2"),
        required=False,
        min_value=2,
        max_value=MAX_PLACES,
        help_text=players_or_teams_text(
            gettext_lazy("The top players of each list of standings advance."),
            gettext_lazy("The top teams of each list of standings advance."),
        ),
    )
    day_two_rounds = forms.IntegerField(
        label=gettext_lazy("Swiss rounds of day 2"),
        required=False,
        min_value=1,
        max_value=20,
        help_text=gettext_lazy(
            "Leave blank to use the attendance table, which has numbers only for large Regionals."
        ),
    )
    day_two_freezes = forms.BooleanField(
        label=gettext_lazy("Percentages from day 1 are frozen for those not on day 2"),
        required=False,
        initial=True,
        help_text=gettext_lazy(
            "If this is off, their percentages still follow their opponents who play on. The handbooks at hand do "
            "not say which is right. On is what TOM does with players who drop."
        ),
    )
    cut_by = forms.ChoiceField(
        label=gettext_lazy("Top cut qualification"),
        choices=Division.Way.choices,
        required=False,
        initial=Division.Way.PLACE,
    )
    cut_size = forms.ChoiceField(
        label=gettext_lazy("Size of the top cut"),
        choices=CUTS,
        required=False,
        help_text=gettext_lazy("Used for qualification by place."),
    )
    cut_other = forms.IntegerField(
        label=gettext_lazy("Another size"),
        required=False,
        min_value=2,
        max_value=MAX_PLACES,
        help_text=players_or_teams_text(
            gettext_lazy(
                "Instead of the size above. The top seeds skip the first round until the bracket is "
                "full: with 12 players the first 4, with 6 the first 2."
            ),
            gettext_lazy(
                "Instead of the size above. The top seeds skip the first round until the bracket is "
                "full: with 12 teams the first 4, with 6 the first 2."
            ),
        ),
    )
    cut_points = forms.IntegerField(
        label=gettext_lazy("Match points for the top cut"),
        required=False,
        min_value=1,
        max_value=MAX_POINTS,
        help_text=gettext_lazy("Used for qualification by match points: this many are needed."),
    )
    third_place = forms.BooleanField(label=gettext_lazy("Match for third place"), required=False)
    first_table = forms.IntegerField(
        label=gettext_lazy("First table"),
        required=False,
        min_value=1,
        max_value=9999,
        help_text=gettext_lazy(
            "Leave blank to start after the division before it. Each table belongs to one division."
        ),
    )

    def __init__(self, *args: Any, division: Division | None = None, **kwargs: Any) -> None:
        if division is not None:
            # A size that is not among the choices is shown in the text field beside them.
            size = "" if division.cut_size is None else str(division.cut_size)
            cut_values = {"cut_size": size} if size in dict(CUTS) else {"cut_other": division.cut_size}
            kwargs["initial"] = {
                "age_division": division.age_division,
                "by_age": "yes" if division.by_age else "no",
                "rounds_planned": division.rounds_planned,
                **cut_values,
                "cut_by": division.cut_by,
                "cut_points": division.cut_points,
                "day_two_by": division.day_two_by,
                "day_two_size": division.day_two_size,
                "day_two_points": division.day_two_points,
                "day_two_rounds": division.day_two_rounds,
                "day_two_freezes": division.day_two_freezes,
                "third_place": division.third_place,
                "first_table": division.first_table,
            }
        super().__init__(*args, **kwargs)
        self.division = division
        for name in divisions.LOCKED_ONCE_STARTED if division and division.started_at else ():
            self.fields[name].disabled = True
            self.fields[name].help_text = _("Round 1 is posted, so this cannot change.")

    def save_to(self, event: Tournament, *, by: User) -> Division | None:
        """Save the division. Return None if that is refused, with an error on the form."""
        try:
            if self.division is None:
                return divisions.add_division(event, by=by, **self._service_fields())
            return divisions.change_division(self.division, by=by, **self._service_fields())
        except Refused as refused:
            self.add_error(None, refusal_text(refused))
            return None

    def _service_fields(self) -> divisions.DivisionChanges:
        """Return the input as keyword arguments of the service."""
        data = dict(self.cleaned_data)
        other_size = data.pop("cut_other")
        listed_size = int(data["cut_size"]) if data["cut_size"] else None
        data |= {
            "by_age": data["by_age"] == "yes",
            "cut_size": other_size or listed_size,
            "cut_by": data["cut_by"] or Division.Way.PLACE.value,
        }
        return cast(divisions.DivisionChanges, data)
