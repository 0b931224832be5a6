"""Forms for pairing options and requests."""

from typing import TypedDict

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from core.engine.refused import Refused
from core.forms.concurrent_edits import ConcurrentForm
from core.sentences import refusal_text
from pairings.engine.table_ranges import (
    feature_tables_as_text,
    parse_feature_tables,
    parse_table_numbers,
    table_numbers_as_text,
)
from pairings.forms.player_field import PlayerField
from pairings.models import EntryWish, PairingOptions
from tournaments.models import Division
from tournaments.words.entrants import players_or_teams_text


class WishValues(TypedDict):
    """Requests for a player: a family or team, a country, a table with its reason, a seed."""

    group: str
    country: str
    table: int | None
    reason: str
    seed: int | None


class _DivisionForm(forms.Form):
    """Form whose player fields accept players of one division."""

    def __init__(self, data: QueryDict | None, division: Division) -> None:
        super().__init__(data)
        for field in self.fields.values():
            if isinstance(field, PlayerField):
                field.division = division


class OptionsForm(ConcurrentForm):
    """Options of a division. Each help text explains when its option is useful."""

    fewest_pair_downs = forms.BooleanField(
        label=players_or_teams_text(
            _("Fewest players outside their group"), _("Fewest teams outside their group")
        ),
        required=False,
        help_text=_(
            "By default the gaps are as small as possible: two small steps down rather than one large one."
        ),
    )
    last_by_standing = forms.BooleanField(
        label=_("Last Swiss round by standings"),
        required=False,
        help_text=_("First plays second, third plays fourth. Rematches are still avoided."),
    )
    random_tables = forms.BooleanField(
        label=_("Tables in random order"),
        required=False,
        help_text=_(
            "Table numbers then say nothing about standings. By default table 1 has the most points."
        ),
    )
    groups_apart = forms.BooleanField(
        label=_("Keep families and teams apart"),
        required=False,
        help_text=_("A pairing request: it never makes a gap larger or causes a rematch."),
    )
    leave_places_empty = forms.BooleanField(
        label=players_or_teams_text(
            _("Leave the place vacant if a player in the top cut is disqualified"),
            _("Leave the place vacant if a team in the top cut is disqualified"),
        ),
        required=False,
        help_text=players_or_teams_text(
            _("The rules do not say. By default the players below move up, even to first place."),
            _("The rules do not say. By default the teams below move up, even to first place."),
        ),
    )
    pod_rounds = forms.IntegerField(
        label=_("Rounds inside the draft pods"),
        required=False,
        min_value=0,
        max_value=20,
        help_text=_(
            "For this many rounds after a draft, players of one pod (in Solomon, one pair) play each other "
            "as long as possible. 0: never."
        ),
    )
    country_rounds = forms.IntegerField(
        label=_("Rounds that separate countries"),
        required=False,
        min_value=0,
        max_value=20,
        help_text=_(
            "People from the same country do not meet in this many first rounds if possible. 0: never."
        ),
    )
    blocked_tables = forms.CharField(
        label=_("Blocked tables"),
        required=False,
        max_length=400,
        help_text=_("No match is seated there, in any division. For example 13, 20-24."),
    )
    feature_tables = forms.CharField(
        label=_("Feature tables"),
        required=False,
        max_length=400,
        help_text=_(
            "No match is paired there, in any division; you move matches there at the desk. Enter numbers, "
            "with a name if you like. For example 101 Stream, 102."
        ),
    )

    def __init__(self, data: QueryDict | None, row: PairingOptions) -> None:
        initial = {name: getattr(row, name) for name in self.base_fields}
        initial["blocked_tables"] = table_numbers_as_text(row.blocked_tables)
        initial["feature_tables"] = feature_tables_as_text(row.feature_tables)
        super().__init__(data, initial=initial)

    def clean_pod_rounds(self) -> int:
        return self.cleaned_data["pod_rounds"] or 0

    def clean_country_rounds(self) -> int:
        return self.cleaned_data["country_rounds"] or 0

    def clean_blocked_tables(self) -> list[int]:
        try:
            return list(parse_table_numbers(self.cleaned_data["blocked_tables"]))
        except Refused as refused:
            raise forms.ValidationError(refusal_text(refused)) from refused

    def clean_feature_tables(self) -> list[list[int | str]]:
        """Return pairs of number and name, as lists like in the database."""
        try:
            return [list(table) for table in parse_feature_tables(self.cleaned_data["feature_tables"])]
        except Refused as refused:
            raise forms.ValidationError(refusal_text(refused)) from refused


class WishForm(_DivisionForm):
    """Requests for one player: a family or team, a country, a fixed table and a seed."""

    entry = PlayerField(label=_("Player"))
    group = forms.CharField(
        label=_("Family or team"),
        required=False,
        max_length=40,
        help_text=players_or_teams_text(
            _("Players with the same word here are not paired if possible."),
            _("Teams with the same word here are not paired if possible."),
        ),
    )
    country = forms.CharField(
        label=_("Country"),
        required=False,
        max_length=40,
        help_text=_(
            "People from the same country do not meet in the first rounds, as many as set under “How rounds are "
            "paired”."
        ),
    )
    table = forms.IntegerField(
        label=_("Fixed table"),
        required=False,
        min_value=1,
        max_value=9999,
        help_text=players_or_teams_text(
            _("This player always sits here, and opponents come to the table."),
            _("This team always sits here, and opponents come to the table."),
        ),
    )
    reason = forms.CharField(label=_("Reason for this table"), required=False, max_length=120)
    seed = forms.IntegerField(
        label=_("Seed in the bracket"),
        required=False,
        min_value=1,
        max_value=9999,
        help_text=players_or_teams_text(
            _("Single elimination only: 1 is the top seed. Players without a seed follow at random."),
            _("Single elimination only: 1 is the top seed. Teams without a seed follow at random."),
        ),
    )
    replaces = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean(self) -> None:
        """Require at least one request, and a second submission before a stored value is replaced."""
        super().clean()
        entered = self.cleaned_data
        if not self.errors and not any(entered.get(name) for name in ("group", "country", "table", "seed")):
            raise forms.ValidationError(_("Enter a family or team, a country, a table or a seed."))
        if self.errors:
            return
        stored_request = (
            EntryWish.objects.filter(entry=entered["entry"])
            .values("group", "country", "table", "reason", "seed")
            .first()
        )
        self._stored: WishValues = stored_request or {
            "group": "",
            "country": "",
            "table": None,
            "reason": "",
            "seed": None,
        }
        stored = (
            ("group", self._stored["group"]),
            ("country", self._stored["country"]),
            ("table", self._stored["table"]),
            ("seed", self._stored["seed"]),
        )
        replaced_by_field = {
            name: str(value)
            for name, value in stored
            if entered[name] and value not in (None, "", entered[name])
        }
        replaced_values = f"{entered['entry'].pk}: {', '.join(replaced_by_field.values())}"
        if replaced_by_field and entered["replaces"] != replaced_values:
            sentence = gettext("%(name)s has “%(now)s” here. Save again to replace it.")
            for name, value in replaced_by_field.items():
                self.add_error(name, sentence % {"name": entered["entry"], "now": value})
            # The page shows the form again with the values to replace, so that saving it again confirms them.
            data_with_confirmation = QueryDict(mutable=True)
            data_with_confirmation.update(self.data)
            data_with_confirmation[self.add_prefix("replaces")] = replaced_values
            self.data = data_with_confirmation

    def merged(self) -> WishValues:
        """Return the entered values, and the player's current value for each blank field.

        The reason belongs to the table, so an entered table replaces it even if the reason is blank.
        """
        stored, entered = self._stored, self.cleaned_data
        reason = entered["reason"] if entered["table"] else stored["reason"]
        return WishValues(
            group=entered["group"] or stored["group"] or "",
            country=entered["country"] or stored["country"] or "",
            table=entered["table"] or stored["table"],
            reason=reason or "",
            seed=entered["seed"] or stored["seed"],
        )


class ApartForm(_DivisionForm):
    """Two players who must not meet."""

    first = PlayerField(label=_("Player"))
    second = PlayerField(label=pgettext_lazy("player", "Must not meet"))
    reason = forms.CharField(
        label=_("Reason"), required=False, max_length=120, help_text=_("Only staff can see it.")
    )
