"""Change the divisions of an event, and move players between them."""

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
"""Fields that cannot change once the division has posted a round."""

INHERITED = (
    "rounds_planned",
    "cut_size",
    "cut_by",
    "cut_points",
    "day_two_by",
    "day_two_size",
    "day_two_points",
    "day_two_rounds",
    "day_two_freezes",
)
"""Settings that a merged division inherits from the largest merged division."""

MIN_ADVANCING = 2


class DivisionFields(TypedDict, total=False):
    """The settings of a division.

    If `rounds_planned` or `cut_size` is None, the attendance table decides; a `cut_size` of 0 means no cut.
    `cut_by` and `day_two_by` are codes of `engine.advance`; `day_two_by` is empty without a day 2, and
    `Division.TABLE` if the attendance table decides.
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
    day_two_freezes: bool
    third_place: bool
    first_table: int | None


class DivisionChanges(DivisionFields, total=False):
    """All changeable fields: `DivisionFields` and the age division."""

    age_division: str


@transaction.atomic
def add_division(
    event: Tournament, *, by: User | None, age_division: str, **fields: Unpack[DivisionFields]
) -> Division:
    """Add a division. The first pairing then does not group the age divisions by attendance.

    Refused: DIVISIONS_OVERLAP (age division), ROUNDS_IMPOSSIBLE (rounds), CUT_IMPOSSIBLE (cut),
    THIRD_PLACE_WITHOUT_CUT, CUT_WITHOUT_POINTS, DAY_TWO_WITHOUT_POINTS, DAY_TWO_WITHOUT_PLACES,
    DAY_TWO_WITHOUT_SWISS, TABLES_OVERLAP (division, next_division, first, last, free), CHANGED_MEANWHILE.
    """
    locked_event = locks.lock_event(event)
    other_divisions = locks.lock_divisions(locked_event)
    require_no_division_overlap([*(other.age_division for other in other_divisions), age_division])
    _store_grouping_by_attendance(locked_event, by_numbers=False)
    division = Division(
        tournament=locked_event, **{"by_age": locked_event.official, **fields, "age_division": age_division}
    )
    _require_possible_division(division)
    _refuse_shared_tables(division, other_divisions)
    division.save()
    _number_divisions(locked_event)
    journal.write_journal_line(locked_event, DivisionAdded(), by=by, division=division)
    return division


@transaction.atomic
def change_division(division: Division, *, by: User | None, **fields: Unpack[DivisionChanges]) -> Division:
    """Change a division. The fields in LOCKED_ONCE_STARTED are locked once the first round is posted.

    After a change of `age_division`, the first pairing does not group the age divisions by attendance. Refused:
    DIVISION_HAS_STARTED (division), DIVISION_LEAVES_OUT (division, players), and whatever `add_division` refuses.
    """
    other_divisions = [
        other for other in locks.lock_divisions(division.tournament) if other.pk != division.pk
    ]
    row = locks.lock_division(division)
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
    require_no_division_overlap([*(other.age_division for other in other_divisions), row.age_division])
    _require_age_divisions_of_players(row)
    _require_possible_division(row)
    if "first_table" in changed:
        _refuse_shared_tables(row, other_divisions)
    row.save(update_fields=list(changed))
    if "age_division" in changed:
        _store_grouping_by_attendance(row.tournament, by_numbers=False)
    _number_divisions(row.tournament)
    journal.write_journal_line(row.tournament, DivisionChanged(changed=changed), by=by, division=row)
    return row


def undo_division_change(line: JournalEvent) -> None:
    """Undo DivisionChanged. The caller must hold the lock of the division.

    Refused: UNDO_OVERTAKEN if the division was changed again or removed, and whatever `change_division` refuses.
    """
    row = Division.objects.select_related("tournament").filter(journal=line).first()
    changed = line.facts["changed"]
    if row is None or any(getattr(row, name) != after for name, (_, after) in changed.items()):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    if row.started_at and changed.keys() & set(LOCKED_ONCE_STARTED):
        raise Refused(TournamentRefusal.DIVISION_HAS_STARTED, division=row.age_division)
    for name, (before, _) in changed.items():
        setattr(row, name, before)
    other_divisions = list(row.tournament.divisions.exclude(pk=row.pk))
    require_no_division_overlap([*(other.age_division for other in other_divisions), row.age_division])
    _require_age_divisions_of_players(row)
    _require_possible_division(row)
    if "first_table" in changed:
        _refuse_shared_tables(row, other_divisions)
    row.save(update_fields=list(changed))
    _number_divisions(row.tournament)


@transaction.atomic
def remove_division(division: Division, *, by: User | None) -> None:
    """Remove an empty division. The first pairing then does not group the age divisions by attendance.

    Refused: DIVISION_HAS_PLAYERS (division, players), LAST_DIVISION, CHANGED_MEANWHILE.
    """
    if len(locks.lock_divisions(division.tournament)) < 2:
        raise Refused(TournamentRefusal.LAST_DIVISION)
    row = locks.lock_division(division)
    players = row.entries.count()
    if players:
        raise Refused(TournamentRefusal.DIVISION_HAS_PLAYERS, division=row.age_division, players=players)
    event, age_division = row.tournament, row.age_division
    _store_grouping_by_attendance(event, by_numbers=False)
    row.delete()
    _number_divisions(event)
    journal.write_journal_line(event, DivisionRemoved(which=age_division), by=by)


@transaction.atomic
def set_grouping_by_attendance(event: Tournament, *, by: User | None) -> None:
    """Make the first pairing group the age divisions by attendance (M-031).

    Refused: EVENT_HAS_STARTED (fields), CHANGED_MEANWHILE.
    """
    locked_event = locks.lock_event(event)
    if any(row.started_at for row in locks.lock_divisions(locked_event)):
        raise Refused(TournamentRefusal.EVENT_HAS_STARTED, fields=["division"])
    if not locked_event.by_numbers:
        _store_grouping_by_attendance(locked_event, by_numbers=True)
        journal.write_journal_line(locked_event, DivisionsByNumbers(), by=by)


def _store_grouping_by_attendance(event: Tournament, *, by_numbers: bool) -> None:
    """Store whether the first pairing groups the age divisions by attendance or leaves them unchanged."""
    Tournament.objects.filter(pk=event.pk).update(by_numbers=by_numbers)


@transaction.atomic
def arrange_divisions(
    event: Tournament, *, by: User | None, divisions: Sequence[str] | None = None, by_numbers: bool = False
) -> list[Division]:
    """Regroup the players before round 1 into `divisions`, by default as TOM groups them (M-031).

    Remaining divisions keep their settings, a new division inherits the settings of the largest division from
    which it gets players, and divisions that overlap a chosen one are removed. The first pairing does not
    regroup players again, unless `by_numbers`.
    Refused: EVENT_HAS_STARTED (fields), DIVISIONS_OVERLAP (age division), NO_DIVISION_TAKES (age division),
    CHANGED_MEANWHILE.
    """
    locked_event = locks.lock_event(event)
    divisions_by_code = {row.age_division: row for row in locks.lock_divisions(locked_event)}
    if any(row.started_at for row in divisions_by_code.values()):
        raise Refused(TournamentRefusal.EVENT_HAS_STARTED, fields=["division"])
    codes = tuple(divisions or proposed_divisions(locked_event) or divisions_by_code)
    require_no_division_overlap(codes)
    covered = {age_division for code in codes for age_division in ages.PLAYS_IN[code]}
    uncovered = set(locked_event.entries.values_list("age_division", flat=True).distinct()) - covered
    remaining = {code for code in divisions_by_code if not covered.intersection(ages.PLAYS_IN[code])}
    if uncovered and not all(
        ages.division_of_age_division(age_division, remaining) for age_division in uncovered
    ):
        raise Refused(
            TournamentRefusal.NO_DIVISION_TAKES, age_division=min(uncovered, key=ages.AGE_DIVISIONS.index)
        )
    if not by_numbers:
        _store_grouping_by_attendance(locked_event, by_numbers=False)
    third_place = any(row.third_place for row in divisions_by_code.values())
    by_age = any(row.by_age for row in divisions_by_code.values())
    sizes = Counter(locked_event.entries.values_list("division", flat=True))
    for code in codes:
        age_group = set(ages.PLAYS_IN[code])
        merged_divisions = [
            row for name, row in divisions_by_code.items() if age_group.intersection(ages.PLAYS_IN[name])
        ]
        largest = max(merged_divisions, key=lambda row: sizes[row.pk], default=None)
        inherited = {name: getattr(largest, name) for name in INHERITED} if largest else {}
        target = divisions_by_code.get(code) or Division.objects.create(
            tournament=locked_event, age_division=code, by_age=by_age, third_place=third_place, **inherited
        )
        Entry.objects.filter(tournament=locked_event, age_division__in=ages.PLAYS_IN[code]).update(
            division=target
        )
    Division.objects.filter(tournament=locked_event).exclude(age_division__in={*codes, *remaining}).delete()
    _number_divisions(locked_event)
    journal.write_journal_line(locked_event, DivisionsArranged(divisions=list(codes)), by=by)
    return list(locked_event.divisions.all())


def require_no_division_overlap(codes: Iterable[str]) -> None:
    """Require that each age division plays in at most one division. Refused: DIVISIONS_OVERLAP (age division)."""
    covered: set[str] = set()
    for code in codes:
        repeated = covered.intersection(ages.PLAYS_IN[code])
        if repeated:
            raise Refused(
                TournamentRefusal.DIVISIONS_OVERLAP, age_division=min(repeated, key=ages.AGE_DIVISIONS.index)
            )
        covered.update(ages.PLAYS_IN[code])


def youngest_first_key(code: str) -> tuple[int, int]:
    """Return a sort key that orders divisions by their youngest players.

    Of two divisions with the same youngest players, the one with fewer age divisions comes first.
    """
    age_divisions = ages.PLAYS_IN[code]
    return ages.AGE_DIVISIONS.index(age_divisions[0]), len(age_divisions)


def _require_age_divisions_of_players(division: Division) -> None:
    """Require that a division includes the age divisions of all its players.

    Refused: DIVISION_LEAVES_OUT (division, players).
    """
    outside_count = division.entries.exclude(age_division__in=ages.PLAYS_IN[division.age_division]).count()
    if outside_count:
        raise Refused(
            TournamentRefusal.DIVISION_LEAVES_OUT, division=division.age_division, players=outside_count
        )


def _require_possible_division(division: Division) -> None:
    """Require that the rounds, the cut and day 2 are possible.

    Refused: ROUNDS_IMPOSSIBLE (rounds), CUT_IMPOSSIBLE (cut), THIRD_PLACE_WITHOUT_CUT, CUT_WITHOUT_POINTS,
    DAY_TWO_WITHOUT_SWISS, DAY_TWO_WITHOUT_POINTS, DAY_TWO_WITHOUT_PLACES.
    """
    if division.rounds_planned is not None and division.rounds_planned < 1:
        raise Refused(TournamentRefusal.ROUNDS_IMPOSSIBLE, rounds=division.rounds_planned)
    if division.cut_size and division.cut_size < MIN_ADVANCING:
        raise Refused(TournamentRefusal.CUT_IMPOSSIBLE, cut=division.cut_size)
    if division.third_place and division.tournament.structure == Tournament.Structure.SWISS:
        raise Refused(TournamentRefusal.THIRD_PLACE_WITHOUT_CUT)
    if division.cut_by != advance.PLACE and not division.cut_points:
        raise Refused(TournamentRefusal.CUT_WITHOUT_POINTS)
    if division.day_two_by in ("", Division.TABLE):
        return
    gate = advance.AdvancementGate(division.day_two_by)
    if division.tournament.structure == Tournament.Structure.ELIMINATION:
        raise Refused(TournamentRefusal.DAY_TWO_WITHOUT_SWISS)
    if gate.by_points and not division.day_two_points:
        raise Refused(TournamentRefusal.DAY_TWO_WITHOUT_POINTS)
    if gate.by_place and (division.day_two_size or 0) < MIN_ADVANCING:
        raise Refused(TournamentRefusal.DAY_TWO_WITHOUT_PLACES)


def _refuse_shared_tables(division: Division, others: Iterable[Division]) -> None:
    """Require that divisions with a set first table do not share tables.

    Refused: TABLES_OVERLAP (division, next_division, first, last, free).
    """
    if division.first_table is None:
        return
    for other in others:
        if other.first_table is None:
            continue
        lower, upper = sorted((division, other), key=lambda row: (row.first_table or 0, row.pk or 0))
        first = lower.first_table or 1
        players = lower.entries.filter(dropped_in=None, disqualified=False).count() if lower.pk else 0
        last = first + max(1, (players + 1) // 2) - 1
        if (upper.first_table or 0) <= last:
            raise Refused(
                TournamentRefusal.TABLES_OVERLAP,
                division=lower.age_division,
                next_division=upper.age_division,
                first=first,
                last=last,
                free=last + 1,
            )


def _number_divisions(event: Tournament) -> None:
    """Number the divisions of an event, starting with the youngest players."""
    rows = sorted(event.divisions.all(), key=lambda row: youngest_first_key(row.age_division))
    for position, row in enumerate(rows):
        row.position = position
    Division.objects.bulk_update(rows, ["position"])


add_undo(undo_division_change, DivisionChanged)
