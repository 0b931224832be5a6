"""Changes only TOM made since its last file: drops and disqualifications, and rounds paired again."""

from collections.abc import Iterable, Mapping
from zoneinfo import ZoneInfo

from core.engine.journal.kinds import add_undo
from core.models import JournalEvent
from core.services import journal, undo
from pairings.engine.journal_kinds import RoundClosed, TomRoundPaired
from pairings.engine.outcomes import Outcome
from pairings.engine.tdf import TomEvent, TomMatch, TomPod
from pairings.models import Match, Round
from pairings.queries.rounds import closed_rounds
from pairings.queries.tom.comparison import Difference
from pairings.services.rounds import match_edits, seating, unposting
from pairings.services.rounds.seating import Place
from pairings.services.standings import ranking
from tournaments.models import Division, Entry, User
from tournaments.services import entries

OPEN = (Round.State.UNPOSTED.value, Round.State.POSTED.value)


def leave(
    read: TomEvent, entry_of: Mapping[str, Entry], differences: Iterable[Difference], *, by: User | None
) -> None:
    """Disqualify, reinstate and drop as in the file where only TOM changed that; one journal line each."""
    changed = (difference for difference in differences if difference.there and difference.player)
    for user_id in dict.fromkeys(difference.player for difference in changed):
        if user_id not in entry_of:
            continue
        entry, player = entry_of[user_id], read.player_of[user_id]
        if entry.disqualified and not player.disqualified:
            entry = entries.lift_disqualification(entry, by=by)
        if entry.dropped_in is not None and entry.dropped_in != player.dropped_in and not entry.disqualified:
            entry = entries.reinstate(entry, by=by)
        if player.disqualified and not entry.disqualified:
            number = player.dropped_in or 0
            entry = entries.disqualify(entry, by=by, round_number=number, reason="TOM")
        entry_of[user_id].refresh_from_db()


def pair(
    division: Division,
    rounds: Iterable[tuple[str, int]],
    pod: TomPod,
    entry_of: Mapping[str, Entry],
    *,
    by: User | None,
) -> set[int]:
    """Pair again, as in the file, those `rounds` (division, number) that are of this division; returns
    their numbers.
    """
    again = {number for name, number in rounds if name == pod.division}
    for number in sorted(again):
        _pair(division, number, pod, entry_of, by=by)
    return again


def _pair(
    division: Division, number: int, pod: TomPod, entry_of: Mapping[str, Entry], *, by: User | None
) -> None:
    """Give a Swiss round the matches of the file.

    The newest round stays open until its results are in; an earlier one stays closed, with the results of the file.
    Matches in both files keep results and tables.
    """
    round_ = division.rounds.select_related("division__tournament", "stage").get(number=number)
    earlier = division.rounds.filter(number__gt=number).exists()
    if round_.state == Round.State.CLOSED and not earlier:
        open_again(round_, by=by)
    source = next(row for row in pod.rounds if row.number == number)
    theirs = {
        frozenset(entry_of[seat].pk for seat in (match.left, match.right) if seat is not None): match
        for match in source.played
    }
    matches = list(round_.matches.order_by("position", "pk"))
    stay, old = {}, []
    for match in matches:
        seats = frozenset(seating.people(match))
        other = theirs.get(seats)
        if other is not None and (match.right_id is not None or match.outcome == other.outcome):
            stay[seats] = match
        else:
            old.append(match)
    occupied = {match.table for match in stay.values() if match.table}
    most = 2 * len(theirs) + len(occupied) + 1
    spare = iter(number for number in range(1, most + 1) if number not in occupied)
    last = max((match.position for match in matches), default=-1)
    new = [played for seats, played in theirs.items() if seats not in stay]
    places = []
    for position, played in enumerate(new, start=last + 1):
        table = played.table if played.table not in occupied else next(spare)
        outcome, left = played.outcome or Outcome.PENDING, entry_of[played.left].pk
        if played.right is None:
            places.append(Place(position, left, None, None, outcome))
            continue
        # In the newest round the result is entered later.
        outcome = outcome if earlier else Outcome.PENDING
        places.append(Place(position, left, entry_of[played.right].pk, table or None, outcome))
    facts = match_edits.reseat(round_, old, places)
    playing = [
        pk for place in places if place.outcome is not Outcome.LATE_LOSS for pk in (place.left, place.right)
    ]
    late = division.entries.filter(pk__in=[pk for pk in playing if pk], joined_round__gt=number)
    joined_before = list(late.order_by("pk").values_list("pk", "joined_round"))
    late.update(joined_round=number)
    journal.write(
        division.tournament,
        TomRoundPaired(round=number, joined_before=joined_before, **facts),
        by=by,
        division=division,
    )
    if earlier:
        _note_times(round_, new, entry_of)
        _close_again(round_, by=by)


def _note_times(round_: Round, played: Iterable[TomMatch], entry_of: Mapping[str, Entry]) -> None:
    """Store TOM's report times of an earlier round."""
    zone = ZoneInfo(round_.division.tournament.timezone)
    for match in played:
        if match.at and match.right is not None:
            at = match.at.replace(tzinfo=zone)
            round_.matches.filter(left=entry_of[match.left]).update(reported_at=at)


def _close_again(round_: Round, *, by: User | None) -> None:
    # A round closed here has its pairings in the journal, so the new ones must follow.
    if _closing_of(round_) is not None:
        journal.write(
            round_.division.tournament,
            RoundClosed(round=round_.number, cut=False, played=closed_rounds.played_in(round_)),
            by=by,
            division=round_.division,
        )


def _closing_of(round_: Round) -> JournalEvent | None:
    """The line that closed the round; None for a round that was already closed in the file."""
    lines = JournalEvent.objects.filter(
        division=round_.division, kind="RoundClosed", facts__round=round_.number, undone_by__isnull=True
    )
    return lines.order_by("-pk").first()


def open_again(round_: Round, *, by: User | None) -> None:
    """Reopen the newest round."""
    line = _closing_of(round_)
    if line is not None:
        undo.reverse(line, by=by)
        round_.refresh_from_db()
        return
    round_.state, round_.closed_at = Round.State.POSTED, None
    round_.save(update_fields=["state", "closed_at"])
    round_.standings.all().delete()
    unposting.correct_times(round_)


def undo_pairing(line: JournalEvent) -> None:
    """Undo TomRoundPaired: restore the former matches. Refused: UNDO_OVERTAKEN when a result is in."""
    round_ = match_edits.round_of(line, *OPEN)
    match_edits.put_back(round_, line)
    for entry, joined in line.facts["joined_before"]:
        Entry.objects.filter(pk=entry).update(joined_round=joined)
    ranking.rank_again(round_.division, since=round_.number)


def is_past(line: JournalEvent) -> bool:
    """Whether the round is no longer open, or all its matches are gone."""
    rounds = Round.objects.filter(division=line.division_id, number=line.facts["round"], state__in=OPEN)
    return not rounds.exists() or not Match.objects.filter(round__in=rounds).exists()


add_undo(undo_pairing, TomRoundPaired, is_past=is_past)
