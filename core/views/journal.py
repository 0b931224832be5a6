"""The journal, newest first."""

from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, gettext_noop
from django.views.decorators.http import require_safe

from core import hooks, sentences
from core.access import home_page
from core.documents.spreadsheets import SECOND, Field, as_file
from core.engine.heads import SheetHead
from core.engine.journal.kinds import KINDS, of_topic, sealing
from core.engine.numbers import whole_number
from core.engine.people import search_key
from core.fact_words import label_text
from core.forms.journal import JournalFilter
from core.hooks import PartOfJournal
from core.models.journal import Home
from core.queries import seals
from core.queries.journal import JournalRow, journal_rows, newest_steps
from core.views.steps import undo_url
from core.wording import author_text

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


@require_safe
@home_page("view")
def journal(request: HttpRequest, home: Home) -> HttpResponse:
    """The filtered journal. Pages continue from the last line shown, so that new lines do not shift them."""
    narrowed = _narrowed(request, home)
    before = request.GET.get("before", "")
    rows = _found(narrowed, before=whole_number(before), limit=A_PAGE + 1)
    show, division = narrowed.show, narrowed.division
    context = {
        "lines": _lines(home, rows[:A_PAGE], can=request.can),  # type: ignore[attr-defined]
        "older": rows[A_PAGE - 1].id if len(rows) > A_PAGE else None,
        "before": before,
        "chips": _chips(show, division),
        "divisions": _part_chips(show, narrowed.parts, division),
        "form": narrowed.form,
        "narrowed": narrowed.by_form,
        "sealed": seals.latest(home),
        "page": "journal",
    }
    return render(request, "tournaments/journal.html", context)


@require_safe
@home_page("view")
def export(request: HttpRequest, home: Home, kind: str) -> HttpResponse:
    """All lines of the filtered journal as CSV or XLSX."""
    narrowed = _narrowed(request, home)
    zone = ZoneInfo(home.timezone)
    fields = [Field(gettext(title), width, form) for title, width, form in COLUMNS]
    lines = [
        (
            row.id,
            row.at.astimezone(zone),
            author_text(row.by, row.link),
            label_text("division", row.division) if row.division else "",
            sentences.journal_text(row.kind, row.facts),
            gettext("Undone") if row.undone else "",
        )
        for row in _found(narrowed, limit=None)
    ]
    head = SheetHead(home.name, "", "", timezone.localtime(timezone=zone))
    data, content_type = as_file(kind, gettext("Journal"), fields, lines, head)
    headers = {"Content-Disposition": f'attachment; filename="{home.slug}-journal.{kind}"'}
    return HttpResponse(data, content_type=content_type, headers=headers)


@dataclass(frozen=True, slots=True)
class Narrowed:
    """The filters of a request. `show` is a topic."""

    home: Home
    form: JournalFilter
    show: str
    parts: list[PartOfJournal]
    division: PartOfJournal | None

    @property
    def by_form(self) -> bool:
        return bool(self.form.words or self.form.where is not None or self.form.author is not None)


def _narrowed(request: HttpRequest, home: Home) -> Narrowed:
    show, code = request.GET.get("show", ""), request.GET.get("division")
    parts = [part for find in hooks.journal_parts for part in find(home)]
    division = next((part for part in parts if part.code == code), None)
    return Narrowed(home, JournalFilter(request.GET, home=home), show, parts, division)


def _found(narrowed: Narrowed, *, before: int | None = None, limit: int | None) -> list[JournalRow]:
    """The filtered lines, newest first. Words are searched in sentences and names, not in stored facts."""
    matching: list[JournalRow] = []
    words = narrowed.form.words
    while True:
        rows = journal_rows(
            narrowed.home,
            division=narrowed.division.pk if narrowed.division else None,
            kinds=of_topic(narrowed.show) if narrowed.show in hooks.journal_topics else None,
            where=narrowed.form.where,
            by=narrowed.form.author,
            before=before,
            limit=AT_ONCE if words else limit,
        )
        for row in rows:
            text = ""
            if words:
                sentence = sentences.journal_text(row.kind, row.facts)
                text = search_key(f"{sentence} {author_text(row.by, row.link)}")
            if all(word in text for word in words):
                matching.append(row)
        if not words or len(rows) < AT_ONCE or (limit is not None and len(matching) >= limit):
            return matching[:limit]
        before = rows[-1].id


def _lines(home: Home, rows: list[JournalRow], *, can: dict[str, bool]) -> list[dict[str, Any]]:
    """Each line with its sentence, and the address of its undo if it can be undone."""
    steps = newest_steps(home, sealing()) if can["run"] else {}
    return [
        {
            "row": row,
            "text": sentences.journal_text(row.kind, row.facts),
            "undo": undo_url(home, row.id) if _can_go(row, steps, can) else "",
        }
        for row in rows
    ]


def _can_go(row: JournalRow, steps: dict[int, int], can: dict[str, bool]) -> bool:
    """Whether a step can be undone: not undone yet, and either `any_time` or with no sealing step after it."""
    kind = KINDS.get(row.kind)
    if kind is None or kind.undo is None or row.undone or row.undoes is not None:
        return False
    if not can["organize" if kind.may_undo == "organize" else "run"]:
        return False
    return kind.any_time or row.id >= steps.get(row.part, 0)


def _chips(show: str, division: PartOfJournal | None) -> list[dict[str, Any]]:
    tail = f"&division={division.code}" if division else ""
    everything = {
        "label": gettext_lazy("Everything"),
        "href": f"?{tail.lstrip('&')}",
        "current": show not in hooks.journal_topics,
    }
    return [
        everything,
        *(
            {"label": label, "href": f"?show={key}{tail}", "current": key == show}
            for key, label in hooks.journal_topics.items()
        ),
    ]


def _part_chips(show: str, parts: list[PartOfJournal], chosen: PartOfJournal | None) -> list[dict[str, Any]]:
    tail = f"&show={show}" if show in hooks.journal_topics else ""
    if len(parts) < 2:
        return []
    return [
        {"label": gettext_lazy("All divisions"), "href": f"?{tail.lstrip('&')}", "current": chosen is None},
        *(
            {"label": part.label, "href": f"?division={part.code}{tail}", "current": part == chosen}
            for part in parts
        ),
    ]
