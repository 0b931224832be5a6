"""An account's own list of players, out of TOM's files: it fills in who is added, for this account alone."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields

from django.db import transaction

from tournaments.engine.people import search_key
from tournaments.engine.refused import Refused
from tournaments.models import KnownPlayer, KnownPlayersLoad, User
from tournaments.services import journal, locks
from tournaments.services.journal_kinds import JournalKind, define

MOST = 20_000
"""How many players one account's list holds."""
UNDONE_AT_MOST = 3
"""How many imports can be undone, the newest first."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One player as a file has them. Of a birth date only the year is taken."""

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
    """What loading players does to the list: `changed` are pairs of before and after; `same` counts the rest."""

    new: tuple[Listed, ...]
    changed: tuple[tuple[Listed, Listed], ...]
    same: int


def compare(players: Iterable[Listed], *, by: User) -> Comparison:
    """The players against the list of `by`, by Player ID; nothing is written. One query.

    The later of two with one Player ID counts; a birth year known before stays where the file has none.
    Refused: TOO_MANY_KNOWN_PLAYERS (limit).
    """
    wanted = {one.player_id: one for one in players}
    known = {row.player_id: _listed(row) for row in KnownPlayer.objects.filter(user=by)}
    if len(wanted.keys() | known.keys()) > MOST:
        raise Refused("TOO_MANY_KNOWN_PLAYERS", limit=MOST)
    new = tuple(one for number, one in wanted.items() if number not in known)
    pairs = [
        (known[number], _filled(one, known[number])) for number, one in wanted.items() if number in known
    ]
    changed = tuple((before, after) for before, after in pairs if before != after)
    return Comparison(new, changed, len(pairs) - len(changed))


@transaction.atomic
def load(players: Iterable[Listed], *, by: User, filename: str) -> Comparison:
    """Add the players to the list of `by`, or change those of the same Player ID. Refused as `compare`."""
    owner = locks.account(by)
    found = compare(players, by=owner)
    if not found.new and not found.changed:
        return found
    rows = [_row(owner, one) for one in (*found.new, *(after for _before, after in found.changed))]
    KnownPlayer.objects.bulk_create(
        rows,
        batch_size=500,
        update_conflicts=True,
        unique_fields=["user", "player_id"],
        update_fields=["first_name", "last_name", "birth_year", "search_key"],
    )
    _remember(owner, found, filename)
    new, changed = len(found.new), len(found.changed)
    journal.write(None, "KnownPlayersLoaded", by=by, filename=filename, count=new, others=changed)
    return found


@transaction.atomic
def delete_all(*, by: User) -> int:
    """Empty the list of `by`; how many they were. Entries and records of people stay."""
    rows = KnownPlayer.objects.filter(user=locks.account(by))
    count = rows.count()
    if count:
        rows.delete()
        KnownPlayersLoad.objects.filter(user=by).delete()
        journal.write(None, "KnownPlayersDeleted", by=by, count=count)
    return count


@transaction.atomic
def delete_one(key: int, *, by: User) -> str:
    """Delete one player of the list of `by`, from what its imports remember too; the name.

    Refused: NOT_ON_YOUR_LIST.
    """
    owner = locks.account(by)
    row = KnownPlayer.objects.filter(user=owner, pk=key).first()
    if row is None:
        raise Refused("NOT_ON_YOUR_LIST")
    for one in KnownPlayersLoad.objects.filter(user=owner):
        others = [change for change in one.changes if change["player_id"] != row.player_id]
        if len(others) < len(one.changes):
            one.changes = others
            one.save(update_fields=["changes"])
    row.delete()
    journal.write(None, "KnownPlayerDeleted", by=by)
    return str(row)


@transaction.atomic
def undo_load(key: int, *, by: User) -> KnownPlayersLoad:
    """Give the list of `by` back what it was before its newest import; the import.

    Who was changed or deleted since stays so. Refused: LOAD_UNDONE, LATER_LOAD_FIRST (filename).
    """
    owner = locks.account(by)
    newest = KnownPlayersLoad.objects.filter(user=owner).first()
    if newest is None or newest.pk < key or not KnownPlayersLoad.objects.filter(user=owner, pk=key).exists():
        raise Refused("LOAD_UNDONE")
    if newest.pk != key:
        raise Refused("LATER_LOAD_FIRST", filename=newest.filename)
    touched = [change["player_id"] for change in newest.changes]
    rows = {
        row.player_id: row for row in KnownPlayer.objects.filter(user=owner) if row.player_id in set(touched)
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
        None, "KnownPlayersUnloaded", by=by, filename=newest.filename, count=len(removed), others=len(back)
    )
    return newest


def _remember(owner: User, found: Comparison, filename: str) -> None:
    """What the newest imports did, so that they can be undone."""
    pairs: list[tuple[Listed | None, Listed]] = [*((None, one) for one in found.new), *found.changed]
    changes = [
        {"player_id": after.player_id, "before": asdict(before) if before else None, "after": asdict(after)}
        for before, after in pairs
    ]
    KnownPlayersLoad.objects.create(user=owner, filename=filename[:500], changes=changes)
    loads = KnownPlayersLoad.objects.filter(user=owner)
    loads.filter(pk__in=list(loads.values_list("pk", flat=True)[UNDONE_AT_MOST:])).delete()


def _listed(row: KnownPlayer) -> Listed:
    return Listed(row.player_id, row.first_name, row.last_name, row.birth_year)


def _filled(one: Listed, before: Listed) -> Listed:
    return Listed(one.player_id, one.first_name, one.last_name, one.birth_year or before.birth_year)


def _row(owner: User, one: Listed, *, key: int | None = None) -> KnownPlayer:
    facts = {name: getattr(one, name) for name in FACTS}
    return KnownPlayer(
        pk=key, user=owner, search_key=search_key(one.first_name, one.last_name)[:200], **facts
    )


define(
    JournalKind("KnownPlayersLoaded", {"filename": str, "count": int, "others": int}, scope="installation"),
    JournalKind("KnownPlayersUnloaded", {"filename": str, "count": int, "others": int}, scope="installation"),
    JournalKind("KnownPlayerDeleted", {}, scope="installation"),
    JournalKind("KnownPlayersDeleted", {"count": int}, scope="installation"),
)
