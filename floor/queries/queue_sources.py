"""Sources of an event's queue: a `Source` for each kind of entry, with its query."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet

from cards.engine.formats import DECK_RULES
from checks.models import DeckCheck
from decks.models import DeckList, Draft, PoolVersion
from floor.engine.penalties import Level
from floor.models import JudgeCall, Penalty
from pairings.models import Dispute, Extension, Match, Report, Round, StoredPrint
from pairings.models.prints import SILENT
from pairings.queries.reports import result_reports
from tournaments.models import Tournament

WAITING, LATER, COMING, THERE = "waiting", "later", "coming", "there"
"""WAITING: unclaimed. LATER: needs no judge yet. COMING: claimed. THERE: a judge is at the table."""

HEAVY = tuple(level.value for level in Level if level.heavy)

PRINTS_WAIT = timedelta(hours=12)
"""How long a failed print is listed; older sheets are no longer needed."""


@dataclass(frozen=True, slots=True)
class QueueEntry:
    """One open entry. `power`: of `tournaments.rules`, who may act on it; `state`: WAITING, LATER, COMING or THERE.
    `table`, `division` and `round` are its place in the hall, None without one; `names`: the players concerned;
    `by`: the judge who claimed it; `row`: its row of the source's model.
    """

    kind: str
    pk: int
    power: str
    state: str
    since: datetime
    row: Any
    table: int | None = None
    division: int | None = None
    round: int | None = None
    names: str = ""
    by: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)

    @property
    def key(self) -> str:
        return f"{self.kind}-{self.pk}"


@dataclass(frozen=True, slots=True)
class Source:
    """The source of one kind of entry. `rows`: the open ones of an event; `waits`: the unclaimed ones, None if they
    always have a judge; `powers`: rows that need another power than `power`.
    """

    kind: str
    model: type[Model]
    power: str
    rows: Callable[[Tournament, datetime], QuerySet[Any]]
    entry: Callable[[Any], QueueEntry]
    related: tuple[str, ...] = ()
    waits: Q | None = field(default_factory=Q)
    powers: tuple[tuple[Q, str], ...] = ()


def _pair(match: Match | None) -> str:
    return f"{match.left} – {match.right}" if match is not None and match.right is not None else ""


# Calls

HEAD = Q(escalated_at__isnull=False) & (Q(claimed_at=None) | Q(escalated_at__gte=F("claimed_at")))
"""Escalated to the head judge after its judge claimed it."""

IN_PLAY = Q(match=None) | Q(match__round__state=Round.State.POSTED)


def _calls(event: Tournament, _now: datetime) -> QuerySet[JudgeCall]:
    return JudgeCall.objects.filter(IN_PLAY, tournament=event, closed_at=None).defer("match__round__draw")


def _call(row: JudgeCall) -> QueueEntry:
    head = waits_for_head(row)
    state = WAITING if row.claimed_at is None or head else THERE if row.arrived_at else COMING
    return QueueEntry(
        "call",
        row.pk,
        "rule" if head else "report",
        state,
        row.raised_at,
        row,
        table=row.table,
        **_place(row.match),
        names=str(row.entry) if row.entry else _pair(row.match),
        by=str(row.claimed_by or "") if state != WAITING else "",
    )


def waits_for_head(call: JudgeCall) -> bool:
    return call.escalated_at is not None and (call.claimed_at is None or call.escalated_at >= call.claimed_at)


def _place(match: Match | None) -> dict[str, Any]:
    return {} if match is None else {"division": match.round.division_id, "round": match.round.number}


# Disputes


def _disputes(event: Tournament, _now: datetime) -> QuerySet[Dispute]:
    rows = Dispute.objects.filter(match__round__division__tournament=event, settled_at=None)
    return rows.filter(match__round__state=Round.State.POSTED).defer("match__round__draw")


def _dispute(row: Dispute) -> QueueEntry:
    return QueueEntry(
        "dispute",
        row.pk,
        "report",
        COMING if row.claimed_at else WAITING,
        row.opened_at,
        row,
        table=row.match.table,
        **_place(row.match),
        names=_pair(row.match),
        by=str(row.claimed_by or "") if row.claimed_at else "",
    )


def _conflicts(event: Tournament, _now: datetime) -> QuerySet[Report]:
    """Reports that differ from a saved result, except in disputes decided by staff.

    They stay open after their round, not after their event.
    """
    decided = Dispute.objects.filter(
        match=OuterRef("match"), settled_by__isnull=False, settled_at__gte=OuterRef("at")
    )
    rows = result_reports.against_results(Report.objects.filter(match__round__division__tournament=event))
    rows = rows.filter(~Exists(decided), match__round__division__tournament__reported_at=None)
    return rows.defer("match__round__draw")


def _conflict(row: Report) -> QueueEntry:
    return QueueEntry(
        "conflict",
        row.pk,
        "report",
        WAITING,
        row.at,
        row,
        table=row.match.table,
        **_place(row.match),
        names=_pair(row.match),
    )


def _pools(event: Tournament, _now: datetime) -> QuerySet[PoolVersion]:
    newer = Draft.objects.filter(
        division=OuterRef("pool__draft__division"), number__gt=OuterRef("pool__draft__number")
    )
    rows = PoolVersion.objects.filter(
        ~Exists(newer), pool__draft__division__tournament=event, pool__counts=F("pk"), verified_at=None
    )
    return rows.exclude(discrepancy="")


def _pool(row: PoolVersion) -> QueueEntry:
    return QueueEntry(
        "pool",
        row.pk,
        "report",
        COMING if row.claimed_at else WAITING,
        row.at,
        row,
        division=row.pool.draft.division_id,
        names=f"{row.pool.opened_by} – {row.verified_by or ''}".rstrip(" –"),
        by=str(row.claimed_by or "") if row.claimed_at else "",
        facts={"text": row.discrepancy},
    )


# Penalties, lists, checks, prints, extensions


def _penalties(event: Tournament, _now: datetime) -> QuerySet[Penalty]:
    rows = Penalty.objects.filter(tournament=event, level__in=HEAVY, confirmed_at=None, withdrawn_at=None)
    return rows.defer("match__round__draw")


def _penalty(row: Penalty) -> QueueEntry:
    return QueueEntry(
        "penalty",
        row.pk,
        "rule",
        WAITING,
        row.at,
        row,
        table=row.match.table if row.match else None,
        division=row.entry.division_id,
        round=row.round_number,
        names=str(row.entry),
        facts={"level": row.level},
    )


def _lists(event: Tournament, now: datetime) -> QuerySet[DeckList]:
    """Lists that count, are illegal or contain cards missing from the catalogue, and are closed to their players; open
    or closed, those with a doubtful reprint before round 1 (R-013). A judge rules, or sends them back.
    """
    rows = DeckList.objects.filter(
        entry__tournament=event,
        entry__tournament__reported_at=None,
        entry__dropped_in=None,
        entry__disqualified=False,
        sent_back="",
    )
    wrong = Q(counts__legal=False) | Q(counts__unknown_cards__gt=0)
    doubtful = Q(counts__questions__gt=0, entry__division__started_at__isnull=True)
    closed = Q(entry__division__started_at__isnull=False)
    if not DECK_RULES[event.play_style].supplied_only:
        closed |= Q(entry__tournament__list_rules__locked_at__isnull=False)
        closed |= Q(entry__tournament__list_rules__deadline__lte=now)
    closed = Q(lock=DeckList.Lock.LOCKED) | (closed & ~Q(lock=DeckList.Lock.OPEN))
    return rows.filter(doubtful | (wrong & closed))


def lists_to_rule(event: Tournament, now: datetime) -> int:
    """Number of lists waiting for a ruling. One query."""
    return _lists(event, now).count()


def _list(row: DeckList) -> QueueEntry:
    assert row.counts is not None  # noqa: S101 - asked of lists that count
    return QueueEntry(
        "list",
        row.pk,
        "rule",
        WAITING,
        row.counts.at,
        row,
        division=row.entry.division_id,
        names=str(row.entry),
    )


def _checks(event: Tournament, _now: datetime) -> QuerySet[DeckCheck]:
    """Running checks, and decks picked whose players are still in the event.

    `on`: picked for the round in play, or before round 1; the others need no judge now.
    """
    picked = Q(state=DeckCheck.State.PICKED, entry__dropped_in=None, entry__disqualified=False)
    rows = DeckCheck.objects.filter(Q(state=DeckCheck.State.RUNNING) | picked, entry__tournament=event)
    rounds = Round.objects.filter(division=OuterRef("entry__division"))
    on = rounds.filter(state=Round.State.POSTED, number=OuterRef("round_number"))
    return rows.annotate(on=Exists(on) | ~Exists(rounds.exclude(posted_at=None)))


def _check(row: DeckCheck) -> QueueEntry:
    runs = row.state == DeckCheck.State.RUNNING
    return QueueEntry(
        "check",
        row.pk,
        "report",
        THERE if runs else WAITING if row.on else LATER,  # type: ignore[attr-defined]
        (row.began_at if runs else None) or row.picked_at,
        row,
        table=row.table,
        division=row.entry.division_id,
        round=row.round_number,
        names=str(row.entry),
        by=str(row.began_by or "") if runs else "",
    )


def _prints(event: Tournament, now: datetime) -> QuerySet[StoredPrint]:
    """Prints that failed or whose worker died, and that were not printed since."""
    later = StoredPrint.objects.filter(
        tournament=event, kind=OuterRef("kind"), choice=OuterRef("choice"), pk__gt=OuterRef("pk")
    )
    stopped = Q(state=StoredPrint.State.FAILED)
    stopped |= Q(state=StoredPrint.State.RUNNING, last_seen_at__lt=now - SILENT)
    return StoredPrint.objects.filter(stopped, ~Exists(later), tournament=event, at__gte=now - PRINTS_WAIT)


def _print(row: StoredPrint) -> QueueEntry:
    return QueueEntry("print", row.pk, "run", WAITING, row.at, row, names=str(row.by or ""))


def _extensions(event: Tournament, _now: datetime) -> QuerySet[Extension]:
    rows = Extension.objects.filter(
        match__round__division__tournament=event, ended_at=None, withdrawn_at=None
    )
    return rows.filter(match__round__state=Round.State.POSTED).defer("match__round__draw")


def _extension(row: Extension) -> QueueEntry:
    return QueueEntry(
        "extension",
        row.pk,
        "report",
        THERE,
        row.began_at,
        row,
        table=row.match.table,
        **_place(row.match),
        names=_pair(row.match),
        by=str(row.began_by or ""),
    )


_TABLE = ("match__round__division__tournament", "match__left", "match__right")

SOURCES: tuple[Source, ...] = (
    Source(
        "call",
        JudgeCall,
        "report",
        _calls,
        _call,
        (*_TABLE, "entry", "claimed_by", "escalated_by"),
        Q(claimed_at=None) | HEAD,
        ((HEAD, "rule"),),
    ),
    Source("dispute", Dispute, "report", _disputes, _dispute, (*_TABLE, "claimed_by"), Q(claimed_at=None)),
    Source("conflict", Report, "report", _conflicts, _conflict, _TABLE),
    Source(
        "pool",
        PoolVersion,
        "report",
        _pools,
        _pool,
        ("pool__draft__division", "pool__opened_by", "verified_by", "claimed_by"),
        Q(claimed_at=None),
    ),
    Source("penalty", Penalty, "rule", _penalties, _penalty, ("match__round", "entry")),
    Source("extension", Extension, "report", _extensions, _extension, (*_TABLE, "began_by"), waits=None),
    Source(
        "check",
        DeckCheck,
        "report",
        _checks,
        _check,
        ("entry", "began_by"),
        Q(state=DeckCheck.State.PICKED, on=True),
    ),
    Source("list", DeckList, "rule", _lists, _list, ("entry", "counts")),
    Source("print", StoredPrint, "run", _prints, _print, ("by",)),
)
"""Most urgent first."""
