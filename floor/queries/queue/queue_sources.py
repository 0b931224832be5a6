"""Sources of an event's queue: a `QueueSource` with a query for each kind of entry."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, TypedDict

from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet

from cards.engine.formats import DECK_RULES
from checks.models import DeckCheck
from decks.models import DeckList, Draft, PoolVersion
from floor.engine.penalties import PenaltyLevel
from floor.models import JudgeCall, Penalty
from pairings.models import Dispute, Extension, Match, Report, Round, StoredPrint
from pairings.models.prints import SILENT
from pairings.queries.reports import result_reports
from tournaments.models import Tournament

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

WAITING, LATER, COMING, THERE = "waiting", "later", "coming", "there"
"""States: WAITING is unclaimed, LATER needs no judge yet, COMING is claimed, THERE has a judge at the table."""

HEAVY = tuple(level.value for level in PenaltyLevel if level.heavy)

PRINTS_WAIT = timedelta(hours=12)
"""How long a failed print is listed. Older sheets are no longer needed."""


@dataclass(frozen=True, slots=True)
class QueueEntry:
    """An open entry.

    `power` is the power from `tournaments.rules` needed to act on it, and `state` is WAITING, LATER, COMING or THERE.
    `table`, `division` and `round` locate it in the hall, or None if they do not apply. `names` are the players
    concerned, `by` is the judge who claimed it, and `row` the database row.
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


class QueueSource(ABC):
    """The source of one kind of entry.

    `rows` returns the open rows of an event. `waits` is a filter for unclaimed rows: an empty `Q()` if all rows
    are unclaimed, None if all rows have a judge. `powers` lists filters for rows that need a power other than
    `power`.
    """

    kind: str
    model: type[Model]
    power: str
    related: tuple[str, ...] = ()
    waits: Q | None = Q()
    powers: tuple[tuple[Q, str], ...] = ()

    @abstractmethod
    def rows(self, event: Tournament, now: datetime) -> QuerySet[Any]: ...

    @abstractmethod
    def entry(self, row: Any) -> QueueEntry: ...


_TABLE_RELATIONS = ("match__round__division__tournament", "match__left", "match__right")


def pair_names(match: Match | None) -> str:
    """Return the names of both players of a match, or "" if there is no opponent."""
    return f"{match.left} – {match.right}" if match is not None and match.right is not None else ""


ESCALATED = Q(escalated_at__isnull=False) & (Q(claimed_at=None) | Q(escalated_at__gte=F("claimed_at")))
"""Filter for calls that were escalated to the head judge after a judge claimed them."""

IN_PLAY = Q(match=None) | Q(match__round__state=Round.State.POSTED)


def needs_head_judge(call: JudgeCall) -> bool:
    """Return whether a call was escalated to the head judge and not claimed since."""
    return call.escalated_at is not None and (call.claimed_at is None or call.escalated_at >= call.claimed_at)


class RoundPlace(TypedDict, total=False):
    """The division and round of an entry's match. Both are missing for an entry without a match."""

    division: int
    round: int


def _round_place(match: Match | None) -> RoundPlace:
    return {} if match is None else {"division": match.round.division_id, "round": match.round.number}


class CallQueueSource(QueueSource):
    kind, model, power = "call", JudgeCall, "report"
    related = (*_TABLE_RELATIONS, "entry", "claimed_by", "escalated_by")
    waits = Q(claimed_at=None) | ESCALATED
    powers = ((ESCALATED, "rule"),)

    def rows(self, event: Tournament, now: datetime) -> QuerySet[JudgeCall]:
        return JudgeCall.objects.filter(IN_PLAY, tournament=event, closed_at=None).defer("match__round__draw")

    def entry(self, row: JudgeCall) -> QueueEntry:
        for_head_judge = needs_head_judge(row)
        state = WAITING if row.claimed_at is None or for_head_judge else THERE if row.arrived_at else COMING
        return QueueEntry(
            self.kind,
            row.pk,
            "rule" if for_head_judge else self.power,
            state,
            row.raised_at,
            row,
            table=row.table,
            **_round_place(row.match),
            names=str(row.entry) if row.entry else pair_names(row.match),
            by=str(row.claimed_by or "") if state != WAITING else "",
        )


class DisputeQueueSource(QueueSource):
    kind, model, power = "dispute", Dispute, "report"
    related = (*_TABLE_RELATIONS, "claimed_by")
    waits = Q(claimed_at=None)

    def rows(self, event: Tournament, now: datetime) -> QuerySet[Dispute]:
        disputes = Dispute.objects.filter(match__round__division__tournament=event, settled_at=None)
        return disputes.filter(match__round__state=Round.State.POSTED).defer("match__round__draw")

    def entry(self, row: Dispute) -> QueueEntry:
        return QueueEntry(
            self.kind,
            row.pk,
            self.power,
            COMING if row.claimed_at else WAITING,
            row.opened_at,
            row,
            table=row.match.table,
            **_round_place(row.match),
            names=pair_names(row.match),
            by=str(row.claimed_by or "") if row.claimed_at else "",
        )


class ConflictQueueSource(QueueSource):
    """Reports that differ from a saved result, except in disputes that staff decided.

    They remain open after the round ends, but not after the event ends.
    """

    kind, model, power = "conflict", Report, "report"
    related = _TABLE_RELATIONS

    def rows(self, event: Tournament, now: datetime) -> QuerySet[Report]:
        decided = Dispute.objects.filter(
            match=OuterRef("match"), settled_by__isnull=False, settled_at__gte=OuterRef("at")
        )
        conflicts = result_reports.contradicting_reports(
            Report.objects.filter(match__round__division__tournament=event)
        )
        conflicts = conflicts.filter(~Exists(decided), match__round__division__tournament__reported_at=None)
        return conflicts.defer("match__round__draw")

    def entry(self, row: Report) -> QueueEntry:
        return QueueEntry(
            self.kind,
            row.pk,
            self.power,
            WAITING,
            row.at,
            row,
            table=row.match.table,
            **_round_place(row.match),
            names=pair_names(row.match),
        )


class PoolQueueSource(QueueSource):
    kind, model, power = "pool", PoolVersion, "report"
    related = ("pool__draft__division", "pool__opened_by", "verified_by", "claimed_by")
    waits = Q(claimed_at=None)

    def rows(self, event: Tournament, now: datetime) -> QuerySet[PoolVersion]:
        newer_drafts = Draft.objects.filter(
            division=OuterRef("pool__draft__division"), number__gt=OuterRef("pool__draft__number")
        )
        versions = PoolVersion.objects.filter(
            ~Exists(newer_drafts),
            pool__draft__division__tournament=event,
            pool__counts=F("pk"),
            verified_at=None,
        )
        return versions.exclude(discrepancy="")

    def entry(self, row: PoolVersion) -> QueueEntry:
        return QueueEntry(
            self.kind,
            row.pk,
            self.power,
            COMING if row.claimed_at else WAITING,
            row.at,
            row,
            division=row.pool.draft.division_id,
            names=f"{row.pool.opened_by} – {row.verified_by or ''}".rstrip(" –"),
            by=str(row.claimed_by or "") if row.claimed_at else "",
            facts={"text": row.discrepancy},
        )


class PenaltyQueueSource(QueueSource):
    kind, model, power = "penalty", Penalty, "rule"
    related = ("match__round", "entry")

    def rows(self, event: Tournament, now: datetime) -> QuerySet[Penalty]:
        penalties = Penalty.objects.filter(
            tournament=event, level__in=HEAVY, confirmed_at=None, withdrawn_at=None
        )
        return penalties.defer("match__round__draw")

    def entry(self, row: Penalty) -> QueueEntry:
        return QueueEntry(
            self.kind,
            row.pk,
            self.power,
            WAITING,
            row.at,
            row,
            table=row.match.table if row.match else None,
            division=row.entry.division_id,
            round=row.round_number,
            names=str(row.entry),
            facts={"level": row.level},
        )


class ExtensionQueueSource(QueueSource):
    kind, model, power = "extension", Extension, "report"
    related = (*_TABLE_RELATIONS, "began_by")
    waits = None

    def rows(self, event: Tournament, now: datetime) -> QuerySet[Extension]:
        extensions = Extension.objects.filter(
            match__round__division__tournament=event, ended_at=None, withdrawn_at=None
        )
        return extensions.filter(match__round__state=Round.State.POSTED).defer("match__round__draw")

    def entry(self, row: Extension) -> QueueEntry:
        return QueueEntry(
            self.kind,
            row.pk,
            self.power,
            THERE,
            row.began_at,
            row,
            table=row.match.table,
            **_round_place(row.match),
            names=pair_names(row.match),
            by=str(row.began_by or ""),
        )


class CheckFacts(TypedDict):
    """Annotation of a deck check.

    `on` is true if the deck was picked for the round in play, or if no round of its division was posted yet.
    """

    on: bool


class DeckCheckQueueSource(QueueSource):
    """Running checks, and picked decks whose players are still in the event.

    Decks picked for the round in play, or before round 1, need a judge now (`on`).
    """

    kind, model, power = "check", DeckCheck, "report"
    related = ("entry", "began_by")
    waits = Q(state=DeckCheck.State.PICKED, on=True)

    def rows(self, event: Tournament, now: datetime) -> QuerySet[DeckCheck]:
        picked = Q(state=DeckCheck.State.PICKED, entry__dropped_in=None, entry__disqualified=False)
        checks = DeckCheck.objects.filter(Q(state=DeckCheck.State.RUNNING) | picked, entry__tournament=event)
        rounds = Round.objects.filter(division=OuterRef("entry__division"))
        current_rounds = rounds.filter(state=Round.State.POSTED, number=OuterRef("round_number"))
        return checks.annotate(on=Exists(current_rounds) | ~Exists(rounds.exclude(posted_at=None)))

    def entry(self, row: "WithAnnotations[DeckCheck, CheckFacts]") -> QueueEntry:
        is_running = row.state == DeckCheck.State.RUNNING
        return QueueEntry(
            self.kind,
            row.pk,
            self.power,
            THERE if is_running else WAITING if row.on else LATER,
            (row.began_at if is_running else None) or row.picked_at,
            row,
            table=row.table,
            division=row.entry.division_id,
            round=row.round_number,
            names=str(row.entry),
            by=str(row.began_by or "") if is_running else "",
        )


class DeckListQueueSource(QueueSource):
    """Submitted lists that a judge has to rule on or send back.

    These lists are illegal or contain cards missing from the catalogue, and their players can no longer change them.
    Before round 1, lists with a doubtful reprint are included (R-013).
    """

    kind, model, power = "list", DeckList, "rule"
    related = ("entry", "counts")

    def rows(self, event: Tournament, now: datetime) -> QuerySet[DeckList]:
        deck_lists = DeckList.objects.filter(
            entry__tournament=event,
            entry__tournament__reported_at=None,
            entry__dropped_in=None,
            entry__disqualified=False,
            sent_back="",
        )
        is_wrong = Q(counts__legal=False) | Q(counts__unknown_cards__gt=0)
        is_doubtful = Q(counts__questions__gt=0, entry__division__started_at__isnull=True)
        is_closed = Q(entry__division__started_at__isnull=False)
        if not DECK_RULES[event.play_style].supplied_only:
            is_closed |= Q(entry__tournament__list_rules__locked_at__isnull=False)
            is_closed |= Q(entry__tournament__list_rules__deadline__lte=now)
        is_closed = Q(lock=DeckList.Lock.LOCKED) | (is_closed & ~Q(lock=DeckList.Lock.OPEN))
        return deck_lists.filter(is_doubtful | (is_wrong & is_closed))

    def entry(self, row: DeckList) -> QueueEntry:
        assert row.counts is not None  # noqa: S101 - rows have only submitted versions
        return QueueEntry(
            self.kind,
            row.pk,
            self.power,
            WAITING,
            row.counts.at,
            row,
            division=row.entry.division_id,
            names=str(row.entry),
        )


class PrintQueueSource(QueueSource):
    """Prints of the last 12 hours that failed or whose worker died, and that have not been printed since."""

    kind, model, power = "print", StoredPrint, "run"
    related = ("by",)

    def rows(self, event: Tournament, now: datetime) -> QuerySet[StoredPrint]:
        later_prints = StoredPrint.objects.filter(
            tournament=event, kind=OuterRef("kind"), choice=OuterRef("choice"), pk__gt=OuterRef("pk")
        )
        has_stopped = Q(state=StoredPrint.State.FAILED)
        has_stopped |= Q(state=StoredPrint.State.RUNNING, last_seen_at__lt=now - SILENT)
        return StoredPrint.objects.filter(
            has_stopped, ~Exists(later_prints), tournament=event, at__gte=now - PRINTS_WAIT
        )

    def entry(self, row: StoredPrint) -> QueueEntry:
        return QueueEntry(self.kind, row.pk, self.power, WAITING, row.at, row, names=str(row.by or ""))


SOURCES: tuple[QueueSource, ...] = (
    CallQueueSource(),
    DisputeQueueSource(),
    ConflictQueueSource(),
    PoolQueueSource(),
    PenaltyQueueSource(),
    ExtensionQueueSource(),
    DeckCheckQueueSource(),
    DeckListQueueSource(),
    PrintQueueSource(),
)
"""All sources, most urgent first."""


def count_lists_to_rule(event: Tournament, now: datetime) -> int:
    """Count the lists waiting for a ruling. One query."""
    return DeckListQueueSource().rows(event, now).count()
