"""Facts about events and people for the page of an organizing team."""

from core.engine.code_labels import Facts
from core.models import Team


def team_facts(team: Team) -> Facts:
    """Return the newest events of a team, and the numbers of its people and known players."""
    return {
        "events": team.events.order_by("-starts_at", "-pk")[:12],
        "people": team.people.count(),
        "listed": team.known_players.count(),
    }
