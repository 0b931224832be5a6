"""Scopes a token may have beyond public data, and the power of `tournaments.rules` each needs."""

from collections.abc import Collection, Mapping

PLAYERS, BIRTHS, LISTS, CALLS, CHECKS = "players", "births", "lists", "calls", "checks"

NEEDS: dict[str, str] = {
    PLAYERS: "view",
    BIRTHS: "run",
    LISTS: "view",
    CALLS: "view",
    CHECKS: "view",
}
"""The power each scope needs; births need the one for adding and correcting players."""

SCOPES = tuple(NEEDS)

Powers = Mapping[str, Collection[str]]
"""The roles that have each power."""


def scopes_of(role: str, powers: Powers) -> tuple[str, ...]:
    """The scopes a role may grant a token, in the order of SCOPES."""
    return tuple(scope for scope, power in NEEDS.items() if role in powers[power])


def allowed(role: str, scopes: Collection[str], powers: Powers) -> frozenset[str]:
    """The scopes of a token that its member's role still has."""
    return frozenset(scopes) & frozenset(scopes_of(role, powers))
