"""The door list: who is here, who is missing. Taps post to the rounds' URLs, which handle the effects of a check-in."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core.engine.numbers import whole_number
from tournaments import queries
from tournaments.access import event_page
from tournaments.forms.door import DoorForm
from tournaments.models import Tournament

CHIPS = (
    ("missing", _("Not checked in"), "missing"),
    ("here", pgettext_lazy("state", "Checked in"), "done"),
    ("late", _("Late"), "extension"),
    ("left", _("Dropped"), "playing"),
    ("all", _("All players"), "playing"),
)
"""The filters of the list, each with its label and state."""


@event_page("run")
def door(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The list with its filters; after a tap on a row, only that row and the counts."""
    wanted = DoorForm(request.GET, event=event)
    # The row that a tap requests: htmx sends it as the target, also after a redirect from the tap's URL.
    pk = whole_number((request.htmx.target or "").removeprefix("entry-"))  # type: ignore[attr-defined]
    row = None if pk is None else queries.one_row(event, pk)
    if row is not None:
        counts = queries.door_counts(event, division=wanted.chosen)
        return render(request, "tournaments/door/tap.html", {"row": row, **_around(event, wanted, counts)})
    rows = queries.door_rows(event, show=wanted.filter, text=wanted.text, division=wanted.chosen)
    context = {"page": "door", "rows": rows.rows, **_around(event, wanted, rows.counts)}
    return render(request, "tournaments/door.html", context)


def _around(event: Tournament, wanted: DoorForm, counts: queries.DoorCounts) -> dict[str, Any]:
    codes = {"": _("All divisions")} | {row.age_division: str(row) for row in wanted.divisions}
    tabs = [
        {"label": label, "url": _address(event, wanted.filter, code), "current": code == wanted.code}
        for code, label in codes.items()
    ]
    return {
        "counts": counts,
        "expected": counts.here + counts.missing,
        "show": wanted.filter,
        "text": wanted.text,
        "division": wanted.chosen,
        "by_age": any(row.by_age or row.age_division != "all" for row in wanted.divisions),
        "chips": [
            {
                "label": label,
                "count": getattr(counts, show),
                "href": _address(event, show, wanted.code, wanted.text),
                "current": show == wanted.filter,
                "state": state,
            }
            for show, label, state in CHIPS
        ],
        "tabs": tabs if len(wanted.divisions) > 1 else [],
        "here_url": _address(event, wanted.filter, wanted.code),
        "everybody_url": _address(event, "all", wanted.code),
    }


def _address(event: Tournament, show: str, division: str, text: str = "") -> str:
    filters = {"show": show, "division": division, "q": text}
    query = urlencode({name: value for name, value in filters.items() if value})
    return f"{reverse('tournaments:door', args=[event.slug])}?{query}"
