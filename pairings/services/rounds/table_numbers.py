"""Table numbers of a round, clear of what other divisions play at right now."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from pairings.engine.tables import Numbering, number, renumber
from pairings.models import Match, Round
from pairings.queries.rounds.options import Wishes, wishes_of
from pairings.services.rounds.seating import Place


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
    """Tables with what is wished of them: blocked ones left out, fixed ones kept; `occupied` are of this round."""
    division, event = round_.division, round_.division.tournament
    taken = _elsewhere(round_)
    return number(
        pairs,
        first=division.first_table or event.table_from,
        last=event.table_to,
        blocked=wishes.blocked,
        taken=frozenset(taken.union(occupied)),
        fixed=wishes.fixed,
    )


def among(
    round_: Round, pairs: Sequence[tuple[int, int]], freed: Collection[int], wishes: Wishes
) -> tuple[int, ...]:
    """Tables for pairs seated anew in the places of others: fixed tables are kept, the rest take those `freed`."""
    own = round_.matches.filter(table__isnull=False).values_list("table", flat=True)
    taken = _elsewhere(round_).union(table for table in own if table)
    return renumber(pairs, freed=freed, taken=taken, fixed=wishes.fixed).tables


def _elsewhere(round_: Round) -> set[int]:
    """Tables that other divisions of the event play at right now."""
    others = Match.objects.filter(
        round__division__tournament=round_.division.tournament_id, table__isnull=False
    )
    others = others.exclude(round__state=Round.State.CLOSED).exclude(round__division=round_.division)
    return {table for table in others.values_list("table", flat=True) if table}


def reseated(round_: Round, places: Sequence[Place], freed: Collection[int]) -> list[Place]:
    """Places of matches that give way to others, at their tables or at the fixed ones of who sits there now.

    In the order of the places; whoever has no opponent has no table.
    """
    two = sorted(
        (place for place in places if place.right is not None),
        key=lambda place: (place.table or 0, place.position),
    )
    pairs = [(place.left, place.right) for place in two if place.right is not None]
    numbers = among(round_, pairs, freed, wishes_of(round_.division)) if pairs else ()
    at = {place.left: number for place, number in zip(two, numbers, strict=True)}
    return [replace(place, table=at.get(place.left)) for place in places]
