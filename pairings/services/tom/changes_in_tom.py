"""Import changes made only in TOM since its last file: drops, disqualifications, re-paired rounds."""

from collections.abc import Iterable, Mapping
from zoneinfo import ZoneInfo

from core.engine.journal.kinds import add_undo
from core.models import JournalEvent
from core.services import journal, undo
from pairings.engine.journal_kinds import RoundClosed, TomRoundPaired
from pairings.engine.outcomes import Outcome
from pairings.engine.tdf import TomEvent, TomMatch, TomPod
from pairings.models import Match, Round
from pairings.queries.tom.comparison import Difference
from pairings.queries.verification import closed_round_check
from pairings.services.rounds import match_edits, match_seating, unposting
from pairings.services.rounds.match_seating import Place
from pairings.services.standings import ranking
from tournaments.models import Division, Entry, User
from tournaments.services import entries

OPEN = (Round.State.UNPOSTED.value, Round.State.POSTED.value)


def disqualify_and_reinstate(
    tom_file: TomEvent, entry_of: Mapping[str, Entry], differences: Iterable[Difference], *, by: User | None
) -> None:
    """Disqualify or reinstate the players whose state was changed only in TOM, and update `entry_of`.

    A player who dropped in a different round in TOM is reinstated here; the caller drops players
    afterwards. A journal line is written for each change.
    """
    changed = (difference for difference in differences if difference.there and difference.player)
    for user_id in dict.fromkeys(difference.player for difference in changed):
        if user_id not in entry_of:
            continue
        entry, player = entry_of[user_id], tom_file.player_of[user_id]
        if entry.disqualified and not player.disqualified:
            entry = entries.lift_disqualification_of_entry(entry, by=by)
        if entry.dropped_in is not None and entry.dropped_in != player.dropped_in and not entry.disqualified:
            entry = entries.reinstate_entry(entry, by=by)
        if player.disqualified and not entry.disqualified:
            number = player.dropped_in or 0
            entry = entries.disqualify_entry(entry, by=by, round_number=number, reason="TOM")
        entry_of[user_id].refresh_from_db()


def re_pair_as_in_file(
    division: Division, number: int, pod: TomPod, entry_of: Mapping[str, Entry], *, by: User | None
) -> None:
    """Replace the matches of a Swiss round with the matches in the file.

    A match that is already in the round keeps its result and table. The newest round is reopened, and the
    results of its new matches are entered later; an earlier round stays closed, with the results in the
    file. Late entries in the new matches join in this round.
    """
    round_ = division.rounds.select_related("division__tournament", "stage").get(number=number)
    has_later_round = division.rounds.filter(number__gt=number).exists()
    if round_.state == Round.State.CLOSED and not has_later_round:
        reopen_round(round_, by=by)
    round_in_file = next(file_round for file_round in pod.rounds if file_round.number == number)
    match_in_file_by_seats = {
        frozenset(entry_of[seat].pk for seat in seats): match
        for seats, match in round_in_file.matches_by_players.items()
    }
    matches = list(round_.matches.order_by("position", "pk"))
    unchanged, replaced = {}, []
    for match in matches:
        seats = frozenset(match_seating.entry_keys_of(match))
        match_in_file = match_in_file_by_seats.get(seats)
        if match_in_file is not None and (
            match.right_id is not None or match.outcome == match_in_file.outcome
        ):
            unchanged[seats] = match
        else:
            replaced.append(match)
    occupied = {match.table for match in unchanged.values() if match.table}
    highest_spare = 2 * len(match_in_file_by_seats) + len(occupied) + 1
    spare_tables = iter(number for number in range(1, highest_spare + 1) if number not in occupied)
    last_position = max((match.position for match in matches), default=-1)
    new_matches = [played for seats, played in match_in_file_by_seats.items() if seats not in unchanged]
    places = []
    for position, played in enumerate(new_matches, start=last_position + 1):
        table = played.table if played.table not in occupied else next(spare_tables)
        outcome, left = played.outcome or Outcome.PENDING, entry_of[played.left].pk
        if played.right is None:
            places.append(Place(position, left, None, None, outcome))
            continue
        # The result of the newest round is entered later.
        outcome = outcome if has_later_round else Outcome.PENDING
        places.append(Place(position, left, entry_of[played.right].pk, table or None, outcome))
    facts = match_edits.replace_matches(round_, replaced, places)
    players = [
        pk for place in places if place.outcome is not Outcome.LATE_LOSS for pk in (place.left, place.right)
    ]
    late_entries = division.entries.filter(pk__in=[pk for pk in players if pk], joined_round__gt=number)
    joined_before = list(late_entries.order_by("pk").values_list("pk", "joined_round"))
    late_entries.update(joined_round=number)
    journal.write_journal_line(
        division.tournament,
        TomRoundPaired(round=number, joined_before=joined_before, **facts),
        by=by,
        division=division,
    )
    if has_later_round:
        _store_report_times(round_, new_matches, entry_of)
        # The journal contains the pairings of a round closed in Stadium, so the new pairings must be recorded as well.
        if _closing_line_of_round(round_) is not None:
            journal.write_journal_line(
                division.tournament,
                RoundClosed(round=number, cut=False, played=closed_round_check.match_facts_of_round(round_)),
                by=by,
                division=division,
            )


def _store_report_times(round_: Round, played: Iterable[TomMatch], entry_of: Mapping[str, Entry]) -> None:
    """Store TOM's report times of an earlier round."""
    zone = ZoneInfo(round_.division.tournament.timezone)
    for match in played:
        if match.at and match.right is not None:
            reported_at = match.at.replace(tzinfo=zone)
            round_.matches.filter(left=entry_of[match.left]).update(reported_at=reported_at)


def _closing_line_of_round(round_: Round) -> JournalEvent | None:
    """Return the journal line that closed the round, or None if it was already closed in the file."""
    closings = JournalEvent.objects.filter(
        division=round_.division, kind="RoundClosed", facts__round=round_.number, undone_by__isnull=True
    )
    return closings.order_by("-pk").first()


def reopen_round(round_: Round, *, by: User | None) -> None:
    """Reopen the newest round, by undoing the step that closed it if it was closed in Stadium."""
    closing = _closing_line_of_round(round_)
    if closing is not None:
        undo.reverse_step(closing, by=by)
        round_.refresh_from_db()
        return
    round_.state, round_.closed_at = Round.State.POSTED, None
    round_.save(update_fields=["state", "closed_at"])
    round_.standings.all().delete()
    unposting.correct_schedule_times(round_)


def undo_tom_round_paired(line: JournalEvent) -> None:
    """Undo TomRoundPaired: restore the former matches.

    Refused: ROUND_NOT_FOUND, UNDO_OVERTAKEN if a result has been entered.
    """
    round_ = match_edits.round_of_line(line, *OPEN)
    match_edits.undo_replace_matches(round_, line)
    for entry, joined_round in line.facts["joined_before"]:
        Entry.objects.filter(pk=entry).update(joined_round=joined_round)
    ranking.rank_closed_rounds_again(round_.division, since=round_.number)


def can_no_longer_undo_tom_round(line: JournalEvent) -> bool:
    """Return whether the round is no longer open, or no longer has any matches."""
    rounds = Round.objects.filter(division=line.division_id, number=line.facts["round"], state__in=OPEN)
    return not rounds.exists() or not Match.objects.filter(round__in=rounds).exists()


add_undo(undo_tom_round_paired, TomRoundPaired, is_past=can_no_longer_undo_tom_round)
