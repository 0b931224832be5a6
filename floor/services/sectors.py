"""Sectors: ranges of tables and the judges responsible for them."""

from collections.abc import Sequence

from django.db import transaction

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from floor.engine.journal_kinds import SectorRemoved, SectorSet
from floor.engine.refusals import FloorRefusal
from floor.engine.sectors import TableRange
from floor.models import Sector
from floor.queries.division_tables import first_table_by_division
from floor.queries.sectors import division_of_range
from floor.services import locks
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Tournament, User
from tournaments.queries.journal import event_of_line

MAX_NAME_LENGTH = 40
LAST_TABLE = 9999


@transaction.atomic
def save_sector(
    event: Tournament,
    sector: Sector | None = None,
    *,
    name: str,
    table_from: int,
    table_to: int,
    judges: Sequence[int],
    by: User | None,
    moves: bool = True,
    division: int | None = None,
) -> Sector:
    """Create or change a sector. `judges` are keys of the event's staff; other keys are ignored.

    A sector that `moves` follows the tables of `division`, by default of the division of these tables.

    Refused: SECTOR_NAME_TAKEN (name), TABLES_REVERSED (table_from, table_to).
    """
    event = locks.lock_event(event)
    name = name.strip()[:MAX_NAME_LENGTH]
    if not 1 <= table_from <= table_to <= LAST_TABLE:
        raise Refused(TournamentRefusal.TABLES_REVERSED, table_from=table_from, table_to=table_to)
    other_sectors = event.sectors.exclude(pk=sector.pk) if sector else event.sectors.all()
    if other_sectors.filter(name__iexact=name).exists():
        raise Refused(FloorRefusal.SECTOR_NAME_TAKEN, name=name)
    saved_sector = sector or Sector(tournament=event)
    saved_sector.name, saved_sector.table_from, saved_sector.table_to = name, table_from, table_to
    tables = TableRange(table_from, table_to)
    followed = (division or division_of_range(event, tables)) if moves else None
    start = first_table_by_division(event).get(followed) if followed is not None else None
    saved_sector.division_id, saved_sector.division_start = followed if start is not None else None, start
    saved_sector.save()
    saved_sector.judges.set(event.staff.filter(pk__in=judges))
    journal.write_journal_line(
        event,
        SectorSet(
            sector=saved_sector.pk,
            name=name,
            table_from=table_from,
            table_to=table_to,
            division=saved_sector.division_id,
            division_start=start,
            judges=", ".join(str(judge.user) for judge in saved_sector.judges.select_related("user")),
        ),
        by=by,
    )
    return saved_sector


@transaction.atomic
def remove_sector(sector: Sector, *, by: User | None) -> JournalEvent:
    """Remove a sector, and return the journal line with which the removal can be undone."""
    event = locks.lock_event(sector.tournament)
    line = journal.write_journal_line(
        event,
        SectorRemoved(
            name=sector.name,
            table_from=sector.table_from,
            table_to=sector.table_to,
            division=sector.division_id,
            division_start=sector.division_start,
            judges=list(sector.judges.order_by("pk").values_list("pk", flat=True)),
        ),
        by=by,
    )
    sector.delete()
    return line


def undo_remove_sector(line: JournalEvent) -> None:
    """Restore a removed sector with the judges who are still staff.

    Refused: SECTOR_NAME_TAKEN (name); UNDO_NOT_POSSIBLE for an older line without its tables.
    """
    event, facts = event_of_line(line), line.facts
    if "table_from" not in facts:
        raise Refused(CoreRefusal.UNDO_NOT_POSSIBLE)
    if event.sectors.filter(name__iexact=facts["name"]).exists():
        raise Refused(FloorRefusal.SECTOR_NAME_TAKEN, name=facts["name"])
    # Older lines have no division. A division that is gone leaves the tables as they were saved.
    division = event.divisions.filter(pk=facts.get("division") or 0).first()
    sector = Sector.objects.create(
        tournament=event,
        name=facts["name"],
        table_from=facts["table_from"],
        table_to=facts["table_to"],
        division=division,
        division_start=facts.get("division_start") if division is not None else None,
    )
    sector.judges.set(event.staff.filter(pk__in=facts["judges"]))


add_undo(undo_remove_sector, SectorRemoved)
