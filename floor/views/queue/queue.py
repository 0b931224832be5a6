"""The queue page: judge calls and other entries that wait for staff, and how staff claim them."""

import hashlib
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from core.requests import HomeRequest, StaffRequest
from core.return_urls import page_to_return_to
from decks.models import PoolVersion
from decks.services import pool_disputes
from floor.models import JudgeCall
from floor.queries.calls import call_figures, closed_calls
from floor.queries.queue import queue_entries
from floor.queries.queue.queue_sources import COMING, LATER, THERE, WAITING, QueueEntry
from floor.views import calls
from floor.views.queue.entry_rows import CLAIMS, _queue_entry_text, entry_url
from floor.words import queue_words
from pairings.access import redirect_refusals_to
from pairings.queries.reports import result_reports
from pairings.services.reports import disputes
from pairings.views import undo_messages
from pairings.views.reports import scoreboard
from pairings.words import result_words
from tournaments.access import event_page
from tournaments.models import Division, Tournament, User
from tournaments.words.division_letters import DIVISION_LETTERS

FILTERS: Mapping[str, tuple[str | Promise, tuple[str, ...]]] = {
    "calls": (gettext_lazy("Calls"), ("call",)),
    "disputes": (gettext_lazy("Disputes"), ("dispute", "conflict", "pool")),
    "penalties": (gettext_lazy("Penalties"), ("penalty",)),
    "checks": (gettext_lazy("Decks"), ("check", "list")),
    "more": (gettext_lazy("More"), ("extension", "print")),
}
"""Filters of the queue: their labels, and the kinds of entries that each shows."""


@dataclass(frozen=True, kw_only=True)
class CommonFields:
    """Fields of items of every kind. `letter` and `division` identify the division of the entry."""

    key: str
    kind: str
    icon: str
    table: int | None
    letter: str
    division: str
    seconds: int
    span: str
    digits: str


@dataclass(frozen=True, kw_only=True)
class QueueItem(CommonFields):
    """An entry of the queue as its reader sees it.

    `state` is the style of the entry. `act` is the action that the reader can take now: claim it, arrive, or ""
    for none. `url_of_act` is the URL of that action.
    """

    state: str
    label: str | Promise
    title: str
    note: str
    names: str
    url: str
    open: str | Promise
    act: str
    url_of_act: str
    status: str
    is_mine: bool
    for_head: bool


@dataclass(frozen=True, slots=True)
class QueueFilter:
    label: str | Promise
    url: str
    number: int
    is_current: bool


@dataclass(frozen=True, slots=True)
class QueuePage:
    """The queue: the most urgent entry, the other waiting entries, entries with a judge, and entries for later."""

    next: QueueItem | None
    waiting: list[QueueItem]
    taken: list[QueueItem]
    later: list[QueueItem]
    filters: list[QueueFilter]
    number: int
    stamp: str


@require_safe
@event_page("view")
def judge_queue_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """List open entries for the reader's role, most urgent first, and the latest closed calls."""
    figures = call_figures(event)
    context = {
        "page": "calls",
        "queue": _queue_of_reader(request, event),
        "closed": [calls.closed_call_row(call) for call in closed_calls(event)],
        "reasons": JudgeCall.Reason.choices,
        "figures": {
            "calls": figures.calls,
            "wait": queue_words.duration_text(figures.wait) if figures.wait else "",
            "whole": queue_words.duration_text(figures.whole) if figures.whole else "",
        },
    }
    return render(request, "floor/calls.html", context)


def _queue_of_reader(request: StaffRequest, event: Tournament) -> QueuePage:
    """Build the queue for the reader's role, filtered by `?show=`."""
    entries, me = queue_entries_for_reader(request, event), request.user
    current = request.GET.get("show", "")
    _label, kinds = FILTERS.get(current, ("", ()))
    divisions = dict(event.divisions.values_list("pk", "age_division"))
    items: dict[str, list[QueueItem]] = {WAITING: [], COMING: [], THERE: [], LATER: []}
    # A judge whose stopwatch runs at a table is listed once, with the call.
    attended_matches = {
        entry.row.match_id for entry in entries if entry.kind == "call" and entry.state == THERE
    }
    for entry in entries:
        if entry.kind == "extension" and entry.row.match_id in attended_matches:
            continue
        if not kinds or entry.kind in kinds:
            items[entry.state].append(
                queue_item(entry, me, event.slug, divisions.get(entry.division or 0, ""))
            )
    # The reader's own tables come before the tables of other judges.
    claimed = sorted(items[COMING] + items[THERE], key=lambda item: not item.is_mine)
    waiting_by_kind = Counter(entry.kind for entry in entries if entry.state == WAITING)
    return QueuePage(
        next=items[WAITING][0] if items[WAITING] else None,
        waiting=items[WAITING][1:],
        taken=claimed,
        later=items[LATER],
        filters=_queue_filters(event, waiting_by_kind, current if kinds else ""),
        number=waiting_by_kind.total(),
        stamp=queue_stamp(entries),
    )


def _queue_filters(event: Tournament, waiting_by_kind: Counter[str], current: str) -> list[QueueFilter]:
    """List the filters that have unclaimed entries, and the current filter.

    The list is empty if a single filter would show all entries.
    """
    url = reverse("floor:calls", args=[event.slug])
    filters = [
        QueueFilter(label, f"{url}?show={key}", number, key == current)
        for key, (label, kinds) in FILTERS.items()
        if (number := sum(waiting_by_kind[kind] for kind in kinds)) or key == current
    ]
    if len(filters) < 2 and not current:
        return []
    return [QueueFilter(_("All"), url, waiting_by_kind.total(), not current), *filters]


def queue_item(entry: QueueEntry, me: User, slug: str, age_division: str) -> QueueItem:
    """Build the queue item of `entry` for the member of staff `me`."""
    seconds = max(0, int((timezone.now() - entry.since).total_seconds()))
    common = CommonFields(
        key=entry.key,
        kind=entry.kind,
        table=entry.table,
        letter=DIVISION_LETTERS.get(age_division, ""),
        division=str(Division.AgeDivision(age_division).label) if age_division else "",
        seconds=seconds,
        span=queue_words.duration_text(seconds),
        digits=scoreboard.countdown_text(seconds),
        icon=queue_words.ICONS[entry.kind],
    )
    if entry.kind == "call":
        return _call_item(entry, me, slug, common)
    is_claimable = entry.kind in CLAIMS and entry.state == WAITING
    return QueueItem(
        **vars(common),
        state=queue_words.STATES[entry.kind],
        label=queue_words.CHIPS[entry.kind],
        title=str(queue_words.LABELS[entry.kind]),
        note=_queue_entry_text(entry),
        names=entry.names,
        url=entry_url(entry, slug),
        open=queue_words.OPENS[entry.kind],
        act="claim" if is_claimable else "",
        url_of_act=reverse(CLAIMS[entry.kind], args=[slug, entry.pk]) if is_claimable else "",
        status=_status_text(entry),
        is_mine=False,
        for_head=False,
    )


def _call_item(entry: QueueEntry, me: User, slug: str, common: CommonFields) -> QueueItem:
    """Build the queue item of a call."""
    call: JudgeCall = entry.row
    row = calls.call_row(call, me)
    status = _status_text(entry)
    if row.mine and not row.head:
        status = _("You are at the table") if row.there else _("You are on the way")
    caller_text = _("called by %(name)s") % {"name": row.who} if row.who else ""
    return QueueItem(
        **vars(common),
        state="dispute" if row.head else "called",
        label=_("For the head judge") if row.head else queue_words.CHIPS["call"],
        title=row.reason,
        note=f"“{call.text}”" if call.text else "",
        names=" · ".join(part for part in (row.names, caller_text) if part),
        url=row.url,
        open=queue_words.OPENS["call"],
        act="claim" if row.free else "arrive" if row.mine and not row.there and not row.head else "",
        url_of_act=reverse("floor:call", args=[slug, call.pk]),
        status=status,
        is_mine=row.mine,
        for_head=row.head,
    )


def _status_text(entry: QueueEntry) -> str:
    """Return who is on the way to a claimed entry or has arrived there, or "" for other entries."""
    if not entry.by or entry.state not in (COMING, THERE):
        return ""
    text = _("%(name)s is there") if entry.state == THERE else _("%(name)s is on the way")
    return text % {"name": entry.by}


def queue_entries_for_reader(
    request: HomeRequest, event: Tournament, *, kinds: Container[str] = frozenset(queue_entries.KINDS)
) -> list[QueueEntry]:
    """Load the queue for the reader's role. One query per source of these `kinds`."""
    powers: Mapping[str, bool] = request.can
    return queue_entries.queue_entries(
        event, timezone.now(), {power for power, is_granted in powers.items() if is_granted}, kinds=kinds
    )


@require_safe
@event_page("view")
def queue_news(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Return a line if the queue has changed since the page was loaded, otherwise 204."""
    entries = queue_entries_for_reader(request, event)
    if request.GET.get("seen") == queue_stamp(entries):
        return HttpResponse(status=204)
    waiting = sum(entry.state == WAITING and entry.kind in queue_entries.AT_TABLES for entry in entries)
    text = (
        ngettext("%(n)d call waiting.", "%(n)d calls waiting.", waiting) % {"n": waiting}
        if waiting
        else _("The queue changed.")
    )
    url = reverse("floor:calls", args=[event.slug])
    return render(request, "pairings/parts/news.html", {"text": text, "url": page_to_return_to(request, url)})


def queue_stamp(entries: Iterable[QueueEntry]) -> str:
    """Compute a digest that changes whenever an entry is added, claimed, escalated or removed.

    It is "0" if there are no entries. Time extensions are left out: the judge handling one is already at the table,
    and the table's tile shows that.
    """
    text = ".".join(
        f"{entry.key}-{entry.state}-{entry.power}-{entry.by}"
        for entry in entries
        if entry.kind != "extension"
    )
    return hashlib.sha256(text.encode()).hexdigest()[:16] if text else "0"


@require_POST
@event_page("report")
@redirect_refusals_to("floor:calls")
def claim_dispute(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Claim a dispute between two players whose reports differ."""
    dispute = get_object_or_404(result_reports.all_disputes(event), pk=pk)
    disputes.claim_result_dispute(dispute, by=request.user)
    message = _("You are going to table %(table)s.") % {"table": dispute.match.table or result_words.DASH}
    division = dispute.match.round.division
    undo_messages.add_undo_message(request, message, division, "DisputeClaimed", dispute=dispute.pk)
    return redirect(page_to_return_to(request, reverse("floor:calls", args=[event.slug])))


@require_POST
@event_page("report")
@redirect_refusals_to("floor:calls")
def claim_pool_discrepancy(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Claim a discrepancy between two players whose counts of a pool differ."""
    versions = PoolVersion.objects.select_related("pool__draft__division__tournament", "pool__opened_by")
    version = get_object_or_404(versions, pk=pk, pool__draft__division__tournament=event)
    pool_disputes.claim_pool_dispute(version, by=request.user)
    message = _("You are going to %(name)s.") % {"name": version.pool.opened_by}
    facts = {"pool": version.pool_id, "version": version.number}
    undo_messages.add_undo_message(
        request, message, version.pool.draft.division, "PoolDiscrepancyClaimed", **facts
    )
    return redirect(page_to_return_to(request, reverse("floor:calls", args=[event.slug])))
