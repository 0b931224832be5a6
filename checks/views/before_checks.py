"""Pages of checks before the event: show the queue, start a check, and enter its outcome."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_POST, require_safe

from checks.engine.before_checks import DECK_STATES, TO_CHECK
from checks.forms.before_checks import EndBeforeCheckForm
from checks.models import DeckCheck
from checks.queries import before_checks as before_check_queries
from checks.queries import deck_checks
from checks.queries.before_checks import QueuedDeck
from checks.services import before_checks as before_check_services
from checks.views import check_sheets
from checks.words.before_check_words import (
    ALL_OUTCOMES,
    DECK_STATE_CHIPS,
    DECK_STATE_WORDS,
    FACT_STATES,
    LEGALITY_WORDS,
    LEGIBILITY_WORDS,
    OUTCOMES,
)
from core.engine.refused import Refused
from core.requests import StaffRequest
from decks.words.list_words import problem_headline
from pairings.access import redirect_refusals_to
from pairings.views import undo_messages
from pairings.views.reports import idempotency
from tournaments.access import event_page, get_entry_or_404
from tournaments.models import Tournament

ROWS_PER_PAGE = 100
LIST_CODES = {"problems": "illegal", "unknown": "unknown", "settled": "legal", "legal": "legal"}
"""Codes of list verdicts in `tournaments.templatetags.facts`."""

MAX_TEXT_LENGTH = 80
MAX_PROBLEMS = 3
SHOWS = {
    "to_check": (gettext_lazy("To check"), TO_CHECK, "missing"),
    "running": (gettext_lazy("Being checked"), ("running",), "deckcheck"),
    "needs": (gettext_lazy("Needs action"), ("needs",), "error"),
    "passed": (gettext_lazy("Check passed"), ("passed",), "good"),
    "no_list": (gettext_lazy("No list"), ("no_list",), "playing"),
    "all": (pgettext_lazy("decks", "All"), DECK_STATES, ""),
}
"""Filters of the queue: label, deck states, style."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterChip:
    """A filter of the queue, with the number of matching decks. `state` is its style."""

    label: str | Promise
    count: int
    href: str
    current: bool
    state: str


@require_safe
@event_page("view")
def before_check_queue_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show the decks matching a filter or a search by name or Player ID, and the number of passed decks by division."""
    rows = before_check_queries.before_check_queue(event)
    matching, search_text, filter_name = _filter_queue(request, event, rows)
    page = Paginator(matching, ROWS_PER_PAGE).get_page(request.GET.get("page"))
    # Leave out filters without decks, except the default and the current filter.
    counts = Counter(row.deck_state for row in rows)
    chips = []
    for name, (label, deck_states, state) in SHOWS.items():
        number = sum(counts[deck_state] for deck_state in deck_states)
        if number or name in ("to_check", "all", filter_name):
            href = "?" + urlencode({"show": name})
            chips.append(
                FilterChip(label=label, count=number, href=href, current=name == filter_name, state=state)
            )
    divisions = before_check_queries.before_check_progress(event)
    show_division = len(divisions) > 1
    context = {
        "page": "checks",
        "rows": [_queue_row(event, row, show_division=show_division) for row in page.object_list],
        "page_obj": page,
        "text": search_text,
        "show": filter_name,
        "chips": chips,
        "narrowed": "?" + urlencode({"q": search_text} if search_text else {"show": filter_name}),
        "divisions": divisions,
        "whole": {
            "decks": sum(division.decks for division in divisions),
            "passed": sum(division.passed for division in divisions),
        },
        "next": next((row for row in rows if row.deck_state in TO_CHECK and not row.started), None),
        "over": bool(rows) and all(row.started for row in rows),
    }
    return render(request, "checks/before.html", context)


def _filter_queue(
    request: HttpRequest, event: Tournament, rows: list[QueuedDeck]
) -> tuple[list[QueuedDeck], str, str]:
    """Return the requested rows, the search text and the filter. A search covers the whole queue."""
    search_text = request.GET.get("q", "").replace("\0", "").strip()[:MAX_TEXT_LENGTH]
    filter_name = request.GET.get("show", "")
    filter_name = "all" if search_text else filter_name if filter_name in SHOWS else "to_check"
    entries = (
        before_check_queries.find_entries_of_check_queue(event, search_text)
        if search_text
        else {row.entry for row in rows}
    )
    return (
        [row for row in rows if row.deck_state in SHOWS[filter_name][1] and row.entry in entries],
        search_text,
        filter_name,
    )


@require_safe
@event_page("view")
def export_before_check_queue(request: StaffRequest, event: Tournament, kind: str) -> HttpResponse:
    """Download all requested rows of the queue as CSV or XLSX."""
    from checks.documents import before_checks as documents
    from core.documents.downloads import spreadsheet_response

    matching, _search_text, _filter_name = _filter_queue(
        request, event, before_check_queries.before_check_queue(event)
    )
    return spreadsheet_response(
        documents.check_queue_spreadsheet(event, matching, kind), f"{event.slug}-queue", kind
    )


@require_POST
@event_page("report")
@redirect_refusals_to("checks:checks_before")
def begin_check(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Begin the check of `entry`, or of the next deck in the queue, and open its sheet."""
    by = request.user
    if "entry" in request.POST:
        check = before_check_services.begin_before_check(
            get_entry_or_404(event, request.POST["entry"]), by=by
        )
    else:
        check = before_check_services.begin_next_before_check(event, by=by)
    message = _("You have %(name)s’s deck.") % {"name": check.entry}
    undo_messages.add_undo_message(request, message, check.entry.division, "BeforeCheckBegan", check=check.pk)
    return redirect("checks:check", event.slug, check.pk)


@require_POST
@event_page("report")
@redirect_refusals_to("checks:checks_before", always=True)
def put_deck_back(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Return an unchecked deck to the queue."""
    check = before_check_services.put_deck_back(_before_check_or_404(event, pk), by=request.user)
    message = _("%(name)s’s deck is back in the queue.") % {"name": check.entry}
    undo_messages.add_undo_message(
        request, message, check.entry.division, "BeforeCheckPutBack", check=check.pk
    )
    return redirect("checks:checks_before", event.slug)


@require_POST
@event_page("report")
@idempotency.processes_key_once
def end_check(request: StaffRequest, event: Tournament, pk: int) -> idempotency.Answer:
    """End a check before the event. A refusal appears next to the form on the sheet."""
    check = _before_check_or_404(event, pk)
    form = EndBeforeCheckForm(request.POST)
    if form.is_valid():
        try:
            check = before_check_services.end_before_check(check, by=request.user, **form.chosen)
        except Refused as refused:
            if idempotency.is_sent_by_script(request):
                return idempotency.refused_response(
                    request, refused, reverse("checks:check", args=[event.slug, pk])
                )
            form.refuse(refused)
        else:
            facts = {"name": check.entry, "outcome": ALL_OUTCOMES[check.outcome]}
            message = _("%(name)s: %(outcome)s.") % facts
            undo_messages.add_undo_message(
                request, message, check.entry.division, "BeforeCheckEnded", check=check.pk
            )
            return redirect("checks:checks_before", event.slug)
    return lambda: check_sheets.render_refused_before_check(request, check, form)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListMark:
    """A verdict on a list in the queue: whether it is readable or legal.

    - `state`: style.
    - `list`: code of the verdict on legality in `tournaments.templatetags.facts`, otherwise "".
    """

    word: Promise
    state: str
    list: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuedDeckRow:
    """A deck on the page of the queue.

    - `search_text`: names and Player ID.
    - `word`, `state`: text and style of the deck state.
    - `judge`, `at`: who runs or ended the latest check, and when it began or ended.
    - `outcome`, `reason`: what the player has to do next, or "".
    - `sheet`, `list`: URLs of the check and the deck list, or "".
    """

    entry: int
    fact_subject: str
    name: str
    search_text: str
    division: str
    checked_in_at: datetime | None
    deck_state: str
    is_running: bool
    word: Promise
    state: str
    facts: Sequence[ListMark]
    problems: Sequence[Mapping[str, str | None]]
    more_problems: int
    judge: str
    at: datetime | None
    outcome: str | Promise
    reason: str
    sheet: str
    list: str
    can_check: bool
    is_recheck: bool


def _queue_row(
    event: Tournament, row: before_check_queries.QueuedDeck, *, show_division: bool
) -> QueuedDeckRow:
    has_next_step = row.deck_state in ("needs", "changed") and row.outcome != DeckCheck.Outcome.PASSED
    problems = [{"text": problem_headline(problem), "rule": problem.rule} for problem in row.open]
    return QueuedDeckRow(
        entry=row.entry,
        fact_subject=f"e{row.entry}",
        name=row.name,
        search_text=" ".join((row.sort_name, row.name, row.player_id)),
        division=row.division if show_division else "",
        checked_in_at=row.checked_in_at,
        deck_state=row.deck_state,
        is_running=row.deck_state == "running",
        word=DECK_STATE_WORDS[row.deck_state],
        state=DECK_STATE_CHIPS[row.deck_state],
        facts=[
            ListMark(word=words[code], state=FACT_STATES[code], list=LIST_CODES[code] if of_list else "")
            for words, code, of_list in (
                (LEGIBILITY_WORDS, row.legibility, False),
                (LEGALITY_WORDS, row.legality, True),
            )
            if code
        ],
        problems=problems[:MAX_PROBLEMS],
        more_problems=max(0, len(problems) - MAX_PROBLEMS),
        judge=row.judge,
        at=row.at,
        outcome=OUTCOMES.get(row.outcome, "") if has_next_step else "",
        reason=row.reason if has_next_step else "",
        sheet=reverse("checks:check", args=[event.slug, row.check]) if row.check else "",
        list=reverse("decks:list", args=[event.slug, row.entry]) if row.number else "",
        can_check=row.deck_state != "running" and not row.started,
        is_recheck=row.deck_state in ("needs", "passed"),
    )


def _before_check_or_404(event: Tournament, pk: int) -> DeckCheck:
    return get_object_or_404(deck_checks.checks_of(event).filter(kind=DeckCheck.Kind.BEFORE), pk=pk)
