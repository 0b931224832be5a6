"""Judge calls: those of an event that are open or closed, and their figures."""

from dataclasses import dataclass
from statistics import mean

from floor.models import JudgeCall
from floor.queries.queue.queue_sources import IN_PLAY
from tournaments.models import Tournament


def open_calls(event: Tournament) -> list[JudgeCall]:
    """List open calls of rounds in play, oldest first, including calls for the head judge. One query."""
    calls = JudgeCall.objects.filter(IN_PLAY, tournament=event, closed_at=None)
    return list(
        calls.select_related(*CALL_RELATIONS, "match__round__division__tournament")
        .defer("match__round__draw")
        .order_by("raised_at", "pk")
    )


def closed_calls(event: Tournament, *, limit: int = 20) -> list[JudgeCall]:
    """List the latest closed calls, newest first. One query."""
    calls = JudgeCall.objects.filter(tournament=event).exclude(closed_at=None)
    calls = calls.select_related(*CALL_RELATIONS, "closed_by", "match__round__division__tournament")
    return list(calls.defer("match__round__draw").order_by("-closed_at", "-pk")[:limit])


def all_calls(event: Tournament) -> list[JudgeCall]:
    """List all calls of the event in the order they were raised. One query."""
    calls = JudgeCall.objects.filter(tournament=event).order_by("raised_at", "pk")
    calls = calls.select_related(*CALL_RELATIONS, "closed_by", "match__round__division__tournament")
    return list(calls.defer("match__round__draw"))


@dataclass(frozen=True, slots=True)
class CallFigures:
    """Number of calls of an event, and the mean times until they were claimed and closed.

    `wait` is the mean time until a call was claimed, `whole` until it was closed, both in seconds and 0 without
    such calls.
    """

    calls: int
    wait: int
    whole: int


def call_figures(event: Tournament) -> CallFigures:
    """Compute statistics of the event's calls, excluding withdrawn calls. One query."""
    calls = JudgeCall.objects.filter(tournament=event, withdrawn=False)
    times = list(calls.values_list("raised_at", "claimed_at", "closed_at"))
    until_claimed = [(claimed - raised).total_seconds() for raised, claimed, _closed in times if claimed]
    until_closed = [(closed - raised).total_seconds() for raised, _claimed, closed in times if closed]
    wait, whole = (round(mean(seconds)) if seconds else 0 for seconds in (until_claimed, until_closed))
    return CallFigures(len(times), wait, whole)


CALL_RELATIONS = (
    "match__left__player",
    "match__right__player",
    "entry__player",
    "claimed_by",
    "escalated_by",
)
