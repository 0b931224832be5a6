"""Seat late entries in a paired round, and take players out of one."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from pairings.engine.journal_kinds import EntryTakenOut, LateEntryGivenBye, LateEntrySeated
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Round
from pairings.queries.rounds import fields, manual_pairing, options, pairing_warnings
from pairings.services.rounds import (
    attendance,
    match_edits,
    missed_rounds,
    past_steps,
    seating,
    stages,
    table_numbers,
)
from pairings.services.rounds.seating import Place
from pairings.services.standings import ranking
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Entry, User

POSTED = (Round.State.POSTED.value,)
OPEN = (Round.State.UNPOSTED.value, Round.State.POSTED.value)


@transaction.atomic
def seat_late(entry: Entry, round_: Round, *, by: User | None) -> Round:
    """Seat a late entry in a paired round, against the player with the bye or another late entry.

    In an unposted round without either they get the bye. Refused: ROUND_IS_CLOSED, BRACKET_IS_FIXED, SITS_ALREADY
    (name), NOT_HERE (name), NOBODY_TO_MEET (name).
    """
    round_ = match_edits.swiss_round(round_, *OPEN, otherwise=PairingRefusal.ROUND_IS_CLOSED)
    entry = Entry.objects.select_related("player", "division").get(pk=entry.pk)
    here = entry.checked_in_at is not None and entry.active and entry.division_id == round_.division_id
    if not here or not fields.goes_on(entry):
        raise Refused(PairingRefusal.NOT_HERE, name=str(entry))
    seat = round_.seats.filter(entry=entry).select_related("match").first()
    if seat is not None and seat.match.outcome != Outcome.LATE_LOSS:
        raise Refused(PairingRefusal.SITS_ALREADY, name=str(entry), round=round_.number)
    own = seat.match if seat is not None else None
    # The bye first, then other late entries; none for a bye in an unposted round
    other = manual_pairing.free_opponent(round_, entry)
    if other is None and (
        round_.state != Round.State.UNPOSTED
        or manual_pairing.free_opponents(round_, entry).exists()
        or pairing_warnings.about(round_, [(entry.pk, None)])
    ):
        raise Refused(PairingRefusal.NOBODY_TO_MEET, name=str(entry), round=round_.number)
    joined = {row.pk: row.joined_round for row in (entry, other.left if other else entry)}
    old = [match for match in (own, other) if match is not None]
    if other is not None:
        occupied = [table for table in round_.matches.values_list("table", flat=True) if table]
        wishes, pairs = options.wishes_of(round_.division), [(other.left_id, entry.pk)]
        table = table_numbers.numbering(round_, pairs, wishes, occupied=occupied).tables[0]
        new = Place(other.position, other.left_id, entry.pk, table)
    else:
        last = round_.matches.order_by("-position").values_list("position", flat=True).first()
        new = Place(0 if last is None else last + 1, entry.pk, None, None, Outcome.BYE)
    facts = match_edits.reseat(round_, old, [new])
    late = [entry.pk] if other is None or other.outcome == Outcome.BYE else [entry.pk, other.left_id]
    Entry.objects.filter(pk__in=late, joined_round__gt=round_.number).update(joined_round=round_.number)
    journal.write(
        round_.division.tournament,
        (LateEntrySeated if other else LateEntryGivenBye)(
            round=round_.number,
            name=str(entry),
            other=str(other.left) if other else "",
            table=new.table,
            unposted=round_.state == Round.State.UNPOSTED,
            joined_before=sorted(joined.items()),
            **facts,
        ),
        by=by,
        division=round_.division,
    )
    return round_


def undo_late_entry(event: JournalEvent) -> None:
    """Undo LateEntrySeated and LateEntryGivenBye. Refused: UNDO_OVERTAKEN when a result is in.

    A player seated before the posting had no loss to restore, so that is undone only until the round is posted.
    """
    states = (Round.State.UNPOSTED.value,) if event.facts.get("unposted") else OPEN
    round_ = match_edits.round_of(event, *states)
    match_edits.put_back(round_, event)
    chose_later = missed_rounds.chose_later(round_)
    for entry, joined in event.facts["joined_before"]:
        # The round was unposted since, so it is not missed.
        forgiven = (
            round_.state == Round.State.UNPOSTED and joined == round_.number + 1 and entry not in chose_later
        )
        Entry.objects.filter(pk=entry).update(joined_round=round_.number if forgiven else joined)


@transaction.atomic
def take_out(
    entry: Entry, round_: Round, *, by: User | None, anyway: bool = False, now: datetime | None = None
) -> Round:
    """Drop a player after the pairing: the opponent meets the player with the bye, or else gets the bye.

    Refused: ROUND_IS_CLOSED, BRACKET_IS_FIXED, NOT_IN_THIS_ROUND, RESULT_IS_IN (name), ENTRY_ALREADY_LEFT, and
    MATCH_HAS_WARNINGS (warnings) unless `anyway`.
    """
    round_ = match_edits.swiss_round(round_, *OPEN, otherwise=PairingRefusal.ROUND_IS_CLOSED)
    entry = Entry.objects.select_related("player", "division").get(pk=entry.pk)
    if entry.dropped_in is not None:
        raise Refused(TournamentRefusal.ENTRY_ALREADY_LEFT, name=str(entry))
    seat = round_.seats.filter(entry=entry).select_related("match").first()
    if seat is None or seat.match.outcome == Outcome.LATE_LOSS:
        raise Refused(PairingRefusal.NOT_IN_THIS_ROUND, name=str(entry), round=round_.number)
    if seat.match.right_id is not None and seat.match.outcome != Outcome.PENDING:
        raise Refused(PairingRefusal.RESULT_IS_IN, name=str(entry), table=seat.match.table)
    own = seat.match
    # The matches to delete, and those to seat instead
    old, new = [own], []
    left_alone = next((pk for pk in seating.people(own) if pk != entry.pk), None)
    if left_alone is not None:
        byes = round_.matches.filter(
            outcome=Outcome.BYE.value, left__dropped_in=None, left__disqualified=False
        )
        bye = byes.order_by("position", "id").first()
        if bye is None:
            new = [Place(own.position, left_alone, None, None, Outcome.BYE)]
        else:
            old, new = [own, bye], [Place(own.position, left_alone, bye.left_id, own.table)]
    new = table_numbers.reseated(round_, new, [match.table for match in old if match.table is not None])
    if not anyway:
        match_edits.require_no_warning(round_, [(place.left, place.right) for place in new])
    facts = match_edits.reseat(round_, old, new)
    attendance.set_left(entry, stages.current_number(round_.division), now or timezone.now())
    ranking.rank_again(round_.division, since=entry.dropped_in or 1)
    journal.write(
        round_.division.tournament,
        EntryTakenOut(entry=entry.pk, name=str(entry), round=round_.number, **facts),
        by=by,
        division=round_.division,
        at=now,
    )
    return round_


def undo_take_out(event: JournalEvent) -> None:
    """Undo EntryTakenOut. Refused: UNDO_OVERTAKEN when a result is in or the seat is taken."""
    round_ = match_edits.round_of(event, *OPEN)
    entry = Entry.objects.select_related("division__tournament").filter(pk=event.facts["entry"]).first()
    if entry is None or entry.dropped_in is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    journal.require_newest(event, attendance.MOVES, entry=entry.pk)
    match_edits.put_back(round_, event)
    since = attendance.set_left(entry, None, None)
    ranking.rank_again(round_.division, since=since or 1)


def take_out_is_past(event: JournalEvent) -> bool:
    """Whether a removal can no longer be undone."""
    return attendance.is_sealed(event) or past_steps.unpaired(event)
