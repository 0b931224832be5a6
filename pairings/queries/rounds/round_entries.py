"""Which entries play in a round: those who are present, seated, without a match, or came later."""

from django.db.models import Exists, OuterRef, QuerySet

from pairings.models import Qualifier, Round, Seat, Stage
from tournaments.models import Division, Entry

DAY_TWO = Stage.objects.filter(division=OuterRef("division"), kind=Stage.Kind.SWISS, position__gt=0)
QUALIFIED = Qualifier.objects.filter(entry=OuterRef("pk"), stage__division=OuterRef("division"))
STILL_IN_SWISS = ~Exists(DAY_TWO) | Exists(QUALIFIED)
"""Filter for entries that play the remaining Swiss rounds: day 2 has not started, or the entry qualified for it."""


def may_play_remaining_swiss(entry: Entry) -> bool:
    """Return whether an entry may play the remaining Swiss rounds.

    All entries may before day 2 is opened, then only its qualifiers. Check-in and drops are not considered.
    """
    return Entry.objects.filter(STILL_IN_SWISS, pk=entry.pk).exists()


def present_entries(division: Division) -> QuerySet[Entry]:
    """Return the entries that are checked in and neither dropped nor disqualified."""
    return division.entries.filter(checked_in_at__isnull=False, dropped_in__isnull=True, disqualified=False)


def playing_entries(division: Division, number: int) -> QuerySet[Entry]:
    """Return the entries that play round `number`.

    They are present, joined by this round, and qualified if day 2 has been opened.
    """
    return present_entries(division).filter(STILL_IN_SWISS, joined_round__lte=number)


def seated_entry_keys(round_: Round) -> QuerySet[Seat, int]:
    """Return the keys of entries with a seat in this round, for use in `pk__in`."""
    # Uncorrelated, so PostgreSQL hashes it once. A correlated EXISTS with a wrong row estimate becomes a nested loop
    # over entries and seats, under the division's lock.
    return Seat.objects.filter(round=round_).values_list("entry_id", flat=True)


def unseated_entries(round_: Round) -> QuerySet[Entry]:
    """Return the entries that should play this round but have no seat in it."""
    return (
        playing_entries(round_.division, round_.number)
        .exclude(pk__in=seated_entry_keys(round_))
        .select_related("player")
    )


def later_joiners(round_: Round) -> QuerySet[Entry]:
    """Return the checked-in entries that join in a later round and have no seat in this Swiss round.

    They get a loss for it (M-019).
    """
    later_entries = present_entries(round_.division).filter(joined_round__gt=round_.number)
    return later_entries.exclude(pk__in=seated_entry_keys(round_)).select_related("player")


def entries_without_match(round_: Round) -> QuerySet[Entry]:
    """Return the checked-in entries without a match, a bye or a late loss in this round.

    The result is empty for a posted Swiss round. In single elimination, these players were reinstated after the
    first posting.
    """
    continuing = present_entries(round_.division).filter(STILL_IN_SWISS)
    return continuing.exclude(pk__in=seated_entry_keys(round_)).select_related("player")


def entries_to_remove_from_round(round_: Round) -> QuerySet[Entry]:
    """Return the entries seated in this round that should not play it.

    They have left, or have been checked out or moved to another division since the pairing.
    """
    plays = playing_entries(round_.division, round_.number).values_list("pk", flat=True)
    return (
        Entry.objects.filter(pk__in=seated_entry_keys(round_)).exclude(pk__in=plays).select_related("player")
    )
