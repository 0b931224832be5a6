"""Drop the no-shows of a round, as a single step with a single undo."""

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
from pairings.queries.rounds import division_rounds, no_shows
from pairings.services import locks
from pairings.services.bracket import walkovers
from pairings.services.rounds import attendance
from tournaments import scopes
from tournaments.models import Entry, User


@transaction.atomic
def drop_no_shows(
    round_: Round, entries: Collection[int], *, by: User | None, now: datetime | None = None
) -> list[Entry]:
    """Drop the players among `entries` who are no-shows of the round and still in the event.

    Refused: NO_SHOWS_CHANGED if none of them is.
    """
    locked_round = locks.lock_round(round_)
    division, moment = locked_round.division, now or timezone.now()
    dropped = [
        no_show.entry for no_show in no_shows.no_shows_of_round(locked_round) if no_show.entry.pk in entries
    ]
    if not dropped:
        raise Refused(PairingRefusal.NO_SHOWS_CHANGED)
    number = division_rounds.current_round_number(division)
    for entry in dropped:
        stamps.mark_scopes_changed(scopes.entry_scope(entry.pk))
        entry.dropped_in, entry.dropped_at = number, moment
    Entry.objects.bulk_update(dropped, ["dropped_in", "dropped_at"])
    attendance.update_after_attendance_change(division, since=number)
    journal.write_journal_line(
        division.tournament,
        NoShowsDropped(
            round=locked_round.number,
            count=len(dropped),
            names=", ".join(map(str, dropped)),
            entries=[entry.pk for entry in dropped],
            moment=moment.isoformat(),
        ),
        by=by,
        division=division,
        at=now,
    )
    return dropped


@transaction.atomic
def save_and_drop_absent(
    write: Callable[[datetime], Match], *, by: User | None, now: datetime | None = None
) -> tuple[Match, list[Entry]]:
    """Call `write` to write a result, and drop the players whom the result marks as absent.

    This is a single step with a single undo. `write` is passed the time of the step and returns the match.
    Return the match and the dropped players. Refused: whatever `write` refuses.
    """
    moment = now or timezone.now()
    match = write(moment)
    absent = [no_show.entry.pk for no_show in no_shows.no_shows_of_matches([match])]
    return match, drop_no_shows(match.round, absent, by=by, now=moment) if absent else []


def undo_drop_no_shows(line: JournalEvent) -> None:
    """Undo NoShowsDropped, except for players who have been reinstated or disqualified since.

    Refused: UNDO_OVERTAKEN if no player remains, UNDO_NEXT_ROUND_FIRST if a round was posted without them,
    UNDO_DAY_TWO_FIRST if day 2 was opened.
    """
    entries = list(_no_shows_still_dropped(line).select_related("division__tournament"))
    if not entries:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    attendance.require_no_day_two_since(line)
    missed_since = [
        missed
        for entry in entries
        if entry.checked_in_at
        for missed in division_rounds.list_missed_rounds(entry)
    ]
    if missed_since:
        raise Refused(
            PairingRefusal.UNDO_NEXT_ROUND_FIRST, round=max(round_.number for round_ in missed_since)
        )
    since = min(entry.dropped_in or 1 for entry in entries)
    for entry in entries:
        attendance.set_leaving_round(entry, None, None)
        walkovers.require_no_closed_walkover(entry)
    attendance.update_after_attendance_change(entries[0].division, since=since)


def can_no_longer_undo_no_show_drop(line: JournalEvent) -> bool:
    """Return whether no player is still dropped by this step."""
    return not _no_shows_still_dropped(line).exists()


def _no_shows_still_dropped(line: JournalEvent) -> QuerySet[Entry]:
    """Return the entries that are still dropped by this step and not disqualified."""
    moment = datetime.fromisoformat(line.facts["moment"])
    entries = Entry.objects.filter(division=line.division_id, pk__in=line.facts["entries"], dropped_at=moment)
    return entries.filter(disqualified=False).order_by("pk")


add_undo(
    undo_drop_no_shows,
    NoShowsDropped,
    is_past=can_no_longer_undo_no_show_drop,
    causes=[ResultEntered, ResultCorrected],
)
