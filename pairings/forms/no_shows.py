"""The no-shows of a round to drop."""

from collections.abc import Sequence

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from pairings.queries.rounds.no_shows import NoShow
from tournaments.models import Entry


class NoShowsForm(forms.Form):
    """A box for each no-show still in the event, initially all `ticked` or none.

    `required`: at least one must be ticked.
    """

    no_shows = forms.MultipleChoiceField(
        label=_("Drop these no-shows too"),
        widget=forms.CheckboxSelectMultiple,
        help_text=_(
            "They are paired in no later round. Each can be reinstated, and one undo reverses all of them."
        ),
        error_messages={"required": _("Choose who is dropped, or cancel.")},
    )

    def __init__(
        self, data: QueryDict | None, rows: Sequence[NoShow], *, ticked: bool = False, required: bool = False
    ) -> None:
        keys = [str(row.entry.pk) for row in rows]
        super().__init__(data, initial={"no_shows": keys if ticked else []})
        self.entries = {row.entry.pk: row.entry for row in rows}
        self.fields["no_shows"].required = required
        labels = []
        for row in rows:
            label = str(row.entry)
            if row.match.table is not None:
                label = _("%(name)s, table %(table)s") % {"name": row.entry, "table": row.match.table}
            labels.append((str(row.entry.pk), label))
        self.fields["no_shows"].choices = labels  # type: ignore[attr-defined]

    @property
    def leaving(self) -> dict[int, Entry]:
        """The entries to drop by key, without those that are no longer no-shows."""
        sent = set(self.data.getlist("no_shows")) if isinstance(self.data, QueryDict) else set()
        return {pk: entry for pk, entry in self.entries.items() if str(pk) in sent}
