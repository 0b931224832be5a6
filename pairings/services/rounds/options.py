"""Pairing options of a division, requests for a player, and pairs that must not meet.

They apply from the next pairing on. Each change is one journal line and can be undone.
"""

from typing import TypedDict

from django.db import transaction

from core.engine.journal.facts import Columns
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from pairings.engine.journal_kinds import (
    Apart,
    EntryWishChanged,
    MeetingForbidden,
    PairingOptionsChanged,
    PlayersMayMeet,
)
from pairings.engine.refusals import PairingRefusal
from pairings.models import EntryWish, KeptApart, PairingOptions
from pairings.queries.rounds import options
from pairings.services import locks
from tournaments.models import Division, Entry, User

FIELDS = (
    "fewest_pair_downs",
    "last_by_standing",
    "random_tables",
    "groups_apart",
    "leave_places_empty",
    "pod_rounds",
    "blocked_tables",
)


@transaction.atomic
def change(division: Division, *, by: User | None, **fields: object) -> PairingOptions:
    """Set options of a division by the names of FIELDS; others stay unchanged.

    Refused: FIXED_TABLE_NOT_BLOCKED (table, name) where a table to block is fixed for a player of the event.
    """
    division = locks.division(division)
    row = options.of_division(division)
    before = _facts(row)
    for name, value in fields.items():
        setattr(row, FIELDS[FIELDS.index(name)], value)
    after = _facts(row)
    tables = set(row.blocked_tables).difference(before["blocked_tables"])
    fixed = EntryWish.objects.filter(entry__tournament=division.tournament_id, table__in=tables)
    wish = fixed.select_related("entry__player").order_by("table").first()
    if wish is not None:
        raise Refused(PairingRefusal.FIXED_TABLE_NOT_BLOCKED, table=wish.table, name=str(wish.entry))
    if after != before:
        row.save()
        journal.write(
            division.tournament,
            PairingOptionsChanged(
                before=before, after=after, options=[name for name in FIELDS if before[name] != after[name]]
            ),
            by=by,
            division=division,
        )
    return row


def _facts(row: PairingOptions) -> Columns:
    return {name: getattr(row, name) for name in FIELDS}


@transaction.atomic
def wish(
    entry: Entry,
    *,
    by: User | None,
    group: str = "",
    table: int | None = None,
    reason: str = "",
    seed: int | None = None,
) -> EntryWish | None:
    """Set a player's family or team, fixed table and seed; all empty deletes the request.

    Refused: TABLE_IS_BLOCKED (table), TABLE_IS_FIXED_FOR (table, name) where another player of the event has that
    table, SEED_IS_TAKEN (seed, name) where another player of the division has that seed.
    """
    division = locks.division(entry.division)
    _require_free(entry, table)
    _require_seed_free(entry, seed)
    before = _wished(entry)
    after = Wish(group=group.strip(), table=table, reason=reason.strip() if table else "", seed=seed)
    row = _put_wish(entry.pk, after)
    if after != before:
        journal.write(
            division.tournament,
            EntryWishChanged(entry=entry.pk, name=str(entry), before=dict(before), after=dict(after)),
            by=by,
            division=division,
        )
    return row


class Wish(TypedDict):
    """A player's request as plain values."""

    group: str
    table: int | None
    reason: str
    seed: int | None


NO_WISH = Wish(group="", table=None, reason="", seed=None)


def _require_free(entry: Entry, table: int | None) -> None:
    blocked = PairingOptions.objects.filter(division__tournament=entry.tournament_id)
    if table and any(table in tables for tables in blocked.values_list("blocked_tables", flat=True)):
        raise Refused(PairingRefusal.TABLE_IS_BLOCKED, table=table)
    taken = EntryWish.objects.filter(entry__tournament=entry.tournament_id, table=table).exclude(entry=entry)
    other = taken.select_related("entry__player").first() if table else None
    if other is not None:
        raise Refused(PairingRefusal.TABLE_IS_FIXED_FOR, table=table, name=str(other.entry))


def _require_seed_free(entry: Entry, seed: int | None) -> None:
    taken = EntryWish.objects.filter(entry__division=entry.division_id, seed=seed).exclude(entry=entry)
    other = taken.select_related("entry__player").first() if seed else None
    if other is not None:
        raise Refused(PairingRefusal.SEED_IS_TAKEN, seed=seed, name=str(other.entry))


def _wished(entry: Entry) -> Wish:
    row = EntryWish.objects.filter(entry=entry).first()
    return Wish(group=row.group, table=row.table, reason=row.reason, seed=row.seed) if row else NO_WISH


def _put_wish(entry: int, facts: Wish) -> EntryWish | None:
    if not facts["group"] and not facts["table"] and not facts["seed"]:
        EntryWish.objects.filter(entry_id=entry).delete()
        return None
    return EntryWish.objects.update_or_create(entry_id=entry, defaults=dict(facts))[0]


@transaction.atomic
def keep_apart(first: Entry, second: Entry, *, by: User | None, reason: str = "") -> KeptApart:
    """Forbid two players of one division to meet in its Swiss rounds.

    Refused: APART_NEEDS_TWO, APART_IN_OTHER_DIVISIONS (first, second), APART_ALREADY (first, second).
    """
    division = locks.division(first.division)
    names = {"first": str(first), "second": str(second)}
    if first.pk == second.pk:
        raise Refused(PairingRefusal.APART_NEEDS_TWO)
    if first.division_id != second.division_id:
        raise Refused(PairingRefusal.APART_IN_OTHER_DIVISIONS, **names)
    if KeptApart.objects.filter(first__in=[first, second], second__in=[first, second]).exists():
        raise Refused(PairingRefusal.APART_ALREADY, **names)
    low, high = sorted((first.pk, second.pk))
    row = KeptApart.objects.create(first_id=low, second_id=high, reason=reason.strip())
    _journal_apart(MeetingForbidden, row, division, by=by)
    return row


@transaction.atomic
def let_meet(row: KeptApart, *, by: User | None) -> None:
    """Allow two players to meet again. Refused: CHANGED_MEANWHILE."""
    division = locks.division(row.first.division)
    if not KeptApart.objects.filter(pk=row.pk).exists():
        raise Refused(CoreRefusal.CHANGED_MEANWHILE)
    _journal_apart(PlayersMayMeet, row, division, by=by)
    row.delete()


def _journal_apart(kind: type[Apart], row: KeptApart, division: Division, *, by: User | None) -> None:
    journal.write(
        division.tournament,
        kind(
            first=row.first_id,
            second=row.second_id,
            first_name=str(row.first),
            second_name=str(row.second),
            reason=row.reason,
        ),
        by=by,
        division=division,
    )


def undo_change(event: JournalEvent) -> None:
    """Undo PairingOptionsChanged. Refused: UNDO_OVERTAKEN."""
    assert event.division is not None  # noqa: S101 - a kind of divisions
    row = options.of_division(event.division)
    now = _facts(row)
    if any(now[name] != value for name, value in event.facts["after"].items()):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    for name, value in event.facts["before"].items():
        setattr(row, name, value)
    row.save()


def undo_wish(event: JournalEvent) -> None:
    """Undo EntryWishChanged. Refused: UNDO_OVERTAKEN, TABLE_IS_BLOCKED, TABLE_IS_FIXED_FOR, SEED_IS_TAKEN."""
    entry = Entry.objects.filter(pk=event.facts["entry"]).first()
    # Lines of earlier versions lack the seed.
    before: Wish = {**NO_WISH, **event.facts["before"]}
    after: Wish = {**NO_WISH, **event.facts["after"]}
    if entry is None or _wished(entry) != after:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    _require_free(entry, before["table"])
    _require_seed_free(entry, before["seed"])
    _put_wish(entry.pk, before)


def undo_keep_apart(event: JournalEvent) -> None:
    """Undo MeetingForbidden. Refused: UNDO_OVERTAKEN."""
    rows = KeptApart.objects.filter(first=event.facts["first"], second=event.facts["second"])
    if not rows.delete()[0]:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)


def undo_let_meet(event: JournalEvent) -> None:
    """Undo PlayersMayMeet. Refused: UNDO_OVERTAKEN."""
    pair = {"first_id": event.facts["first"], "second_id": event.facts["second"]}
    here = Entry.objects.filter(pk__in=pair.values(), division=event.division).count()
    if here != len(pair) or KeptApart.objects.filter(**pair).exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    KeptApart.objects.create(**pair, reason=event.facts["reason"])
