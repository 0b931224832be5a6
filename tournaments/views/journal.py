"""The journal, newest first."""

from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, gettext_noop
from django.views.decorators.http import require_safe

from core import sentences
from core.documents.spreadsheets import SECOND, Field, as_file
from core.engine.heads import SheetHead
from core.engine.journal.kinds import KINDS, of_topic, sealing
from core.engine.numbers import whole_number
from core.engine.people import search_key
from core.queries import seals
from tournaments import queries
from tournaments.access import event_page
from tournaments.forms.journal import JournalFilter
from tournaments.models import Division, Tournament
from tournaments.queries import JournalRow
from tournaments.queries.journal import authors, newest_steps, round_numbers
from tournaments.views.steps import undo_url
from tournaments.wording import author_text, division_label

A_PAGE = 50

AT_ONCE = 2000
"""Lines read at a time when searching for words."""

COLUMNS = (
    (gettext_noop("Line"), 8, "0"),
    (gettext_noop("When"), 20, SECOND),
    (gettext_noop("Who"), 24, "General"),
    (gettext_noop("Division"), 18, "General"),
    (gettext_noop("What happened"), 80, "General"),
    (gettext_noop("Undone"), 10, "General"),
)

TOPICS = {
    "rounds": gettext_lazy("Rounds"),
    "results": gettext_lazy("Results"),
    "people": gettext_lazy("Players"),
    "lists": gettext_lazy("Deck lists"),
    "event": gettext_lazy("Event"),
}
"""Filters of the journal."""


@require_safe
@event_page("view")
def journal(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The filtered journal. Pages continue from the last line shown, so that new lines do not shift them."""
    narrowed = _narrowed(request, event)
    before = request.GET.get("before", "")
    rows = _found(narrowed, before=whole_number(before), limit=A_PAGE + 1)
    show, division = narrowed.show, narrowed.division
    context = {
        "lines": _lines(event, rows[:A_PAGE], can=request.can),  # type: ignore[attr-defined]
        "older": rows[A_PAGE - 1].id if len(rows) > A_PAGE else None,
        "before": before,
        "chips": _chips(show, division),
        "divisions": _division_chips(show, narrowed.divisions, division),
        "form": narrowed.form,
        "narrowed": narrowed.by_form,
        "sealed": seals.latest(event),
        "page": "journal",
    }
    return render(request, "tournaments/journal.html", context)


@require_safe
@event_page("view")
def export(request: HttpRequest, event: Tournament, kind: str) -> HttpResponse:
    """All lines of the filtered journal as CSV or XLSX."""
    narrowed = _narrowed(request, event)
    zone = ZoneInfo(event.timezone)
    fields = [Field(gettext(title), width, form) for title, width, form in COLUMNS]
    lines = [
        (
            row.id,
            row.at.astimezone(zone),
            author_text(row.by, row.link),
            division_label(row.division) if row.division else "",
            sentences.journal_text(row.kind, row.facts),
            gettext("Undone") if row.undone else "",
        )
        for row in _found(narrowed, limit=None)
    ]
    head = SheetHead(event.name, "", "", timezone.localtime(timezone=zone))
    data, content_type = as_file(kind, gettext("Journal"), fields, lines, head)
    headers = {"Content-Disposition": f'attachment; filename="{event.slug}-journal.{kind}"'}
    return HttpResponse(data, content_type=content_type, headers=headers)


@dataclass(frozen=True, slots=True)
class Narrowed:
    """The filters of a request."""

    event: Tournament
    form: JournalFilter
    show: str
    divisions: list[Division]
    division: Division | None
    words: list[str]
    round_number: int | None
    by: int | None

    @property
    def by_form(self) -> bool:
        return bool(self.words or self.round_number is not None or self.by is not None)


def _narrowed(request: HttpRequest, event: Tournament) -> Narrowed:
    show, home = request.GET.get("show", ""), request.GET.get("division")
    divisions = list(event.divisions.all())
    division = next((one for one in divisions if one.age_division == home), None)
    form = JournalFilter(request.GET, rounds=round_numbers(event), people=authors(event))
    return Narrowed(event, form, show, divisions, division, **form.chosen)


def _found(narrowed: Narrowed, *, before: int | None = None, limit: int | None) -> list[JournalRow]:
    """The filtered lines, newest first. Words are searched in sentences and names, not in stored facts."""
    found: list[JournalRow] = []
    while True:
        rows = queries.journal_rows(
            narrowed.event,
            division=narrowed.division,
            kinds=of_topic(narrowed.show) if narrowed.show in TOPICS else None,
            round_number=narrowed.round_number,
            by=narrowed.by,
            before=before,
            limit=AT_ONCE if narrowed.words else limit,
        )
        found += [row for row in rows if _has(row, narrowed.words)] if narrowed.words else rows
        if not narrowed.words or len(rows) < AT_ONCE or (limit is not None and len(found) >= limit):
            return found[:limit]
        before = rows[-1].id


def _has(row: JournalRow, words: list[str]) -> bool:
    text = search_key(f"{sentences.journal_text(row.kind, row.facts)} {author_text(row.by, row.link)}")
    return all(word in text for word in words)


def _lines(event: Tournament, rows: list[JournalRow], *, can: dict[str, bool]) -> list[dict[str, Any]]:
    """Each line with its sentence, and the address of its undo if it can be undone."""
    steps = newest_steps(event, sealing()) if can["run"] else {}
    return [
        {
            "row": row,
            "text": sentences.journal_text(row.kind, row.facts),
            "undo": undo_url(event, row.id) if _can_go(row, steps, can) else "",
        }
        for row in rows
    ]


def _can_go(row: JournalRow, steps: dict[str, int], can: dict[str, bool]) -> bool:
    """Whether a step can be undone: not undone yet, and either `any_time` or with no sealing step after it."""
    kind = KINDS.get(row.kind)
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
