"""Players changed in TOM since the event's file: corrected Player IDs, late entries."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pairings.engine.tdf import TomEvent, TomMatch, TomPlayer, TomPod
from tournaments.models import Tournament


def renumbered_player_ids(ours: TomEvent, theirs: TomEvent) -> dict[str, str]:
    """Return new Player IDs by old ones, for players who only match by name and birth year.

    Players with the same name and birth year are left out.
    """
    # TOM writes a corrected Player ID into every round, so only the name and birth year identify the player.
    our_players, their_players = ours.player_of, theirs.player_of
    only_our_ids = _ids_by_person(
        player for user_id, player in our_players.items() if user_id not in their_players
    )
    only_their_ids = _ids_by_person(
        player for user_id, player in their_players.items() if user_id not in our_players
    )
    return {
        only_our_ids[person][0]: only_their_ids[person][0]
        for person in only_our_ids
        if len(only_our_ids[person]) == 1 and len(only_their_ids.get(person, ())) == 1
    }


def _ids_by_person(players: Iterable[TomPlayer]) -> dict[tuple[str, int | None], list[str]]:
    """Return the Player IDs of players by name and birth year."""
    ids: dict[tuple[str, int | None], list[str]] = {}
    for player in players:
        ids.setdefault((player.name.casefold(), player.birth_year), []).append(player.user_id)
    return ids


def with_changed_player_ids(tom_file: TomEvent, changed: Mapping[str, str]) -> TomEvent:
    """Replace the Player IDs in `changed` wherever the file refers to a player."""
    if not changed:
        return tom_file

    def renumber_match(match: TomMatch) -> TomMatch:
        right = changed.get(match.right, match.right) if match.right is not None else None
        return replace(match, left=changed.get(match.left, match.left), right=right)

    def renumber_pod(pod: TomPod) -> TomPod:
        groups = tuple(tuple(changed.get(user_id, user_id) for user_id in group) for group in pod.subgroups)
        rounds = tuple(
            replace(round_, matches=tuple(map(renumber_match, round_.matches))) for round_ in pod.rounds
        )
        return replace(pod, subgroups=groups, rounds=rounds)

    return replace(
        tom_file,
        players=tuple(
            replace(player, user_id=changed.get(player.user_id, player.user_id))
            for player in tom_file.players
        ),
        pods=tuple(map(renumber_pod, tom_file.pods)),
        standings=tuple(
            replace(
                part, places=tuple((changed.get(user_id, user_id), place) for user_id, place in part.places)
            )
            for part in tom_file.standings
        ),
    )


def addable_player_ids(event: Tournament, theirs: TomEvent) -> frozenset[str]:
    """Return the Player IDs that are only in the file and can be added to the event.

    These players are in no pod, or in a pod whose division exists.
    """
    divisions = set(event.divisions.values_list("age_division", flat=True))
    entered_ids = set(event.entries.exclude(player_number=None).values_list("player_number", flat=True))
    pod_by_id = {user_id: pod for pod in theirs.pods for user_id in pod.roster}
    return frozenset(
        user_id
        for user_id in theirs.player_of
        if user_id not in entered_ids
        and (user_id not in pod_by_id or pod_by_id[user_id].division in divisions)
    )
