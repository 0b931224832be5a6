"""Imports of TOM files: a whole event to continue, or only its players. Each import is one transaction."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import transaction

from core.engine.refused import Refused
from core.models import JournalSeal
from core.services import journal, seals
from pairings.engine import tdf
from pairings.engine.journal_kinds import EventImported, KnownNamesKept
from pairings.engine.refusals import PairingRefusal
from pairings.engine.tdf import TdfError, TomEvent
from pairings.models import Round, TomFile
from pairings.services.known_players import Listed
from pairings.services.tom import people, play, settings
from tournaments.models import Tournament, User
from tournaments.services import entries

__all__ = [
    "MOST_BYTES",
    "Renamed",
    "import_event",
    "import_roster",
    "read",
    "read_players",
    "renamed",
    "require_size",
]

MOST_BYTES = 8 * 1024 * 1024
"""A preview embeds the file in its page, a third larger, and `DATA_UPLOAD_MAX_MEMORY_SIZE` has to accept it."""


@dataclass(frozen=True, slots=True)
class Renamed:
    """A player whose recorded name differs from the file's; the recorded name stays."""

    player_id: str
    known: str
    in_file: str


def import_event(
    data: bytes,
    *,
    by: User | None,
    filename: str = "",
    name: str | None = None,
    timezone: str = "",
    otherwise: str = "",
    same: Collection[str] = (),
) -> Tournament:
    """Create an event with everything the file holds: divisions, people, rounds, results, standings, brackets.

    A finished file gives the official places. A running one continues: rounds with all results are closed, a round
    without them is posted. `name` replaces the file's own. `timezone` is that of the file's times; default: that of its
    country if it has only one, else `otherwise`.

    People that `by` can see are matched by Player ID. A different name or birth year makes a new person, except for the
    Player IDs in `same`. The file is stored with the event for the export.

    Refused: TDF_…, each with `line` and `element`, and SEASON_UNKNOWN.
    """
    read_file = read(data)
    settings.check(read_file, data)
    return take_over(
        read_file,
        data,
        by=by,
        filename=filename,
        name=name,
        timezone=timezone,
        otherwise=otherwise,
        same=same,
    )


@transaction.atomic
def take_over(
    read_file: TomEvent,
    data: bytes,
    *,
    by: User | None,
    filename: str = "",
    name: str | None = None,
    timezone: str = "",
    otherwise: str = "",
    same: Collection[str] = (),
) -> Tournament:
    """Do what `import_event` does, with a file that is read and checked before the transaction."""
    event = settings.create(
        read_file, by=by, filename=filename, name=name, timezone=timezone, otherwise=otherwise
    )
    divisions = list(event.divisions.all())
    for division in divisions:
        division.tournament = event
    entered = people.enter(event, read_file, divisions, by=by, same=same)
    rounds = play.take_over(read_file, divisions, entered)
    settings.note_details(event, read_file)
    written = settings.note_words(event, read_file)
    TomFile.objects.create(
        tournament=event,
        filename=filename[-255:],
        timezone=event.timezone,
        data=data,
        baseline=tdf.write(written),
    )
    journal.write(
        event,
        EventImported(
            filename=filename or "TOM",
            players=len(read_file.players),
            rounds=rounds,
            version=read_file.version,
        ),
        by=by,
    )
    renamed_people = people.named_otherwise(event, read_file)
    if renamed_people:
        names = ", ".join(f"{name_here} ({in_file})" for _, name_here, in_file in renamed_people)
        journal.write(event, KnownNamesKept(names=names, people=renamed_people), by=by)
    if Round.objects.filter(division__tournament=event, state=Round.State.CLOSED).exists():
        seals.seal(event, by=by, why=JournalSeal.Why.CLOSING)
    return event


def import_roster(
    event: Tournament, data: bytes, *, by: User | None, filename: str = "", same_people: bool = False
) -> int:
    """Add the players of a file who are not yet in the event; returns the number added.

    `same_people`: Player IDs recorded with another name or birth year are the same people.

    Refused: TOM_OTHER_PEOPLE (people, count) without that, TDF_…, and as `tournaments.services.entries.add_all`, with
    `line` of the player.
    """
    read_file = read(data)
    people.check(read_file.players)
    return _enter(event, read_file, by=by, filename=filename, same_people=same_people)


@transaction.atomic
def _enter(
    event: Tournament, read_file: TomEvent, *, by: User | None, filename: str, same_people: bool
) -> int:
    recorded = people.known(read_file, by=by, organizer=event.organizer_id)
    inside = set(event.entries.values_list("player_number", flat=True))
    players = [player for player in read_file.players if player.user_id not in inside]
    if not same_people:
        people.require_same(players, recorded)
    rows = [
        people.arrival(player, recorded.get(player.user_id), awarded_byes=player.byes) for player in players
    ]
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
    """People whose name in the imported file differs from their recorded one."""
    renaming = event.journal.filter(kind="KnownNamesKept").order_by("-id").first()
    return [Renamed(*row) for row in renaming.facts["people"]] if renaming else []


def read_players(data: bytes) -> list[Listed]:
    """Read the players of a `players.xml` or a `.tdf` file, for an account's own list.

    Refused: TDF_TOO_BIG, TDF_NO_PLAYERS, and as `people.check`.
    """
    require_size(len(data))
    with _refusing():
        players = tdf.read_players(data)
    people.check(players)
    rows = [people.arrival(player, None) for player in players]
    return [Listed(row.player_id or "", row.first_name, row.last_name, row.birth_year) for row in rows]


def read(data: bytes) -> TomEvent:
    """Read a TOM file. Refused: TDF_TOO_BIG, and as `tdf.read`."""
    require_size(len(data))
    with _refusing():
        return tdf.read(data)


def require_size(size: int) -> None:
    """Check the size in bytes, which is possible before reading. Refused: TDF_TOO_BIG."""
    if size > MOST_BYTES:
        raise Refused(PairingRefusal.TDF_TOO_BIG, line=1, element="tournament", limit=MOST_BYTES // 1024**2)


@contextmanager
def _refusing() -> Iterator[None]:
    """Turn a TdfError into a Refused with the same code and facts."""
    try:
        yield
    except TdfError as bad:
        raise Refused(bad.code, **bad.facts) from bad
