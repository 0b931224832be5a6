"""The hall in which every page is opened, and the URLs of its events."""

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass

from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.urls import reverse

from core import stamps
from decks.models import DeckList
from pairings.models import Match, Round
from tournaments.models import Tournament


@dataclass(frozen=True)
class Hall:
    """The demo: a cup in round 4, a finished challenge, and a prerelease with a draft for round 1."""

    cup: Tournament
    over: Tournament
    coming: Tournament
    playing: Round
    drawn: Round
    match: Match
    deck: DeckList


_halls: dict[Callable[[], Hall], tuple[Hall, sqlite3.Connection]] = {}


def fresh_hall(build: Callable[[], Hall]) -> Hall:
    """Restore the hall that `build` creates to its initial state.

    Building it takes seconds, so SQLite copies it back for the next test of this process, which runs in no
    transaction.
    """
    if connection.vendor != "sqlite":
        return build()
    if build not in _halls:
        _halls[build] = build(), sqlite3.connect(":memory:")
        connection.connection.backup(_halls[build][1])
    hall, rows = _halls[build]
    rows.backup(connection.connection)
    stamps.mark_scopes_changed(stamps.EVERYTHING)
    ContentType.objects.clear_cache()
    return hall


def address(page: str, event: Tournament, query: str = "", **more: object) -> str:
    return reverse(page, kwargs={"slug": event.slug, **more}) + query
