"""The door list of present and missing players. Taps are posted to the pairing views, which handle their effects."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core.engine.numbers import whole_number
from core.navigation import Tab
from core.requests import StaffRequest
from tournaments import queries
from tournaments.access import event_page
from tournaments.forms.door import DoorForm
from tournaments.models import Division, Tournament
from tournaments.words.entrants import entrant_title

CHIPS = (
    ("missing", _("Not checked in"), "missing"),
    ("here", pgettext_lazy("state", "Checked in"), "done"),
    ("late", _("Late"), "extension"),
    ("left", _("Dropped"), "playing"),
    ("all", _("All players"), "playing"),
)
"""The filters of the list, each with its label."""


@event_page("run")
def door_list_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show the list with its filters, or after a tap on a row only that row and the counts."""
    filters = DoorForm(request.GET, event=event)
    # htmx sends the tapped row as its target, also after a redirect from the tap's URL.
    pk = whole_number((request.htmx.target or "").removeprefix("entry-"))
    row = None if pk is None else queries.entry_row_by_key(event, pk)
    if row is not None:
        counts = queries.door_counts(event, division=filters.chosen)
        return render(
            request,
            "tournaments/door/tap.html",
            {"row": row, **vars(_door_list_part(event, filters, counts))},
        )
    door_list = queries.door_rows(event, show=filters.filter, text=filters.text, division=filters.chosen)
    context = {
        "page": "door",
        "rows": door_list.rows,
        **vars(_door_list_part(event, filters, door_list.counts)),
    }
    return render(request, "tournaments/door.html", context)


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorChip:
    """A filter of the list, with the number of its players."""

    label: str | Promise
    count: int
    href: str
    current: bool
    state: str


@dataclass(frozen=True, kw_only=True)
class DoorListPart:
    """The part shared by the door list and the response to a tap: counts and filter links.

    `expected` is the number of players checked in or missing. `by_age` is True if any division is limited to
    certain ages. `here_url` is the URL of the list with the current filter and division, `all_players_url` that of
    all players of the division; neither has the search text.
    """

    counts: queries.DoorCounts
    expected: int
    show: str
    text: str
    division: Division | None
    by_age: bool
    chips: Sequence[DoorChip]
    tabs: Sequence[Tab]
    here_url: str
    all_players_url: str


def _door_list_part(event: Tournament, filters: DoorForm, counts: queries.DoorCounts) -> DoorListPart:
    """Return the counts and filter links of the door list.

    Tabs link to the divisions, and are empty for an event with only one.
    """
    codes = {"": _("All divisions")} | {
        division.age_division: str(division) for division in filters.divisions
    }
    tabs = [
        Tab(label=label, url=_filtered_url(event, filters.filter, code), current=code == filters.code)
        for code, label in codes.items()
    ]
    return DoorListPart(
        counts=counts,
        expected=counts.here + counts.missing,
        show=filters.filter,
        text=filters.text,
        division=filters.chosen,
        by_age=any(division.by_age or division.age_division != "all" for division in filters.divisions),
        chips=[
            DoorChip(
                label=entrant_title(label),
                count=getattr(counts, show),
                href=_filtered_url(event, show, filters.code, filters.text),
                current=show == filters.filter,
                state=state,
            )
            for show, label, state in CHIPS
        ],
        tabs=tabs if len(filters.divisions) > 1 else [],
        here_url=_filtered_url(event, filters.filter, filters.code),
        all_players_url=_filtered_url(event, "all", filters.code),
    )


def _filtered_url(event: Tournament, show: str, division: str, text: str = "") -> str:
    """Return the URL of the door list with these filters."""
    parameters = {"show": show, "division": division, "q": text}
    query = urlencode({name: value for name, value in parameters.items() if value})
    return f"{reverse('tournaments:door', args=[event.slug])}?{query}"
