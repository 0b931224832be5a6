"""Players of the organizer's earlier events, who can be entered again."""

from dataclasses import dataclass

from core.engine.alphabet import name_sort_key
from tournaments.models import Entry, Tournament, User
from tournaments.queries.people import entries_visible_to

MAX_EVENTS = 12


@dataclass(frozen=True, slots=True)
class Regular:
    """A player of an earlier event. `entered` is True if they are already in this event."""

    player: int
    name: str
    sort_name: str
    player_id: str
    birth_year: int | None
    entered: bool


def earlier_events(event: Tournament, *, by: User | None) -> list[Tournament]:
    """Return the organizer's earlier events whose players `by` can see, newest first.

    At most MAX_EVENTS are returned.
    """
    visible_events = entries_visible_to(by, event.organizer_id).exclude(tournament=event).values("tournament")
    events = Tournament.objects.filter(pk__in=visible_events, starts_at__lte=event.starts_at)
    return list(events.order_by("-starts_at", "-pk")[:MAX_EVENTS])


def list_regulars(event: Tournament, source: Tournament) -> list[Regular]:
    """List the players of `source` by name, marking those already in `event` as a person or by Player ID.

    Two queries.
    """
    entered_players = list(event.entries.values_list("player", "player_number"))
    entered_keys = {player for player, _number in entered_players}
    entered_numbers = {number for _player, number in entered_players if number}
    entries = Entry.objects.filter(tournament=source).order_by("pk")
    return [
        Regular(
            row.player_id,
            str(row),
            row.sort_name,
            row.player_number or "",
            row.birth_year,
            row.player_id in entered_keys or row.player_number in entered_numbers,
        )
        for row in sorted(entries, key=lambda row: name_sort_key(row.sort_name))
    ]
