"""Losses for missed rounds of players who arrive late, return, or start in a later round (M-019)."""

from collections.abc import Iterable

from core.models import JournalEvent
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round, Seat, Stage
from pairings.queries.rounds.division_rounds import list_missed_rounds
from pairings.queries.rounds.round_entries import later_joiners
from pairings.services.rounds import match_seating
from pairings.services.rounds.match_seating import Place
from pairings.services.standings import ranking
from tournaments.models import Division, Entry


def record_missed_rounds(entry: Entry) -> list[int]:
    """Give a checked-in, active player a loss in each round posted without them, and rank again.

    A player without any match so far joins in the round after the last missed one. Return the numbers of
    the missed rounds.
    """
    rounds = list_missed_rounds(entry) if entry.checked_in_at is not None and entry.active else []
    if not rounds:
        return []
    if not Seat.objects.filter(entry=entry).exists():
        entry.joined_round = max(entry.joined_round, rounds[-1].number + 1)
        entry.save(update_fields=["joined_round"])
    for round_ in rounds:
        add_missed_round_losses(round_, [entry.pk])
    ranking.rank_round_and_later_ones_again(rounds[0])
    return [round_.number for round_ in rounds]


def add_losses_of_later_starters(round_: Round) -> list[int]:
    """Give checked-in players who start later a loss in a newly posted Swiss round.

    Return their entry keys. Nothing happens on day 2 and in the cut.
    """
    if round_.stage.kind != Stage.Kind.SWISS or round_.stage.position > 0:
        return []
    later_starters = list(later_joiners(round_).order_by("id").values_list("id", flat=True))
    add_missed_round_losses(round_, later_starters)
    return later_starters


def add_missed_round_losses(round_: Round, entries: Iterable[int]) -> None:
    """Add a loss for missing this round for each of the entry keys `entries`, after the other matches."""
    last_position = round_.matches.order_by("-position").values_list("position", flat=True).first()
    first_position = 0 if last_position is None else last_position + 1
    match_seating.seat_matches(
        round_,
        [
            Place(first_position + offset, entry, None, None, Outcome.LATE_LOSS)
            for offset, entry in enumerate(entries)
        ],
    )


def delete_missed_round_losses(round_: Round) -> list[tuple[int, int]]:
    """Delete the losses of an unposted round, so that players who arrived too late for it can play it.

    Return (entry, former joined_round) of these players. Players who chose a later round before the posting
    still start in that round.
    """
    losses = round_.matches.filter(outcome=Outcome.LATE_LOSS.value)
    came_late = Entry.objects.filter(
        pk__in=list(losses.values_list("left", flat=True)), joined_round=round_.number + 1
    ).exclude(pk__in=entries_that_chose_later(round_))
    former_joined_rounds = list(came_late.order_by("pk").values_list("pk", "joined_round"))
    came_late.update(joined_round=round_.number)
    losses.delete()
    return former_joined_rounds


def entries_that_chose_later(round_: Round) -> list[int]:
    """List the entries that were checked in when a round was posted but start in a later round."""
    postings = JournalEvent.objects.filter(
        division=round_.division_id, kind="RoundPosted", facts__round=round_.number
    )
    posting = postings.order_by("-pk").first()
    return posting.facts.get("joins_later", []) if posting else []


def undo_missed_round_losses(entry: Entry, numbers: Iterable[int], *, joined_round: int | None) -> None:
    """Delete an entry's losses for these missed rounds and rank again.

    Restore `joined_round` unless it is None.
    """
    if joined_round is not None:
        entry.joined_round = joined_round
        entry.save(update_fields=["joined_round"])
    losses = Match.objects.filter(
        left=entry, round__number__in=list(numbers), outcome=Outcome.LATE_LOSS.value
    )
    first_number = losses.order_by("round__number").values_list("round__number", flat=True).first()
    losses.delete()
    if first_number is not None:
        division: Division = entry.division
        ranking.rank_closed_rounds_again(division, since=first_number)
