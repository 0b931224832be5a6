"""Forms for a team with its players, and for a file of teams."""

from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from core.engine.refused import Refused
from core.forms.concurrent_edits import ConcurrentForm
from core.forms.table_upload import TableUpload
from core.sentences import refusal_text
from tournaments.engine.refusals import TournamentRefusal
from tournaments.engine.team_entries import SEATS, TeamEntry, TeamEntryMember
from tournaments.models import Division, Tournament
from tournaments.queries.team_entries import TeamRow


def _division_field(event: Tournament) -> forms.ModelChoiceField:
    """Return a choice among the divisions of an event, initially the first one."""
    rows = event.divisions.order_by("position", "pk")
    return forms.ModelChoiceField(label=_("Plays in"), queryset=rows, empty_label=None, initial=rows.first())


class TeamEntryForm(ConcurrentForm):
    """The name of a team and its players by seat."""

    team = forms.CharField(label=pgettext_lazy("players", "Team"), max_length=80)

    def __init__(self, data: Any = None, *, event: Tournament, row: TeamRow | None = None) -> None:
        initial = {"team": row.name} if row else {}
        for member in row.members if row else ():
            initial[f"first_name_{member.seat}"] = member.first_name
            initial[f"last_name_{member.seat}"] = member.last_name
            initial[f"player_id_{member.seat}"] = member.player_id
        super().__init__(data, auto_id="team_%s", initial=initial)
        for seat in SEATS:
            facts = {"seat": seat}
            self.fields[f"first_name_{seat}"] = forms.CharField(
                label=_("Seat %(seat)s, first name") % facts, max_length=80, required=False
            )
            self.fields[f"last_name_{seat}"] = forms.CharField(
                label=_("Seat %(seat)s, last name") % facts, max_length=80
            )
            self.fields[f"player_id_{seat}"] = forms.CharField(
                label=_("Seat %(seat)s, Player ID") % facts,
                max_length=20,
                required=False,
                widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
            )
        if row is None and event.divisions.count() > 1:
            self.fields["division"] = _division_field(event)

    @property
    def entered(self) -> TeamEntry:
        """The team as typed. The form must be valid."""
        data = self.cleaned_data
        members = tuple(
            TeamEntryMember(
                seat, data[f"first_name_{seat}"], data[f"last_name_{seat}"], data[f"player_id_{seat}"]
            )
            for seat in SEATS
        )
        return TeamEntry(" ".join(data["team"].split()), members)

    @property
    def division(self) -> Division | None:
        """The chosen division, or None if there is no choice."""
        division: Division | None = self.cleaned_data.get("division")
        return division

    def add_refusal(self, refused: Refused) -> None:
        """Add a refusal as an error of its field, so that no input is lost."""
        field = None
        if refused.code == TournamentRefusal.TEAM_NAME_TAKEN:
            field = "team"
        elif refused.code == TournamentRefusal.PLAYER_ID_NOT_DIGITS:
            player_id = refused.facts["value"]
            field = next(
                f"player_id_{member.seat}" for member in self.entered.members if member.player_id == player_id
            )
        elif refused.code in (TournamentRefusal.TEAM_MEMBER_ELSEWHERE, TournamentRefusal.TEAM_MEMBER_ALONE):
            name = refused.facts["name"]
            field = [f"last_name_{member.seat}" for member in self.entered.members if member.name == name][-1]
        elif refused.code == TournamentRefusal.TEAM_MEMBER_TWICE:
            field = f"player_id_{SEATS[-1]}"
        self.add_error(field, refusal_text(refused))


class TeamsUpload(TableUpload):
    """Teams as a file, or as rows pasted from a spreadsheet."""

    def __init__(self, data: Any = None, files: Any = None, *, event: Tournament) -> None:
        super().__init__(data, files, auto_id="teams_%s")
        self.fields["text"].help_text = gettext(
            "Columns in this order: team, then first name, last name and Player ID of seat A, then of seat B."
        )
        if event.divisions.count() > 1:
            self.fields["division"] = _division_field(event)

    @property
    def division(self) -> Division | None:
        """The chosen division, or None if there is no choice."""
        division: Division | None = self.cleaned_data.get("division")
        return division
