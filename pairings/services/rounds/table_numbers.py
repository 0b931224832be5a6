"""Table numbers of a round, without those other divisions use now."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from django.db.models import QuerySet

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal
from pairings.engine.tables import Numbering, number, renumber
from pairings.models import Match, Round
from pairings.queries.rounds.options import Wishes, wishes_of
from pairings.services.rounds.seating import Place
from tournaments.queries.divisions import division_tables


def numbers(round_: Round, pairs: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """One table for each pair of entry ids, in their order. Refused: NOT_ENOUGH_TABLES."""
    return numbering(round_, pairs, wishes_of(round_.division)).tables


def numbering(
    round_: Round,
    pairs: Sequence[tuple[int, int]],
    wishes: Wishes,
    *,
    occupied: Collection[int] = (),
) -> Numbering:
    """Tables by the options: blocked ones left out, fixed ones assigned; `occupied` are of this round.

    The division's own tables come first; tables of other divisions only if the hall has no others.
    """
    division, event = round_.division, round_.division.tournament
    lowest = division.first_table or event.table_from
    tables = division_tables(event, blocked=wishes.blocked)
    own = tables.pop(division.pk, ())
    return number(
        pairs,
        first=own[0] if own else lowest,
        last=event.table_to,
        blocked=wishes.blocked,
        taken=frozenset(_elsewhere(round_).union(occupied)),
        fixed=wishes.fixed,
        reserved=frozenset(table for others in tables.values() for table in others),
        lowest=lowest,
    )


def among(
    round_: Round, pairs: Sequence[tuple[int, int]], freed: Collection[int], wishes: Wishes
) -> tuple[int, ...]:
    """Tables for pairs that replace others: fixed tables stay, the rest get those `freed`."""
    own = round_.matches.filter(table__isnull=False).values_list("table", flat=True)
    taken = _elsewhere(round_).union(table for table in own if table)
    return renumber(pairs, freed=freed, taken=taken, fixed=wishes.fixed).tables


def require_free(round_: Round, tables: Collection[int | None]) -> None:
    """Refused: TABLE_IS_TAKEN (table, division) where another division uses one now."""
    wanted = {table for table in tables if table is not None}
    others = _others(round_).filter(table__in=wanted).select_related("round__division")
    taken = others.order_by("table").first()
    if taken is not None:
        raise Refused(
            PairingRefusal.TABLE_IS_TAKEN, table=taken.table, division=taken.round.division.age_division
        )


def _elsewhere(round_: Round) -> set[int]:
    """Tables other divisions of the event use now."""
    return {table for table in _others(round_).values_list("table", flat=True) if table}


def _others(round_: Round) -> QuerySet[Match]:
    others = Match.objects.filter(
        round__division__tournament=round_.division.tournament_id, table__isnull=False
    )
    return others.exclude(round__state=Round.State.CLOSED).exclude(round__division=round_.division)


def reseated(round_: Round, places: Sequence[Place], freed: Collection[int]) -> list[Place]:
    """Assign tables to places that replace others: their own, or the fixed ones of their new players.

    In the order of the places; a player without an opponent has no table.
    """
    two = sorted(
        (place for place in places if place.right is not None),
        key=lambda place: (place.table or 0, place.position),
    )
    pairs = [(place.left, place.right) for place in two if place.right is not None]
    numbers = among(round_, pairs, freed, wishes_of(round_.division)) if pairs else ()
    at = {place.left: number for place, number in zip(two, numbers, strict=True)}
    return [replace(place, table=at.get(place.left)) for place in places]
