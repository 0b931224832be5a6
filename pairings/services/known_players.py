"""An organizer's list of players, from TOM's files: it completes players being added, only at the organizer's events.

Members of the team load and delete it. Without `organizer` it is the team of `by`, created with its first list.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields

from django.db import transaction

from core.engine.people import search_key
from core.engine.refused import Refused
from core.models import Team
from core.queries.teams import acts_for, home_of
from core.services import journal, locks, teams
from pairings.engine.journal_kinds import (
    KnownPlayerDeleted,
    KnownPlayersDeleted,
    KnownPlayersLoaded,
    KnownPlayersUnloaded,
)
from pairings.engine.refusals import PairingRefusal
from tournaments.models import KnownPlayer, KnownPlayersLoad, User

MOST = 20_000
"""The most players on one list."""
UNDONE_AT_MOST = 3
"""How many imports can be undone, newest first."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One player as in a file. Only the year of a birth date is stored."""

    player_id: str
    first_name: str
    last_name: str
    birth_year: int | None

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


FACTS = tuple(each.name for each in fields(Listed))


@dataclass(frozen=True, slots=True)
class Comparison:
    """The effect of loading players: `changed` are pairs of before and after; `same` counts the rest."""

    new: tuple[Listed, ...]
    changed: tuple[tuple[Listed, Listed], ...]
    same: int


def compare(players: Iterable[Listed], *, by: User, organizer: Team | None = None) -> Comparison:
    """Compare players with the list by Player ID; writes nothing. Two queries.

    Of two with the same Player ID the later counts; a known birth year stays if the file has none.
    Refused: TOO_MANY_KNOWN_PLAYERS (limit), NOT_OF_TEAM.
    """
    wanted = {one.player_id: one for one in players}
    if organizer is not None:
        teams.require_member(organizer, by)
    home = organizer or home_of(by)
    rows = KnownPlayer.objects.filter(organizer=home) if home else KnownPlayer.objects.none()
    known = {row.player_id: _listed(row) for row in rows}
    if len(wanted.keys() | known.keys()) > MOST:
        raise Refused(PairingRefusal.TOO_MANY_KNOWN_PLAYERS, limit=MOST)
    new = tuple(one for number, one in wanted.items() if number not in known)
    pairs = [
        (known[number], _filled(one, known[number])) for number, one in wanted.items() if number in known
    ]
    changed = tuple((before, after) for before, after in pairs if before != after)
    return Comparison(new, changed, len(pairs) - len(changed))


@transaction.atomic
def load(players: Iterable[Listed], *, by: User, filename: str, organizer: Team | None = None) -> Comparison:
    """Add players to the list, or change those with the same Player ID. Refused as `compare`."""
    owner = _held(organizer, by)
    found = compare(players, by=by, organizer=owner)
    if not found.new and not found.changed:
        return found
    rows = [_row(owner, one) for one in (*found.new, *(after for _before, after in found.changed))]
    KnownPlayer.objects.bulk_create(
        rows,
        batch_size=500,
        update_conflicts=True,
        unique_fields=["organizer", "player_id"],
        update_fields=["first_name", "last_name", "birth_year", "search_key"],
    )
    _remember(owner, found, filename)
    new, changed = len(found.new), len(found.changed)
    journal.write(None, KnownPlayersLoaded(filename=filename, count=new, others=changed), by=by)
    return found


@transaction.atomic
def delete_all(*, by: User, organizer: Team | None = None) -> int:
    """Empty the list; returns how many were deleted. Entries and records of people stay. Refused: NOT_OF_TEAM."""
    owner = _held(organizer, by)
    rows = KnownPlayer.objects.filter(organizer=owner)
    count = rows.count()
    if count:
        rows.delete()
        KnownPlayersLoad.objects.filter(organizer=owner).delete()
        journal.write(None, KnownPlayersDeleted(count=count), by=by)
    return count


@transaction.atomic
def delete_one(key: int, *, by: User) -> str:
    """Delete one player from a list of `by` and from the undo data of its imports; returns the name.

    Refused: NOT_ON_YOUR_LIST.
    """
    row = KnownPlayer.objects.select_related("organizer").filter(pk=key).first()
    if row is None or not acts_for(by, row.organizer):
        raise Refused(PairingRefusal.NOT_ON_YOUR_LIST)
    owner = locks.team(row.organizer)
    for one in KnownPlayersLoad.objects.filter(organizer=owner):
        others = [change for change in one.changes if change["player_id"] != row.player_id]
        if len(others) < len(one.changes):
            one.changes = others
            one.save(update_fields=["changes"])
    row.delete()
    journal.write(None, KnownPlayerDeleted(), by=by)
    return str(row)


@transaction.atomic
def undo_load(key: int, *, by: User) -> KnownPlayersLoad:
    """Undo the newest import of a list of `by`; returns the import.

    Players changed or deleted since stay as they are. Refused: LOAD_UNDONE, LATER_LOAD_FIRST (filename).
    """
    load_of = KnownPlayersLoad.objects.select_related("organizer").filter(pk=key).first()
    if load_of is None or not acts_for(by, load_of.organizer):
        raise Refused(PairingRefusal.LOAD_UNDONE)
    owner = locks.team(load_of.organizer)
    newest = KnownPlayersLoad.objects.filter(organizer=owner).first()
    if newest is None or not KnownPlayersLoad.objects.filter(pk=key).exists():
        raise Refused(PairingRefusal.LOAD_UNDONE)
    if newest.pk != key:
        raise Refused(PairingRefusal.LATER_LOAD_FIRST, filename=newest.filename)
    touched = [change["player_id"] for change in newest.changes]
    rows = {
        row.player_id: row
        for row in KnownPlayer.objects.filter(organizer=owner)
        if row.player_id in set(touched)
    }
    back, removed = [], []
    for change in newest.changes:
        row = rows.get(change["player_id"])
        if row is None or asdict(_listed(row)) != change["after"]:
            continue
        if change["before"] is None:
            removed.append(row.pk)
        else:
            back.append(_row(owner, Listed(**change["before"]), key=row.pk))
    KnownPlayer.objects.bulk_update(
        back, ["first_name", "last_name", "birth_year", "search_key"], batch_size=500
    )
    for start in range(0, len(removed), 500):
        KnownPlayer.objects.filter(pk__in=removed[start : start + 500]).delete()
    newest.delete()
    journal.write(
        None, KnownPlayersUnloaded(filename=newest.filename, count=len(removed), others=len(back)), by=by
    )
    return newest


def _held(organizer: Team | None, by: User) -> Team:
    """The team, locked. Refused: NOT_OF_TEAM."""
    owner = locks.team(organizer or teams.home(by))
    teams.require_member(owner, by)
    return owner


def _remember(owner: Team, found: Comparison, filename: str) -> None:
    """Store what the newest imports did, so that they can be undone."""
    pairs: list[tuple[Listed | None, Listed]] = [*((None, one) for one in found.new), *found.changed]
    changes = [
        {"player_id": after.player_id, "before": asdict(before) if before else None, "after": asdict(after)}
        for before, after in pairs
    ]
    KnownPlayersLoad.objects.create(organizer=owner, filename=filename[:500], changes=changes)
    loads = KnownPlayersLoad.objects.filter(organizer=owner)
    loads.filter(pk__in=list(loads.values_list("pk", flat=True)[UNDONE_AT_MOST:])).delete()


def _listed(row: KnownPlayer) -> Listed:
    return Listed(row.player_id, row.first_name, row.last_name, row.birth_year)


def _filled(one: Listed, before: Listed) -> Listed:
    return Listed(one.player_id, one.first_name, one.last_name, one.birth_year or before.birth_year)


def _row(owner: Team, one: Listed, *, key: int | None = None) -> KnownPlayer:
    facts = {name: getattr(one, name) for name in FACTS}
    return KnownPlayer(
        pk=key, organizer=owner, search_key=search_key(one.first_name, one.last_name)[:200], **facts
    )
