"""Choose the no-shows of a round to drop."""

from collections.abc import Sequence

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from core.forms.fields import set_choices
from pairings.queries.rounds.no_shows import NoShow
from tournaments.models import Entry


class NoShowsForm(forms.Form):
    """One checkbox per no-show still in the event, initially all `ticked` or none of them.

    `required`: at least one must be ticked.
    """

    no_shows = forms.MultipleChoiceField(
        label=_("Drop these no-shows too"),
        widget=forms.CheckboxSelectMultiple,
        help_text=_(
            "They are not paired in later rounds. Each can be reinstated, and one undo reverses all "
            "the drops."
        ),
        error_messages={"required": _("Choose players to drop, or cancel.")},
    )

    def __init__(
        self, data: QueryDict | None, rows: Sequence[NoShow], *, ticked: bool = False, required: bool = False
    ) -> None:
        keys = [str(no_show.entry.pk) for no_show in rows]
        super().__init__(data, initial={"no_shows": keys if ticked else []})
        self.entries = {no_show.entry.pk: no_show.entry for no_show in rows}
        self.fields["no_shows"].required = required
        labels = []
        for no_show in rows:
            label = str(no_show.entry)
            if no_show.match.table is not None:
                label = _("%(name)s, table %(table)s") % {"name": no_show.entry, "table": no_show.match.table}
            labels.append((str(no_show.entry.pk), label))
        set_choices(self, "no_shows", labels)

    @property
    def leaving(self) -> dict[int, Entry]:
        """Ticked players who are still no-shows, by entry key."""
        sent_keys = set(self.data.getlist("no_shows")) if isinstance(self.data, QueryDict) else set()
        return {pk: entry for pk, entry in self.entries.items() if str(pk) in sent_keys}
