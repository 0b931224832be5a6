"""Rows of queue entries: what each is about, since when it is open, and where it is handled."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from floor.engine.penalties import PenaltyLevel
from floor.queries.queue.queue_sources import COMING, LATER, THERE, WAITING, QueueEntry
from floor.views import calls
from floor.views.calls import CallRow
from floor.words import queue_words
from floor.words.penalty_words import LEVEL_NAMES
from pairings.views.reports import reports_panel
from pairings.views.rounds import round_urls
from pairings.words import reported_result_words
from tournaments.models import User


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRow:
    """An entry of the queue in a list. `claim` is the URL to claim it, empty if the reader cannot claim it."""

    kind: str
    pk: int
    no: int | None
    label: str | Promise
    icon: str
    names: str
    text: str
    url: str
    open: str | Promise
    state: str
    seconds: int
    span: str
    by: str
    claim: str


def queue_entry_row(entry: QueueEntry, me: User, slug: str) -> EntryRow | CallRow:
    """Return the row of an entry. Rows of calls have more fields and buttons."""
    if entry.kind == "call":
        return calls.call_row(entry.row, me)
    seconds = seconds_open(entry)
    is_claimable = entry.kind in CLAIMS and entry.state == WAITING
    return EntryRow(
        kind=entry.kind,
        pk=entry.pk,
        no=entry.table,
        label=queue_words.LABELS[entry.kind],
        icon=queue_words.ICONS[entry.kind],
        names=entry.names,
        text=_queue_entry_text(entry),
        url=entry_url(entry, slug),
        open=queue_words.OPENS[entry.kind],
        state=STATE_LOOKS[entry.state],
        seconds=seconds,
        span=queue_words.duration_text(seconds),
        by=entry.by,
        claim=reverse(CLAIMS[entry.kind], args=[slug, entry.pk]) if is_claimable else "",
    )


STATE_LOOKS = {WAITING: "dispute", LATER: "", COMING: "playing", THERE: "playing"}


def _queue_entry_text(entry: QueueEntry) -> str:
    """Return the text shown with an entry's label: the penalty, the two results, or the typed text."""
    if entry.kind == "penalty":
        return str(LEVEL_NAMES[PenaltyLevel(str(entry.facts["level"]))])
    if entry.kind == "conflict":
        report = entry.row
        facts = {
            "who": reports_panel.reporter_name(report, report.match),
            "text": reports_panel.text_of_report(report, report.match),
        }
        saved = reported_result_words.stored_result_text(
            report.match, reports_panel.player_names(report.match)
        )
        return _("%(who)s reported: %(text)s. Saved: %(saved)s.") % {**facts, "saved": saved}
    return str(entry.facts.get("text", ""))


def entry_url(entry: QueueEntry, slug: str) -> str:
    """Return the address of the page where an entry other than a call is handled."""
    row = entry.row
    if entry.kind in ("dispute", "extension", "conflict"):
        return str(round_urls.match_url(row.match))
    if entry.kind == "pool":
        return reverse("decks:pool", args=[slug, row.pool.draft_id, row.pool.opened_by_id])
    key = row.entry_id if entry.kind == "list" else row.pk
    return reverse(PAGES[entry.kind], args=[slug, key])


PAGES = {
    "penalty": "floor:penalty",
    "check": "checks:check",
    "list": "decks:list",
    "print": "pairings:stored_print",
}


CLAIMS = {"dispute": "floor:dispute_claim", "pool": "floor:pool_claim"}
"""URL names to claim entries other than calls, by kind. Players at a table wait for these entries."""


def seconds_open(entry: QueueEntry) -> int:
    """Return how long the entry has been open, in seconds."""
    return max(0, int((timezone.now() - entry.since).total_seconds()))
