"""Player IDs of the players of an event who share their name with another."""

from collections import Counter

from core.engine.person_names import search_key
from tournaments.models import Tournament
from tournaments.queries.team_entries import team_members_of_event


def player_ids_of_namesakes(event: Tournament) -> dict[tuple[int, str], str]:
    """Return the Player IDs of players whose name occurs more than once in the event, by entry and seat.

    The seat is "" for a player who entered alone. Names are compared without accents and case. Players without a
    Player ID are left out. One query, two if teams may enter.
    """
    teams = team_members_of_event(event)
    players = [
        (key, (entry, ""), player_id)
        for entry, key, player_id in event.entries.values_list("pk", "search_key", "player_number")
        if entry not in teams
    ]
    players += [
        (search_key(member.name), (entry, member.seat), member.player_id)
        for entry, members in teams.items()
        for member in members
    ]
    counts = Counter(key for key, _place, _player_id in players)
    return {place: player_id for key, place, player_id in players if player_id and counts[key] > 1}
