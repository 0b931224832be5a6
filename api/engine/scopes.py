"""What a token of the API may read beside what everybody may, and the power of `tournaments.rules` each asks for."""

from collections.abc import Collection, Mapping

PLAYERS, BIRTHS, LISTS, CALLS, CHECKS = "players", "births", "lists", "calls", "checks"

NEEDS: dict[str, str] = {
    PLAYERS: "view",
    BIRTHS: "run",
    LISTS: "view",
    CALLS: "view",
    CHECKS: "view",
}
"""The power each scope asks for: births go to those who add and correct players, as nobody else has a list of them."""

SCOPES = tuple(NEEDS)

Powers = Mapping[str, Collection[str]]
"""The roles that have each power."""


def scopes_of(role: str, powers: Powers) -> tuple[str, ...]:
    """What a role may let a token read, in the order of SCOPES."""
    return tuple(scope for scope, power in NEEDS.items() if role in powers[power])


def allowed(role: str, scopes: Collection[str], powers: Powers) -> frozenset[str]:
    """What is left of the scopes of a token while its member has this role."""
    return frozenset(scopes) & frozenset(scopes_of(role, powers))
