"""Forms for the prizes of a standings list."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.sentences import refusal_text
from pairings.engine.refusals import PairingRefusal
from pairings.engine.standings.prizes import (
    MAX_NUMBER,
    MAX_PLACE,
    MAX_ROWS,
    MAX_TEXT_LENGTH,
    PrizeRow,
    find_overlap,
    table_version,
)
from pairings.queries.standings.prizes import PrizeSource

BLANK_ROWS = 4
"""Number of blank rows at the end of the table."""

MIN_ROWS = 8

COLUMNS = ("first", "last", "text", "points", "packs")


@dataclass(frozen=True, slots=True)
class PrizeFieldRow:
    """The fields of one row of the table."""

    first: BoundField
    last: BoundField
    text: BoundField
    points: BoundField
    packs: BoundField


class PrizesForm(forms.Form):
    """The whole prize table of a list, one row for each range of places, with blank rows at its end.

    A row whose fields are all blank is left out. `version` is the table that the page displayed.
    """

    version = forms.CharField(widget=forms.HiddenInput, max_length=16, required=False)

    def __init__(self, data: Any, rows: Sequence[PrizeRow]) -> None:
        super().__init__(data, initial={"version": table_version(rows)})
        self.row_count = min(MAX_ROWS, max(MIN_ROWS, len(rows) + BLANK_ROWS, _sent_rows(data)))
        for index in range(self.row_count):
            row = rows[index] if index < len(rows) else None
            for name, field in _fields_of_row(index + 1).items():
                field.initial = getattr(row, name, None)
                self.fields[f"{name}-{index}"] = field

    def rows(self) -> Iterator[PrizeFieldRow]:
        """Yield the fields of each row."""
        for index in range(self.row_count):
            yield PrizeFieldRow(*(self[f"{name}-{index}"] for name in COLUMNS))

    def clean(self) -> None:
        """Check each row, and that no place is in two rows. Sets `prizes`."""
        super().clean()
        self.prizes: list[PrizeRow] = []
        field_by_row: dict[PrizeRow, str] = {}
        for index in range(self.row_count):
            row = self._checked_row(index)
            if row is not None:
                field_by_row[row] = f"first-{index}"
                self.prizes.append(row)
        overlap = find_overlap(self.prizes)
        if overlap is not None:
            upper, lower = overlap
            facts = {"place": lower.first, "first": upper.first, "last": upper.last, "next": lower.first}
            self.add_error(field_by_row[lower], refusal_text(Refused(PairingRefusal.PRIZES_OVERLAP, **facts)))

    def _checked_row(self, index: int) -> PrizeRow | None:
        """Return a row, or None if it is blank or has an error, which is added to its field."""
        if any(f"{name}-{index}" in self.errors for name in COLUMNS):
            return None
        first, last, text, points, packs = (self.cleaned_data[f"{name}-{index}"] for name in COLUMNS)
        if first is None and last is None and not text and points is None and packs is None:
            return None
        if first is None:
            self.add_error(f"first-{index}", _("Enter the first place of this row, or clear the row."))
        elif last is not None and last < first:
            self.add_error(f"last-{index}", _("The last place comes before the first."))
        elif not text and points is None and packs is None:
            self.add_error(f"text-{index}", _("Enter a prize, points or packs, or clear the row."))
        else:
            return PrizeRow(first, first if last is None else last, text, points, packs)
        return None

    def show_version(self, rows: Sequence[PrizeRow]) -> None:
        """Let the next press replace this table, as the form is shown again."""
        sent = QueryDict(mutable=True)
        sent.update(self.data)
        sent["version"] = table_version(rows)
        self.data = sent


def _sent_rows(data: Any) -> int:
    """Return the number of rows that a form sent, at most MAX_ROWS."""
    numbers = (whole_number(name.removeprefix("first-"), digits=3) for name in data or () if "first-" in name)
    return min(MAX_ROWS, max((number + 1 for number in numbers if number is not None), default=0))


def _fields_of_row(number: int) -> dict[str, forms.Field]:
    """Return the fields of the row with this number, with labels for screen readers and error messages."""
    facts = {"row": number}
    return {
        "first": _number_field(_("From place, row %(row)d") % facts, 1, MAX_PLACE),
        "last": _number_field(_("To place, row %(row)d") % facts, 1, MAX_PLACE),
        "text": forms.CharField(
            label=pgettext("award", "Prize, row %(row)d") % facts, max_length=MAX_TEXT_LENGTH, required=False
        ),
        "points": _number_field(_("Points, row %(row)d") % facts, 0, MAX_NUMBER),
        "packs": _number_field(_("Packs, row %(row)d") % facts, 0, MAX_NUMBER),
    }


def _number_field(label: str, least: int, most: int) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=least,
        max_value=most,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


class CopyPrizesForm(forms.Form):
    """The choice of another prize table to copy."""

    source = forms.ChoiceField()

    def __init__(self, data: Any, sources: Sequence[PrizeSource]) -> None:
        super().__init__(data)
        self.fields["source"] = forms.ChoiceField(
            label=_("Copy from"), choices=[(source.key, _source_text(source)) for source in sources]
        )


def _source_text(source: PrizeSource) -> str:
    """Return the label of a table to copy: "Autumn Cup: Masters (5 rows)"."""
    rows = ngettext("%(n)d row", "%(n)d rows", source.count) % {"n": source.count}
    if not source.event:
        return _("%(list)s (%(rows)s)") % {"list": source.label, "rows": rows}
    return _("%(event)s: %(list)s (%(rows)s)") % {"event": source.event, "list": source.label, "rows": rows}
