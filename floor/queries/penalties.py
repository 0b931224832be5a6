"""Queries of penalties for pages, sheets and the resolver."""

from collections.abc import Iterable, Mapping

from django.db.models import Q, QuerySet, Sum

from core.models import JournalEvent
from floor.engine.penalties import EarlierPenalty, PenaltyLevel
from floor.engine.resolution import NumbersByPlayer
from floor.models import Penalty
from pairings.models import Match
from tournaments.models import Entry, Tournament

SERVED = (PenaltyLevel.GAME_LOSS, PenaltyLevel.MATCH_LOSS)
"""Levels of penalties that are served in a match."""


def penalties_of_event(event: Tournament) -> QuerySet[Penalty]:
    """Return all penalties of an event, newest first, with their player, table and judges."""
    related = (
        "entry__player",
        "entry__division",
        "match__round__stage",
        "by",
        "confirmed_by",
        "withdrawn_by",
    )
    return event.penalties.select_related(*related)


def count_unconfirmed_penalties(event: Tournament) -> int:
    """Count the penalties that the head judge has to confirm."""
    heavy = [level.value for level in PenaltyLevel if level.heavy]
    return event.penalties.filter(level__in=heavy, confirmed_at=None, withdrawn_at=None).count()


def latest_disqualification(entry: Entry) -> Penalty | None:
    """Find the latest disqualification of a player that was not withdrawn, or None. One query.

    It may still be unconfirmed.
    """
    penalties = Penalty.objects.filter(
        entry=entry, level=PenaltyLevel.DISQUALIFICATION.value, withdrawn_at=None
    )
    return penalties.order_by("-pk").first()


def penalties_of_players(entries: Iterable[Entry]) -> dict[int, list[Penalty]]:
    """Return the penalties of these players that were not withdrawn, newest first, by entry. One query."""
    keys = [entry.pk for entry in entries]
    penalties_by_entry: dict[int, list[Penalty]] = {pk: [] for pk in keys}
    penalties = Penalty.objects.filter(entry__in=keys, withdrawn_at=None)
    for penalty in penalties.select_related("match", "by", "entry__tournament"):
        penalties_by_entry[penalty.entry_id].append(penalty)
    return penalties_by_entry


def counting_penalties(entry: Entry) -> QuerySet[Penalty]:
    """Return the penalties of a player that are in effect, oldest first.

    They are not withdrawn and, if heavy, they are confirmed.
    """
    heavy = [level.value for level in PenaltyLevel if level.heavy]
    penalties = entry.penalties.filter(withdrawn_at=None).exclude(level__in=heavy, confirmed_at=None)
    return penalties.order_by("at", "pk")


def earlier_penalties(penalties: Iterable[Penalty]) -> list[EarlierPenalty]:
    """Return the penalties that were not withdrawn, in the form that the engine reads."""
    return [
        EarlierPenalty(penalty.infraction, PenaltyLevel(penalty.level))
        for penalty in penalties
        if penalty.withdrawn_at is None
    ]


def prize_penalties(match: Match, game: int | None = None) -> NumbersByPlayer:
    """Return the Prizes that penalties cost the left and the right player in a match (M-072).

    With `game`, only penalties for this game and penalties that name no game.
    """
    penalties = match.penalties.filter(withdrawn_at=None, prizes__gt=0)
    if game is not None:
        penalties = penalties.filter(Q(game=game) | Q(game=None))
    prizes_by_entry: Mapping[int, int] = dict(penalties.values_list("entry").annotate(Sum("prizes")))
    return NumbersByPlayer(prizes_by_entry.get(match.left_id, 0), prizes_by_entry.get(match.right_id or 0, 0))


def unserved_losses(match: Match) -> list[Penalty]:
    """List confirmed game and match losses of the two players that were not applied to a match yet."""
    levels = [level.value for level in SERVED]
    losses = Penalty.objects.filter(entry__in=[match.left_id, match.right_id], level__in=levels)
    losses = losses.filter(confirmed_at__isnull=False, withdrawn_at=None, applied={})
    return list(losses.select_related("entry__player", "match"))


def penalty_entered_result(line: JournalEvent) -> bool:
    """Return whether the result in a journal line comes from a penalty that was not withdrawn. One query."""
    penalties = Penalty.objects.filter(tournament=line.tournament_id, withdrawn_at=None)
    penalties = penalties.filter(applied__match=line.facts["match"])
    return any(line.pk in applied["lines"] for applied in penalties.values_list("applied", flat=True))
