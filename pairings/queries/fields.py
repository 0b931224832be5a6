"""A division as the engines see it: columns read in one pass, never one row at a time."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from django.db.models import Exists, OuterRef, QuerySet

from pairings.engine.outcomes import Outcome
from pairings.engine.standings import Competitor, Results
from pairings.engine.standings.figures import POINTS, seats_of
from pairings.engine.standings.values import CODE_OF, NOBODY, Ints
from pairings.engine.swiss import Field
from pairings.models import Match, Round, Seat, Stage
from tournaments.models import Division, Entry

BYES = [CODE_OF[Outcome.BYE], CODE_OF[Outcome.AWARDED_BYE]]


@dataclass(frozen=True)
class RoundField:
    """Who plays the next round: `field` is paired, `awarded` sit out with a bye given in advance."""

    field: Field
    awarded: tuple[int, ...]


def swiss_results(division: Division, *, until: int | None = None) -> Results:
    """The Swiss matches of a division up to a round (all posted or closed ones by default), one query."""
    matches = Match.objects.filter(round__division=division, round__stage__kind=Stage.Kind.SWISS)
    matches = matches.exclude(round__state=Round.State.DRAFT)
    if until is not None:
        matches = matches.filter(round__number__lte=until)
    return _columns(matches.order_by("id").values_list("round__number", "left_id", "right_id", "outcome"))


def _columns(rows: Iterable[tuple[int, int, int | None, str]]) -> Results:
    coded = [
        (number, left, NOBODY if right is None else right, CODE_OF[Outcome(outcome)])
        for number, left, right, outcome in rows
    ]
    table = np.array(coded, dtype=np.int64).reshape(-1, 4)
    return Results(*np.ascontiguousarray(table.T))


def present(division: Division) -> QuerySet[Entry]:
    """The entries that are here and have not left."""
    return division.entries.filter(checked_in_at__isnull=False, dropped_in__isnull=True, disqualified=False)


def playing(division: Division, number: int) -> QuerySet[Entry]:
    """The entries that play round `number`: present, not gone, and joined by then."""
    return present(division).filter(joined_round__lte=number)


def round_field(division: Division, number: int) -> RoundField:
    """Everything `swiss.pair` needs for round `number`, in two queries."""
    entries = np.array(
        list(playing(division, number).order_by("id").values_list("id", "awarded_byes")), dtype=np.int64
    ).reshape(-1, 2)
    sits_out = entries[:, 1] >= number
    ids = entries[~sits_out, 0]
    results = swiss_results(division, until=number - 1)
    field = Field(ids, points_of(ids, results), np.isin(ids, _had_bye(results)), _met(results))
    return RoundField(field, tuple(int(one) for one in entries[sits_out, 0]))


def points_of(ids: Ints, results: Results) -> Ints:
    """Match points of `ids`, in their order (M-010)."""
    everybody = np.unique(np.concatenate([ids, results.left, results.right[results.right != NOBODY]]))
    seats = seats_of(everybody, results)
    totals = np.bincount(seats.who, weights=POINTS[seats.result], minlength=len(everybody))
    return totals.astype(np.int64)[np.searchsorted(everybody, ids)]


def _had_bye(results: Results) -> Ints:
    return results.left[np.isin(results.outcome, BYES)]


def _met(results: Results) -> Ints:
    two = results.right != NOBODY
    return np.stack([results.left[two], results.right[two]], axis=1)


def competitors(division: Division, *, after: int) -> list[Competitor]:
    """Whoever has sat in the division up to round `after`, as things stood then.

    Who left or was disqualified later was still there; a correction of an old round does not forget that.
    """
    sat = Seat.objects.filter(entry=OuterRef("pk"), round__division=division, round__number__lte=after)
    rows = division.entries.filter(Exists(sat)).order_by("id")
    columns = rows.values_list("id", "dropped_in", "disqualified", "late", "lot")
    return [
        Competitor(pk, left, disqualified, late, lot)
        if left is None or left <= after
        else Competitor(pk, late=late, lot=lot)
        for pk, left, disqualified, late, lot in columns
    ]


def categories(division: Division) -> dict[int, str]:
    """The age division each entry is ranked in, or "all" where one list serves everybody (M-031)."""
    pairs = division.entries.values_list("id", "category")
    return {pk: category if division.by_age else "all" for pk, category in pairs}


def unseated(round_: Round) -> QuerySet[Entry]:
    """Entries that should play this draft and have no seat in it."""
    seat = Seat.objects.filter(round=round_, entry=OuterRef("pk"))
    return playing(round_.division, round_.number).filter(~Exists(seat)).select_related("player")


def gone(round_: Round) -> QuerySet[Entry]:
    """Entries seated in this draft that do not play it any more: left, not here, or in another division."""
    seat = Seat.objects.filter(round=round_, entry=OuterRef("pk"))
    plays = playing(round_.division, round_.number).filter(pk=OuterRef("pk"))
    return Entry.objects.filter(Exists(seat)).filter(~Exists(plays)).select_related("player")


def follows_people(round_: Round) -> bool:
    """Whether who comes or leaves changes this draft: in Swiss, and before a pure elimination begins."""
    stage = round_.stage
    return stage.kind == Stage.Kind.SWISS or (stage.position == 0 and round_.number == 1)
