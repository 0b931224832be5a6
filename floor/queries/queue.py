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

from floor.queries.queue_sources import SOURCES, WAITING, QueueEntry, Source
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
    found = [
        source.entry(row)
        for source in SOURCES
        for row in source.rows(event, now).select_related(*source.related).order_by("pk")
    ]
    listed = [one for one in found if powers is None or one.power in powers or one.kind == "call"]
    return sorted(listed, key=lambda one: (one.state != WAITING, _URGENCY[one.kind], one.since, one.pk))


def counts(event: Tournament, now: datetime) -> Counter[tuple[str, str]]:
    """Number of unclaimed entries, by kind and power. One query."""
    parts = [
        source.rows(event, now)
        .filter(source.waits)
        .order_by()
        .annotate(queue_kind=Value(source.kind, CharField()), queue_power=_power(source))
        .values_list("queue_kind", "queue_power", "pk")
        for source in SOURCES
        if source.waits is not None
    ]
    return Counter((kind, power) for kind, power, _pk in parts[0].union(*parts[1:], all=True))


def _power(source: Source) -> Case:
    cases = [When(rows, then=Value(power)) for rows, power in source.powers]
    return Case(*cases, default=Value(source.power), output_field=CharField())


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
    found = entries(round_.division.tournament, timezone.now())
    return [
        OpenAtTable(
            one.kind, one.pk, one.power if one.kind == "penalty" else "run", one.table or 0, one.names
        )
        for one in found
        if one.division == round_.division_id and _is_of(one, round_)
    ]


def _is_of(one: QueueEntry, round_: Round) -> bool:
    if one.kind == "penalty":
        return one.round is None or one.round <= round_.number
    return one.kind in IN_ROUNDS and one.round == round_.number
