"""The journal page and its export, newest lines first."""

from collections.abc import Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, gettext_noop
from django.views.decorators.http import require_safe

from core import hooks, sentences
from core.access import as_page_of_home
from core.documents.spreadsheets import SECOND, Field, spreadsheet_file
from core.engine.journal.kinds import KINDS, kinds_barring_earlier_undo, kinds_of_topic
from core.engine.numbers import whole_number
from core.engine.person_names import search_key
from core.engine.sheet_heads import SheetHead
from core.fact_words import label_of_fact_code
from core.forms.journal import JournalFilter
from core.hooks import PartOfJournal
from core.models.journal import Home
from core.navigation import Tab
from core.queries import seals
from core.queries.journal import JournalRow, journal_rows, newest_step_by_part
from core.requests import StaffRequest
from core.templatetags.journal_rows import JournalLine
from core.text_parts import line_author_text
from core.undo_links import undo_url

PAGE_SIZE = 50
"""The number of lines on a page."""

AT_ONCE = 2000
"""The number of lines read at a time when searching for words."""

COLUMNS = (
    (gettext_noop("Line"), 8, "0"),
    (gettext_noop("When"), 20, SECOND),
    (gettext_noop("Who"), 24, "General"),
    (gettext_noop("Division"), 18, "General"),
    (gettext_noop("What happened"), 80, "General"),
    (gettext_noop("Undone"), 10, "General"),
)


@require_safe
@as_page_of_home("view")
def journal_page(request: StaffRequest, home: Home) -> HttpResponse:
    """Show the filtered journal. Pages continue from the last line shown, so that new lines do not shift them."""
    filters = _read_filters(request, home)
    before = request.GET.get("before", "")
    rows = _matching_rows(filters, before=whole_number(before), limit=PAGE_SIZE + 1)
    show, division = filters.show, filters.division
    can = request.can
    steps = newest_step_by_part(home, kinds_barring_earlier_undo()) if can["run"] else {}
    context = {
        "lines": [
            JournalLine(
                row,
                sentences.journal_text(row.kind, row.facts),
                undo_url(home, row.id) if _can_be_undone(row, steps, can) else "",
            )
            for row in rows[:PAGE_SIZE]
        ],
        "older": rows[PAGE_SIZE - 1].id if len(rows) > PAGE_SIZE else None,
        "before": before,
        "chips": _topic_chips(show, division),
        "divisions": _part_chips(show, filters.parts, division),
        "form": filters.form,
        "narrowed": filters.is_restricted_by_form,
        "sealed": seals.latest_seal(home),
        "page": "journal",
    }
    return render(request, "core/journal.html", context)


@require_safe
@as_page_of_home("view")
def export_journal(request: StaffRequest, home: Home, kind: str) -> HttpResponse:
    """Export all lines of the filtered journal as CSV or XLSX."""
    filters = _read_filters(request, home)
    zone = ZoneInfo(home.timezone)
    fields = [Field(gettext(title), width, form) for title, width, form in COLUMNS]
    lines = [
        (
            row.id,
            row.at.astimezone(zone),
            line_author_text(row.by, row.link),
            label_of_fact_code("division", row.division) if row.division else "",
            sentences.journal_text(row.kind, row.facts),
            gettext("Undone") if row.undone else "",
        )
        for row in _matching_rows(filters, limit=None)
    ]
    head = SheetHead(home.name, "", "", timezone.localtime(timezone=zone))
    data, content_type = spreadsheet_file(kind, gettext("Journal"), fields, lines, head)
    headers = {"Content-Disposition": f'attachment; filename="{home.slug}-journal.{kind}"'}
    return HttpResponse(data, content_type=content_type, headers=headers)


@dataclass(frozen=True, slots=True)
class JournalFilters:
    """The filters of a request.

    `show` is the requested topic, which may not exist. `parts` are all parts of the journal, and `division` is the
    chosen one, or None for all.
    """

    home: Home
    form: JournalFilter
    show: str
    parts: list[PartOfJournal]
    division: PartOfJournal | None

    @property
    def is_restricted_by_form(self) -> bool:
        """Whether a field of the form restricts the lines."""
        return bool(self.form.words or self.form.where is not None or self.form.author is not None)


def _read_filters(request: HttpRequest, home: Home) -> JournalFilters:
    """Return the journal filters that the URL requests."""
    show, code = request.GET.get("show", ""), request.GET.get("division")
    parts = [part for find_parts in hooks.journal_parts for part in find_parts(home)]
    division = next((part for part in parts if part.code == code), None)
    return JournalFilters(home, JournalFilter(request.GET, home=home), show, parts, division)


def _matching_rows(
    filters: JournalFilters, *, before: int | None = None, limit: int | None
) -> list[JournalRow]:
    """Return at most `limit` filtered lines older than `before`, newest first.

    `before` is the key of a line; None for either means no limit. Words are looked up in sentences and names
    of authors, not in stored facts.
    """
    matching: list[JournalRow] = []
    words = filters.form.words
    while True:
        rows = journal_rows(
            filters.home,
            division=filters.division.pk if filters.division else None,
            kinds=kinds_of_topic(filters.show) if filters.show in hooks.journal_topics else None,
            where=filters.form.where,
            by=filters.form.author,
            before=before,
            limit=AT_ONCE if words else limit,
        )
        for row in rows:
            text = ""
            if words:
                sentence = sentences.journal_text(row.kind, row.facts)
                text = search_key(f"{sentence} {line_author_text(row.by, row.link)}")
            if all(word in text for word in words):
                matching.append(row)
        if not words or len(rows) < AT_ONCE or (limit is not None and len(matching) >= limit):
            return matching[:limit]
        before = rows[-1].id


def _can_be_undone(row: JournalRow, steps: dict[int, int], can: Mapping[str, bool]) -> bool:
    """Return whether a reader with the powers `can` may undo a journal line that is not undone yet.

    On this page, undoing requires at least the power "run". A line that undoes another one cannot be undone.
    Unless its kind is `any_time`, a line must not be older than the latest sealing step of its part, whose key is
    in `steps`.
    """
    kind = KINDS.get(row.kind)
    if kind is None or kind.undo is None or row.undone or row.undoes is not None:
        return False
    if not can["organize" if kind.may_undo == "organize" else "run"]:
        return False
    return kind.any_time or row.id >= steps.get(row.part, 0)


def _topic_chips(show: str, division: PartOfJournal | None) -> list[Tab]:
    """Return links that filter the journal by topic, with the division unchanged."""
    part_query = f"&division={division.code}" if division else ""
    everything = Tab(
        label=gettext_lazy("Everything"),
        url=f"?{part_query.lstrip('&')}",
        current=show not in hooks.journal_topics,
    )
    return [
        everything,
        *(
            Tab(label=label, url=f"?show={key}{part_query}", current=key == show)
            for key, label in hooks.journal_topics.items()
        ),
    ]


def _part_chips(show: str, parts: list[PartOfJournal], chosen: PartOfJournal | None) -> list[Tab]:
    """Return links that filter the journal by division, with the topic unchanged.

    Return [] if the journal has fewer than two divisions.
    """
    topic_query = f"&show={show}" if show in hooks.journal_topics else ""
    if len(parts) < 2:
        return []
    return [
        Tab(label=gettext_lazy("All divisions"), url=f"?{topic_query.lstrip('&')}", current=chosen is None),
        *(
            Tab(label=part.label, url=f"?division={part.code}{topic_query}", current=part == chosen)
            for part in parts
        ),
    ]
