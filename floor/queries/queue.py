"""The queue of an event: everything that waits for staff, in one shape, by the power needed to act.

Every model with an open state is in one of the `SOURCES`, or listed with a reason in
`tests/floor/queries/test_queue_table.py`.
"""

from collections import Counter
from collections.abc import Container, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, CharField, Value, When
from django.utils import timezone

from floor.queries.queue_sources import SOURCES, WAITING, QueueEntry
from pairings.engine.closing import OpenAtTable
from pairings.models import Round
from tournaments.models import Tournament

KINDS = tuple(source.kind for source in SOURCES)
_URGENCY = {kind: place for place, kind in enumerate(KINDS)}

AT_TABLES = ("call", "dispute", "pool")
"""Kinds that players at a table wait for."""

IN_ROUNDS = ("call", "dispute", "extension", "check")
"""Kinds that belong to a table of one round."""


def entries(event: Tournament, now: datetime, powers: Container[str] | None = None) -> list[QueueEntry]:
    """Open entries, most urgent first; if `powers` is given, only theirs and calls. One query for each source."""
    rows = [
        source.entry(row)
        for source in SOURCES
        for row in source.rows(event, now).select_related(*source.related).order_by("pk")
    ]
    listed = [entry for entry in rows if powers is None or entry.power in powers or entry.kind == "call"]
    return sorted(
        listed, key=lambda entry: (entry.state != WAITING, _URGENCY[entry.kind], entry.since, entry.pk)
    )


def counts(event: Tournament, now: datetime) -> Counter[tuple[str, str]]:
    """Number of unclaimed entries, by kind and power. One query."""
    parts = []
    for source in SOURCES:
        if source.waits is not None:
            cases = [When(rows, then=Value(power)) for rows, power in source.powers]
            power = Case(*cases, default=Value(source.power), output_field=CharField())
            rows = source.rows(event, now).filter(source.waits).order_by()
            rows = rows.annotate(queue_kind=Value(source.kind, CharField()), queue_power=power)
            parts.append(rows.values_list("queue_kind", "queue_power", "pk"))
    return Counter((kind, power) for kind, power, _pk in parts[0].union(*parts[1:], all=True))


@dataclass(frozen=True, slots=True)
class Waiting:
    """Number of entries waiting for a member of staff. `urgent`: players at a table wait among them."""

    number: int = 0
    urgent: bool = False

    def __str__(self) -> str:
        return str(self.number)

    def __bool__(self) -> bool:
        return self.number > 0


def waiting(event: Tournament, now: datetime, can: Mapping[str, bool]) -> Waiting:
    """Entries waiting for a member of staff with the powers `can`. One query."""
    mine = {kind: n for (kind, power), n in counts(event, now).items() if can.get(power)}
    return Waiting(sum(mine.values()), any(kind in AT_TABLES for kind in mine))


def open_at_tables(round_: Round) -> list[OpenAtTable]:
    """Open entries at the tables of a round about to close, and its division's penalties to confirm."""
    opened = []
    for entry in entries(round_.division.tournament, timezone.now()):
        if entry.division != round_.division_id:
            continue
        if entry.kind == "penalty" and (entry.round is None or entry.round <= round_.number):
            opened.append(OpenAtTable(entry.kind, entry.pk, entry.power, entry.table or 0, entry.names))
        elif entry.kind in IN_ROUNDS and entry.round == round_.number:
            opened.append(OpenAtTable(entry.kind, entry.pk, "run", entry.table or 0, entry.names))
    return opened
