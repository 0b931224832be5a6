"""The state of an event, division by division, in a few figures."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery

from core.stamps.memory import remembered
from pairings.engine.outcomes import Outcome
from pairings.models import Round, Stage, Standing
from pairings.queries.reports.clocks import MARKS
from pairings.queries.standings import advancing
from tournaments import scopes
from tournaments.models import Division, Tournament
from tournaments.scopes import remembered_of


@dataclass(frozen=True, slots=True)
class DivisionNow:
    """The state of one division.

    `state`: waiting (no round yet), unposted, posted, closed (another round follows), day_two_next, cut_next or over.
    `number` and `planned` count Swiss rounds of both days, or the rounds of the cut; `results` of `tables` are in;
    `round` is the one in play, with its clock.
    """

    age_division: str
    players: int
    checked_in: int
    state: str
    cut: bool = False
    number: int = 0
    planned: int = 0
    results: int = 0
    tables: int = 0
    round: Round | None = None
    closed_at: datetime | None = None
    newest: int = 0
    """The number of the newest round; the cut continues the numbers of the Swiss rounds."""

    @property
    def phase(self) -> str:
        """The phase in the form of marks; "" for an unposted round, which only staff see."""
        return phase_code(self.state, self.newest)


def phase_code(state: str, number: int) -> str:
    """A `state` of a division and the number of its newest round, in the form of marks; "" for an unposted round."""
    if state == Round.State.UNPOSTED:
        return ""
    return f"{state} {number}" if state in (Round.State.POSTED, Round.State.CLOSED) else state


def divisions_now(event: Tournament, *, unposted: bool) -> list[DivisionNow]:
    """Every division that has players or rounds, in order. Four queries; pass `unposted` False for the public."""
    rounds = Round.objects.all() if unposted else Round.objects.exclude(state=Round.State.UNPOSTED)
    two = Q(matches__right__isnull=False)
    last = _last_rounds(rounds, [event.pk]).prefetch_related(MARKS)
    last = last.annotate(
        pairs=Count("matches", filter=two),
        decided=Count("matches", filter=two & ~Q(matches__outcome=Outcome.PENDING.value)),
    )
    newest = {round_.division_id: round_ for round_ in last}
    counts = _ranked(list(newest.values()))
    active = Q(entries__dropped_in=None, entries__disqualified=False)
    divisions = event.divisions.annotate(
        players=Count("entries", filter=active),
        here=Count("entries", filter=active & Q(entries__checked_in_at__isnull=False)),
    )
    rows = []
    for division in divisions:
        players, here = getattr(division, "players", 0), getattr(division, "here", 0)
        round_ = newest.get(division.pk)
        if round_ is None:
            rows.append(DivisionNow(division.age_division, players, here, "waiting"))
            continue
        row = DivisionNow(
            age_division=division.age_division,
            players=players,
            checked_in=here,
            state=_state(round_, counts.get(round_.pk, {})),
            cut=round_.stage.kind == Stage.Kind.ELIMINATION,
            number=_number(round_),
            planned=_planned(round_),
            results=getattr(round_, "decided", 0),
            tables=getattr(round_, "pairs", 0),
            round=round_ if round_.state == Round.State.POSTED else None,
            closed_at=round_.closed_at,
            newest=round_.number,
        )
        rows.append(row)
    return [row for row in rows if row.players or row.state != "waiting"]


def finished_at(rows: list[DivisionNow]) -> datetime | None:
    """When the last round of the whole event was closed; None while rounds are left to play (R-099)."""
    if not rows or any(row.state != "over" for row in rows):
        return None
    return max((row.closed_at for row in rows if row.closed_at), default=None)


def is_over(event: Tournament) -> bool:
    """Whether every round of the event is played (R-099)."""
    return finished_at(divisions_now(event, unposted=True)) is not None


def events_over(events: Collection[int]) -> set[int]:
    """The events of these that have played all rounds of every division with players.

    Three queries, none before the next change at one of them.
    """
    keys = sorted(events)
    changes = [scope for pk in keys for scope in (scopes.event(pk), scopes.results(pk))]
    return remembered(f"over.{keys}", changes, lambda: _events_over(keys))


def _events_over(events: Collection[int]) -> set[int]:
    newest = {round_.division_id: round_ for round_ in _last_rounds(Round.objects.all(), events)}
    counts = _ranked(list(newest.values()))
    active = Q(entries__dropped_in=None, entries__disqualified=False)
    rows = Division.objects.filter(tournament__in=events).annotate(players=Count("entries", filter=active))
    to_play, played = set(), set()
    for pk, event, players in rows.values_list("pk", "tournament", "players"):
        round_ = newest.get(pk)
        if round_ is not None and _state(round_, counts.get(round_.pk, {})) == "over":
            played.add(event)
        elif round_ is not None or players:
            to_play.add(event)
    return played - to_play


def rounds_begun(event: Tournament) -> dict[int, int]:
    """Swiss rounds of each division that has a round, without day 2. One query, none before the next change."""
    rows = Stage.objects.filter(division__tournament=event, kind=Stage.Kind.SWISS, position=0)
    rows = rows.filter(rounds__isnull=False, rounds_planned__gt=0).distinct()
    planned = rows.values_list("division", "rounds_planned")
    return remembered_of(event, "begun", lambda: {pk: rounds or 0 for pk, rounds in planned})


def _last_rounds(rounds: QuerySet[Round], events: Collection[int]) -> QuerySet[Round]:
    """The newest round of each division, with the number of planned rounds and its number within its stage."""
    last = rounds.filter(division=OuterRef("division")).order_by("-number").values("pk")[:1]
    first = Round.objects.filter(stage=OuterRef("stage")).order_by("number").values("number")[:1]
    swiss = Stage.objects.filter(division=OuterRef("division"), kind=Stage.Kind.SWISS).order_by("-position")
    return (
        rounds.filter(division__tournament__in=events, pk=Subquery(last))
        .select_related("stage", "division__tournament")
        .annotate(
            swiss_planned=Subquery(swiss.values("rounds_planned")[:1]),
            own_number=F("number") - Subquery(first) + 1,
        )
    )


def _ranked(rounds: list[Round]) -> dict[int, dict[str, int]]:
    """Players of each age division in the standings of each round."""
    counts: dict[int, dict[str, int]] = defaultdict(dict)
    rows = Standing.objects.filter(round__in=rounds).order_by().values_list("round_id", "age_division")
    for round_id, age_division, players in rows.annotate(players=Count("pk")):
        counts[round_id][age_division] = players
    return counts


def _state(round_: Round, ranked: dict[str, int]) -> str:
    if round_.state != Round.State.CLOSED:
        return str(round_.state)
    if _number(round_) < _planned(round_):
        return "closed"
    if round_.stage.kind != Stage.Kind.SWISS:
        return "over"
    if round_.division.day_two_by and round_.stage.position == 0:
        return "day_two_next"
    return "cut_next" if advancing.cut_follows(round_.division, ranked) else "over"


def _number(round_: Round) -> int:
    if round_.stage.kind == Stage.Kind.SWISS:
        return round_.number
    number: int = getattr(round_, "own_number", round_.number)
    return number


def _planned(round_: Round) -> int:
    """The last Swiss round of the division, or the number of rounds of the cut."""
    swiss = round_.stage.kind == Stage.Kind.SWISS
    return (getattr(round_, "swiss_planned", None) if swiss else None) or round_.stage.rounds_planned or 0
