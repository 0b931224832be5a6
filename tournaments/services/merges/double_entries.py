"""Merge two entries of one person in an event, with lists, links and penalties, in one step that can be undone."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import IntegrityError, models, transaction
from django.db.models import ForeignObjectRel, Q

from core.engine.journal.kinds import add_undo, declare_fact_keys
from core.engine.model_labels import stored_model_label
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.engine.snapshots.keys import Spec
from core.models import JournalEvent
from core.services import journal
from tournaments import hooks
from tournaments.engine.journal_kinds import EntriesMerged
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import EndedLink, Entry, EventOrigin, PersonalLink, Player, User
from tournaments.queries.journal import event_of_line
from tournaments.queries.people import person_from_entry, person_on_record
from tournaments.services import locks, namesakes, players
from tournaments.services.arrivals import may_be_same_person
from tournaments.services.merges.people import clear_filled_fields, fill_gaps_of_entry

MERGED = "EntriesMerged"

PLAIN = ("age_division", "joined_round", "late", "awarded_byes", "dropped_in", "tie_break_number")
NUMBERS = ("namesake", "short_namesake")
MOMENTS = ("checked_in_at", "dropped_at", "created_at")
"""Columns of the removed entry that the journal stores. Name, Player ID and birth are in the person's record."""

EXPENDABLE = ("tournaments.PersonalLink", "pairings.EntryWish")
"""Models whose row of the removed entry is deleted if both entries have one."""


@transaction.atomic
def merge_entries(keep: Entry, other: Entry, *, by: User | None) -> Entry:
    """Merge two entries of an event, for the person of `keep`, and return the remaining entry.

    The paired entry remains, or else the checked-in one, or else `keep`. Rows of the removed entry move to
    it, losses of the removed entry for missed rounds are deleted, and missing facts are filled in. If both
    were paired, in different rounds, the one that still plays gets the matches of both. If both have a deck
    list, the one with cards remains, with its personal link; the other link stops working.
    Refused: MERGE_SAME, CHANGED_MEANWHILE, ENTRIES_BOTH_HAVE (what), and whatever `require_mergeable` and
    `hooks.entries_joined` refuse.
    """
    if keep.pk == other.pk:
        raise Refused(TournamentRefusal.MERGE_SAME)
    event = keep.tournament
    locks.lock_divisions(event)
    rows = event.entries.select_related("player", "division__tournament").in_bulk([keep.pk, other.pk])
    if len(rows) < 2:
        raise Refused(CoreRefusal.CHANGED_MEANWHILE)
    keep, other = rows[keep.pk], rows[other.pk]
    remaining, removed = require_mergeable(keep, other)
    both_paired = paired_round_numbers_of_entry(remaining) and paired_round_numbers_of_entry(removed)
    match_facts: dict[str, Any] = {"matches": [], "missed": [], "joined_before": remaining.joined_round}
    for hook in hooks.entries_joined if both_paired else ():
        match_facts |= hook(removed, remaining)
    removed_person, former_player = person_from_entry(removed), remaining.player_id
    moments = {name: getattr(removed, name) for name in MOMENTS}
    facts: dict[str, Any] = {
        "name": str(remaining),
        "other": str(removed),
        "stays": remaining.pk,
        "removed": removed.pk,
        "player_before": former_player,
        "removed_player": removed.player_id,
        "byes_before": remaining.awarded_byes,
        "row": {
            "division": removed.division.age_division,
            **{name: getattr(removed, name) for name in (*PLAIN, *NUMBERS)},
            **{name: moment.isoformat() if moment else None for name, moment in moments.items()},
        },
        **match_facts,
    }
    links = list(PersonalLink.objects.filter(entry__in=[remaining, removed]))
    facts["rows"] = _move_rows(removed, remaining)
    for before_removal in hooks.entry_removed:
        before_removal(removed)
    removed.delete()
    remaining.player_id = keep.player_id
    remaining.awarded_byes = remaining.awarded_byes or removed.awarded_byes
    facts["filled"] = fill_gaps_of_entry(remaining, removed_person)
    remaining.save()
    if both_paired:
        for rank_again in hooks.results_moved:
            rank_again(remaining)
    line = journal.write_journal_line(event, EntriesMerged(**facts), by=by)
    current_tokens = PersonalLink.objects.filter(entry=remaining).values_list("token", flat=True)
    EndedLink.objects.bulk_create(
        EndedLink(tournament=event, line=line.pk, entry=link.entry_id, token=link.token, made_at=link.made_at)
        for link in links
        if link.token not in current_tokens
    )
    return remaining


def require_mergeable(keep: Entry, other: Entry) -> tuple[Entry, Entry]:
    """Return the entry that would remain and the one that would be removed.

    Refused: ENTRY_DISQUALIFIED (name), ENTRIES_DIFFER (name, other) if Player IDs or birth years differ,
    ENTRIES_BOTH_PLAYED (name, other, rounds) if both were paired in the same rounds.
    """
    for entry in (keep, other):
        if entry.disqualified:
            raise Refused(TournamentRefusal.ENTRY_DISQUALIFIED, name=str(entry))
    if not may_be_same_person(keep, other):
        raise Refused(TournamentRefusal.ENTRIES_DIFFER, name=str(keep), other=str(other))
    if shared_rounds := sorted(paired_round_numbers_of_entry(keep) & paired_round_numbers_of_entry(other)):
        rounds = ", ".join(map(str, shared_rounds))
        raise Refused(TournamentRefusal.ENTRIES_BOTH_PLAYED, name=str(keep), other=str(other), rounds=rounds)
    remaining = max((keep, other), key=_remaining_priority)
    return remaining, other if remaining is keep else keep


def _remaining_priority(entry: Entry) -> tuple[bool, bool, int, bool]:
    """Return a sort key that is greater for the entry that should remain.

    A paired entry remains. Of two paired entries, the one that still plays remains, or else the one paired
    last. Of two entries that were never paired, the checked-in one remains.
    """
    rounds = paired_round_numbers_of_entry(entry)
    is_present = entry.checked_in_at is not None and entry.active
    return bool(rounds), bool(rounds) and entry.active, max(rounds, default=0), is_present


def paired_round_numbers_of_entry(entry: Entry) -> set[int]:
    """Return the numbers of the rounds in which an entry is seated."""
    return {number for find_rounds in hooks.rounds_paired for number in find_rounds(entry)}


def _foreign_keys_to_entries() -> list[ForeignObjectRel]:
    """Return the foreign keys to entries, except those of `hooks.of_rounds`: seats, matches and standings.

    The rows of the excepted models are restored together with the rounds.
    """
    return [
        relation
        for relation in Entry._meta.get_fields(include_hidden=True)
        if isinstance(relation, ForeignObjectRel)
        and stored_model_label(relation.related_model) not in hooks.of_rounds
    ]


def _foreign_key_label(relation: ForeignObjectRel) -> str:
    """Format the model and field of a foreign key: "decks.DeckList.entry"."""
    return f"{stored_model_label(relation.related_model)}.{relation.field.name}"


def moved_rows_spec() -> Spec:
    """Return the model of the keys in the fact `rows`, by model and field of the foreign key."""
    return {
        _foreign_key_label(relation): [stored_model_label(relation.related_model)]
        for relation in _foreign_keys_to_entries()
    }


def _move_rows(removed: Entry, remaining: Entry) -> dict[str, list[int]]:
    """Move the rows of an entry to the remaining one, and return the keys of moved rows.

    The keys are grouped by model and field. If each entry has a row and only one is possible, an empty row is
    deleted, and in the models of EXPENDABLE that of the removed entry. If the deck list of the remaining
    entry is the empty one, it loses its EXPENDABLE rows instead.
    Refused: ENTRIES_BOTH_HAVE (what).
    """
    moved: dict[str, list[int]] = {}
    replaces_link = False
    # Deck lists come first, because they decide which personal link moves.
    for relation in sorted(
        _foreign_keys_to_entries(),
        key=lambda relation: _foreign_key_label(relation) != "decks.DeckList.entry",
    ):
        model, field = relation.related_model, relation.field.name
        removed_rows = list(model._base_manager.filter(**{field: removed}).order_by("pk"))
        if not removed_rows:
            continue
        remaining_rows = model._base_manager.filter(**{field: remaining})
        if relation.one_to_one and remaining_rows.exists():
            if stored_model_label(model) in EXPENDABLE:
                if not replaces_link:
                    continue
            elif _is_blank(removed_rows[0]):
                continue
            elif _is_blank(remaining_rows.get()):
                replaces_link = True
            else:
                raise Refused(TournamentRefusal.ENTRIES_BOTH_HAVE, what=str(model._meta.verbose_name))
            remaining_rows.delete()
        keys = [row.pk for row in removed_rows if _move_row(row, field, remaining)]
        if keys:
            moved[_foreign_key_label(relation)] = keys
    return moved


def _move_row(row: models.Model, field: str, remaining: Entry) -> bool:
    """Move one row to the remaining entry. Return False if the row may be deleted instead.

    That is the case if the entry already has a row like it, and the model is in EXPENDABLE.
    Refused: ENTRIES_BOTH_HAVE (what) if the row may not be deleted.
    """
    try:
        with transaction.atomic():
            type(row)._base_manager.filter(pk=row.pk).update(**{field: remaining})
    except IntegrityError as error:
        if stored_model_label(row) in EXPENDABLE:
            return False
        raise Refused(TournamentRefusal.ENTRIES_BOTH_HAVE, what=str(row._meta.verbose_name)) from error
    return True


def _is_blank(row: models.Model) -> bool:
    """Return whether a row is empty, like a deck list without cards.

    A row is empty if its model has related models, but none of their rows refer to it.
    """
    relations = row._meta.related_objects
    return bool(relations) and not any(
        relation.related_model._base_manager.filter(**{relation.field.name: row}).exists()
        for relation in relations
    )


def undo_entries_merge(line: JournalEvent) -> None:
    """Undo EntriesMerged: restore the entry with its rows, matches and losses for missed rounds.

    A link that stopped working works again, and an empty deck list is created again.
    Refused: UNDO_CUT_FIRST, UNDO_OVERTAKEN if the remaining entry, its division or a record was removed, the
    person was entered again, or another entry has the Player ID or tie-break number of the restored one.
    """
    event, facts = event_of_line(line), line.facts
    divisions = {row.age_division: row for row in locks.lock_divisions(event)}
    remaining = event.entries.select_related("player").filter(pk=facts["stays"]).first()
    records = Player.objects.in_bulk([facts["player_before"], facts["removed_player"]])
    row = dict(facts["row"])
    division = divisions.get(row.pop("division"))
    removed_person = records.get(facts["removed_player"])
    newer_entries = event.entries.filter(player__in=records).exclude(pk=facts["stays"])
    if (
        remaining is None
        or division is None
        or removed_person is None
        or len(records) < 2
        or newer_entries.exists()
    ):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    if event.entries.filter(tie_break_number=row["tie_break_number"]).exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    clear_filled_fields(remaining, facts["filled"], since=line)
    if remaining.awarded_byes == row["awarded_byes"]:
        remaining.awarded_byes = facts["byes_before"]
    remaining.player_id = facts["player_before"]
    remaining.save()
    restored = Entry(tournament=event, division=division, player=removed_person)
    players.set_person_facts(restored, person_on_record(removed_person))
    # Journal lines of earlier versions do not contain the numbers of namesakes.
    restored.namesake = row["namesake"] if "namesake" in row else namesakes.next_namesake_number(restored)
    restored.short_namesake = row.get("short_namesake", 0)
    same_number = event.entries.filter(player_number=restored.player_number)
    if restored.player_number and same_number.exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    for name in PLAIN:
        setattr(restored, name, row[name])
    # `created_at` is updated later, since saving a new entry sets it.
    for name in MOMENTS[:2]:
        setattr(restored, name, datetime.fromisoformat(row[name]) if row[name] else None)
    # Reuse the former key, since journal lines refer to it, unless it is taken or the line is from a file.
    key = facts["removed"]
    is_from_file = EventOrigin.objects.filter(tournament=event, line__gte=line.pk).exists()
    restored.pk = None if is_from_file or Entry.objects.filter(pk=key).exists() else key
    restored.save(force_insert=True)
    namesakes.number_short_names(event, [restored])
    Entry.objects.filter(pk=restored.pk).update(created_at=datetime.fromisoformat(row["created_at"]))
    for relation in _foreign_keys_to_entries():
        rows = relation.related_model._base_manager.filter(
            pk__in=facts["rows"].get(_foreign_key_label(relation), [])
        )
        rows.filter(**{relation.field.name: remaining}).update(**{relation.field.name: restored})
    _restore_links(line, {facts["stays"]: remaining, facts["removed"]: restored})
    _restore_matches(restored, remaining, facts)
    for hook in hooks.entries_made:
        hook(event, [restored, remaining])


def _restore_matches(restored: Entry, remaining: Entry, facts: Mapping[str, Any]) -> None:
    """Restore the matches of both entries. Lines of earlier versions lack them if only one entry had matches."""
    matches = facts.get("matches")
    for split_entries in hooks.entries_parted if matches else ():
        split_entries(restored, remaining, facts)
    for hook in hooks.entry_restored:
        hook(restored)
    for rank_again in hooks.results_moved if matches else ():
        rank_again(remaining)


def _restore_links(line: JournalEvent, entry_of: dict[int, Entry]) -> None:
    """Restore the personal links that the merge revoked. Newer links take precedence."""
    for ended_link in EndedLink.objects.filter(tournament=line.tournament_id, line=line.pk):
        entry = entry_of.get(ended_link.entry)
        newer_links = PersonalLink.objects.filter(Q(entry=entry) | Q(token=ended_link.token))
        if entry is not None and not newer_links.exists():
            link = PersonalLink.objects.create(entry=entry, token=ended_link.token)
            PersonalLink.objects.filter(pk=link.pk).update(made_at=ended_link.made_at)
        ended_link.delete()


add_undo(undo_entries_merge, EntriesMerged)
declare_fact_keys(EntriesMerged, rows=moved_rows_spec)
