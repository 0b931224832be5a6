"""Parameters of a PDF: division, round, tables."""

from typing import Any, TypedDict

from django import forms
from django.utils.translation import gettext_lazy as _

from pairings.models import Match
from tournaments.models import Tournament
from tournaments.queries.divisions import divisions_with_entries

MAX_NUMBERS = 400
"""Maximum number of table numbers per print, as each takes a page."""


class OrderedParts(TypedDict):
    """Parts of an order that are in the URL. `tables`: first and last table; `match`: 0 for all matches."""

    division: int
    number: int
    age_division: str
    tables: tuple[int, int]
    hall: bool
    match: int


class PrintOrderForm(forms.Form):
    """Parameters in the URL of a PDF.

    An empty division is the first one, an empty round the latest. `hall` asks for all divisions of the hall, `match`
    for the slip of one match.
    """

    division = forms.IntegerField(required=False, min_value=0)
    round = forms.IntegerField(required=False, min_value=0, max_value=999)
    age_division = forms.CharField(required=False, max_length=16)
    first = forms.IntegerField(required=False, min_value=1, max_value=9999)
    last = forms.IntegerField(required=False, min_value=1, max_value=9999)
    hall = forms.BooleanField(required=False)
    match = forms.IntegerField(required=False, min_value=1, max_value=2**31 - 1)

    def __init__(self, data: Any, *, event: Tournament) -> None:
        super().__init__(data)
        self.event = event

    def clean(self) -> None:
        """Check the range of tables, the division, and that the match belongs to the division’s round.

        By default, the division is the first one with entries, or 0 if there is none.
        """
        super().clean()
        entered = self.cleaned_data
        first, last = entered.get("first") or 1, entered.get("last") or entered.get("first") or 1
        if not 0 <= last - first < MAX_NUMBERS:
            raise forms.ValidationError(_("The last table comes before the first, or there are too many."))
        division_key = entered.get("division")
        if division_key and not self.event.divisions.filter(pk=division_key).exists():
            raise forms.ValidationError(_("This division does not belong to this event."))
        match_key = entered.get("match")
        if (
            match_key
            and not Match.objects.filter(
                pk=match_key, round__division=division_key, round__number=entered.get("round") or 0
            ).exists()
        ):
            raise forms.ValidationError(_("This match does not belong to this round."))
        entered["division"] = division_key or next(
            (division.pk for division in divisions_with_entries(self.event)), 0
        )
        entered["tables"] = (first, last)

    def order(self) -> OrderedParts:
        entered = self.cleaned_data
        return OrderedParts(
            division=entered["division"],
            number=entered.get("round") or 0,
            age_division=entered.get("age_division", ""),
            tables=entered["tables"],
            hall=entered["hall"],
            match=entered.get("match") or 0,
        )


class TablesForm(forms.Form):
    """Table numbers to print, sent in the URL of the PDF."""

    first = forms.IntegerField(label=_("First table"), min_value=1, max_value=9999)
    last = forms.IntegerField(label=_("Last table"), min_value=1, max_value=9999)

    def __init__(self, *, event: Tournament) -> None:
        players = event.entries.filter(dropped_in=None).count()
        last = event.table_to or event.table_from + max(1, players // 2) - 1
        last = min(last, event.table_from + MAX_NUMBERS - 1)
        super().__init__(initial={"first": event.table_from, "last": last})
