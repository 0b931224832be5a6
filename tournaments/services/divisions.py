"""The divisions of an event, and who plays in which."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypedDict, Unpack

from django.db import transaction

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from tournaments.engine import advance
from tournaments.engine import divisions as ages
from tournaments.engine.journal_kinds import (
    DivisionAdded,
    DivisionChanged,
    DivisionRemoved,
    DivisionsArranged,
    DivisionsByNumbers,
)
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Division, Entry, Tournament, User
from tournaments.queries.ages import proposed_divisions
from tournaments.services import locks

LOCKED_ONCE_STARTED = ("age_division", "by_age", "rounds_planned")
"""Fields that posted rounds of the division depend on."""

INHERITED = (
    "rounds_planned",
    "cut_size",
    "cut_by",
    "cut_points",
    "day_two_by",
    "day_two_size",
    "day_two_points",
    "day_two_rounds",
)
"""Settings that a merged division inherits from the largest of its parts."""

LEAST_CUT = 2


class DivisionFields(TypedDict, total=False):
    """The settings of a division. `rounds_planned`, `cut_size` None: by the attendance table; cut 0: none.

    `cut_by`, `day_two_by` are ways of `engine.advance`; `day_two_by` is empty without a day 2.
    """

    by_age: bool
    rounds_planned: int | None
    cut_size: int | None
    cut_by: str
    cut_points: int | None
    day_two_by: str
    day_two_size: int | None
    day_two_points: int | None
    day_two_rounds: int | None
    third_place: bool
    first_table: int | None


class DivisionChanges(DivisionFields, total=False):
    """`DivisionFields` and the age division."""

    age_division: str


@transaction.atomic
def add(
    event: Tournament, *, by: User | None, age_division: str, **fields: Unpack[DivisionFields]
) -> Division:
    """Add a division.

    Refused: DIVISIONS_OVERLAP (age division), ROUNDS_IMPOSSIBLE (rounds), CUT_IMPOSSIBLE (cut),
    THIRD_PLACE_WITHOUT_CUT, CUT_WITHOUT_POINTS, DAY_TWO_WITHOUT_POINTS, DAY_TWO_WITHOUT_PLACES, DAY_TWO_WITHOUT_SWISS,
    TABLES_OVERLAP (division, next_division, first, last, free).
    """
    held = locks.event(event)
    others = locks.divisions(held)
    refuse_overlap([*(other.age_division for other in others), age_division])
    _choose(held, by_numbers=False)
    division = Division(tournament=held, **{"by_age": held.official, **fields, "age_division": age_division})
    _check(division)
    _refuse_shared_tables(division, others)
    division.save()
    _number(held)
    journal.write(held, DivisionAdded(), by=by, division=division)
    return division


@transaction.atomic
def change(division: Division, *, by: User | None, **fields: Unpack[DivisionChanges]) -> Division:
    """Change a division; once its first round is posted, LOCKED_ONCE_STARTED cannot change.

    Refused: DIVISION_HAS_STARTED (division), DIVISION_LEAVES_OUT (division, players), and what `add` refuses.
    """
    others = [other for other in locks.divisions(division.tournament) if other.pk != division.pk]
    row = locks.division(division)
    before = {name: getattr(row, name) for name in fields}
    for name, value in fields.items():
        setattr(row, name, value)
    changed = {name: [old, getattr(row, name)] for name, old in before.items() if old != getattr(row, name)}
    if not changed:
        return row
    if row.started_at and changed.keys() & set(LOCKED_ONCE_STARTED):
        raise Refused(
            TournamentRefusal.DIVISION_HAS_STARTED, division=before.get("age_division", row.age_division)
        )
    refuse_overlap([*(other.age_division for other in others), row.age_division])
    _refuse_left_out(row)
    _check(row)
    if "first_table" in changed:
        _refuse_shared_tables(row, others)
    row.save(update_fields=list(changed))
    if "age_division" in changed:
        _choose(row.tournament, by_numbers=False)
    _number(row.tournament)
    journal.write(row.tournament, DivisionChanged(changed=changed), by=by, division=row)
    return row


def undo_change(event: JournalEvent) -> None:
    """Undo DivisionChanged; the caller has locked the division. Refused: UNDO_OVERTAKEN, and those of `change`."""
    row = Division.objects.select_related("tournament").filter(journal=event).first()
    changed = event.facts["changed"]
    if row is None or any(getattr(row, name) != after for name, (_, after) in changed.items()):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    if row.started_at and changed.keys() & set(LOCKED_ONCE_STARTED):
        raise Refused(TournamentRefusal.DIVISION_HAS_STARTED, division=row.age_division)
    for name, (before, _) in changed.items():
        setattr(row, name, before)
    others = row.tournament.divisions.exclude(pk=row.pk).values_list("age_division", flat=True)
    refuse_overlap([*others, row.age_division])
    _refuse_left_out(row)
    _check(row)
    row.save(update_fields=list(changed))
    _number(row.tournament)


@transaction.atomic
def remove(division: Division, *, by: User | None) -> None:
    """Remove an empty division. Refused: DIVISION_HAS_PLAYERS (division, players), LAST_DIVISION."""
    if len(locks.divisions(division.tournament)) < 2:
        raise Refused(TournamentRefusal.LAST_DIVISION)
    row = locks.division(division)
    players = row.entries.count()
    if players:
        raise Refused(TournamentRefusal.DIVISION_HAS_PLAYERS, division=row.age_division, players=players)
    event, age_division = row.tournament, row.age_division
    _choose(event, by_numbers=False)
    row.delete()
    _number(event)
    journal.write(event, DivisionRemoved(which=age_division), by=by)


@transaction.atomic
def group_by_numbers(event: Tournament, *, by: User | None) -> None:
    """Have the first pairing group the age divisions by attendance (M-031). Refused: EVENT_HAS_STARTED."""
    held = locks.event(event)
    if any(row.started_at for row in locks.divisions(held)):
        raise Refused(TournamentRefusal.EVENT_HAS_STARTED, fields=["division"])
    if not held.by_numbers:
        _choose(held, by_numbers=True)
        journal.write(held, DivisionsByNumbers(), by=by)


def _choose(event: Tournament, *, by_numbers: bool) -> None:
    """Set whether the first pairing groups the age divisions; otherwise manually chosen divisions stay."""
    Tournament.objects.filter(pk=event.pk).update(by_numbers=by_numbers)


@transaction.atomic
def arrange(
    event: Tournament, *, by: User | None, divisions: Sequence[str] | None = None, by_numbers: bool = False
) -> list[Division]:
    """Regroup the players before round 1: into the `divisions` named, else as TOM groups them (M-031).

    Remaining divisions keep their settings; a new one inherits those of the largest division it gets players from;
    those overlapping a chosen one are removed. Afterwards the first pairing does not regroup, unless `by_numbers`.
    Refused: EVENT_HAS_STARTED, DIVISIONS_OVERLAP (age division), NO_DIVISION_TAKES (age division).
    """
    held = locks.event(event)
    rows = {row.age_division: row for row in locks.divisions(held)}
    if any(row.started_at for row in rows.values()):
        raise Refused(TournamentRefusal.EVENT_HAS_STARTED, fields=["division"])
    chosen = tuple(divisions or proposed_divisions(held) or rows)
    refuse_overlap(chosen)
    taken = {age_division for code in chosen for age_division in ages.PLAYS_IN[code]}
    outside = set(held.entries.values_list("age_division", flat=True).distinct()) - taken
    stay = {code for code in rows if not taken.intersection(ages.PLAYS_IN[code])}
    if outside and not all(ages.division_of(age_division, stay) for age_division in outside):
        raise Refused(
            TournamentRefusal.NO_DIVISION_TAKES, age_division=min(outside, key=ages.AGE_DIVISIONS.index)
        )
    if not by_numbers:
        _choose(held, by_numbers=False)
    _regroup(held, rows, chosen)
    Division.objects.filter(tournament=held).exclude(age_division__in={*chosen, *stay}).delete()
    _number(held)
    journal.write(held, DivisionsArranged(divisions=list(chosen)), by=by)
    return list(held.divisions.all())


def refuse_overlap(codes: Iterable[str]) -> None:
    """Require that each age division plays in at most one division. Refused: DIVISIONS_OVERLAP (age division)."""
    seen: set[str] = set()
    for code in codes:
        twice = seen.intersection(ages.PLAYS_IN[code])
        if twice:
            raise Refused(
                TournamentRefusal.DIVISIONS_OVERLAP, age_division=min(twice, key=ages.AGE_DIVISIONS.index)
            )
        seen.update(ages.PLAYS_IN[code])


def youngest_first(code: str) -> tuple[int, int]:
    """Sort key of divisions by their youngest players."""
    plays = ages.PLAYS_IN[code]
    return ages.AGE_DIVISIONS.index(plays[0]), len(plays)


def _regroup(event: Tournament, rows: dict[str, Division], chosen: Iterable[str]) -> None:
    third_place = any(row.third_place for row in rows.values())
    by_age = any(row.by_age for row in rows.values())
    sizes = Counter(event.entries.values_list("division", flat=True))
    for code in chosen:
        ages_of = set(ages.PLAYS_IN[code])
        merged = [row for name, row in rows.items() if ages_of.intersection(ages.PLAYS_IN[name])]
        largest = max(merged, key=lambda row: sizes[row.pk], default=None)
        inherited = {name: getattr(largest, name) for name in INHERITED} if largest else {}
        home = rows.get(code) or Division.objects.create(
            tournament=event, age_division=code, by_age=by_age, third_place=third_place, **inherited
        )
        Entry.objects.filter(tournament=event, age_division__in=ages.PLAYS_IN[code]).update(division=home)


def _refuse_left_out(division: Division) -> None:
    outside = division.entries.exclude(age_division__in=ages.PLAYS_IN[division.age_division]).count()
    if outside:
        raise Refused(TournamentRefusal.DIVISION_LEAVES_OUT, division=division.age_division, players=outside)


def _check(division: Division) -> None:
    if division.rounds_planned is not None and division.rounds_planned < 1:
        raise Refused(TournamentRefusal.ROUNDS_IMPOSSIBLE, rounds=division.rounds_planned)
    if division.cut_size and division.cut_size < LEAST_CUT:
        raise Refused(TournamentRefusal.CUT_IMPOSSIBLE, cut=division.cut_size)
    if division.third_place and division.tournament.structure == Tournament.Structure.SWISS:
        raise Refused(TournamentRefusal.THIRD_PLACE_WITHOUT_CUT)
    if division.cut_by != advance.PLACE and not division.cut_points:
        raise Refused(TournamentRefusal.CUT_WITHOUT_POINTS)
    if not division.day_two_by:
        return
    gate = advance.Gate(division.day_two_by)
    if division.tournament.structure == Tournament.Structure.ELIMINATION:
        raise Refused(TournamentRefusal.DAY_TWO_WITHOUT_SWISS)
    if gate.by_points and not division.day_two_points:
        raise Refused(TournamentRefusal.DAY_TWO_WITHOUT_POINTS)
    if gate.by_place and (division.day_two_size or 0) < LEAST_CUT:
        raise Refused(TournamentRefusal.DAY_TWO_WITHOUT_PLACES)


def _refuse_shared_tables(division: Division, others: Iterable[Division]) -> None:
    """Refused: TABLES_OVERLAP if two divisions with a given first table would share tables."""
    if division.first_table is None:
        return
    for other in others:
        if other.first_table is None:
            continue
        before, after = sorted((division, other), key=lambda row: (row.first_table or 0, row.pk or 0))
        first = before.first_table or 1
        players = before.entries.filter(dropped_in=None, disqualified=False).count() if before.pk else 0
        last = first + max(1, (players + 1) // 2) - 1
        if (after.first_table or 0) <= last:
            raise Refused(
                TournamentRefusal.TABLES_OVERLAP,
                division=before.age_division,
                next_division=after.age_division,
                first=first,
                last=last,
                free=last + 1,
            )


def _number(event: Tournament) -> None:
    rows = sorted(event.divisions.all(), key=lambda row: youngest_first(row.age_division))
    for position, row in enumerate(rows):
        row.position = position
    Division.objects.bulk_update(rows, ["position"])


add_undo(undo_change, DivisionChanged)
