"""What an open page asks for news of: see `config.live`, which answers."""

from tournaments.models import Tournament
from tournaments.services import stamps

OFTEN, SELDOM = 4, 10
"""Seconds between two questions of staff, who wait for calls and results, and of everybody else."""


class Live:
    """The scopes of a page and the position it was made at.

    A player's page follows the event, this player and their match; staff the event and its single tables; anybody else
    what everybody at the event sees.
    """

    def __init__(self, seen: str, event: Tournament, *, staff: bool = False) -> None:
        self.seen = seen
        self._every = OFTEN if staff else SELDOM
        self._scopes = [stamps.event(event.pk)]
        if staff:
            self.follow(stamps.results(event.pk))

    def follow(self, scope: str) -> None:
        """Ask for news of this as well."""
        if scope not in self._scopes:
            self._scopes.append(scope)

    @property
    def address(self) -> str:
        return f"/live?every={self._every}&on={'.'.join(self._scopes)}"
