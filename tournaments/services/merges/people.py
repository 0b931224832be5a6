"""Merge two records of one person: move entries and fill in missing facts, so that it can be undone."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.queries.teams import may_act_for
from core.services import journal
from tournaments.engine.journal_kinds import PlayersMerged
from tournaments.engine.person_fields import (
    BIRTH,
    FILLED,
    KEYS,
    UNKNOWN,
    Person,
    birth_date_in_year,
    changed_facts,
    person_with_gaps_filled,
)
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Entry, Player, StaffMember, Tournament, User
from tournaments.queries.journal import event_of_line
from tournaments.queries.merges import Merge, merge_preview
from tournaments.queries.people import (
    entries_run_by,
    is_rehearsal_copy,
    newest_entries_visible_to,
    person_from_entry,
    person_on_record,
    rehearsal_copy_condition,
)
from tournaments.services import locks, players

MERGED = "PlayersMerged"


@transaction.atomic
def merge_people(
    keep: int, other: int, *, by: User | None, now: datetime | None = None, event: Tournament | None = None
) -> Merge:
    """Merge two people of an organizer, given by key, and return the merge.

    `keep` gets the entries of `other` in the events that `by` runs. Entries keep their names, and missing
    facts are filled in. The record of `other` remains without those entries, so that an undo restores the
    exact former state. Each of these events gets a journal line at `now`. `event` is the event whose page was
    used: a merge is refused in a rehearsal copy, which shares its people with the original event. Entries in
    copies do not move.
    Refused: MERGE_IN_COPY, MERGE_SAME, MERGE_BOTH_ENTERED (event), CHANGED_MEANWHILE.
    """
    if event is not None:
        require_no_rehearsal_copy(event)
    if keep == other:
        raise Refused(TournamentRefusal.MERGE_SAME)
    organizer = Player.objects.filter(pk=keep).values_list("organizer", flat=True).first()
    if organizer is None:
        raise Refused(CoreRefusal.CHANGED_MEANWHILE)
    entries_to_move = entries_run_by(by, organizer).filter(
        ~rehearsal_copy_condition(), player__in=[keep, other]
    )
    events = list(Tournament.objects.filter(pk__in=entries_to_move.values("tournament")).order_by("pk"))
    locks.lock_divisions_of(events)
    records = locks.lock_players([keep, other])
    plan = merge_preview(keep, other, by=by, organizer=organizer)
    if plan is None:
        raise Refused(CoreRefusal.CHANGED_MEANWHILE)
    if plan.both is not None:
        raise Refused(TournamentRefusal.MERGE_BOTH_ENTERED, event=plan.both.name)
    account = _move_account(records[other], records[keep]) if plan.account else None
    changes_by_event = []
    for event in events:
        entries = list(event.entries.filter(player__in=[keep, other]).order_by("pk"))
        moved = [entry.pk for entry in entries if entry.player_id == other]
        filled = {str(entry.pk): fill_gaps_of_entry(entry, plan.filled) for entry in entries}
        for entry in entries:
            entry.player_id = keep
            entry.save()
        changes_by_event.append((event, moved, filled))
    players.update_person_records(
        newest_entries_visible_to(by, organizer).filter(player=keep), by=by, organizer=organizer
    )
    record = changed_facts(person_on_record(records[keep]), person_on_record(Player.objects.get(pk=keep)))
    at = now or timezone.now()
    for event, moved, filled in changes_by_event:
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
        journal.write_journal_line(event, line, by=by, at=at)
    return plan


def require_no_rehearsal_copy(event: Tournament) -> None:
    """Require that an event is not a rehearsal copy: a merge would also move the entries of the original event.

    Refused: MERGE_IN_COPY.
    """
    if is_rehearsal_copy(event.pk):
        raise Refused(TournamentRefusal.MERGE_IN_COPY)


def lines_of_merge(line: JournalEvent, *, by: User | None) -> list[JournalEvent]:
    """Return all journal lines, not undone, of the merge that wrote `line`, in the events that `by` runs.

    Users who may act for the team get the lines in all its events. Return only `line` for any other step, and
    for a merge in a rehearsal copy.
    """
    if line.kind != MERGED or is_rehearsal_copy(event_of_line(line).pk):
        return [line]
    names = ("player", "other_player")
    same_people = {f"facts__{name}": line.facts[name] for name in names}
    organizer = event_of_line(line).organizer_id
    lines = JournalEvent.objects.filter(
        ~rehearsal_copy_condition(),
        kind=MERGED,
        at=line.at,
        undone_by=None,
        tournament__organizer=organizer,
        **same_people,
    )
    if not may_act_for(by, event_of_line(line).organizer):
        run_events = StaffMember.objects.filter(user=by, role__in=StaffMember.RUNNERS)
        lines = lines.filter(tournament__in=run_events.values("tournament"))
    return list(lines.select_related("tournament")) or [line]


def undo_people_merge(line: JournalEvent) -> None:
    """Undo a merge in one event: move its entries back, and clear filled-in fields unless changed since.

    Once all entries have moved back, the record that had received them is restored to its former values.
    Refused: UNDO_OVERTAKEN if they were merged again, or the other person was entered again.
    """
    event, facts = event_of_line(line), line.facts
    locks.lock_divisions(event)
    # If people were copied to the event's team, use the copies instead of the records in the line.
    keys = (facts["player"], facts["other_player"])
    team_records = Player.objects.filter(organizer=event.organizer_id)
    copies = team_records.filter(copied_from__in=keys).values_list("copied_from", "pk")
    key_by_line_key: dict[int, int] = {key or 0: pk for key, pk in copies}
    key_by_line_key |= {key: key for key in team_records.filter(pk__in=keys).values_list("pk", flat=True)}
    locked_records = locks.lock_players(key_by_line_key.values())
    records = {key: locked_records[pk] for key, pk in key_by_line_key.items() if pk in locked_records}
    other = records.get(facts["other_player"])
    entries = event.entries.in_bulk({*facts["moved"], *map(int, facts["filled"])})
    moved = [entries[pk] for pk in facts["moved"] if pk in entries]
    keep = records.get(facts["player"])
    if other is None or any(keep is None or entry.player_id != keep.pk for entry in moved):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    if moved and event.entries.filter(player=other).exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    for entry in entries.values():
        clear_filled_fields(entry, facts["filled"].get(str(entry.pk), ()), since=line)
        entry.player_id = other.pk if entry in moved else entry.player_id
        entry.save()
    if keep is None or is_rehearsal_copy(event.pk):
        return
    if facts["account"] is not None and keep.user_id == facts["account"] and other.user_id is None:
        _move_account(keep, other)
    # The record's values are restored once all entries of this merge have moved back, in every event.
    merge_lines = JournalEvent.objects.filter(
        kind=MERGED,
        at=line.at,
        tournament__organizer=event.organizer_id,
        facts__player=facts["player"],
        facts__other_player=facts["other_player"],
    )
    merged_entries = [
        pk for other_facts in merge_lines.values_list("facts", flat=True) for pk in other_facts["moved"]
    ]
    if not Entry.objects.filter(~rehearsal_copy_condition(), pk__in=merged_entries, player=keep).exists():
        # Restore a record's values from before a merge, except those changed since. Values that are not in
        # the journal, such as dates of birth, are copied from the newest entry.
        changed = facts["record"]
        current = person_on_record(keep)
        former_values = {
            name: values[0]
            for name, values in changed.items()
            if values and values[1] == getattr(current, name)
        }
        if hidden_names := [name for name, values in changed.items() if not values]:
            newest_entry = Entry.objects.filter(player=keep).order_by("-pk").first()
            former_values |= {
                name: getattr(person_from_entry(newest_entry) if newest_entry else UNKNOWN, name)
                for name in hidden_names
            }
        former_person = replace(current, **former_values)
        players.set_person_facts(
            keep,
            replace(
                former_person,
                birth_date=birth_date_in_year(former_person.birth_date, former_person.birth_year),
            ),
        )
        keep.save(update_fields=[*KEYS, "search_key"])


def _move_account(source: Player, target: Player) -> int | None:
    """Move the account of one record to another, and return the account's key."""
    user_id = source.user_id
    source.user_id = None
    source.save(update_fields=["user"])
    target.user_id = user_id
    target.save(update_fields=["user"])
    return user_id


def fill_gaps_of_entry(entry: Entry, other: Person) -> list[str]:
    """Fill in the facts missing from an entry with those of `other`, and return their names.

    The Player ID is not filled in if another player of the event has it.
    """
    earlier_person = person_from_entry(entry)
    if entry.tournament.entries.filter(player_number=other.player_id).exists():
        other = replace(other, player_id=None)
    person = person_with_gaps_filled(earlier_person, other)
    players.set_person_facts(entry, person)
    return [name for name in FILLED if getattr(person, name) != getattr(earlier_person, name)]


def clear_filled_fields(entry: Entry, names: Collection[str], *, since: JournalEvent) -> None:
    """Clear the fields that a merge filled in, except those changed since."""
    later = JournalEvent.objects.filter(tournament=since.tournament_id, pk__gt=since.pk, kind="PlayerChanged")
    changed = {name for line in later.filter(facts__entry=entry.pk) for name in line.facts["changed"]}
    if changed & {*BIRTH}:
        changed |= {*BIRTH}
    unknown = {name: getattr(UNKNOWN, name) for name in names if name not in changed}
    players.set_person_facts(entry, replace(person_from_entry(entry), **unknown))


add_undo(undo_people_merge, PlayersMerged)
