"""Who sits in which match: the only place that writes matches' players and the seats that guard them."""

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any

from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round, Seat

BATCH = 500


@dataclass(frozen=True, slots=True)
class Place:
    """One match to be seated: entry ids, and a table unless nobody plays at it."""

    position: int
    left: int
    right: int | None
    table: int | None
    outcome: Outcome = Outcome.PENDING
    bracket: int | None = None
    slot: int | None = None
    third_place: bool = False


def seat(round_: Round, places: Sequence[Place]) -> list[Match]:
    """Write matches of a round in two bulk statements; IntegrityError if anybody would sit twice."""
    return write([_match(round_, place) for place in places])


def write(unsaved: Sequence[Match]) -> list[Match]:
    """Write matches, of one round or many, and the seats that guard them."""
    matches = Match.objects.bulk_create(unsaved, batch_size=BATCH)
    Seat.objects.bulk_create(
        [
            Seat(round_id=match.round_id, match=match, entry_id=entry)
            for match in matches
            for entry in people(match)
        ],
        batch_size=BATCH,
    )
    return matches


def _match(round_: Round, place: Place) -> Match:
    return Match(
        round=round_,
        position=place.position,
        left_id=place.left,
        right_id=place.right,
        table=place.table,
        outcome=place.outcome,
        bracket_id=place.bracket,
        slot=place.slot,
        third_place=place.third_place,
    )


def people(match: Match) -> list[int]:
    """The entries of a match, left first."""
    return [match.left_id] if match.right_id is None else [match.left_id, match.right_id]


def place_of(match: Match) -> Place:
    return Place(
        match.position,
        match.left_id,
        match.right_id,
        match.table,
        Outcome(match.outcome),
        match.bracket_id,
        match.slot,
        match.third_place,
    )


def replace_all(round_: Round, places: Sequence[Place]) -> None:
    """Seat a draft anew; nothing is played yet, so its old matches go."""
    round_.matches.all().delete()
    seat(round_, places)


def swap(round_: Round, first: int, second: int) -> None:
    """Two players of a draft, by entry id, change places; tables and order stay."""
    touched = list(
        Match.objects.filter(pk__in=round_.seats.filter(entry_id__in=[first, second]).values("match_id"))
    )
    other = {first: second, second: first}
    places = [
        replace(place, left=other.get(place.left, place.left), right=other.get(place.right or 0, place.right))
        for place in map(place_of, touched)
    ]
    Match.objects.filter(pk__in=[match.pk for match in touched]).delete()
    seat(round_, places)


def noted(places: Iterable[Place]) -> list[list[object]]:
    """Places as plain values for the journal, so that an undo can put them back."""
    return [list(astuple(place)) for place in places]


def recalled(rows: Iterable[Sequence[Any]]) -> list[Place]:
    """The reverse of `noted`."""
    return [replace(Place(*row), outcome=Outcome(row[4])) for row in rows]
