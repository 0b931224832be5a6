"""Scopes of tokens for more than public data, and the permission of `tournaments.rules` that each scope needs."""

from collections.abc import Collection, Mapping

PLAYERS, BIRTHS, LISTS, CALLS, CHECKS = "players", "births", "lists", "calls", "checks"

NEEDS: dict[str, str] = {
    PLAYERS: "view",
    BIRTHS: "run",
    LISTS: "view",
    CALLS: "view",
    CHECKS: "view",
}
"""The permission that each scope needs. Births need the permission to add and correct players."""

SCOPES = tuple(NEEDS)

Powers = Mapping[str, Collection[str]]
"""The roles that have each permission."""


def scopes_grantable_by_role(role: str, powers: Powers) -> tuple[str, ...]:
    """List the scopes that a role may grant a token, in the order of SCOPES."""
    return tuple(scope for scope, power in NEEDS.items() if role in powers[power])


def allowed_scopes(role: str, scopes: Collection[str], powers: Powers) -> frozenset[str]:
    """Return the scopes of a token that the role of its member still allows."""
    return frozenset(scopes) & frozenset(scopes_grantable_by_role(role, powers))
