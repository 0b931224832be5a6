"""Seat late entries in a paired round, and remove players from one."""

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
from pairings.queries.rounds import division_rounds, manual_pairing, options, pairing_warnings
from pairings.queries.rounds.feature_tables import tables_in_use
from pairings.queries.rounds.round_entries import may_play_remaining_swiss
from pairings.services.rounds import (
    attendance,
    match_edits,
    match_seating,
    missed_rounds,
    table_numbers,
    undo_checks,
)
from pairings.services.rounds.match_seating import Place
from pairings.services.standings import ranking
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Entry, User

POSTED = (Round.State.POSTED.value,)
OPEN = (Round.State.UNPOSTED.value, Round.State.POSTED.value)


@transaction.atomic
def seat_late_entry(entry: Entry, round_: Round, *, by: User | None) -> Round:
    """Seat a late entry in a paired round, against the player with the bye or another late entry.

    In an unposted round without such a player, the late entry gets the bye. Refused: ROUND_IS_CLOSED, BRACKET_IS_FIXED,
    SITS_ALREADY (name), NOT_HERE (name), NOBODY_TO_MEET (name).
    """
    round_ = match_edits.lock_swiss_round(round_, *OPEN, otherwise=PairingRefusal.ROUND_IS_CLOSED)
    entry = Entry.objects.select_related("player", "division").get(pk=entry.pk)
    is_present = entry.checked_in_at is not None and entry.active and entry.division_id == round_.division_id
    if not is_present or not may_play_remaining_swiss(entry):
        raise Refused(PairingRefusal.NOT_HERE, name=str(entry))
    seat = round_.seats.filter(entry=entry).select_related("match").first()
    if seat is not None and seat.match.outcome != Outcome.LATE_LOSS:
        raise Refused(PairingRefusal.SITS_ALREADY, name=str(entry), round=round_.number)
    own_match = seat.match if seat is not None else None
    # The opponent is the player with the bye, or else another late entry.
    opponent_match = manual_pairing.match_of_unpaired_opponent(round_, entry)
    if opponent_match is None and (
        round_.state != Round.State.UNPOSTED
        or manual_pairing.matches_of_unpaired_opponents(round_, entry).exists()
        or pairing_warnings.warnings_about_pairs(round_, [(entry.pk, None)])
    ):
        raise Refused(PairingRefusal.NOBODY_TO_MEET, name=str(entry), round=round_.number)
    joined_before = {
        late_entry.pk: late_entry.joined_round
        for late_entry in (entry, opponent_match.left if opponent_match else entry)
    }
    old_matches = [match for match in (own_match, opponent_match) if match is not None]
    if opponent_match is not None:
        occupied = tables_in_use(round_.matches.all())
        requests, pairs = options.wishes_of(round_.division), [(opponent_match.left_id, entry.pk)]
        table = table_numbers.number_round_tables(round_, pairs, requests, occupied=occupied).tables[0]
        place = Place(opponent_match.position, opponent_match.left_id, entry.pk, table)
    else:
        last_position = round_.matches.order_by("-position").values_list("position", flat=True).first()
        place = Place(0 if last_position is None else last_position + 1, entry.pk, None, None, Outcome.BYE)
    facts = match_edits.replace_matches(round_, old_matches, [place])
    late_entries = (
        [entry.pk]
        if opponent_match is None or opponent_match.outcome == Outcome.BYE
        else [entry.pk, opponent_match.left_id]
    )
    Entry.objects.filter(pk__in=late_entries, joined_round__gt=round_.number).update(
        joined_round=round_.number
    )
    journal.write_journal_line(
        round_.division.tournament,
        (LateEntrySeated if opponent_match else LateEntryGivenBye)(
            round=round_.number,
            name=str(entry),
            other=str(opponent_match.left) if opponent_match else "",
            table=place.table,
            unposted=round_.state == Round.State.UNPOSTED,
            joined_before=sorted(joined_before.items()),
            **facts,
        ),
        by=by,
        division=round_.division,
    )
    return round_


def undo_late_entry(line: JournalEvent) -> None:
    """Undo LateEntrySeated and LateEntryGivenBye.

    A player who was seated before the posting had no loss to restore, so the step can only be undone until the
    round is posted. Refused: ROUND_NOT_FOUND, UNDO_OVERTAKEN if a result has been entered.
    """
    states = (Round.State.UNPOSTED.value,) if line.facts.get("unposted") else OPEN
    round_ = match_edits.round_of_line(line, *states)
    match_edits.undo_replace_matches(round_, line)
    late_starters = missed_rounds.entries_that_chose_later(round_)
    for entry, joined_round in line.facts["joined_before"]:
        # The round has been unposted since, so the player does not miss it.
        plays_this_round = (
            round_.state == Round.State.UNPOSTED
            and joined_round == round_.number + 1
            and entry not in late_starters
        )
        Entry.objects.filter(pk=entry).update(
            joined_round=round_.number if plays_this_round else joined_round
        )


@transaction.atomic
def take_out_of_round(
    entry: Entry, round_: Round, *, by: User | None, anyway: bool = False, now: datetime | None = None
) -> Round:
    """Drop a player after the pairing and remove them from the paired round.

    The opponent meets the player with the bye, or gets the bye. Refused: ROUND_IS_CLOSED,
    BRACKET_IS_FIXED, NOT_IN_THIS_ROUND, RESULT_IS_IN (name), ENTRY_ALREADY_LEFT, and MATCH_HAS_WARNINGS
    (warnings) unless `anyway`.
    """
    round_ = match_edits.lock_swiss_round(round_, *OPEN, otherwise=PairingRefusal.ROUND_IS_CLOSED)
    entry = Entry.objects.select_related("player", "division").get(pk=entry.pk)
    if entry.dropped_in is not None:
        raise Refused(TournamentRefusal.ENTRY_ALREADY_LEFT, name=str(entry))
    seat = round_.seats.filter(entry=entry).select_related("match").first()
    if seat is None or seat.match.outcome == Outcome.LATE_LOSS:
        raise Refused(PairingRefusal.NOT_IN_THIS_ROUND, name=str(entry), round=round_.number)
    if seat.match.right_id is not None and seat.match.outcome != Outcome.PENDING:
        raise Refused(PairingRefusal.RESULT_IS_IN, name=str(entry), table=seat.match.table)
    own_match = seat.match
    # The old matches are replaced by matches of the new places.
    old_matches, places = [own_match], []
    opponent = next((pk for pk in match_seating.entry_keys_of(own_match) if pk != entry.pk), None)
    if opponent is not None:
        byes = round_.matches.filter(
            outcome=Outcome.BYE.value, left__dropped_in=None, left__disqualified=False
        )
        bye = byes.order_by("position", "id").first()
        if bye is None:
            places = [Place(own_match.position, opponent, None, None, Outcome.BYE)]
        else:
            old_matches, places = (
                [own_match, bye],
                [Place(own_match.position, opponent, bye.left_id, own_match.table)],
            )
    places = table_numbers.renumber_tables_of_places(
        round_, places, [match.table for match in old_matches if match.table is not None]
    )
    if not anyway:
        match_edits.require_no_warning(round_, [(place.left, place.right) for place in places])
    facts = match_edits.replace_matches(round_, old_matches, places)
    attendance.set_leaving_round(
        entry, division_rounds.current_round_number(round_.division), now or timezone.now()
    )
    ranking.rank_closed_rounds_again(round_.division, since=entry.dropped_in or 1)
    journal.write_journal_line(
        round_.division.tournament,
        EntryTakenOut(entry=entry.pk, name=str(entry), round=round_.number, **facts),
        by=by,
        division=round_.division,
        at=now,
    )
    return round_


def undo_take_out_of_round(line: JournalEvent) -> None:
    """Undo EntryTakenOut.

    Refused: ROUND_NOT_FOUND, UNDO_OVERTAKEN if a result has been entered, the seat is occupied, or the player
    has been removed or reinstated.
    """
    round_ = match_edits.round_of_line(line, *OPEN)
    entry = Entry.objects.select_related("division__tournament").filter(pk=line.facts["entry"]).first()
    if entry is None or entry.dropped_in is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    journal.require_newest_line(line, attendance.ATTENDANCE_KINDS, entry=entry.pk)
    match_edits.undo_replace_matches(round_, line)
    since = attendance.set_leaving_round(entry, None, None)
    ranking.rank_closed_rounds_again(round_.division, since=since or 1)


def can_no_longer_undo_take_out(line: JournalEvent) -> bool:
    """Return whether removing a player from a round can no longer be undone.

    This is the case after a later disqualification of the player, or if the pairings no longer exist.
    """
    return attendance.is_attendance_step_final(line) or undo_checks.is_pairing_replaced(line)
