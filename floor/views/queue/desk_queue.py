"""The queue beside a round desk: one line for each entry that needs staff."""

import hashlib

from django.http import HttpRequest
from django.urls import reverse

from core.requests import StaffRequest
from floor.queries.queue import queue_entries
from floor.queries.queue.queue_sources import LATER
from floor.views.queue import queue as queue_pages
from floor.views.queue.entry_rows import queue_entry_row, seconds_open
from floor.words import queue_words
from pairings.engine.open_entries import DeskQueue, QueueLine
from tournaments.models import Tournament

ON_DESK = {
    "call": "called",
    "dispute": "dispute",
    "pool": "dispute",
    "penalty": "warning",
    "check": "deckcheck",
    "list": "warning",
    "print": "warning",
}
"""Kinds of entries listed beside a desk, with the style of their lines. The desk shows other kinds in other places."""


def queue_keys_of_request(request: HttpRequest, event: Tournament) -> list[queue_entries.OpenKey]:
    """List the open entries of an event, loaded once per request for the number in the navigation and for the desk."""
    keys: list[queue_entries.OpenKey] | None = getattr(request, "open_keys", None)
    if keys is None:
        keys = vars(request)["open_keys"] = queue_entries.current_queue_keys(event)
    return keys


def desk_queue_stamp(request: StaffRequest, event: Tournament) -> str:
    """Return a digest of the open entries that `desk_queue` lists, or "0" without any."""
    keys = sorted(key for key in queue_keys_of_request(request, event) if key.kind in ON_DESK)
    return hashlib.sha256(repr(keys).encode()).hexdigest()[:16] if keys else "0"


def desk_queue(request: StaffRequest, event: Tournament) -> DeskQueue:
    """Return the queue for the reader's role, without entries for later, for a round desk.

    One query, and one for each kind in it.
    """
    me, lines = request.user, []
    kinds = {key.kind for key in queue_keys_of_request(request, event)} & ON_DESK.keys()
    for entry in queue_pages.queue_entries_for_reader(request, event, kinds=kinds):
        if entry.state == LATER:
            continue
        if entry.kind == "call":
            text = f"{queue_words.duration_text(seconds_open(entry))}, {entry.by}".removesuffix(", ")
            url = reverse("floor:calls", args=[event.slug])
        else:
            url, text = queue_entry_row(entry, me, event.slug).url, entry.by or entry.names
        line = QueueLine(
            label=str(queue_words.LABELS[entry.kind]),
            text=text,
            state=ON_DESK[entry.kind],
            icon=queue_words.ICONS[entry.kind],
            url=url,
            table=entry.table,
            match=getattr(entry.row, "match_id", None),
        )
        lines.append(line)
    url = reverse("floor:calls", args=[event.slug])
    return DeskQueue(tuple(lines), url, desk_queue_stamp(request, event))
