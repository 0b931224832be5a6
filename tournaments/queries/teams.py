"""What the page of an organizers' team shows of events and people."""

from core.engine.facts import Facts
from core.models import Team


def facts_of(team: Team) -> Facts:
    """The newest events of a team, and how many people and known players it has."""
    return {
        "events": team.events.order_by("-starts_at", "-pk")[:12],
        "people": team.people.count(),
        "listed": team.known_players.count(),
    }
