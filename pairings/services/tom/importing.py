"""Import events, players and results from files of TOM."""

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
from pairings.services.known_players import ListedPlayer
from pairings.services.tom import event_from_file, file_people, file_rounds
from tournaments.models import Tournament, User
from tournaments.services import entries

MAX_BYTES = 8 * 1024 * 1024
"""Maximum size of a file: a preview embeds it in the page, a third larger, within `DATA_UPLOAD_MAX_MEMORY_SIZE`."""


@dataclass(frozen=True, slots=True)
class Renamed:
    """A player whose stored name differs from the name in the file. The stored name does not change."""

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
    default_timezone: str = "",
    same_people: Collection[str] = (),
) -> Tournament:
    """Create an event from a complete file: divisions, people, rounds, results, standings, brackets.

    A finished file contains the official places. A running event continues: rounds with all results are
    closed, a round without them is posted. `name` replaces the name in the file; without either, the event is
    named after `filename`. `timezone` is the time zone of the file's times, by default the zone of the file's
    country if it has only one, otherwise `default_timezone`.
    People visible to `by` are matched by Player ID. A different name or birth year makes a new person, except
    for the Player IDs in `same_people`. The file is stored with the event for the export.
    Refused: TDF_…, each with `line` and `element`, and SEASON_UNKNOWN.
    """
    tom_file = read_tom_file(data)
    event_from_file.check_numbers_and_pods(tom_file, data)
    return import_checked_file(
        tom_file,
        data,
        by=by,
        filename=filename,
        name=name,
        timezone=timezone,
        default_timezone=default_timezone,
        same_people=same_people,
    )


@transaction.atomic
def import_checked_file(
    tom_file: TomEvent,
    data: bytes,
    *,
    by: User | None,
    filename: str = "",
    name: str | None = None,
    timezone: str = "",
    default_timezone: str = "",
    same_people: Collection[str] = (),
) -> Tournament:
    """Import an event like `import_event`, from a file that was read and checked before the transaction."""
    event = event_from_file.create_event_from_tom_file(
        tom_file, by=by, filename=filename, name=name, timezone=timezone, default_timezone=default_timezone
    )
    divisions = list(event.divisions.all())
    for division in divisions:
        division.tournament = event
    entered = file_people.enter_people_of_file(event, tom_file, divisions, by=by, same_people=same_people)
    rounds = file_rounds.store_all_rounds(tom_file, divisions, entered)
    event_from_file.store_tom_details(event, tom_file)
    written = event_from_file.store_file_words(event, tom_file)
    TomFile.objects.create(
        tournament=event,
        filename=filename[-255:],
        timezone=event.timezone,
        data=data,
        baseline=tdf.write_tdf(written),
    )
    journal.write_journal_line(
        event,
        EventImported(
            filename=filename or "TOM",
            players=len(tom_file.players),
            rounds=rounds,
            version=tom_file.version,
        ),
        by=by,
    )
    renamed_people = file_people.differing_names(event, tom_file)
    if renamed_people:
        names = ", ".join(f"{name_here} ({in_file})" for _, name_here, in_file in renamed_people)
        journal.write_journal_line(event, KnownNamesKept(names=names, people=renamed_people), by=by)
    if Round.objects.filter(division__tournament=event, state=Round.State.CLOSED).exists():
        seals.seal_journal(event, by=by, why=JournalSeal.Why.CLOSING)
    return event


def import_players_from_tom_file(
    event: Tournament, data: bytes, *, by: User | None, filename: str = "", same_people: bool = False
) -> int:
    """Add the players of a file who are not in the event yet. Return the number added.

    `same_people`: Player IDs stored with a different name or birth year belong to the same people.

    Refused: TOM_OTHER_PEOPLE (people, count) without `same_people`, TDF_…, and whatever
    `tournaments.services.entries.add_entries` refuses, with `line` of the player.
    """
    tom_file = read_tom_file(data)
    file_people.check_players_of_file(tom_file.players)
    with transaction.atomic():
        recorded = file_people.recorded_people(tom_file, by=by, organizer=event.organizer_id)
        entered_ids = set(event.entries.values_list("player_number", flat=True))
        players = [player for player in tom_file.players if player.user_id not in entered_ids]
        if not same_people:
            file_people.require_same_people(players, recorded)
        new_arrivals = [
            file_people.arrival_of_tom_player(player, recorded.get(player.user_id), awarded_byes=player.byes)
            for player in players
        ]
        try:
            entries.add_entries(event, new_arrivals, by=by, filename=filename)
        except Refused as refused:
            row_number = refused.facts.get("row")
            if not isinstance(row_number, int):
                raise
            location = {"line": players[row_number - 1].line, "element": "player"}
            raise Refused(refused.code, **refused.facts | location) from refused
        return len(new_arrivals)


def list_differently_named_people(event: Tournament) -> list[Renamed]:
    """List the people whose name in the imported file differs from the stored name."""
    stored_names_line = event.journal.filter(kind="KnownNamesKept").order_by("-id").first()
    return [Renamed(*person) for person in stored_names_line.facts["people"]] if stored_names_line else []


def read_listed_players(data: bytes) -> list[ListedPlayer]:
    """Read the players of a `players.xml` or `.tdf` file for a list of known players.

    Refused: TDF_TOO_BIG, TDF_NO_PLAYERS, and whatever `tdf.read_tdf_players` and `file_people.check_players_of_file`
    refuse.
    """
    require_tdf_size(len(data))
    with _tdf_refusals():
        players = tdf.read_tdf_players(data)
    file_people.check_players_of_file(players)
    player_arrivals = [file_people.arrival_of_tom_player(player, None) for player in players]
    return [
        ListedPlayer(
            player_arrival.player_id or "",
            player_arrival.first_name,
            player_arrival.last_name,
            player_arrival.birth_year,
        )
        for player_arrival in player_arrivals
    ]


def read_tom_file(data: bytes) -> TomEvent:
    """Read a TOM file. Refused: TDF_TOO_BIG, and whatever `tdf.read_tdf_file` refuses."""
    require_tdf_size(len(data))
    with _tdf_refusals():
        return tdf.read_tdf_file(data)


def require_tdf_size(size: int) -> None:
    """Require that the size in bytes is allowed, before reading the file. Refused: TDF_TOO_BIG."""
    if size > MAX_BYTES:
        raise Refused(PairingRefusal.TDF_TOO_BIG, line=1, element="tournament", limit=MAX_BYTES // 1024**2)


@contextmanager
def _tdf_refusals() -> Iterator[None]:
    """Convert a TdfError to a Refused with the same code and facts."""
    try:
        yield
    except TdfError as error:
        raise Refused(error.code, **error.facts) from error
