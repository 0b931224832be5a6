"""Set byes awarded in advance, fixed tables, notes and pairing requests of many players in one step."""

from collections.abc import Mapping, Sequence
from typing import cast

from django.db import transaction

from core import stamps
from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from pairings.engine.journal_facts import TagChange, TagFacts
from pairings.engine.journal_kinds import PlayerTagsChanged
from pairings.models import EntryWish
from pairings.queries.player_tags import OF_ENTRY, OF_WISH, tag_lines, tags_of_entries
from pairings.services import locks
from tournaments import scopes
from tournaments.engine.player_tags import TAG_KEYS, TAGS_BY_KEY, TagLine, TagRow, TagValues
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Entry, Tournament, User
from tournaments.queries.journal import event_of_line

BATCH_SIZE = 500


@transaction.atomic
def set_tags(event: Tournament, rows: Sequence[TagRow], *, by: User | None) -> int:
    """Set the tags of entered players, all rows or none, and return how many players changed.

    Each change of one step is in the same journal line. The number of queries does not depend on the number of rows.
    Refused, with `row`: TAG_BYES_PAIRED, TAG_TABLE_OUTSIDE, TAG_TABLE_TWICE, TABLE_IS_BLOCKED, TABLE_IS_FIXED_FOR.
    """
    locks.lock_event(event)
    locks.lock_divisions(event)
    lines = tag_lines(event, rows)
    for line in lines:
        if line.problem is not None:
            raise Refused(line.problem.code, **{**line.problem.facts, "row": line.row})
    changed_lines = [line for line in lines if line.changed and line.entry is not None]
    if changed_lines:
        _save_tags({line.entry: _changed_values(line, line.after) for line in changed_lines if line.entry})
        changed_keys = {key for line in changed_lines for key in line.changed}
        journal.write_journal_line(
            event,
            PlayerTagsChanged(
                count=len(changed_lines),
                tags=[key for key in TAG_KEYS if key in changed_keys],
                players=[_tag_change_of_line(line) for line in changed_lines],
            ),
            by=by,
        )
    return len(changed_lines)


def _changed_values(line: TagLine, values: TagValues) -> TagValues:
    return {key: values[key] for key in line.changed}


def _tag_change_of_line(line: TagLine) -> TagChange:
    """Return a changed player for the journal."""
    assert line.entry is not None  # noqa: S101 - only players of the event change
    return TagChange(
        entry=line.entry,
        name=line.name,
        before=cast(TagFacts, _changed_values(line, line.before)),
        after=cast(TagFacts, _changed_values(line, line.after)),
    )


def _save_tags(values_by_entry: Mapping[int, TagValues]) -> None:
    """Store tags by entry key. Pairing requests without any content are deleted."""
    stamps.mark_scopes_changed(*(scopes.entry_scope(entry) for entry in values_by_entry))
    entries = list(Entry.objects.filter(pk__in=values_by_entry).only("pk", *OF_ENTRY))
    for entry in entries:
        for key in OF_ENTRY:
            if key in values_by_entry[entry.pk]:
                setattr(entry, key, values_by_entry[entry.pk][key])
    Entry.objects.bulk_update(entries, OF_ENTRY, batch_size=BATCH_SIZE)

    stored = {wish.entry_id: wish for wish in EntryWish.objects.filter(entry__in=values_by_entry)}
    with_changes = [
        stored.get(entry) or EntryWish(entry_id=entry)
        for entry, values in values_by_entry.items()
        if any(TAGS_BY_KEY[key].of_wish for key in values)
    ]
    for wish in with_changes:
        values = values_by_entry[wish.entry_id]
        # A reason belongs to its table.
        if values.get("table", wish.table) != wish.table:
            wish.reason = ""
        for key in OF_WISH:
            setattr(wish, key, values.get(key, getattr(wish, key)))
    empty = [wish.pk for wish in with_changes if wish.pk and not wish.is_for_something]
    filled = [wish for wish in with_changes if wish.is_for_something]
    EntryWish.objects.filter(pk__in=empty).delete()
    new_wishes = [wish for wish in filled if wish.pk is None]
    changed_wishes = [wish for wish in filled if wish.pk is not None]
    EntryWish.objects.bulk_create(new_wishes, batch_size=BATCH_SIZE)
    EntryWish.objects.bulk_update(changed_wishes, (*OF_WISH, "reason"), batch_size=BATCH_SIZE)


def undo_set_tags(line: JournalEvent) -> None:
    """Undo PlayerTagsChanged: give these players their earlier tags back.

    Refused: UNDO_OVERTAKEN if one of them has left the event, or if one of these tags has changed since or has already
    counted in a round; and whatever `set_tags` refuses.
    """
    event = locks.lock_event(event_of_line(line))
    locks.lock_divisions(event)
    changes: list[TagChange] = line.facts["players"]
    tags = tags_of_entries(event.entries.filter(pk__in=[change["entry"] for change in changes]))
    for change in changes:
        current = tags.get(change["entry"])
        if current is None or any(current[key] != value for key, value in change["after"].items()):
            raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    rows = [
        TagRow(number, change["entry"], cast(TagValues, change["before"]))
        for number, change in enumerate(changes, 1)
    ]
    for tag_line in tag_lines(event, rows):
        # A table outside the hall may have been entered for one player.
        if tag_line.problem is not None and tag_line.problem.code != TournamentRefusal.TAG_TABLE_OUTSIDE:
            raise Refused(tag_line.problem.code, **tag_line.problem.facts)
    _save_tags({row.entry: row.tags for row in rows if row.entry is not None})


add_undo(undo_set_tags, PlayerTagsChanged)
