"""Progress of an event by division."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery

from core.stamps.memory import cached_until_change
from pairings.engine.outcomes import Outcome
from pairings.models import Round, Stage, Standing
from pairings.queries.reports.clocks import MARKS
from pairings.queries.standings import advancing
from tournaments import scopes
from tournaments.models import Division, Tournament
from tournaments.scopes import cached_for_home


@dataclass(frozen=True, slots=True)
class DivisionProgress:
    """Progress of one division.

    `state` is waiting (no round yet), unposted, posted, closed (another round follows), day_two_next,
    cut_next or over. `number` and `planned` count the Swiss rounds of both days, or the rounds of the cut.
    `tables` is the number of matches of two players, `results` the number of those with a result. `round`
    is the round in play, with its clock.
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
    """Number of the latest round; the cut continues the numbers of the Swiss rounds."""

    @property
    def phase(self) -> str:
        """Phase code stored with marks, or "" for an unposted round, which only staff see."""
        return phase_code(self.state, self.newest)


def phase_code(state: str, number: int) -> str:
    """Encode a division's state and latest round as the phase stored with marks.

    The result is "" for an unposted round.
    """
    if state == Round.State.UNPOSTED:
        return ""
    return f"{state} {number}" if state in (Round.State.POSTED, Round.State.CLOSED) else state


def progress_of_divisions(event: Tournament, *, unposted: bool) -> list[DivisionProgress]:
    """Return the progress of every division with players or rounds, in order. Four queries.

    Pass `unposted=False` for the public.
    """
    rounds = Round.objects.all() if unposted else Round.objects.exclude(state=Round.State.UNPOSTED)
    has_opponent = Q(matches__right__isnull=False)
    last_rounds = _last_rounds(rounds, [event.pk]).prefetch_related(MARKS)
    last_rounds = last_rounds.annotate(
        pairs=Count("matches", filter=has_opponent),
        decided=Count("matches", filter=has_opponent & ~Q(matches__outcome=Outcome.PENDING.value)),
    )
    round_by_division = {round_.division_id: round_ for round_ in last_rounds}
    counts = _ranked_counts(list(round_by_division.values()))
    is_active = Q(entries__dropped_in=None, entries__disqualified=False)
    divisions = event.divisions.annotate(
        players=Count("entries", filter=is_active),
        checked_in=Count("entries", filter=is_active & Q(entries__checked_in_at__isnull=False)),
    )
    rows = []
    for division in divisions:
        players, checked_in = getattr(division, "players", 0), getattr(division, "checked_in", 0)
        round_ = round_by_division.get(division.pk)
        if round_ is None:
            rows.append(DivisionProgress(division.age_division, players, checked_in, "waiting"))
            continue
        row = DivisionProgress(
            age_division=division.age_division,
            players=players,
            checked_in=checked_in,
            state=_state_of_round(round_, counts.get(round_.pk, {})),
            cut=round_.stage.kind == Stage.Kind.ELIMINATION,
            number=_displayed_number(round_),
            planned=_planned_rounds(round_),
            results=getattr(round_, "decided", 0),
            tables=getattr(round_, "pairs", 0),
            round=round_ if round_.state == Round.State.POSTED else None,
            closed_at=round_.closed_at,
            newest=round_.number,
        )
        rows.append(row)
    return [row for row in rows if row.players or row.state != "waiting"]


def event_finished_at(rows: list[DivisionProgress]) -> datetime | None:
    """Return when the last round of the event was closed (R-099).

    Return None while rounds remain, and if `rows` is empty.
    """
    if not rows or any(row.state != "over" for row in rows):
        return None
    return max((row.closed_at for row in rows if row.closed_at), default=None)


def is_event_over(event: Tournament) -> bool:
    """Return whether every round of the event has been played (R-099)."""
    return event_finished_at(progress_of_divisions(event, unposted=True)) is not None


def select_finished_events(events: Collection[int]) -> set[int]:
    """Return the `events` in which every division with players has played all rounds.

    Three queries, then cached until one of the events changes.
    """
    keys = sorted(events)
    changes = [scope for pk in keys for scope in (scopes.event_scope(pk), scopes.results_scope(pk))]
    return cached_until_change(f"over.{keys}", changes, lambda: _select_finished_events(keys))


def _select_finished_events(events: Collection[int]) -> set[int]:
    round_by_division = {round_.division_id: round_ for round_ in _last_rounds(Round.objects.all(), events)}
    counts = _ranked_counts(list(round_by_division.values()))
    is_active = Q(entries__dropped_in=None, entries__disqualified=False)
    rows = Division.objects.filter(tournament__in=events).annotate(players=Count("entries", filter=is_active))
    unfinished_events, finished_events = set(), set()
    for pk, event, players in rows.values_list("pk", "tournament", "players"):
        round_ = round_by_division.get(pk)
        if round_ is not None and _state_of_round(round_, counts.get(round_.pk, {})) == "over":
            finished_events.add(event)
        elif round_ is not None or players:
            unfinished_events.add(event)
    return finished_events - unfinished_events


def planned_swiss_rounds(event: Tournament) -> dict[int, int]:
    """Return the number of planned Swiss rounds, without day 2, of each division that has a round.

    One query, then cached until the event changes.
    """
    rows = Stage.objects.filter(division__tournament=event, kind=Stage.Kind.SWISS, position=0)
    rows = rows.filter(rounds__isnull=False, rounds_planned__gt=0).distinct()
    planned_rounds = rows.values_list("division", "rounds_planned")
    return cached_for_home(event, "begun", lambda: {pk: rounds or 0 for pk, rounds in planned_rounds})


def _last_rounds(rounds: QuerySet[Round], events: Collection[int]) -> QuerySet[Round]:
    """Return the latest of these rounds in each division of the events.

    They are annotated with `swiss_planned`, the last Swiss round, and `own_number`, the number within the
    stage.
    """
    last_rounds = rounds.filter(division=OuterRef("division")).order_by("-number").values("pk")[:1]
    first_numbers = Round.objects.filter(stage=OuterRef("stage")).order_by("number").values("number")[:1]
    swiss_stages = Stage.objects.filter(division=OuterRef("division"), kind=Stage.Kind.SWISS).order_by(
        "-position"
    )
    return (
        rounds.filter(division__tournament__in=events, pk=Subquery(last_rounds))
        .select_related("stage", "division__tournament")
        .annotate(
            swiss_planned=Subquery(swiss_stages.values("rounds_planned")[:1]),
            own_number=F("number") - Subquery(first_numbers) + 1,
        )
    )


def _ranked_counts(rounds: list[Round]) -> dict[int, dict[str, int]]:
    """Count the players in the standings of each round by age division."""
    counts: dict[int, dict[str, int]] = defaultdict(dict)
    rows = Standing.objects.filter(round__in=rounds).order_by().values_list("round_id", "age_division")
    for round_id, age_division, players in rows.annotate(players=Count("pk")):
        counts[round_id][age_division] = players
    return counts


def _state_of_round(round_: Round, player_counts: dict[str, int]) -> str:
    """Return the `state` of `DivisionProgress` for a division with this latest round.

    `player_counts` are the players in the standings of the round by age division.
    """
    if round_.state != Round.State.CLOSED:
        return str(round_.state)
    if _displayed_number(round_) < _planned_rounds(round_):
        return "closed"
    if round_.stage.kind != Stage.Kind.SWISS:
        return "over"
    if round_.division.has_day_two and round_.stage.position == 0:
        return "day_two_next"
    return "cut_next" if advancing.cut_follows(round_.division, player_counts) else "over"


def _displayed_number(round_: Round) -> int:
    """Return the number of a Swiss round, or the number of a cut round within the cut."""
    if round_.stage.kind == Stage.Kind.SWISS:
        return round_.number
    number: int = getattr(round_, "own_number", round_.number)
    return number


def _planned_rounds(round_: Round) -> int:
    """Return the last Swiss round of the division, or the number of rounds of the cut."""
    is_swiss = round_.stage.kind == Stage.Kind.SWISS
    return (getattr(round_, "swiss_planned", None) if is_swiss else None) or round_.stage.rounds_planned or 0
