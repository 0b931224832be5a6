"""The only module that writes the players of matches, and the seats that prevent double pairing."""

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any

from django.db import connection
from django.db.models import CASCADE

from core.services import bulk_rows
from pairings.engine.journal_facts import PlaceFacts
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.models.match import Reason

BATCH = 500
COLUMNS = (
    "round_id",
    "position",
    "table",
    "home_table",
    "left_id",
    "right_id",
    "outcome",
    "reason",
    "bracket_id",
    "slot",
    "third_place",
)
INSERT_SEATS = """
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
    """A match to seat: entry keys, and the table unless a player sits out.

    `home_table` is the table that a match at a feature table returns to.
    """

    position: int
    left: int
    right: int | None
    table: int | None
    outcome: Outcome = Outcome.PENDING
    bracket: int | None = None
    slot: int | None = None
    third_place: bool = False
    reason: str = Reason.PLAYED.value
    # Journal lines written before feature tables existed end here.
    home_table: int | None = None


def seat_matches(round_: Round, places: Sequence[Place]) -> None:
    """Write matches of a round and their seats. Raises IntegrityError if a player would be seated twice."""
    rows = [
        (
            round_.pk,
            place.position,
            place.table,
            place.home_table,
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
    bulk_rows.insert_rows(Match, COLUMNS, rows)
    _create_missing_seats([round_.pk])


def write_matches(unsaved: Sequence[Match]) -> None:
    """Write matches of one or more rounds, and their seats.

    Raises IntegrityError if a player would be seated twice.
    """
    Match.objects.bulk_create(unsaved, batch_size=BATCH)
    _create_missing_seats(sorted({match.round_id for match in unsaved}))


def _create_missing_seats(rounds: Sequence[int]) -> None:
    """Create the missing seats of all matches of these rounds in one statement."""
    if not rounds:
        return
    placeholders = ", ".join(["%s"] * len(rounds))
    with connection.cursor() as cursor:
        cursor.execute(INSERT_SEATS.format(rounds=placeholders), [*rounds, *rounds])


def entry_keys_of(match: Match) -> list[int]:
    """Return the entry keys of a match, left first."""
    return [match.left_id] if match.right_id is None else [match.left_id, match.right_id]


def place_of_match(match: Match) -> Place:
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
        match.home_table,
    )


def replace_all_matches(round_: Round, places: Sequence[Place]) -> None:
    """Replace all matches of an unposted round."""
    delete_all_matches(round_)
    seat_matches(round_, places)


def delete_all_matches(round_: Round) -> None:
    """Delete all matches of a round in a fixed number of statements.

    Rows that depend on them are deleted too, or unlinked if they can exist without a match.
    """
    for relation in Match._meta.related_objects:
        name, model = relation.field.name, relation.related_model
        dependent_rows = model._default_manager.filter(**{f"{name}__round": round_})
        if relation.on_delete is CASCADE:
            dependent_rows.delete()
        else:
            dependent_rows.update(**{name: None})
    bulk_rows.delete_rows(Match, "round_id", round_.pk)


def swapped_places(matches: Iterable[Match], first: int, second: int) -> list[Place]:
    """Return the places of the matches after swapping two players, passed as entry keys."""
    counterpart = {first: second, second: first}
    return [
        replace(
            place,
            left=counterpart.get(place.left, place.left),
            right=counterpart.get(place.right or 0, place.right),
        )
        for place in map(place_of_match, matches)
    ]


def swap_seats(round_: Round, first: int, second: int) -> None:
    """Swap two players of an unposted round, passed as entry keys, without changing tables or order."""
    matches = list(
        Match.objects.filter(pk__in=round_.seats.filter(entry_id__in=[first, second]).values("match_id"))
    )
    places = swapped_places(matches, first, second)
    Match.objects.filter(pk__in=[match.pk for match in matches]).delete()
    seat_matches(round_, places)


def place_facts(places: Iterable[Place]) -> list[PlaceFacts]:
    """Return places as plain values for the journal."""
    return [astuple(place) for place in places]


def places_from_facts(facts: Iterable[Sequence[Any]]) -> list[Place]:
    """Return the places stored by `place_facts` in a journal line."""
    # Value 4 is the outcome, which the journal stores as text.
    return [replace(Place(*values), outcome=Outcome(values[4])) for values in facts]
