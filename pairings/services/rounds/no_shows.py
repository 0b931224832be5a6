"""Drop the no-shows of a round in one step with one undo, so that no later round pairs them."""

from collections.abc import Callable, Collection
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from core import stamps
from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from pairings.engine.journal_kinds import NoShowsDropped, ResultCorrected, ResultEntered
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Round
from pairings.queries.rounds import no_shows
from pairings.services import locks
from pairings.services.bracket import walkovers
from pairings.services.rounds import attendance, missed_rounds, stages
from pairings.services.standings import ranking
from tournaments import scopes
from tournaments.models import Entry, User


@transaction.atomic
def drop(
    round_: Round, entries: Collection[int], *, by: User | None, now: datetime | None = None
) -> list[Entry]:
    """Drop those of `entries` who are no-shows of the round and still in the event.

    Refused: NO_SHOWS_CHANGED when none of them is any more.
    """
    fresh = locks.round_(round_)
    division, at = fresh.division, now or timezone.now()
    dropped = [row.entry for row in no_shows.of_round(fresh) if row.entry.pk in entries]
    if not dropped:
        raise Refused(PairingRefusal.NO_SHOWS_CHANGED)
    number = stages.current_number(division)
    for entry in dropped:
        stamps.mark(scopes.entry(entry.pk))
        entry.dropped_in, entry.dropped_at = number, at
    Entry.objects.bulk_update(dropped, ["dropped_in", "dropped_at"])
    ranking.rank_again(division, since=number)
    walkovers.settle(division)
    journal.write(
        division.tournament,
        NoShowsDropped(
            round=fresh.number,
            count=len(dropped),
            names=", ".join(map(str, dropped)),
            entries=[entry.pk for entry in dropped],
            moment=at.isoformat(),
        ),
        by=by,
        division=division,
        at=now,
    )
    return dropped


@transaction.atomic
def with_result(
    write: Callable[[datetime], Match], *, by: User | None, now: datetime | None = None
) -> tuple[Match, list[Entry]]:
    """Write a result and drop the players it shows as absent: one step with one undo. Refused: as `write`."""
    at = now or timezone.now()
    saved = write(at)
    leaving = [row.entry.pk for row in no_shows.of_matches([saved])]
    return saved, drop(saved.round, leaving, by=by, now=at) if leaving else []


def undo_drop(line: JournalEvent) -> None:
    """Undo NoShowsDropped for all of them except those reinstated or disqualified since.

    Refused: UNDO_OVERTAKEN if none remain, UNDO_NEXT_ROUND_FIRST if a round was posted without them, UNDO_DAY_TWO_FIRST
    if day 2 was opened.
    """
    rows = list(_still_out(line).select_related("division__tournament"))
    if not rows:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    attendance.require_same_day(line)
    later = [missed for row in rows if row.checked_in_at for missed in missed_rounds.missed(row)]
    if later:
        raise Refused(PairingRefusal.UNDO_NEXT_ROUND_FIRST, round=max(round_.number for round_ in later))
    since = min(row.dropped_in or 1 for row in rows)
    for row in rows:
        attendance.set_left(row, None, None)
        walkovers.require_none_closed(row)
    ranking.rank_again(rows[0].division, since=since or 1)
    walkovers.settle(rows[0].division)


def is_past(line: JournalEvent) -> bool:
    """Whether none of them is still dropped by this step."""
    return not _still_out(line).exists()


def _still_out(line: JournalEvent) -> QuerySet[Entry]:
    moment = datetime.fromisoformat(line.facts["moment"])
    rows = Entry.objects.filter(division=line.division_id, pk__in=line.facts["entries"], dropped_at=moment)
    return rows.filter(disqualified=False).order_by("pk")


add_undo(undo_drop, NoShowsDropped, is_past=is_past, causes=[ResultEntered, ResultCorrected])
