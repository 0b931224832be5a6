"""The queue of an event: all items that need staff, in one format, with the power needed for each.

Every model with an open state is in one of the `SOURCES`, or listed with a reason in
`tests/floor/queries/test_queue_table.py`.
"""

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import BooleanField, Case, CharField, Value, When
from django.utils import timezone

from core.stamps.scopes import cached_for_home
from floor.queries.queue.queue_sources import SOURCES, WAITING, QueueEntry
from pairings.engine.open_entries import OpenAtTable
from pairings.models import Round
from tournaments.models import Tournament

KINDS = tuple(source.kind for source in SOURCES)
_URGENCY = {kind: place for place, kind in enumerate(KINDS)}

AT_TABLES = ("call", "dispute", "pool")
"""Kinds of entries that players at a table are waiting for."""

IN_ROUNDS = ("call", "dispute", "extension", "check")
"""Kinds of entries that belong to a table in one round."""


def queue_entries(
    event: Tournament,
    now: datetime,
    powers: Container[str] | None = None,
    *,
    kinds: Container[str] = frozenset(KINDS),
) -> list[QueueEntry]:
    """List open entries: unclaimed ones first, then by urgency of their kind, then oldest first.

    With `powers`, only entries that need one of these powers, and all calls. One query per source of these
    `kinds`.
    """
    entries = [
        source.entry(row)
        for source in SOURCES
        if source.kind in kinds
        for row in source.rows(event, now).select_related(*source.related).order_by("pk")
    ]
    visible = [entry for entry in entries if powers is None or entry.power in powers or entry.kind == "call"]
    return sorted(
        visible, key=lambda entry: (entry.state != WAITING, _URGENCY[entry.kind], entry.since, entry.pk)
    )


class OpenKey(NamedTuple):
    """An open entry without its row. `waits` means that it is unclaimed."""

    kind: str
    pk: int
    power: str
    waits: bool


def open_queue_keys(event: Tournament, now: datetime) -> list[OpenKey]:
    """List the keys of the open entries, unsorted. One query."""
    keys_by_source = []
    for source in SOURCES:
        cases = [When(condition, then=Value(power)) for condition, power in source.powers]
        power = Case(*cases, default=Value(source.power), output_field=CharField())
        # When() rejects an empty filter. Then all entries of the source wait, so the default is true.
        conditions = [When(source.waits, then=True)] if source.waits else []
        waits = Case(
            *conditions, default=source.waits is not None and not conditions, output_field=BooleanField()
        )
        keys = source.rows(event, now).order_by()
        keys = keys.annotate(queue_kind=Value(source.kind, CharField()), queue_power=power, queue_waits=waits)
        keys_by_source.append(keys.values_list("queue_kind", "pk", "queue_power", "queue_waits"))
    union = keys_by_source[0].union(*keys_by_source[1:], all=True)
    return [OpenKey(kind, pk, power, bool(waits)) for kind, pk, power, waits in union]


def current_queue_keys(event: Tournament) -> list[OpenKey]:
    """Return `open_queue_keys` of now, cached until a row of the event changes, at most until the minute ends.

    Deadlines and prints become entries as time passes; deadlines are whole minutes.
    """
    now = timezone.now()
    return cached_for_home(event, f"queue.{now:%d%H%M}", lambda: open_queue_keys(event, now))


def count_unclaimed(keys: Iterable[OpenKey]) -> Counter[tuple[str, str]]:
    """Count the unclaimed entries by kind and power."""
    return Counter((key.kind, key.power) for key in keys if key.waits)


@dataclass(frozen=True, slots=True)
class WaitingCount:
    """The number of unclaimed entries that a member of staff may act on.

    `urgent` is true if players at a table are waiting because of one of them.
    """

    number: int = 0
    urgent: bool = False

    def __str__(self) -> str:
        return str(self.number)

    def __bool__(self) -> bool:
        return self.number > 0


def count_waiting(keys: Iterable[OpenKey], powers: Mapping[str, bool]) -> WaitingCount:
    """Count the unclaimed entries that a member of staff with these `powers` may act on."""
    numbers = {kind: count for (kind, power), count in count_unclaimed(keys).items() if powers.get(power)}
    return WaitingCount(sum(numbers.values()), any(kind in AT_TABLES for kind in numbers))


def open_queue_entries_at_tables(round_: Round) -> list[OpenAtTable]:
    """List open entries at the tables of a round about to close.

    Unconfirmed penalties in its division are included, even without a table, unless they belong to a later round.
    """
    open_entries = []
    for entry in queue_entries(round_.division.tournament, timezone.now()):
        if entry.division != round_.division_id:
            continue
        if entry.kind == "penalty" and (entry.round is None or entry.round <= round_.number):
            open_entries.append(OpenAtTable(entry.kind, entry.pk, entry.power, entry.table or 0, entry.names))
        elif entry.kind in IN_ROUNDS and entry.round == round_.number:
            open_entries.append(OpenAtTable(entry.kind, entry.pk, "run", entry.table or 0, entry.names))
    return open_entries
