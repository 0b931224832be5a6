"""Changes of players in TOM since the event's file: corrected Player IDs, late entries."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pairings.engine.tdf import TomEvent, TomMatch, TomPlayer, TomPod
from tournaments.models import Tournament


def renumbered(ours: TomEvent, theirs: TomEvent) -> dict[str, str]:
    """The new Player ID by the old one, of each person matched only by name and birth year."""
    # TOM writes a corrected Player ID into every round, so the file has no other trace of it.
    here, there = ours.player_of, theirs.player_of
    missing = _by_person(player for user_id, player in here.items() if user_id not in there)
    new = _by_person(player for user_id, player in there.items() if user_id not in here)
    return {
        missing[who][0]: new[who][0]
        for who in missing
        if len(missing[who]) == 1 and len(new.get(who, ())) == 1
    }


def _by_person(players: Iterable[TomPlayer]) -> dict[tuple[str, int | None], list[str]]:
    ids: dict[tuple[str, int | None], list[str]] = {}
    for player in players:
        name = f"{player.first_name} {player.last_name}".strip()
        ids.setdefault((name.casefold(), player.birth_year), []).append(player.user_id)
    return ids


def with_player_ids(read: TomEvent, changed: Mapping[str, str]) -> TomEvent:
    """The file with Player IDs replaced by `changed`, wherever it has a player."""
    if not changed:
        return read

    def match(row: TomMatch) -> TomMatch:
        right = changed.get(row.right, row.right) if row.right is not None else None
        return replace(row, left=changed.get(row.left, row.left), right=right)

    def pod(row: TomPod) -> TomPod:
        groups = tuple(tuple(changed.get(user_id, user_id) for user_id in group) for group in row.subgroups)
        rounds = tuple(replace(round_, matches=tuple(map(match, round_.matches))) for round_ in row.rounds)
        return replace(row, subgroups=groups, rounds=rounds)

    return replace(
        read,
        players=tuple(
            replace(player, user_id=changed.get(player.user_id, player.user_id)) for player in read.players
        ),
        pods=tuple(map(pod, read.pods)),
        standings=tuple(
            replace(
                part, places=tuple((changed.get(user_id, user_id), place) for user_id, place in part.places)
            )
            for part in read.standings
        ),
    )


def joined(event: Tournament, theirs: TomEvent) -> frozenset[str]:
    """Player IDs in the file but not in the event that can be added: in no pod, or in one whose division exists."""
    divisions = set(event.divisions.values_list("age_division", flat=True))
    entered = set(event.entries.exclude(player_number=None).values_list("player_number", flat=True))
    seated = {user_id: pod for pod in theirs.pods for user_id in pod.roster}
    return frozenset(
        user_id
        for user_id in theirs.player_of
        if user_id not in entered and (user_id not in seated or seated[user_id].division in divisions)
    )
