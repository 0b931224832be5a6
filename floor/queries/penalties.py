"""Penalties for pages, sheets and the resolver."""

from collections.abc import Iterable, Mapping

from django.db.models import Q, QuerySet, Sum

from core.models import JournalEvent
from floor.engine.penalties import Given, Level
from floor.engine.resolution import Pair
from floor.models import Penalty
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from tournaments.models import Entry, Tournament

SERVED = (Level.GAME_LOSS, Level.MATCH_LOSS)
"""Penalties that count in one match."""


def open_match(entry: Entry) -> Match | None:
    """The player's posted match without a result; None between rounds. One query."""
    rows = Match.objects.filter(seats__entry=entry, round__state=Round.State.POSTED, right__isnull=False)
    rows = rows.filter(outcome=Outcome.PENDING.value).select_related("round__stage", "round__division")
    rows = rows.select_related("left", "right").defer("round__draw")
    return rows.order_by("-round__number").first()


def of_event(event: Tournament) -> QuerySet[Penalty]:
    """All penalties of an event, newest first, with their player, table and judges."""
    related = (
        "entry__player",
        "entry__division",
        "match__round__stage",
        "by",
        "confirmed_by",
        "withdrawn_by",
    )
    return event.penalties.select_related(*related)


def waiting(event: Tournament) -> int:
    """Number of penalties to be confirmed by the head judge."""
    heavy = [level.value for level in Level if level.heavy]
    return event.penalties.filter(level__in=heavy, confirmed_at=None, withdrawn_at=None).count()


def disqualification(entry: Entry) -> Penalty | None:
    """The latest disqualification of a player that is not withdrawn, confirmed or not. One query."""
    rows = Penalty.objects.filter(entry=entry, level=Level.DISQUALIFICATION.value, withdrawn_at=None)
    return rows.order_by("-pk").first()


def of_players(entries: Iterable[Entry]) -> dict[int, list[Penalty]]:
    """Penalties of these players that are not withdrawn, newest first, by entry. One query."""
    wanted = [entry.pk for entry in entries]
    penalties: dict[int, list[Penalty]] = {pk: [] for pk in wanted}
    rows = Penalty.objects.filter(entry__in=wanted, withdrawn_at=None)
    for row in rows.select_related("match", "by", "entry__tournament"):
        penalties[row.entry_id].append(row)
    return penalties


def counting(entry: Entry) -> QuerySet[Penalty]:
    """A player's penalties that count, oldest first: neither withdrawn nor unconfirmed."""
    heavy = [level.value for level in Level if level.heavy]
    rows = entry.penalties.filter(withdrawn_at=None).exclude(level__in=heavy, confirmed_at=None)
    return rows.order_by("at", "pk")


def earlier(penalties: Iterable[Penalty]) -> list[Given]:
    return [Given(row.infraction, Level(row.level)) for row in penalties if row.withdrawn_at is None]


def prizes(match: Match, game: int | None = None) -> Pair:
    """Prizes of penalties against left and right in a match, or in one game of it (M-072)."""
    rows = match.penalties.filter(withdrawn_at=None, prizes__gt=0)
    if game is not None:
        rows = rows.filter(Q(game=game) | Q(game=None))
    against: Mapping[int, int] = dict(rows.values_list("entry").annotate(Sum("prizes")))
    return Pair(against.get(match.left_id, 0), against.get(match.right_id or 0, 0))


def not_served(match: Match) -> list[Penalty]:
    """Confirmed game and match losses of the two players that no match has counted yet."""
    levels = [level.value for level in SERVED]
    rows = Penalty.objects.filter(entry__in=[match.left_id, match.right_id], level__in=levels)
    rows = rows.filter(confirmed_at__isnull=False, withdrawn_at=None, applied={})
    return list(rows.select_related("entry__player", "match"))


def entered_result(line: JournalEvent) -> bool:
    """Whether a penalty that is not withdrawn entered the result of a line. One query."""
    rows = Penalty.objects.filter(tournament=line.tournament_id, withdrawn_at=None)
    rows = rows.filter(applied__match=line.facts["match"])
    return any(line.pk in applied["lines"] for applied in rows.values_list("applied", flat=True))
