"""Two records of one person made one: the entries move, gaps are filled, and all of it can be undone."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournaments.engine.people import Person
from tournaments.engine.refused import Refused
from tournaments.models import Entry, JournalEvent, Player, StaffMember, Tournament, User
from tournaments.queries.merges import FILLED, Merge, merge_of
from tournaments.queries.people import entries_run_by, newest_known_to, person_of, recorded, sees_everybody
from tournaments.services import journal, locks, players
from tournaments.services.journal_kinds import JournalKind, define

MERGED = "PlayersMerged"


@transaction.atomic
def merge(keep: int, other: int, *, by: User | None, now: datetime | None = None) -> Merge:
    """Make one person of two: `keep` takes the entries of `other` in the events that `by` runs.

    Entries keep their names; a Player ID or birth they lack is filled in. The record of `other` stays without those
    entries, so that an undo gives back exactly what was. A line in each of the events.
    Refused: MERGE_SAME, MERGE_BOTH_ENTERED (event), CHANGED_MEANWHILE.
    """
    if keep == other:
        raise Refused("MERGE_SAME")
    theirs = entries_run_by(by).filter(player__in=[keep, other])
    events = list(Tournament.objects.filter(pk__in=theirs.values("tournament")).order_by("pk"))
    locks.divisions_of(events)
    records = locks.players([keep, other])
    plan = merge_of(keep, other, by=by)
    if plan is None:
        raise Refused("CHANGED_MEANWHILE")
    if plan.both is not None:
        raise Refused("MERGE_BOTH_ENTERED", event=plan.both.name)
    account = _move_account(records[other], records[keep]) if plan.account else None
    lines: list[tuple[Tournament, dict[str, Any]]] = []
    for event in events:
        entries = list(event.entries.filter(player__in=[keep, other]).order_by("pk"))
        moved = [entry.pk for entry in entries if entry.player_id == other]
        filled = {entry.pk: _fill(entry, plan.filled) for entry in entries}
        for entry in entries:
            entry.player_id = keep
            entry.save()
        lines.append((event, {"moved": moved, "filled": filled}))
    players.follow(newest_known_to(by).filter(player=keep), by=by)
    facts: dict[str, Any] = {
        "name": plan.keep.name,
        "player": keep,
        "other": plan.other.name,
        "other_player": other,
        "record": players.changes(recorded(records[keep]), recorded(Player.objects.get(pk=keep))),
        "account": account,
    }
    at = now or timezone.now()
    for event, entries_of in lines:
        journal.write(event, MERGED, by=by, at=at, **facts, **entries_of)
    return plan


def lines_of(line: JournalEvent, *, by: User | None) -> list[JournalEvent]:
    """The lines of one merge, in all events that `by` runs; of any other step the line alone."""
    if line.kind != MERGED:
        return [line]
    names = ("player", "other_player")
    same = {f"facts__{name}": line.facts[name] for name in names}
    lines = JournalEvent.objects.filter(kind=MERGED, at=line.at, undone_by=None, **same)
    if not sees_everybody(by):
        runs = StaffMember.objects.filter(user=by, role__in=StaffMember.RUNNERS)
        lines = lines.filter(tournament__in=runs.values("tournament"))
    return list(lines.select_related("tournament")) or [line]


def unmerge(line: JournalEvent) -> None:
    """Undo of a merge in one event: its entries go back, and what was filled in is empty again unless changed since.

    With the last of the entries the record of who took them says again what it said before.

    Refused: UNDO_OVERTAKEN when they were merged on, or the other person was entered again.
    """
    event, facts = line.event, line.facts
    locks.divisions(event)
    records = locks.players([facts["player"], facts["other_player"]])
    other = records.get(facts["other_player"])
    entries = event.entries.in_bulk({*facts["moved"], *map(int, facts["filled"])})
    moved = [entries[pk] for pk in facts["moved"] if pk in entries]
    if other is None or any(entry.player_id != facts["player"] for entry in moved):
        raise Refused("UNDO_OVERTAKEN")
    if moved and event.entries.filter(player=other).exists():
        raise Refused("UNDO_OVERTAKEN")
    for entry in entries.values():
        _empty(entry, facts["filled"].get(str(entry.pk), ()), since=line)
        entry.player_id = other.pk if entry in moved else entry.player_id
        entry.save()
    keep = records.get(facts["player"])
    if keep is None:
        return
    if facts["account"] is not None and keep.user_id == facts["account"] and other.user_id is None:
        _move_account(keep, other)
    if not _still_moved(line):
        _restore(keep, facts["record"])


def _move_account(giver: Player, taker: Player) -> int | None:
    account = giver.user_id
    giver.user_id = None
    giver.save(update_fields=["user"])
    taker.user_id = account
    taker.save(update_fields=["user"])
    return account


def _still_moved(line: JournalEvent) -> bool:
    """Whether entries of this merge, of other events, have not gone back yet."""
    names = ("player", "other_player")
    same = JournalEvent.objects.filter(
        kind=MERGED, at=line.at, **{f"facts__{name}": line.facts[name] for name in names}
    )
    moved = [pk for facts in same.values_list("facts", flat=True) for pk in facts["moved"]]
    return Entry.objects.filter(pk__in=moved, player=line.facts["player"]).exists()


def _restore(record: Player, changed: dict[str, list[Any]]) -> None:
    """Let a record say what it said before a merge, but for what was changed since.

    The journal holds no date of birth (R-034): where it changed, that of the newest entry counts.
    """
    now = recorded(record)
    before = {name: pair[0] for name, pair in changed.items() if pair and pair[1] == getattr(now, name)}
    was = replace(now, **before)
    if "birth_date" in changed:
        newest = Entry.objects.filter(player=record).order_by("-pk").first()
        was = replace(was, birth_date=newest.birth_date if newest else None)
    was = replace(was, birth_date=players.fitting(was.birth_date, was.birth_year))
    players.put(record, was)
    record.save(update_fields=[*players.FACTS, "search_key"])


def _fill(entry: Entry, known: Person) -> list[str]:
    """Fill in what the entry lacks; the names of it. A Player ID that another player of the event has stays there."""
    before = person_of(entry)
    numbers = entry.tournament.entries.filter(player_number=known.player_id)
    person = replace(
        before,
        player_id=before.player_id or (None if numbers.exists() else known.player_id),
        birth_year=before.birth_year or known.birth_year,
    )
    if before.birth_date is None:
        person = replace(person, birth_date=players.fitting(known.birth_date, person.birth_year))
    players.put(entry, person)
    return [name for name in FILLED if getattr(person, name) != getattr(before, name)]


def _empty(entry: Entry, names: Collection[str], *, since: JournalEvent) -> None:
    """Empty what a merge filled in, unless somebody has changed it since."""
    later = JournalEvent.objects.filter(tournament=since.tournament_id, pk__gt=since.pk, kind="PlayerChanged")
    changed = {name for line in later.filter(facts__entry=entry.pk) for name in line.facts["changed"]}
    if changed & {"birth_year", "birth_date"}:
        changed |= {"birth_year", "birth_date"}
    emptied: dict[str, Any] = {name: None for name in names if name not in changed}
    players.put(entry, replace(person_of(entry), **emptied))


define(
    JournalKind(
        MERGED,
        {
            "name": str,
            "player": int,
            "other": str,
            "other_player": int,
            "record": dict,
            "moved": list,
            "filled": dict,
            "account": int | None,
        },
        scope="event",
        topic="people",
        undo=unmerge,
        any_time=True,
    )
)
