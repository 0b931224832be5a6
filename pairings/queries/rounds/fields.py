"""A division as input of the engines: columns read in one pass, never row by row."""

from dataclasses import dataclass

import numpy as np
from django.db.models import Case, Count, Exists, IntegerField, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from pairings.engine.outcomes import Outcome
from pairings.engine.standings import Competitor, Results
from pairings.engine.standings.figures import POINTS, seats_of
from pairings.engine.standings.values import CODE_OF, NOBODY, Ints
from pairings.engine.swiss import Field
from pairings.models import Match, Qualifier, Round, Seat, Stage
from tournaments.models import Division, Entry

CODES = {outcome.value: code for outcome, code in CODE_OF.items()}
BYES = [CODE_OF[Outcome.BYE], CODE_OF[Outcome.AWARDED_BYE]]


@dataclass(frozen=True)
class RoundField:
    """The players of the next round: `field` is paired, `awarded` sit out with an awarded bye."""

    field: Field
    awarded: tuple[int, ...]


def swiss_results(division: Division, *, until: int | None = None) -> Results:
    """The Swiss matches of a division up to a round (all posted or closed ones by default), one query."""
    matches = Match.objects.filter(round__division=division, round__stage__kind=Stage.Kind.SWISS)
    matches = matches.exclude(round__state=Round.State.UNPOSTED)
    if until is not None:
        matches = matches.filter(round__number__lte=until)
    opponent = Coalesce("right_id", Value(NOBODY))
    # Rows as columns; their order has no effect in any engine.
    rows = list(matches.order_by().values_list("round__number", "left_id", opponent, "outcome"))
    number, left, right, outcome = zip(*rows, strict=True) if rows else ((), (), (), ())
    coded = [CODES[value] for value in outcome]
    return Results(*(np.array(column, dtype=np.int64) for column in (number, left, right, coded)))


DAY_TWO = Stage.objects.filter(division=OuterRef("division"), kind=Stage.Kind.SWISS, position__gt=0)
QUALIFIED = Qualifier.objects.filter(entry=OuterRef("pk"), stage__division=OuterRef("division"))
GOES_ON = ~Exists(DAY_TWO) | Exists(QUALIFIED)
"""Condition of an entry: day 2 has not begun, or it qualified."""


def goes_on(entry: Entry) -> bool:
    """Whether an entry may play the remaining Swiss rounds."""
    return Entry.objects.filter(GOES_ON, pk=entry.pk).exists()


def day_two(division: Division) -> Stage | None:
    """The second Swiss stage of a division, None before it was opened."""
    return division.stages.filter(kind=Stage.Kind.SWISS, position__gt=0).first()


def present(division: Division) -> QuerySet[Entry]:
    """The entries checked in that have not left."""
    return division.entries.filter(checked_in_at__isnull=False, dropped_in__isnull=True, disqualified=False)


def playing(division: Division, number: int) -> QuerySet[Entry]:
    """The entries that play round `number`: present and joined by then; on day 2 the qualified ones."""
    return present(division).filter(GOES_ON, joined_round__lte=number)


def round_field(division: Division, number: int) -> RoundField:
    """Everything `swiss.pair` needs for round `number`, in two queries."""
    entries = np.array(
        list(playing(division, number).order_by("id").values_list("id", "awarded_byes")), dtype=np.int64
    ).reshape(-1, 2)
    sits_out = entries[:, 1] >= number
    ids = entries[~sits_out, 0]
    results = swiss_results(division, until=number - 1)
    got_bye = results.left[np.isin(results.outcome, BYES)]
    here = got_bye[np.isin(got_bye, ids)]
    byes = np.bincount(np.searchsorted(ids, here), minlength=len(ids)).astype(np.int64)
    two = results.right != NOBODY
    met = np.stack([results.left[two], results.right[two]], axis=1)
    field = Field(ids, points_of(ids, results), byes, met, results.round[two])
    return RoundField(field, tuple(int(pk) for pk in entries[sits_out, 0]))


def points_of(ids: Ints, results: Results) -> Ints:
    """Match points of `ids`, in their order (M-010)."""
    everybody = np.unique(np.concatenate([ids, results.left, results.right[results.right != NOBODY]]))
    seats = seats_of(everybody, results)
    totals = np.bincount(seats.who, weights=POINTS[seats.result], minlength=len(everybody))
    return totals.astype(np.int64)[np.searchsorted(everybody, ids)]


def competitors(division: Division, *, after: int) -> list[Competitor]:
    """All entries seated in the division up to round `after`, with their state at that time.

    Players who left or were disqualified later count as present; a correction of an old round uses that too.
    """
    sat = Seat.objects.filter(entry=OuterRef("pk"), round__division=division, round__number__lte=after)
    # The last round of day 1 for an entry that did not qualify for day 2, else None.
    day_one = Round.objects.filter(
        division=OuterRef("division"), stage__kind=Stage.Kind.SWISS, stage__position=0
    )
    last = Subquery(day_one.order_by("-number").values("number")[:1], output_field=IntegerField())
    through_in = Case(When(GOES_ON, then=Value(None)), default=last, output_field=IntegerField())
    rows = division.entries.filter(Exists(sat)).annotate(through_in=through_in).order_by("id")
    columns = rows.values_list("id", "dropped_in", "disqualified", "late", "tie_break_number", "through_in")
    return [
        Competitor(pk, left, disqualified, late, tie_break_number, through)
        if left is not None and left <= after and (disqualified or through is None or left <= through)
        else Competitor(pk, late=late, tie_break_number=tie_break_number, through_in=through)
        for pk, left, disqualified, late, tie_break_number, through in columns
    ]


def attendance(division: Division) -> list[int]:
    """The number of players in round 1 of each age division, or in all for a single list (M-031). One query."""
    here = playing(division, 1).order_by()
    if not division.by_age:
        return [here.count()]
    return list(here.values("age_division").annotate(players=Count("pk")).values_list("players", flat=True))


def age_divisions(division: Division) -> dict[int, str]:
    """The age division each entry is ranked in, or "all" for a single list (M-031)."""
    pairs = division.entries.values_list("id", "age_division")
    return {pk: age_division if division.by_age else "all" for pk, age_division in pairs}


def seated(round_: Round) -> QuerySet[Seat, int]:
    """The keys of the entries that have a seat in this round, for `pk__in`."""
    # Uncorrelated, so PostgreSQL hashes it once. A correlated EXISTS with a wrong row estimate becomes a nested loop
    # over entries and seats, under the division's lock.
    return Seat.objects.filter(round=round_).values_list("entry_id", flat=True)


def unseated(round_: Round) -> QuerySet[Entry]:
    """Entries that should play this round and have no seat in it."""
    return playing(round_.division, round_.number).exclude(pk__in=seated(round_)).select_related("player")


def joins_later(round_: Round) -> QuerySet[Entry]:
    """Entries that are checked in without a seat in this Swiss round and play from a later one on: they lose it
    (M-019).
    """
    later = present(round_.division).filter(joined_round__gt=round_.number)
    return later.exclude(pk__in=seated(round_)).select_related("player")


def without_match(round_: Round) -> QuerySet[Entry]:
    """Entries that are checked in, have not dropped, and have no match, bye or missed round in this round.

    A posted Swiss round has none; in a single elimination these are players reinstated after its first round was
    posted.
    """
    here = present(round_.division).filter(GOES_ON)
    return here.exclude(pk__in=seated(round_)).select_related("player")


def no_longer_playing(round_: Round) -> QuerySet[Entry]:
    """Entries seated in this round that no longer play it: left, checked out, or in another division."""
    plays = playing(round_.division, round_.number).values_list("pk", flat=True)
    return Entry.objects.filter(pk__in=seated(round_)).exclude(pk__in=plays).select_related("player")


def follows_people(round_: Round) -> bool:
    """Whether arrivals and drops change this round: in Swiss, and before a pure elimination begins."""
    stage = round_.stage
    return stage.kind == Stage.Kind.SWISS or (stage.position == 0 and round_.number == 1)
