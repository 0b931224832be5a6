"""Round zero: seats for the player meeting, in the order of names, two at a table."""

from dataclasses import dataclass
from itertools import zip_longest

from core.engine.alphabet import sort_key
from pairings.engine.rows import Person
from pairings.engine.tables import number
from pairings.queries.rounds import rows
from pairings.queries.rounds.options import wishes_of
from tournaments.models import Tournament

NOBODY = 0
"""The neighbor of the last one of an odd number."""

PLANNED = "meeting"
"""The code of a player meeting in the schedule."""


@dataclass(frozen=True, slots=True)
class MeetingSeat:
    """The seat of one player at the player meeting; `division` is its key."""

    person: Person
    table: int
    division: int


def seats(event: Tournament, *, public: bool = False) -> list[MeetingSeat]:
    """A seat for each checked-in player, or for every entry while none is checked in, by name.

    Divisions follow one another. Fixed and blocked tables apply.
    """
    placed: list[MeetingSeat] = []
    for division in event.divisions.select_related("tournament").order_by("position", "id"):
        # Sorted by the full name, whatever part of it is shown.
        active = [entry for entry in division.entries.select_related("player") if entry.active]
        here = [entry for entry in active if entry.checked_in_at is not None] or active
        here.sort(key=lambda entry: (sort_key(rows.person(entry).sort_name), entry.pk))
        people = [rows.person(entry, public=public) for entry in here]
        ids = [person.entry_id for person in people]
        pairs = list(zip_longest(ids[::2], ids[1::2], fillvalue=NOBODY))
        wishes = wishes_of(division)
        first = division.first_table or division.tournament.table_from
        tables = number(
            pairs,
            first=first,
            blocked=wishes.blocked,
            taken={seat.table for seat in placed},
            fixed=wishes.fixed,
        ).tables
        placed += [MeetingSeat(person, tables[spot // 2], division.pk) for spot, person in enumerate(people)]
    return sorted(placed, key=lambda seat: sort_key(seat.person.sort_name))


def is_planned(event: Tournament) -> bool:
    """Whether the schedule has a player meeting."""
    return event.schedule.filter(title=PLANNED).exists()
