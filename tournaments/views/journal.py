"""Everything that happened, newest first."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournaments import queries, sentences
from tournaments.access import event_page
from tournaments.models import Division, Tournament
from tournaments.queries import JournalRow
from tournaments.queries.journal import newest_steps
from tournaments.services import journal_kinds
from tournaments.views.steps import undo_url

A_PAGE = 50

TOPICS = {
    "rounds": gettext_lazy("Rounds"),
    "results": gettext_lazy("Results"),
    "people": gettext_lazy("Players"),
    "lists": gettext_lazy("Deck lists"),
    "event": gettext_lazy("Event"),
}
"""What the journal can be narrowed to."""


@require_safe
@event_page("view")
def journal(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Pages go on from the last line shown, so that new lines do not move them."""
    show = request.GET.get("show", "")
    divisions = list(event.divisions.all())
    division = next((one for one in divisions if one.age_division == request.GET.get("division")), None)
    before = request.GET.get("before", "")
    rows = queries.journal_rows(
        event,
        division=division,
        kinds=journal_kinds.of_topic(show) if show in TOPICS else None,
        before=int(before) if before.isdecimal() else None,
        limit=A_PAGE + 1,
    )
    context = {
        "lines": _lines(event, rows[:A_PAGE], can=request.can),  # type: ignore[attr-defined]
        "older": rows[A_PAGE - 1].id if len(rows) > A_PAGE else None,
        "before": before,
        "chips": _chips(show, division),
        "divisions": _division_chips(show, divisions, division),
        "page": "journal",
    }
    return render(request, "tournaments/journal.html", context)


def _lines(event: Tournament, rows: list[JournalRow], *, can: dict[str, bool]) -> list[dict[str, Any]]:
    """Each line with its sentence, and the address of its undo where it can be taken back."""
    steps = newest_steps(event, journal_kinds.sealing()) if can["run"] else {}
    return [
        {
            "row": row,
            "text": sentences.journal_text(row.kind, row.facts),
            "undo": undo_url(event, row.id) if _can_go(row, steps, can) else "",
        }
        for row in rows
    ]


def _can_go(row: JournalRow, steps: dict[str, int], can: dict[str, bool]) -> bool:
    """A step that was not undone, and on which no later round builds; some are undone at any time."""
    kind = journal_kinds.KINDS.get(row.kind)
    if kind is None or kind.undo is None or row.undone or row.undoes is not None:
        return False
    if not can["organize" if kind.may_undo == "organize" else "run"]:
        return False
    return kind.any_time or row.id >= steps.get(row.division, 0)


def _chips(show: str, division: Division | None) -> list[dict[str, Any]]:
    tail = f"&division={division.age_division}" if division else ""
    everything = {
        "label": gettext_lazy("Everything"),
        "href": f"?{tail.lstrip('&')}",
        "current": show not in TOPICS,
    }
    return [
        everything,
        *(
            {"label": label, "href": f"?show={key}{tail}", "current": key == show}
            for key, label in TOPICS.items()
        ),
    ]


def _division_chips(show: str, divisions: list[Division], chosen: Division | None) -> list[dict[str, Any]]:
    """None where there is one division."""
    tail = f"&show={show}" if show in TOPICS else ""
    if len(divisions) < 2:
        return []
    return [
        {"label": gettext_lazy("All divisions"), "href": f"?{tail.lstrip('&')}", "current": chosen is None},
        *(
            {
                "label": str(one),
                "href": f"?division={one.age_division}{tail}",
                "current": one == chosen,
            }
            for one in divisions
        ),
    ]
