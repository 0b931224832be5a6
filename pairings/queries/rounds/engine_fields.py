"""Load divisions as columns, the input of the engines."""

from dataclasses import dataclass

import numpy as np
from django.db.models import Case, Count, Exists, IntegerField, OuterRef, Subquery, Value, When
from django.db.models.functions import Coalesce

from pairings.engine.outcomes import Outcome
from pairings.engine.standings import RULES_BY_AWARDED_BYE, Competitor, ResultColumns, Rules
from pairings.engine.standings.competitors import CODE_OF, NOBODY, Ints
from pairings.engine.standings.figures import POINTS, seats_of_both_sides
from pairings.engine.swiss import Field
from pairings.models import Match, Round, Seat, Stage
from pairings.queries.rounds.round_entries import STILL_IN_SWISS, playing_entries
from tournaments.models import Division

CODE_BY_OUTCOME = {outcome.value: code for outcome, code in CODE_OF.items()}
BYES = [CODE_OF[Outcome.BYE], CODE_OF[Outcome.AWARDED_BYE]]


@dataclass(frozen=True)
class RoundField:
    """Players of the next round: `field` is paired, `awarded` sit out with an awarded bye."""

    field: Field
    awarded: tuple[int, ...]


def standings_rules(division: Division) -> Rules:
    """Return the rules by which the event of a division ranks."""
    return RULES_BY_AWARDED_BYE[division.tournament.awarded_bye]


def swiss_results(division: Division, *, until: int | None = None) -> ResultColumns:
    """Return the Swiss results of a division up to round `until`. One query.

    By default, all posted and closed rounds are included.
    """
    matches = Match.objects.filter(round__division=division, round__stage__kind=Stage.Kind.SWISS)
    matches = matches.exclude(round__state=Round.State.UNPOSTED)
    if until is not None:
        matches = matches.filter(round__number__lte=until)
    opponent = Coalesce("right_id", Value(NOBODY))
    # No engine depends on the order of matches, so the database need not sort them.
    rows = list(matches.order_by().values_list("round__number", "left_id", opponent, "outcome"))
    number, left, right, outcome = zip(*rows, strict=True) if rows else ((), (), (), ())
    outcome_codes = [CODE_BY_OUTCOME[value] for value in outcome]
    return ResultColumns(
        *(np.array(column, dtype=np.int64) for column in (number, left, right, outcome_codes))
    )


def day_two_stage(division: Division) -> Stage | None:
    """Return the second Swiss stage of a division, or None before it is opened."""
    return division.stages.filter(kind=Stage.Kind.SWISS, position__gt=0).first()


def load_field_of_round(division: Division, number: int) -> RoundField:
    """Load everything `swiss.pair_field` needs to pair round `number`. Two queries.

    Players with an awarded bye in this round are not in the field, but in `awarded`.
    """
    entries = np.array(
        list(playing_entries(division, number).order_by("id").values_list("id", "awarded_byes")),
        dtype=np.int64,
    ).reshape(-1, 2)
    sits_out = entries[:, 1] >= number
    ids = entries[~sits_out, 0]
    results = swiss_results(division, until=number - 1)
    bye_holders = results.left[np.isin(results.outcome, BYES)]
    field_bye_holders = bye_holders[np.isin(bye_holders, ids)]
    byes = np.bincount(np.searchsorted(ids, field_bye_holders), minlength=len(ids)).astype(np.int64)
    has_opponent = results.right != NOBODY
    meetings = np.stack([results.left[has_opponent], results.right[has_opponent]], axis=1)
    field = Field(ids, match_points_of(ids, results), byes, meetings, results.round[has_opponent])
    return RoundField(field, tuple(int(pk) for pk in entries[sits_out, 0]))


def match_points_of(ids: Ints, results: ResultColumns) -> Ints:
    """Return the match points of `ids`, in the same order (M-010)."""
    everyone = np.unique(np.concatenate([ids, results.left, results.right[results.right != NOBODY]]))
    seats = seats_of_both_sides(everyone, results)
    totals = np.bincount(seats.player, weights=POINTS[seats.result], minlength=len(everyone))
    return totals.astype(np.int64)[np.searchsorted(everyone, ids)]


def standings_competitors(division: Division, *, after: int) -> list[Competitor]:
    """Return all entries seated in the division up to round `after`, with their state at that time.

    Entries that left or were disqualified later count as present, so that old rounds can be corrected.
    """
    seats = Seat.objects.filter(entry=OuterRef("pk"), round__division=division, round__number__lte=after)
    # The last round of day 1 for entries that did not qualify for day 2, None for all others.
    day_one = Round.objects.filter(
        division=OuterRef("division"), stage__kind=Stage.Kind.SWISS, stage__position=0
    )
    last_day_one_round = Subquery(
        day_one.order_by("-number").values("number")[:1], output_field=IntegerField()
    )
    through_in = Case(
        When(STILL_IN_SWISS, then=Value(None)), default=last_day_one_round, output_field=IntegerField()
    )
    rows = division.entries.filter(Exists(seats)).annotate(through_in=through_in).order_by("id")
    values = rows.values_list("id", "dropped_in", "disqualified", "late", "tie_break_number", "through_in")
    freezes = division.day_two_freezes
    return [
        Competitor(pk, dropped_in, disqualified, late, tie_break_number, through, freezes)
        if dropped_in is not None
        and dropped_in <= after
        and (disqualified or through is None or dropped_in <= through)
        else Competitor(pk, late=late, tie_break_number=tie_break_number, through_in=through, freezes=freezes)
        for pk, dropped_in, disqualified, late, tie_break_number, through in values
    ]


def round_one_attendance(division: Division) -> list[int]:
    """Return the attendance in round 1: one number per age division, or only the total.

    The total is returned if the division has a single list (M-031). One query.
    """
    starters = playing_entries(division, 1).order_by()
    if not division.by_age:
        return [starters.count()]
    return list(
        starters.values("age_division").annotate(players=Count("pk")).values_list("players", flat=True)
    )


def ranked_age_divisions(division: Division) -> dict[int, str]:
    """Return the age division in which each entry is ranked, by entry key (M-031).

    It is "all" if the division has a single list.
    """
    pairs = division.entries.values_list("id", "age_division")
    return {pk: age_division if division.by_age else "all" for pk, age_division in pairs}


def round_depends_on_attendance(round_: Round) -> bool:
    """Return whether arrivals and drops change this round: in Swiss, and before a pure elimination starts."""
    stage = round_.stage
    return stage.kind == Stage.Kind.SWISS or (stage.position == 0 and round_.number == 1)
