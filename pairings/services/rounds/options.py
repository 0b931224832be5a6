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
from pairings.queries.rounds import feature_tables, options
from pairings.services import locks
from tournaments.models import Division, Entry, User

FIELDS = (
    "fewest_pair_downs",
    "last_by_standing",
    "random_tables",
    "groups_apart",
    "leave_places_empty",
    "pod_rounds",
    "country_rounds",
    "blocked_tables",
    "feature_tables",
)


@transaction.atomic
def change_pairing_options(division: Division, *, by: User | None, **fields: object) -> PairingOptions:
    """Set the pairing options passed as `fields` for a division. The options are listed in FIELDS.

    Refused: FIXED_TABLE_NOT_BLOCKED (table, name) if a table to block is fixed for a player of the event,
    FEATURE_TABLE_BLOCKED (table) if a feature table of the event is blocked.
    """
    division = locks.lock_division(division)
    pairing_options = options.options_of_division(division)
    before = _pairing_option_values(pairing_options)
    for name, value in fields.items():
        # `index` raises ValueError for a name that is no option.
        setattr(pairing_options, FIELDS[FIELDS.index(name)], value)
    after = _pairing_option_values(pairing_options)
    newly_blocked = set(pairing_options.blocked_tables).difference(before["blocked_tables"])
    conflicts = EntryWish.objects.filter(entry__tournament=division.tournament_id, table__in=newly_blocked)
    conflict = conflicts.select_related("entry__player").order_by("table").first()
    if conflict is not None:
        raise Refused(PairingRefusal.FIXED_TABLE_NOT_BLOCKED, table=conflict.table, name=str(conflict.entry))
    if after != before:
        pairing_options.save()
        _require_no_blocked_feature_table(division)
        journal.write_journal_line(
            division.tournament,
            PairingOptionsChanged(
                before=before, after=after, options=[name for name in FIELDS if before[name] != after[name]]
            ),
            by=by,
            division=division,
        )
    return pairing_options


def _require_no_blocked_feature_table(division: Division) -> None:
    """Require that no feature table of the event is blocked. Refused: FEATURE_TABLE_BLOCKED (table)."""
    event = division.tournament
    names = feature_tables.names_of_feature_tables(event)
    if blocked := options.blocked_tables(event).intersection(names):
        raise Refused(PairingRefusal.FEATURE_TABLE_BLOCKED, table=min(blocked))


def _pairing_option_values(pairing_options: PairingOptions) -> Columns:
    return {name: getattr(pairing_options, name) for name in FIELDS}


@transaction.atomic
def set_pairing_wish(
    entry: Entry,
    *,
    by: User | None,
    group: str = "",
    country: str = "",
    table: int | None = None,
    reason: str = "",
    seed: int | None = None,
) -> EntryWish | None:
    """Set a player's requests: family or team, country, fixed table, and seed. Return the stored row, or None.

    If all of them are empty, the requests are deleted. Refused: TABLE_IS_BLOCKED (table),
    TABLE_IS_FIXED_FOR (table, name) if another player of the event has that table, SEED_IS_TAKEN (seed,
    name) if another player of the division has that seed.
    """
    division = locks.lock_division(entry.division)
    _require_table_and_seed_free(entry, table, seed)
    before = _load_wish(entry)
    after = Wish(
        group=group.strip(),
        country=country.strip(),
        table=table,
        reason=reason.strip() if table else "",
        seed=seed,
    )
    saved = _save_wish(entry.pk, after)
    if after != before:
        journal.write_journal_line(
            division.tournament,
            EntryWishChanged(entry=entry.pk, name=str(entry), before=dict(before), after=dict(after)),
            by=by,
            division=division,
        )
    return saved


class Wish(TypedDict):
    """A player's request as plain values."""

    group: str
    country: str
    table: int | None
    reason: str
    seed: int | None


NO_WISH = Wish(group="", country="", table=None, reason="", seed=None)


def _require_table_and_seed_free(entry: Entry, table: int | None, seed: int | None) -> None:
    """Require that the table is not blocked and that no other player has this table or this seed.

    Refused: TABLE_IS_BLOCKED (table), TABLE_IS_FIXED_FOR (table, name), SEED_IS_TAKEN (seed, name).
    """
    blocked = PairingOptions.objects.filter(division__tournament=entry.tournament_id)
    if table and any(table in tables for tables in blocked.values_list("blocked_tables", flat=True)):
        raise Refused(PairingRefusal.TABLE_IS_BLOCKED, table=table)
    conflicts = EntryWish.objects.filter(entry__tournament=entry.tournament_id, table=table).exclude(
        entry=entry
    )
    conflict = conflicts.select_related("entry__player").first() if table else None
    if conflict is not None:
        raise Refused(PairingRefusal.TABLE_IS_FIXED_FOR, table=table, name=str(conflict.entry))
    conflicts = EntryWish.objects.filter(entry__division=entry.division_id, seed=seed).exclude(entry=entry)
    conflict = conflicts.select_related("entry__player").first() if seed else None
    if conflict is not None:
        raise Refused(PairingRefusal.SEED_IS_TAKEN, seed=seed, name=str(conflict.entry))


def _load_wish(entry: Entry) -> Wish:
    stored = EntryWish.objects.filter(entry=entry).first()
    return (
        Wish(
            group=stored.group,
            country=stored.country,
            table=stored.table,
            reason=stored.reason,
            seed=stored.seed,
        )
        if stored
        else NO_WISH
    )


def _save_wish(entry: int, facts: Wish) -> EntryWish | None:
    """Store a player's requests, or delete them and return None if there is none."""
    if not any((facts["group"], facts["country"], facts["table"], facts["seed"])):
        EntryWish.objects.filter(entry_id=entry).delete()
        return None
    return EntryWish.objects.update_or_create(entry_id=entry, defaults=dict(facts))[0]


@transaction.atomic
def forbid_meeting_of_players(first: Entry, second: Entry, *, by: User | None, reason: str = "") -> KeptApart:
    """Forbid two players of a division from meeting in its Swiss rounds.

    Refused: APART_NEEDS_TWO, APART_IN_OTHER_DIVISIONS (first, second), APART_ALREADY (first, second).
    """
    division = locks.lock_division(first.division)
    names = {"first": str(first), "second": str(second)}
    if first.pk == second.pk:
        raise Refused(PairingRefusal.APART_NEEDS_TWO)
    if first.division_id != second.division_id:
        raise Refused(PairingRefusal.APART_IN_OTHER_DIVISIONS, **names)
    if KeptApart.objects.filter(first__in=[first, second], second__in=[first, second]).exists():
        raise Refused(PairingRefusal.APART_ALREADY, **names)
    lower_key, higher_key = sorted((first.pk, second.pk))
    separation = KeptApart.objects.create(first_id=lower_key, second_id=higher_key, reason=reason.strip())
    _journal_separation(MeetingForbidden, separation, division, by=by)
    return separation


@transaction.atomic
def allow_meeting_of_players(separation: KeptApart, *, by: User | None) -> None:
    """Allow two players to meet again. Refused: CHANGED_MEANWHILE."""
    division = locks.lock_division(separation.first.division)
    if not KeptApart.objects.filter(pk=separation.pk).exists():
        raise Refused(CoreRefusal.CHANGED_MEANWHILE)
    _journal_separation(PlayersMayMeet, separation, division, by=by)
    separation.delete()


def _journal_separation(
    kind: type[Apart], separation: KeptApart, division: Division, *, by: User | None
) -> None:
    journal.write_journal_line(
        division.tournament,
        kind(
            first=separation.first_id,
            second=separation.second_id,
            first_name=str(separation.first),
            second_name=str(separation.second),
            reason=separation.reason,
        ),
        by=by,
        division=division,
    )


def undo_change_options(line: JournalEvent) -> None:
    """Undo PairingOptionsChanged. Refused: UNDO_OVERTAKEN, FEATURE_TABLE_BLOCKED."""
    assert line.division is not None  # noqa: S101 - recorded only for divisions
    pairing_options = options.options_of_division(line.division)
    current = _pairing_option_values(pairing_options)
    if any(current[name] != value for name, value in line.facts["after"].items()):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    for name, value in line.facts["before"].items():
        setattr(pairing_options, name, value)
    pairing_options.save()
    _require_no_blocked_feature_table(line.division)


def undo_set_wish(line: JournalEvent) -> None:
    """Undo EntryWishChanged. Refused: UNDO_OVERTAKEN, TABLE_IS_BLOCKED, TABLE_IS_FIXED_FOR, SEED_IS_TAKEN."""
    entry = Entry.objects.filter(pk=line.facts["entry"]).first()
    # Journal lines of earlier versions lack the seed and the country.
    before: Wish = {**NO_WISH, **line.facts["before"]}
    after: Wish = {**NO_WISH, **line.facts["after"]}
    if entry is None or _load_wish(entry) != after:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    _require_table_and_seed_free(entry, before["table"], before["seed"])
    _save_wish(entry.pk, before)


def undo_keep_apart(line: JournalEvent) -> None:
    """Undo MeetingForbidden. Refused: UNDO_OVERTAKEN."""
    rows = KeptApart.objects.filter(first=line.facts["first"], second=line.facts["second"])
    if not rows.delete()[0]:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)


def undo_allow_to_meet(line: JournalEvent) -> None:
    """Undo PlayersMayMeet. Refused: UNDO_OVERTAKEN."""
    keys = {"first_id": line.facts["first"], "second_id": line.facts["second"]}
    count = Entry.objects.filter(pk__in=keys.values(), division=line.division).count()
    if count != len(keys) or KeptApart.objects.filter(**keys).exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    KeptApart.objects.create(**keys, reason=line.facts["reason"])
