"""The only writer of the players of matches, and of the seats that prevent pairing a player twice."""

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any

from django.db import connection
from django.db.models import CASCADE

from pairings.engine.journal_facts import PlaceFacts
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.models.match import Reason
from pairings.services.rounds import bulk

BATCH = 500
COLUMNS = (
    "round_id",
    "position",
    "table",
    "left_id",
    "right_id",
    "outcome",
    "reason",
    "bracket_id",
    "slot",
    "third_place",
)
GUARD = """
    INSERT INTO pairings_seat (round_id, match_id, entry_id)
    SELECT round_id, id, left_id FROM pairings_match m
        WHERE round_id IN ({rounds}) AND NOT EXISTS (SELECT 1 FROM pairings_seat s WHERE s.match_id = m.id)
    UNION ALL
    SELECT round_id, id, right_id FROM pairings_match m
        WHERE round_id IN ({rounds}) AND NOT EXISTS (SELECT 1 FROM pairings_seat s WHERE s.match_id = m.id)
        AND right_id IS NOT NULL
"""


@dataclass(frozen=True, slots=True)
class Place:
    """One match to be seated: entry ids, and a table unless a player sits out."""

    position: int
    left: int
    right: int | None
    table: int | None
    outcome: Outcome = Outcome.PENDING
    bracket: int | None = None
    slot: int | None = None
    third_place: bool = False
    reason: str = Reason.PLAYED.value


def seat(round_: Round, places: Sequence[Place]) -> None:
    """Write matches of a round and their seats. IntegrityError if a player would sit twice."""
    rows = [
        (
            round_.pk,
            place.position,
            place.table,
            place.left,
            place.right,
            place.outcome.value,
            place.reason,
            place.bracket,
            place.slot,
            place.third_place,
        )
        for place in places
    ]
    bulk.insert(Match, COLUMNS, rows)
    _guard([round_.pk])


def write(unsaved: Sequence[Match]) -> None:
    """Write matches, of one or many rounds, and their seats. IntegrityError if a player would sit twice."""
    Match.objects.bulk_create(unsaved, batch_size=BATCH)
    _guard(sorted({match.round_id for match in unsaved}))


def _guard(rounds: Sequence[int]) -> None:
    """Write the missing seats of all matches of these rounds, in one statement."""
    if not rounds:
        return
    marks = ", ".join(["%s"] * len(rounds))
    with connection.cursor() as cursor:
        cursor.execute(GUARD.format(rounds=marks), [*rounds, *rounds])


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
        match.reason,
    )


def replace_all(round_: Round, places: Sequence[Place]) -> None:
    """Replace all matches of an unposted round."""
    clear(round_)
    seat(round_, places)


def clear(round_: Round) -> None:
    """Delete all matches of a round with their dependent rows, in a fixed number of statements."""
    for link in Match._meta.related_objects:
        name, model = link.field.name, link.related_model
        hanging = model._default_manager.filter(**{f"{name}__round": round_})
        if link.on_delete is CASCADE:
            hanging.delete()
        else:
            hanging.update(**{name: None})
    bulk.delete(Match, "round_id", round_.pk)


def swapped(matches: Iterable[Match], first: int, second: int) -> list[Place]:
    """The places of matches after two players, by entry id, are swapped."""
    other = {first: second, second: first}
    return [
        replace(place, left=other.get(place.left, place.left), right=other.get(place.right or 0, place.right))
        for place in map(place_of, matches)
    ]


def swap(round_: Round, first: int, second: int) -> None:
    """Swap two players of an unposted round, by entry id; tables and order stay."""
    touched = list(
        Match.objects.filter(pk__in=round_.seats.filter(entry_id__in=[first, second]).values("match_id"))
    )
    places = swapped(touched, first, second)
    Match.objects.filter(pk__in=[match.pk for match in touched]).delete()
    seat(round_, places)


def facts_of(places: Iterable[Place]) -> list[PlaceFacts]:
    """Places as plain values for the journal."""
    return [astuple(place) for place in places]


def places_of(rows: Iterable[Sequence[Any]]) -> list[Place]:
    """The places in a journal line, as `facts_of` wrote them."""
    return [replace(Place(*row), outcome=Outcome(row[4])) for row in rows]
