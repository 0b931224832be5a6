"""TOM's files taken over: a whole event to go on with, or the players alone. All of it or nothing."""

from dataclasses import dataclass

from django.db import transaction

from pairings.engine import tdf
from pairings.engine.tdf import TomEvent
from pairings.services.tom import people, play, settings
from tournaments.engine.refused import Refused
from tournaments.models import Tournament, User
from tournaments.services import entries, journal
from tournaments.services.journal_kinds import JournalKind, define

__all__ = ["MOST_BYTES", "Renamed", "import_event", "import_roster", "renamed"]

MOST_BYTES = 12 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Renamed:
    """Somebody known here under another name than the file's; the known name was kept."""

    player_id: str
    known: str
    in_file: str


@transaction.atomic
def import_event(
    data: bytes,
    *,
    by: User | None,
    filename: str = "",
    name: str | None = None,
    timezone: str = "",
    otherwise: str = "",
) -> Tournament:
    """A new event with everything the file holds: divisions, people, rounds, results, standings, brackets.

    A finished file comes out with its official places; a running one goes on where it stood: rounds with all
    results are closed, a round without is posted. `name` instead of the file's own. `timezone` is where the
    file's clock hung, else that of its country where it has one alone, else `otherwise`.
    People that `by` knows are found again by Player ID.
    Refused: TDF_…, each with `line` and `element`, and SEASON_UNKNOWN.
    """
    read = _read(data)
    settings.check(read, data)
    event = settings.create(read, by=by, filename=filename, name=name, timezone=timezone, otherwise=otherwise)
    divisions = list(event.divisions.all())
    for division in divisions:
        division.tournament = event
    entered = people.enter(event, read, divisions, by=by)
    rounds = play.take_over(read, divisions, entered)
    _tell(event, read, by=by, filename=filename, rounds=rounds)
    return event


@transaction.atomic
def import_roster(event: Tournament, data: bytes, *, by: User | None, filename: str = "") -> int:
    """Add the players of a file to an event, leaving out who is in it; how many were new.

    Refused: TDF_…, and what `tournaments.services.entries.add_all` refuses, with `line` of the player.
    """
    read = _read(data)
    people.check(read)
    known = people.known(read, by=by)
    inside = set(event.entries.values_list("player_number", flat=True))
    players = [player for player in read.players if player.user_id not in inside]
    rows = [people.arrival(player, known.get(player.user_id), awarded_byes=player.byes) for player in players]
    try:
        entries.add_all(event, rows, by=by, filename=filename)
    except Refused as refused:
        row = refused.facts.get("row")
        if not isinstance(row, int):
            raise
        where = {"line": players[row - 1].line, "element": "player"}
        raise Refused(refused.code, **refused.facts | where) from refused
    return len(rows)


def renamed(event: Tournament) -> list[Renamed]:
    """Whose name in the imported file was not the known one."""
    told = event.journal.filter(kind="KnownNamesKept").order_by("-id").first()
    return [Renamed(*row) for row in told.facts["people"]] if told else []


def _read(data: bytes) -> TomEvent:
    if len(data) > MOST_BYTES:
        raise Refused("TDF_TOO_BIG", line=1, element="", limit=MOST_BYTES // 1024**2)
    return tdf.read(data)


def _tell(event: Tournament, read: TomEvent, *, by: User | None, filename: str, rounds: int) -> None:
    journal.write(
        event,
        "EventImported",
        by=by,
        filename=filename or "TOM",
        players=len(read.players),
        rounds=rounds,
        version=read.version,
    )
    kept = people.named_otherwise(event, read)
    if kept:
        names = ", ".join(f"{known} ({in_file})" for _, known, in_file in kept)
        journal.write(event, "KnownNamesKept", by=by, names=names, people=kept)


define(
    JournalKind(
        "EventImported",
        {"filename": str, "players": int, "rounds": int, "version": str},
        scope="event",
        topic="event",
    ),
    JournalKind("KnownNamesKept", {"names": str, "people": list}, scope="event", topic="people"),
)
