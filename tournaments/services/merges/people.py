"""Merging two records of one person: entries move, gaps are filled, and all of it can be undone."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.queries.teams import acts_for
from core.services import journal
from tournaments.engine.journal_kinds import PlayersMerged
from tournaments.engine.person_fields import (
    BIRTH,
    FILLED,
    KEYS,
    UNKNOWN,
    Person,
    changes_of,
    completed,
    fitting,
)
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Entry, Player, StaffMember, Tournament, User
from tournaments.queries.journal import event_of
from tournaments.queries.merges import Merge, merge_of
from tournaments.queries.people import entries_run_by, in_copy, is_copy, newest_known_to, person_of, recorded
from tournaments.services import locks, players

MERGED = "PlayersMerged"


@transaction.atomic
def merge(
    keep: int, other: int, *, by: User | None, now: datetime | None = None, event: Tournament | None = None
) -> Merge:
    """Merge two people of an organizer: `keep` gets the entries of `other` in the events that `by` runs.

    Entries keep their names; missing facts are filled in. The record of `other` remains without those
    entries, so that an undo restores the exact former state. One journal line in each of the events. `event`: the one
    from whose page it was done; copies of events share their people, so a merge is refused there, and their entries
    stay as they are.
    Refused: MERGE_IN_COPY, MERGE_SAME, MERGE_BOTH_ENTERED (event), CHANGED_MEANWHILE.
    """
    if event is not None:
        require_no_copy(event)
    if keep == other:
        raise Refused(TournamentRefusal.MERGE_SAME)
    organizer = Player.objects.filter(pk=keep).values_list("organizer", flat=True).first()
    if organizer is None:
        raise Refused(CoreRefusal.CHANGED_MEANWHILE)
    theirs = entries_run_by(by, organizer).filter(~in_copy(), player__in=[keep, other])
    events = list(Tournament.objects.filter(pk__in=theirs.values("tournament")).order_by("pk"))
    locks.divisions_of(events)
    records = locks.players([keep, other])
    plan = merge_of(keep, other, by=by, organizer=organizer)
    if plan is None:
        raise Refused(CoreRefusal.CHANGED_MEANWHILE)
    if plan.both is not None:
        raise Refused(TournamentRefusal.MERGE_BOTH_ENTERED, event=plan.both.name)
    account = _move_account(records[other], records[keep]) if plan.account else None
    lines = []
    for event in events:
        entries = list(event.entries.filter(player__in=[keep, other]).order_by("pk"))
        moved = [entry.pk for entry in entries if entry.player_id == other]
        filled = {str(entry.pk): fill(entry, plan.filled) for entry in entries}
        for entry in entries:
            entry.player_id = keep
            entry.save()
        lines.append((event, moved, filled))
    players.follow(newest_known_to(by, organizer).filter(player=keep), by=by, organizer=organizer)
    record = changes_of(recorded(records[keep]), recorded(Player.objects.get(pk=keep)))
    at = now or timezone.now()
    for event, moved, filled in lines:
        line = PlayersMerged(
            name=plan.keep.name,
            player=keep,
            other=plan.other.name,
            other_player=other,
            record=record,
            account=account,
            moved=moved,
            filled=filled,
        )
        journal.write(event, line, by=by, at=at)
    return plan


def require_no_copy(event: Tournament) -> None:
    """Refused: MERGE_IN_COPY in a rehearsal copy, since the original event would lose the entries too."""
    if is_copy(event.pk):
        raise Refused(TournamentRefusal.MERGE_IN_COPY)


def lines_of(line: JournalEvent, *, by: User | None) -> list[JournalEvent]:
    """The lines of one merge in all events that `by` runs, or of the whole team for its members; for any other step,
    and in a copy of an event, only the line itself.
    """
    if line.kind != MERGED or is_copy(event_of(line).pk):
        return [line]
    names = ("player", "other_player")
    same = {f"facts__{name}": line.facts[name] for name in names}
    organizer = event_of(line).organizer_id
    lines = JournalEvent.objects.filter(
        ~in_copy(), kind=MERGED, at=line.at, undone_by=None, tournament__organizer=organizer, **same
    )
    if not acts_for(by, event_of(line).organizer):
        runs = StaffMember.objects.filter(user=by, role__in=StaffMember.RUNNERS)
        lines = lines.filter(tournament__in=runs.values("tournament"))
    return list(lines.select_related("tournament")) or [line]


def undo_merge(line: JournalEvent) -> None:
    """Undo a merge in one event: its entries move back, and filled-in fields are cleared unless changed since.

    With the last of the entries, the record that got them regains its former values.
    Refused: UNDO_OVERTAKEN if they were merged again, or the other person was entered again.
    """
    event, facts = event_of(line), line.facts
    locks.divisions(event)
    records = _records_at(event, facts["player"], facts["other_player"])
    other = records.get(facts["other_player"])
    entries = event.entries.in_bulk({*facts["moved"], *map(int, facts["filled"])})
    moved = [entries[pk] for pk in facts["moved"] if pk in entries]
    keep = records.get(facts["player"])
    if other is None or any(keep is None or entry.player_id != keep.pk for entry in moved):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    if moved and event.entries.filter(player=other).exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    for entry in entries.values():
        empty(entry, facts["filled"].get(str(entry.pk), ()), since=line)
        entry.player_id = other.pk if entry in moved else entry.player_id
        entry.save()
    if keep is None or is_copy(event.pk):
        return
    if facts["account"] is not None and keep.user_id == facts["account"] and other.user_id is None:
        _move_account(keep, other)
    if not _still_moved(line, keep):
        # Restore a record's values from before a merge, except those changed since. Values that the
        # journal lacks, as dates of birth, are those of the newest entry.
        changed = facts["record"]
        now = recorded(keep)
        before = {name: pair[0] for name, pair in changed.items() if pair and pair[1] == getattr(now, name)}
        if hidden := [name for name, pair in changed.items() if not pair]:
            newest = Entry.objects.filter(player=keep).order_by("-pk").first()
            before |= {name: getattr(person_of(newest) if newest else UNKNOWN, name) for name in hidden}
        was = replace(now, **before)
        players.put(keep, replace(was, birth_date=fitting(was.birth_date, was.birth_year)))
        keep.save(update_fields=[*KEYS, "search_key"])


def _move_account(giver: Player, taker: Player) -> int | None:
    account = giver.user_id
    giver.user_id = None
    giver.save(update_fields=["user"])
    taker.user_id = account
    taker.save(update_fields=["user"])
    return account


def _records_at(event: Tournament, *keys: int) -> dict[int, Player]:
    """The records a line names by key, as the event's organizer has them: copies, if the people were split."""
    own = Player.objects.filter(organizer=event.organizer_id)
    copies = own.filter(copied_from__in=keys).values_list("copied_from", "pk")
    now: dict[int, int] = {key or 0: pk for key, pk in copies}
    now |= {key: key for key in own.filter(pk__in=keys).values_list("pk", flat=True)}
    held = locks.players(now.values())
    return {key: held[pk] for key, pk in now.items() if pk in held}


def _still_moved(line: JournalEvent, keep: Player) -> bool:
    """Whether entries of this merge in other events have not moved back yet."""
    names = ("player", "other_player")
    same = JournalEvent.objects.filter(
        kind=MERGED,
        at=line.at,
        tournament__organizer=event_of(line).organizer_id,
        **{f"facts__{name}": line.facts[name] for name in names},
    )
    moved = [pk for facts in same.values_list("facts", flat=True) for pk in facts["moved"]]
    return Entry.objects.filter(~in_copy(), pk__in=moved, player=keep).exists()


def fill(entry: Entry, known: Person) -> list[str]:
    """Fill in what the entry lacks, except a Player ID that another player of the event has; returns the fields."""
    before = person_of(entry)
    if entry.tournament.entries.filter(player_number=known.player_id).exists():
        known = replace(known, player_id=None)
    person = completed(before, known)
    players.put(entry, person)
    return [name for name in FILLED if getattr(person, name) != getattr(before, name)]


def empty(entry: Entry, names: Collection[str], *, since: JournalEvent) -> None:
    """Clear the fields a merge filled in, unless changed since."""
    later = JournalEvent.objects.filter(tournament=since.tournament_id, pk__gt=since.pk, kind="PlayerChanged")
    changed = {name for line in later.filter(facts__entry=entry.pk) for name in line.facts["changed"]}
    if changed & {*BIRTH}:
        changed |= {*BIRTH}
    emptied: dict[str, Any] = {name: getattr(UNKNOWN, name) for name in names if name not in changed}
    players.put(entry, replace(person_of(entry), **emptied))


add_undo(undo_merge, PlayersMerged)
