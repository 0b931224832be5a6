"""Two entries of one person in one event made one: lists, links, penalties move; one step, one undo."""

from datetime import datetime
from typing import Any

from django.db import IntegrityError, models, transaction
from django.db.models import ForeignObjectRel

from tournaments import hooks
from tournaments.engine.refused import Refused
from tournaments.engine.snapshots.keys import Spec
from tournaments.models import Entry, EventOrigin, JournalEvent, Player, User
from tournaments.queries.people import person_of, recorded
from tournaments.services import journal, locks, players
from tournaments.services.arrivals import may_be
from tournaments.services.journal_kinds import JournalKind, define
from tournaments.services.merges.people import empty, fill

MERGED = "EntriesMerged"

PLAIN = ("age_division", "joined_round", "late", "awarded_byes", "dropped_in", "tie_break_number")
MOMENTS = ("checked_in_at", "dropped_at", "created_at")
"""What the journal stores of the entry that goes; names, Player ID and birth are in the record of the person."""

EXPENDABLE = ("tournaments.PersonalLink", "pairings.EntryWish")
"""Models whose row of the entry that goes ends where both entries have one."""


@transaction.atomic
def merge(keep: Entry, other: Entry, *, by: User | None) -> Entry:
    """Make one entry of two of an event, for the person of `keep`; the entry that is left.

    The entry that was paired is left, else the one that is checked in, else `keep`. What hangs on the other one moves
    to it, its losses for rounds missed go, and gaps are filled. Of two deck lists the one with cards counts, and its
    personal link with it; the other link ends.
    Refused: MERGE_SAME, CHANGED_MEANWHILE, ENTRY_DISQUALIFIED (name), ENTRIES_DIFFER (name, other),
    ENTRIES_BOTH_PLAYED (name, other), ENTRIES_BOTH_HAVE (what).
    """
    if keep.pk == other.pk:
        raise Refused("MERGE_SAME")
    event = keep.tournament
    locks.divisions(event)
    rows = event.entries.select_related("player", "division__tournament").in_bulk([keep.pk, other.pk])
    if len(rows) < 2:
        raise Refused("CHANGED_MEANWHILE")
    keep, other = rows[keep.pk], rows[other.pk]
    require_one_person(keep, other)
    stays, goes = _by_play(keep, other)
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
        "rows": _move_rows(goes, stays),
    }
    for leave in hooks.entry_removed:
        leave(goes)
    goes.delete()
    stays.player_id = keep.player_id
    stays.awarded_byes = stays.awarded_byes or goes.awarded_byes
    facts["filled"] = fill(stays, filled_from)
    stays.save()
    journal.write(event, MERGED, by=by, **facts)
    return stays


def require_one_person(keep: Entry, other: Entry) -> None:
    """Refused: ENTRY_DISQUALIFIED, and ENTRIES_DIFFER where Player IDs or birth years tell the two apart."""
    for entry in (keep, other):
        if entry.disqualified:
            raise Refused("ENTRY_DISQUALIFIED", name=str(entry))
    if not may_be(keep, other):
        raise Refused("ENTRIES_DIFFER", name=str(keep), other=str(other))


def _by_play(keep: Entry, other: Entry) -> tuple[Entry, Entry]:
    """The entry that is left and the one that goes. Refused: ENTRIES_BOTH_PLAYED."""
    played = [entry for entry in (keep, other) if any(was_paired(entry) for was_paired in hooks.was_paired)]
    if len(played) > 1:
        raise Refused("ENTRIES_BOTH_PLAYED", name=str(keep), other=str(other))
    here = [entry for entry in (keep, other) if entry.checked_in_at is not None and entry.active]
    stays = next(iter([*played, *here, keep]))
    return stays, other if stays is keep else keep


def _links() -> list[ForeignObjectRel]:
    """What points at an entry; seats, matches and standings come and go with the rounds."""
    return [
        link
        for link in Entry._meta.get_fields(include_hidden=True)
        if isinstance(link, ForeignObjectRel) and link.related_model._meta.label not in hooks.of_rounds
    ]


def _name(link: ForeignObjectRel) -> str:
    return f"{link.related_model._meta.label}.{link.field.name}"


def row_keys() -> Spec:
    """Where keys are in the fact `rows`."""
    return {_name(link): [link.related_model._meta.label] for link in _links()}


def _move_rows(goes: Entry, stays: Entry) -> dict[str, list[int]]:
    """Move what hangs on an entry; keys of the moved rows by model and field. Refused: ENTRIES_BOTH_HAVE (what)."""
    moved: dict[str, list[int]] = {}
    takes_link = False
    # The list first: the link that its player used goes along with it.
    for link in sorted(_links(), key=lambda link: _name(link) != "decks.DeckList.entry"):
        model, field = link.related_model, link.field.name
        theirs = list(model._base_manager.filter(**{field: goes}).order_by("pk"))
        if not theirs:
            continue
        own = model._base_manager.filter(**{field: stays})
        if link.one_to_one and own.exists():
            if model._meta.label in EXPENDABLE:
                if not takes_link:
                    continue
            elif _is_blank(theirs[0]):
                continue
            elif _is_blank(own.get()):
                takes_link = True
            else:
                raise Refused("ENTRIES_BOTH_HAVE", what=str(model._meta.verbose_name))
            own.delete()
        keys = [row.pk for row in theirs if _move(row, field, stays)]
        if keys:
            moved[_name(link)] = keys
    return moved


def _move(row: models.Model, field: str, stays: Entry) -> bool:
    """Point one row at the entry that is left; False where that one has its own and this one may end."""
    try:
        with transaction.atomic():
            type(row)._base_manager.filter(pk=row.pk).update(**{field: stays})
    except IntegrityError as taken:
        if row._meta.label in EXPENDABLE:
            return False
        raise Refused("ENTRIES_BOTH_HAVE", what=str(row._meta.verbose_name)) from taken
    return True


def _is_blank(row: models.Model) -> bool:
    """Whether nothing hangs on a row that others can hang on: a deck list without any cards."""
    links = row._meta.related_objects
    return bool(links) and not any(
        link.related_model._base_manager.filter(**{link.field.name: row}).exists() for link in links
    )


def _plain(entry: Entry) -> dict[str, Any]:
    moments = {name: getattr(entry, name) for name in MOMENTS}
    return {
        "division": entry.division.age_division,
        **{name: getattr(entry, name) for name in PLAIN},
        **{name: at.isoformat() if at else None for name, at in moments.items()},
    }


def undo_merge(line: JournalEvent) -> None:
    """Undo of EntriesMerged: the entry is there again, with all that moved and its losses for rounds missed.

    A personal link that ended and an empty deck list are new ones.
    Refused: UNDO_OVERTAKEN when the entry that was left, its division or a record is gone, or the person was entered
    again.
    """
    event, facts = line.event, line.facts
    divisions = {row.age_division: row for row in locks.divisions(event)}
    stays = event.entries.select_related("player").filter(pk=facts["stays"]).first()
    records = Player.objects.in_bulk([facts["player_before"], facts["removed_player"]])
    row = dict(facts["row"])
    home = divisions.get(row.pop("division"))
    removed = records.get(facts["removed_player"])
    entered = event.entries.filter(player__in=records).exclude(pk=facts["stays"])
    if stays is None or home is None or removed is None or len(records) < 2 or entered.exists():
        raise Refused("UNDO_OVERTAKEN")
    if event.entries.filter(tie_break_number=row["tie_break_number"]).exists():
        raise Refused("UNDO_OVERTAKEN")
    empty(stays, facts["filled"], since=line)
    if stays.awarded_byes == row["awarded_byes"]:
        stays.awarded_byes = facts["byes_before"]
    stays.player_id = facts["player_before"]
    stays.save()
    back = Entry(tournament=event, division=home, player=removed)
    players.put(back, recorded(removed))
    number = event.entries.filter(player_number=back.player_number)
    if back.player_number and number.exists():
        raise Refused("UNDO_OVERTAKEN")
    for name in PLAIN:
        setattr(back, name, row[name])
    for name in MOMENTS[:2]:
        setattr(back, name, datetime.fromisoformat(row[name]) if row[name] else None)
    back.pk = _free_key(line)
    back.save(force_insert=True)
    Entry.objects.filter(pk=back.pk).update(created_at=datetime.fromisoformat(row["created_at"]))
    for link in _links():
        rows = link.related_model._base_manager.filter(pk__in=facts["rows"].get(_name(link), []))
        rows.filter(**{link.field.name: stays}).update(**{link.field.name: back})
    for follow in hooks.entry_restored:
        follow(back)
    for follow_event in hooks.entries_made:
        follow_event(event)


def _free_key(line: JournalEvent) -> int | None:
    """The key an entry had, so that lines of the journal name it again; None where the line came with a file."""
    key, event = line.facts["removed"], line.tournament_id
    restored = EventOrigin.objects.filter(tournament=event, line__gte=line.pk).exists()
    return None if restored or Entry.objects.filter(pk=key).exists() else key


define(
    JournalKind(
        MERGED,
        {
            "name": str,
            "other": str,
            "stays": int,
            "removed": int,
            "player_before": int,
            "removed_player": int,
            "byes_before": int,
            "row": dict,
            "rows": dict,
            "filled": list,
        },
        scope="event",
        topic="people",
        undo=undo_merge,
        any_time=True,
    )
)
