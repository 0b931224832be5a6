"""Save the prize table of a standings list as a whole. Each change is one journal line and can be undone."""

from collections.abc import Sequence

from django.db import transaction

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from pairings.engine.journal_facts import PrizeFacts
from pairings.engine.journal_kinds import PrizesChanged
from pairings.engine.refusals import PairingRefusal
from pairings.engine.standings.prizes import PrizeRow, find_overlap, sort_rows, table_version
from pairings.models import Prize
from pairings.queries.standings.prizes import prize_rows
from pairings.services import locks
from tournaments.models import Division, User


@transaction.atomic
def save_prizes(
    division: Division,
    age_division: str,
    rows: Sequence[PrizeRow],
    *,
    by: User | None,
    seen: str | None = None,
) -> JournalEvent | None:
    """Replace the prizes of a standings list. Return the journal line, or None if nothing changes.

    `seen` is the version of the table that the editor saw; None replaces any version.
    Refused: PRIZES_UNORDERED (first, last), PRIZES_OVERLAP (place, first, last, next), PRIZES_CHANGED if the
    table is not the one `seen`.
    """
    division = locks.lock_division(division)
    for row in rows:
        if not 1 <= row.first <= row.last:
            raise Refused(PairingRefusal.PRIZES_UNORDERED, first=row.first, last=row.last)
    overlap = find_overlap(rows)
    if overlap is not None:
        upper, lower = overlap
        raise Refused(
            PairingRefusal.PRIZES_OVERLAP,
            place=lower.first,
            first=upper.first,
            last=upper.last,
            next=lower.first,
        )
    before, after = prize_rows(division, age_division), sort_rows(rows)
    if before == after:
        return None
    if seen is not None and seen != table_version(before):
        raise Refused(PairingRefusal.PRIZES_CHANGED)
    _replace_rows(division, age_division, after)
    return journal.write_journal_line(
        division.tournament,
        PrizesChanged(
            age_division=age_division,
            count=len(after),
            before=[_row_facts(row) for row in before],
            after=[_row_facts(row) for row in after],
        ),
        by=by,
        division=division,
    )


def undo_save_prizes(line: JournalEvent) -> None:
    """Undo PrizesChanged. Refused: UNDO_OVERTAKEN if the table was changed since."""
    assert line.division is not None  # noqa: S101 - recorded only for divisions
    age_division = line.facts["age_division"]
    if [_row_facts(row) for row in prize_rows(line.division, age_division)] != line.facts["after"]:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    _replace_rows(line.division, age_division, [PrizeRow(**facts) for facts in line.facts["before"]])


def _replace_rows(division: Division, age_division: str, rows: Sequence[PrizeRow]) -> None:
    Prize.objects.filter(division=division, age_division=age_division).delete()
    Prize.objects.bulk_create(
        Prize(
            division=division,
            age_division=age_division,
            first_place=row.first,
            last_place=row.last,
            text=row.text,
            points=row.points,
            packs=row.packs,
        )
        for row in rows
    )


def _row_facts(row: PrizeRow) -> PrizeFacts:
    return PrizeFacts(first=row.first, last=row.last, text=row.text, points=row.points, packs=row.packs)
