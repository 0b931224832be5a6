"""Players of earlier events of the same organizer that a user can see, to enter again."""

from dataclasses import dataclass

from core.engine.alphabet import sort_key
from tournaments.models import Entry, Tournament, User
from tournaments.queries.people import entries_known_to

MOST_EVENTS = 12


@dataclass(frozen=True, slots=True)
class Regular:
    """A player of an earlier event; `entered`: in this one already."""

    player: int
    name: str
    sort_name: str
    player_id: str
    birth_year: int | None
    entered: bool


def earlier_events(event: Tournament, *, by: User | None) -> list[Tournament]:
    """The latest other events of the organizer with players that `by` can see, up to this one's start; newest first."""
    visible = entries_known_to(by, event.organizer_id).exclude(tournament=event).values("tournament")
    events = Tournament.objects.filter(pk__in=visible, starts_at__lte=event.starts_at)
    return list(events.order_by("-starts_at", "-pk")[:MOST_EVENTS])


def regulars(event: Tournament, source: Tournament) -> list[Regular]:
    """The players of `source` by name, with whether they are in `event` already. Two queries."""
    inside = list(event.entries.values_list("player", "player_number"))
    keys = {player for player, _number in inside}
    numbers = {number for _player, number in inside if number}
    there = Entry.objects.filter(tournament=source).order_by("pk")
    return [
        Regular(
            row.player_id,
            str(row),
            row.sort_name,
            row.player_number or "",
            row.birth_year,
            row.player_id in keys or row.player_number in numbers,
        )
        for row in sorted(there, key=lambda row: sort_key(row.sort_name))
    ]
