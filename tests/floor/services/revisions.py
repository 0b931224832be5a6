"""The seats shown to players, whose revision number must increase with every change."""

from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from tournaments.models import Division

Seats = dict[int, tuple[int, list[tuple[int, int | None, int | None]]]]


def posted_seats(of: Division) -> Seats:
    """Return revision and seats of posted rounds by key; a player who lost a seat by arriving late has none."""
    seats = Match.objects.exclude(outcome=Outcome.LATE_LOSS).values_list("left", "right", "table")
    return {
        round_.pk: (round_.revision, sorted(seats.filter(round=round_), key=str))
        for round_ in Round.objects.filter(division=of, state=Round.State.POSTED)
    }


def require_raised(before: Seats, after: Seats) -> None:
    for pk in before.keys() & after.keys():
        (was, seats), (revision, seats_now) = before[pk], after[pk]
        assert revision >= was
        assert seats == seats_now or revision > was, "sheets of another pairing with the same revision"
