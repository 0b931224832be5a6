"""Merging two entries of one person in one event: lists, links and penalties move, in one undoable step."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import IntegrityError, models, transaction
from django.db.models import ForeignObjectRel, Q

from core.engine.facts import Facts
from core.engine.journal.kinds import add_keys, add_undo
from core.engine.labels import label_of
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.engine.snapshots.keys import Spec
from core.models import JournalEvent
from core.services import journal
from tournaments import hooks
from tournaments.engine.journal_kinds import EntriesMerged
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import EndedLink, Entry, EventOrigin, PersonalLink, Player, User
from tournaments.queries.journal import event_of
from tournaments.queries.people import person_of, recorded
from tournaments.services import locks, players
from tournaments.services.arrivals import may_be
from tournaments.services.merges.people import empty, fill

MERGED = "EntriesMerged"

PLAIN = ("age_division", "joined_round", "late", "awarded_byes", "dropped_in", "tie_break_number")
NUMBERS = ("namesake", "short_namesake")
MOMENTS = ("checked_in_at", "dropped_at", "created_at")
"""Columns of the removed entry stored in the journal; names, Player ID and birth are in the person's record."""

EXPENDABLE = ("tournaments.PersonalLink", "pairings.EntryWish")
"""Models whose row of the removed entry is deleted if both entries have one."""


@transaction.atomic
def merge(keep: Entry, other: Entry, *, by: User | None) -> Entry:
    """Merge two entries of an event into one, for the person of `keep`; returns the remaining entry.

    The paired entry remains, else the checked-in one, else `keep`. Rows of the other entry move to it, its losses for
    missed rounds are deleted, and gaps are filled. If both were paired, in different rounds, the one that still plays
    gets the matches of both. Of two deck lists the one with cards counts, with its personal link; the other link stops
    working.
    Refused: as `require_mergeable`, MERGE_SAME, CHANGED_MEANWHILE, ENTRIES_BOTH_HAVE (what), and those of
    `hooks.entries_joined`.
    """
    if keep.pk == other.pk:
        raise Refused(TournamentRefusal.MERGE_SAME)
    event = keep.tournament
    locks.divisions(event)
    rows = event.entries.select_related("player", "division__tournament").in_bulk([keep.pk, other.pk])
    if len(rows) < 2:
        raise Refused(CoreRefusal.CHANGED_MEANWHILE)
    keep, other = rows[keep.pk], rows[other.pk]
    stays, goes = require_mergeable(keep, other)
    joined = rounds_paired(stays) and rounds_paired(goes)
    seats: dict[str, Any] = {"matches": [], "missed": [], "joined_before": stays.joined_round}
    for follow in hooks.entries_joined if joined else ():
        seats |= follow(goes, stays)
    filled_from, person_before = person_of(goes), stays.player_id
    facts: dict[str, Any] = {
        "name": str(stays),
        "other": str(goes),
        "stays": stays.pk,
        "removed": goes.pk,
        "player_before": person_before,
        "removed_player": goes.player_id,
        "byes_before": stays.awarded_byes,
        "row": _plain(goes),
        **seats,
    }
    links = list(PersonalLink.objects.filter(entry__in=[stays, goes]))
    facts["rows"] = _move_rows(goes, stays)
    for leave in hooks.entry_removed:
        leave(goes)
    goes.delete()
    stays.player_id = keep.player_id
    stays.awarded_byes = stays.awarded_byes or goes.awarded_byes
    facts["filled"] = fill(stays, filled_from)
    stays.save()
    if joined:
        for rank_again in hooks.results_moved:
            rank_again(stays)
    line = journal.write(event, EntriesMerged(**facts), by=by)
    left = PersonalLink.objects.filter(entry=stays).values_list("token", flat=True)
    EndedLink.objects.bulk_create(
        EndedLink(tournament=event, line=line.pk, entry=link.entry_id, token=link.token, made_at=link.made_at)
        for link in links
        if link.token not in left
    )
    return stays


def require_mergeable(keep: Entry, other: Entry) -> tuple[Entry, Entry]:
    """The entry that would remain and the one that would be removed.

    Refused: ENTRY_DISQUALIFIED (name), ENTRIES_DIFFER (name, other) if Player IDs or birth years differ,
    ENTRIES_BOTH_PLAYED (name, other, rounds) if both sit in the same rounds.
    """
    for entry in (keep, other):
        if entry.disqualified:
            raise Refused(TournamentRefusal.ENTRY_DISQUALIFIED, name=str(entry))
    if not may_be(keep, other):
        raise Refused(TournamentRefusal.ENTRIES_DIFFER, name=str(keep), other=str(other))
    if both := sorted(rounds_paired(keep) & rounds_paired(other)):
        rounds = ", ".join(map(str, both))
        raise Refused(TournamentRefusal.ENTRIES_BOTH_PLAYED, name=str(keep), other=str(other), rounds=rounds)
    stays = max((keep, other), key=_plays)
    return stays, other if stays is keep else keep


def _plays(entry: Entry) -> tuple[bool, bool, int, bool]:
    """Sort key of the remaining entry: the paired one first, of two the one that still plays."""
    rounds = rounds_paired(entry)
    is_here = entry.checked_in_at is not None and entry.active
    return bool(rounds), bool(rounds) and entry.active, max(rounds, default=0), is_here


def rounds_paired(entry: Entry) -> set[int]:
    """The numbers of the rounds an entry sits in."""
    return {number for ask in hooks.rounds_paired for number in ask(entry)}


def _links() -> list[ForeignObjectRel]:
    """The foreign keys to an entry, except of seats, matches and standings, which are restored with the rounds."""
    return [
        link
        for link in Entry._meta.get_fields(include_hidden=True)
        if isinstance(link, ForeignObjectRel) and label_of(link.related_model) not in hooks.of_rounds
    ]


def _name(link: ForeignObjectRel) -> str:
    return f"{label_of(link.related_model)}.{link.field.name}"


def row_keys() -> Spec:
    """Where the fact `rows` contains keys."""
    return {_name(link): [label_of(link.related_model)] for link in _links()}


def _move_rows(goes: Entry, stays: Entry) -> dict[str, list[int]]:
    """Move the rows of an entry; returns the moved keys by model and field. Refused: ENTRIES_BOTH_HAVE (what)."""
    moved: dict[str, list[int]] = {}
    takes_link = False
    # The deck list first: the link its player used moves with it.
    for link in sorted(_links(), key=lambda link: _name(link) != "decks.DeckList.entry"):
        model, field = link.related_model, link.field.name
        theirs = list(model._base_manager.filter(**{field: goes}).order_by("pk"))
        if not theirs:
            continue
        own = model._base_manager.filter(**{field: stays})
        if link.one_to_one and own.exists():
            if label_of(model) in EXPENDABLE:
                if not takes_link:
                    continue
            elif _is_blank(theirs[0]):
                continue
            elif _is_blank(own.get()):
                takes_link = True
            else:
                raise Refused(TournamentRefusal.ENTRIES_BOTH_HAVE, what=str(model._meta.verbose_name))
            own.delete()
        keys = [row.pk for row in theirs if _move(row, field, stays)]
        if keys:
            moved[_name(link)] = keys
    return moved


def _move(row: models.Model, field: str, stays: Entry) -> bool:
    """Move one row to the remaining entry; False if that one has its own and this one may be deleted."""
    try:
        with transaction.atomic():
            type(row)._base_manager.filter(pk=row.pk).update(**{field: stays})
    except IntegrityError as taken:
        if label_of(row) in EXPENDABLE:
            return False
        raise Refused(TournamentRefusal.ENTRIES_BOTH_HAVE, what=str(row._meta.verbose_name)) from taken
    return True


def _is_blank(row: models.Model) -> bool:
    """Whether a row that others may refer to has no such rows: a deck list without cards."""
    links = row._meta.related_objects
    return bool(links) and not any(
        link.related_model._base_manager.filter(**{link.field.name: row}).exists() for link in links
    )


def _plain(entry: Entry) -> Facts:
    moments = {name: getattr(entry, name) for name in MOMENTS}
    return {
        "division": entry.division.age_division,
        **{name: getattr(entry, name) for name in (*PLAIN, *NUMBERS)},
        **{name: at.isoformat() if at else None for name, at in moments.items()},
    }


def undo_merge(line: JournalEvent) -> None:
    """Undo EntriesMerged: restore the entry with its rows, matches and losses for missed rounds.

    A link that had ended works again; an empty deck list is a new one. Refused: UNDO_CUT_FIRST, UNDO_OVERTAKEN if the
    remaining entry, its division or a record was removed, or the person was entered again.
    """
    event, facts = event_of(line), line.facts
    divisions = {row.age_division: row for row in locks.divisions(event)}
    stays = event.entries.select_related("player").filter(pk=facts["stays"]).first()
    records = Player.objects.in_bulk([facts["player_before"], facts["removed_player"]])
    row = dict(facts["row"])
    home = divisions.get(row.pop("division"))
    removed = records.get(facts["removed_player"])
    entered = event.entries.filter(player__in=records).exclude(pk=facts["stays"])
    if stays is None or home is None or removed is None or len(records) < 2 or entered.exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    if event.entries.filter(tie_break_number=row["tie_break_number"]).exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    empty(stays, facts["filled"], since=line)
    if stays.awarded_byes == row["awarded_byes"]:
        stays.awarded_byes = facts["byes_before"]
    stays.player_id = facts["player_before"]
    stays.save()
    back = Entry(tournament=event, division=home, player=removed)
    players.put(back, recorded(removed))
    # Lines of earlier versions have no number.
    back.namesake = row["namesake"] if "namesake" in row else players.namesake_of(back)
    back.short_namesake = row.get("short_namesake", 0)
    number = event.entries.filter(player_number=back.player_number)
    if back.player_number and number.exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    for name in PLAIN:
        setattr(back, name, row[name])
    for name in MOMENTS[:2]:
        setattr(back, name, datetime.fromisoformat(row[name]) if row[name] else None)
    back.pk = _free_key(line)
    back.save(force_insert=True)
    players.number_short_names(event, [back])
    Entry.objects.filter(pk=back.pk).update(created_at=datetime.fromisoformat(row["created_at"]))
    for link in _links():
        rows = link.related_model._base_manager.filter(pk__in=facts["rows"].get(_name(link), []))
        rows.filter(**{link.field.name: stays}).update(**{link.field.name: back})
    _restore_links(line, {facts["stays"]: stays, facts["removed"]: back})
    _part(back, stays, facts)
    for follow_event in hooks.entries_made:
        follow_event(event)


def _part(back: Entry, stays: Entry, facts: Mapping[str, Any]) -> None:
    """Restore the matches of both, also for a line of an earlier version, in which only one of them had any."""
    matches = facts.get("matches")
    for part in hooks.entries_parted if matches else ():
        part(back, stays, facts)
    for follow in hooks.entry_restored:
        follow(back)
    for rank_again in hooks.results_moved if matches else ():
        rank_again(stays)


def _restore_links(line: JournalEvent, entry_of: dict[int, Entry]) -> None:
    """Restore the personal links that ended with the merge; a newer link takes precedence."""
    for ended in EndedLink.objects.filter(tournament=line.tournament_id, line=line.pk):
        entry = entry_of.get(ended.entry)
        there = PersonalLink.objects.filter(Q(entry=entry) | Q(token=ended.token))
        if entry is not None and not there.exists():
            link = PersonalLink.objects.create(entry=entry, token=ended.token)
            PersonalLink.objects.filter(pk=link.pk).update(made_at=ended.made_at)
        ended.delete()


def _free_key(line: JournalEvent) -> int | None:
    """The former key of an entry, which journal lines refer to; None if taken, or if the line is from a file."""
    key, event = line.facts["removed"], line.tournament_id
    restored = EventOrigin.objects.filter(tournament=event, line__gte=line.pk).exists()
    return None if restored or Entry.objects.filter(pk=key).exists() else key


add_undo(undo_merge, EntriesMerged)
add_keys(EntriesMerged, rows=row_keys)
