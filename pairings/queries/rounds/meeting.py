"""Seats for the player meeting before round 1, by player name, two at a table."""

from dataclasses import dataclass
from itertools import zip_longest

from core.engine.alphabet import name_sort_key
from pairings.engine.display_rows import EntryPerson
from pairings.engine.tables import number_tables
from pairings.queries.rounds import match_rows
from pairings.queries.rounds.options import wishes_of
from tournaments.models import Tournament

NOBODY = 0
"""Neighbor of the last player if the number of players is odd."""

MEETING_TITLE = "meeting"
"""Code of a player meeting in the schedule."""


@dataclass(frozen=True, slots=True)
class MeetingSeat:
    """Seat of one player at the player meeting; `division` is a key."""

    person: EntryPerson
    table: int
    division: int


def assign_meeting_seats(event: Tournament, *, public: bool = False) -> list[MeetingSeat]:
    """Assign seats by name to all checked-in players, or to all players of a division before check-in.

    Divisions are seated one after another, with their fixed and blocked tables. The result is sorted by
    name; `public` shortens children's names.
    """
    meeting_seats: list[MeetingSeat] = []
    for division in event.divisions.select_related("tournament").order_by("position", "id"):
        # Public lists shorten names, but seats must not depend on that, so sort by the full name.
        active_entries = [entry for entry in division.entries.select_related("player") if entry.active]
        present_entries = [
            entry for entry in active_entries if entry.checked_in_at is not None
        ] or active_entries
        present_entries.sort(
            key=lambda entry: (name_sort_key(match_rows.person_of_entry(entry).sort_name), entry.pk)
        )
        people = [match_rows.person_of_entry(entry, public=public) for entry in present_entries]
        ids = [person.entry_id for person in people]
        pairs = list(zip_longest(ids[::2], ids[1::2], fillvalue=NOBODY))
        wishes = wishes_of(division)
        first_table = division.first_table or division.tournament.table_from
        tables = number_tables(
            pairs,
            first=first_table,
            blocked=wishes.blocked,
            taken={seat.table for seat in meeting_seats},
            fixed=wishes.fixed,
        ).tables
        meeting_seats += [
            MeetingSeat(person, tables[position // 2], division.pk) for position, person in enumerate(people)
        ]
    return sorted(meeting_seats, key=lambda seat: name_sort_key(seat.person.sort_name))


def is_meeting_planned(event: Tournament) -> bool:
    """Return whether the schedule has a player meeting."""
    return event.schedule.filter(title=MEETING_TITLE).exists()
