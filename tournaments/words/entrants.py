"""Whether the words of a page or paper speak of players or of teams.

Like the language, this is set once for a whole page, so sentences need no argument for it.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import Tournament
from tournaments.queries.team_entries import is_played_by_teams

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    from core.documents.spreadsheets import Field

_event: ContextVar[Tournament | None] = ContextVar("entrants_of", default=None)


@contextmanager
def naming_entrants(event: object) -> Iterator[None]:
    """Use the words of an event in the block: teams where only teams play, players elsewhere."""
    token = _event.set(event if isinstance(event, Tournament) else None)
    try:
        yield
    finally:
        _event.reset(token)


def are_entrants_teams() -> bool:
    """Return whether the words speak of teams. At most one query for each page."""
    event = _event.get()
    if event is None:
        return False
    answers: dict[str, bool] = event.__dict__.setdefault("page_answers", {})
    if "teams" not in answers:
        answers["teams"] = is_played_by_teams(event)
    return answers["teams"]


def players_or_teams_text(of_players: str | Promise, of_teams: str | Promise) -> "_StrPromise":
    """Return a lazy sentence that speaks of teams where only teams play."""
    return cast("_StrPromise", lazy(lambda: str(of_teams if are_entrants_teams() else of_players), str)())


TEAM_TITLES: tuple[tuple[str | Promise, str | Promise], ...] = (
    (_("Player"), pgettext_lazy("players", "Team")),
    (_("Players"), pgettext_lazy("players", "Teams")),
    (_("Player 1"), _("Team 1")),
    (_("Player 2"), _("Team 2")),
    (_("Player 1 reported"), _("Team 1 reported")),
    (_("Player 2 reported"), _("Team 2 reported")),
    (_("Player 1: Player ID"), _("Team 1: Player ID")),
    (_("Player 2: Player ID"), _("Team 2: Player ID")),
    (_("Player 1: points"), _("Team 1: points")),
    (_("Player 2: points"), _("Team 2: points")),
    (_("Player 1: games"), _("Team 1: games")),
    (_("Player 2: games"), _("Team 2: games")),
    (_("Player 1 won"), _("Team 1 won")),
    (_("Player 2 won"), _("Team 2 won")),
    (_("All players"), _("All teams")),
    (_("Find a player"), _("Find a team")),
    (_("First or last name"), _("Team, first or last name")),
)
"""Titles and short labels of players, with those of teams."""


def entrant_title(title: str | Promise) -> str:
    """Return a title, or the one of teams where only teams play."""
    text = str(title)
    if not are_entrants_teams():
        return text
    return next((str(of_teams) for of_players, of_teams in TEAM_TITLES if str(of_players) == text), text)


def entrant_fields(fields: Sequence["Field"]) -> tuple["Field", ...]:
    """Return the columns of a file with the titles of the event's entrants."""
    return tuple(replace(field, title=entrant_title(field.title)) for field in fields)
