"""An organizer's list of players from TOM's files, suggested when players are added to events.

Members of the organizing team can load and delete the list. Without `organizer`, the functions use the list
of the team of `by`; that team is created with its first list.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Self

from django.db import transaction

from core.engine.person_names import search_key
from core.engine.refused import Refused
from core.models import Team
from core.queries.teams import default_team, may_act_for
from core.services import journal, locks, teams
from pairings.engine.journal_kinds import (
    KnownPlayerDeleted,
    KnownPlayersDeleted,
    KnownPlayersLoaded,
    KnownPlayersUnloaded,
)
from pairings.engine.refusals import PairingRefusal
from tournaments.models import KnownPlayer, KnownPlayersLoad, User

MAX_KNOWN_PLAYERS = 20_000
"""Maximum number of players on one list."""
MAX_UNDONE = 3
"""Number of imports that can be undone, newest first."""


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A player in a file. Only the year of the birth date is stored."""

    player_id: str
    first_name: str
    last_name: str
    birth_year: int | None

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

    @classmethod
    def of(cls, row: KnownPlayer) -> Self:
        return cls(row.player_id, row.first_name, row.last_name, row.birth_year)

    def as_row(self, owner: Team, *, key: int | None = None) -> KnownPlayer:
        """Return an unsaved row of the owner's list."""
        index = search_key(self.first_name, self.last_name)[:200]
        return KnownPlayer(pk=key, organizer=owner, search_key=index, **asdict(self))


@dataclass(frozen=True, slots=True)
class ListComparison:
    """Effect of loading players.

    `changed` lists pairs of (before, after), and `same` counts unchanged players.
    """

    new: tuple[ListedPlayer, ...]
    changed: tuple[tuple[ListedPlayer, ListedPlayer], ...]
    same: int


def compare_with_player_list(
    players: Iterable[ListedPlayer], *, by: User, organizer: Team | None = None
) -> ListComparison:
    """Compare players with the list by Player ID, without writing anything. Two queries.

    `organizer` is the team whose list is compared, by default the team of `by`. If two players have the
    same Player ID, the later one is used. A player without a birth year in the file does not lose the
    stored one. Refused: TOO_MANY_KNOWN_PLAYERS (limit), NOT_OF_TEAM.
    """
    loaded = {player.player_id: player for player in players}
    if organizer is not None:
        teams.require_member(organizer, by)
    owner = organizer or default_team(by)
    stored_players = KnownPlayer.objects.filter(organizer=owner) if owner else KnownPlayer.objects.none()
    known_players = {known_player.player_id: ListedPlayer.of(known_player) for known_player in stored_players}
    if len(loaded.keys() | known_players.keys()) > MAX_KNOWN_PLAYERS:
        raise Refused(PairingRefusal.TOO_MANY_KNOWN_PLAYERS, limit=MAX_KNOWN_PLAYERS)
    new_players = tuple(player for player_id, player in loaded.items() if player_id not in known_players)
    pairs = [
        (before, replace(player, birth_year=player.birth_year or before.birth_year))
        for player_id, player in loaded.items()
        if (before := known_players.get(player_id)) is not None
    ]
    changed = tuple((before, after) for before, after in pairs if before != after)
    return ListComparison(new_players, changed, len(pairs) - len(changed))


@transaction.atomic
def import_players_to_list(
    players: Iterable[ListedPlayer], *, by: User, filename: str, organizer: Team | None = None
) -> ListComparison:
    """Add players to the list, and update those with the same Player ID.

    The newest imports are stored so that they can be undone; `filename` is the name of the import.
    Refused: whatever `compare_with_player_list` refuses.
    """
    owner = locks.lock_team(organizer or teams.team_for_creator(by))
    teams.require_member(owner, by)
    comparison = compare_with_player_list(players, by=by, organizer=owner)
    pairs: list[tuple[ListedPlayer | None, ListedPlayer]] = [
        *((None, player) for player in comparison.new),
        *comparison.changed,
    ]
    if not pairs:
        return comparison
    KnownPlayer.objects.bulk_create(
        [after.as_row(owner) for _old, after in pairs],
        batch_size=500,
        update_conflicts=True,
        unique_fields=["organizer", "player_id"],
        update_fields=["first_name", "last_name", "birth_year", "search_key"],
    )

    # Store the changes of the newest imports, so that they can be undone.
    changes = [
        {
            "player_id": after.player_id,
            "before": asdict(before) if before else None,
            "after": asdict(after),
        }
        for before, after in pairs
    ]
    KnownPlayersLoad.objects.create(organizer=owner, filename=filename[:500], changes=changes)
    loads = KnownPlayersLoad.objects.filter(organizer=owner)
    loads.filter(pk__in=list(loads.values_list("pk", flat=True)[MAX_UNDONE:])).delete()

    added_count, changed_count = len(comparison.new), len(comparison.changed)
    journal.write_journal_line(
        None, KnownPlayersLoaded(filename=filename, count=added_count, others=changed_count), by=by
    )
    return comparison


@transaction.atomic
def delete_player_list(*, by: User, organizer: Team | None = None) -> int:
    """Empty the list and return the number of deleted players.

    The undo data of its imports is deleted too; entries and people are not. Refused: NOT_OF_TEAM.
    """
    owner = locks.lock_team(organizer or teams.team_for_creator(by))
    teams.require_member(owner, by)
    rows = KnownPlayer.objects.filter(organizer=owner)
    count = rows.count()
    if count:
        rows.delete()
        KnownPlayersLoad.objects.filter(organizer=owner).delete()
        journal.write_journal_line(None, KnownPlayersDeleted(count=count), by=by)
    return count


@transaction.atomic
def delete_known_player(key: int, *, by: User) -> str:
    """Delete a player from a list of `by` and from the undo data of its imports. Return the player's name.

    Refused: NOT_ON_YOUR_LIST.
    """
    known_player = KnownPlayer.objects.select_related("organizer").filter(pk=key).first()
    if known_player is None or not may_act_for(by, known_player.organizer):
        raise Refused(PairingRefusal.NOT_ON_YOUR_LIST)
    owner = locks.lock_team(known_player.organizer)
    for import_of_list in KnownPlayersLoad.objects.filter(organizer=owner):
        other_changes = [
            change for change in import_of_list.changes if change["player_id"] != known_player.player_id
        ]
        if len(other_changes) < len(import_of_list.changes):
            import_of_list.changes = other_changes
            import_of_list.save(update_fields=["changes"])
    known_player.delete()
    journal.write_journal_line(None, KnownPlayerDeleted(), by=by)
    return str(known_player)


@transaction.atomic
def undo_list_import(key: int, *, by: User) -> KnownPlayersLoad:
    """Undo the newest import of a list of `by`, and return that import.

    Players who have been changed or deleted since the import do not change. Refused: LOAD_UNDONE if the import no
    longer exists or belongs to another team, LATER_LOAD_FIRST (filename) if it is not the newest one.
    """
    import_to_undo = KnownPlayersLoad.objects.select_related("organizer").filter(pk=key).first()
    if import_to_undo is None or not may_act_for(by, import_to_undo.organizer):
        raise Refused(PairingRefusal.LOAD_UNDONE)
    owner = locks.lock_team(import_to_undo.organizer)
    newest = KnownPlayersLoad.objects.filter(organizer=owner).first()
    if newest is None or not KnownPlayersLoad.objects.filter(pk=key).exists():
        raise Refused(PairingRefusal.LOAD_UNDONE)
    if newest.pk != key:
        raise Refused(PairingRefusal.LATER_LOAD_FIRST, filename=newest.filename)
    player_ids = {change["player_id"] for change in newest.changes}
    row_by_player_id = {
        known_player.player_id: known_player
        for known_player in KnownPlayer.objects.filter(organizer=owner)
        if known_player.player_id in player_ids
    }
    restored_rows, removed_keys = [], []
    for change in newest.changes:
        known_player = row_by_player_id.get(change["player_id"])
        if known_player is None or asdict(ListedPlayer.of(known_player)) != change["after"]:
            continue
        if change["before"] is None:
            removed_keys.append(known_player.pk)
        else:
            restored_rows.append(ListedPlayer(**change["before"]).as_row(owner, key=known_player.pk))
    KnownPlayer.objects.bulk_update(
        restored_rows, ["first_name", "last_name", "birth_year", "search_key"], batch_size=500
    )
    for offset in range(0, len(removed_keys), 500):
        KnownPlayer.objects.filter(pk__in=removed_keys[offset : offset + 500]).delete()
    newest.delete()
    journal.write_journal_line(
        None,
        KnownPlayersUnloaded(filename=newest.filename, count=len(removed_keys), others=len(restored_rows)),
        by=by,
    )
    return newest
