"""Consistency checks of a TOM file."""

from collections.abc import Iterable

from .errors import TdfError
from .faults import TdfFault
from .tom_event import TomEvent, TomPlayer, TomPod, TomRound


def check_unique_ids(players: Iterable[TomPlayer]) -> None:
    """Check that Player IDs are unique. Raises TdfError: TDF_DUPLICATE_PLAYER."""
    line_by_user_id: dict[str, int] = {}
    for player in players:
        if player.user_id in line_by_user_id:
            raise TdfError(
                TdfFault.TDF_DUPLICATE_PLAYER,
                line=player.line,
                element="player",
                player=player.user_id,
                first_line=line_by_user_id[player.user_id],
            )
        line_by_user_id[player.user_id] = player.line


def check_tdf_consistency(event: TomEvent) -> None:
    """Check that a file is consistent.

    Raises TdfError for the first inconsistent line: TDF_DUPLICATE_PLAYER, TDF_UNKNOWN_PLAYER,
    TDF_PLAYER_IN_TWO_PODS, TDF_ROUND_ORDER, TDF_NOT_IN_POD, TDF_PLAYER_TWICE.
    """
    check_unique_ids(event.players)
    _check_pod_rosters(event)
    for pod in event.pods:
        # Round numbers must ascend, and no Swiss round may follow the bracket.
        for previous, following in zip(pod.rounds, pod.rounds[1:], strict=False):
            if following.number <= previous.number or (previous.elimination and not following.elimination):
                raise TdfError(
                    TdfFault.TDF_ROUND_ORDER, line=following.line, element="round", round=following.number
                )
        for round_ in pod.rounds:
            _check_round_players(pod, round_)
    registered = event.player_of
    for standings in event.standings:
        for user_id, _ in standings.places:
            if user_id not in registered:
                raise TdfError(
                    TdfFault.TDF_UNKNOWN_PLAYER, line=standings.line, element="standings", player=user_id
                )


def _check_pod_rosters(event: TomEvent) -> None:
    """Check that the players of all pods are in the list of players, and in one pod each.

    Raises TdfError: TDF_UNKNOWN_PLAYER, TDF_PLAYER_IN_TWO_PODS.
    """
    registered, ids_in_pods = set(event.player_of), set[str]()
    for pod in event.pods:
        for user_id in pod.roster:
            if user_id not in registered:
                raise TdfError(TdfFault.TDF_UNKNOWN_PLAYER, line=pod.line, element="pod", player=user_id)
            if user_id in ids_in_pods:
                raise TdfError(TdfFault.TDF_PLAYER_IN_TWO_PODS, line=pod.line, element="pod", player=user_id)
            ids_in_pods.add(user_id)


def _check_round_players(pod: TomPod, round_: TomRound) -> None:
    """Check that the players of a round belong to the pod, and have one match each.

    Raises TdfError: TDF_NOT_IN_POD, TDF_PLAYER_TWICE.
    """
    roster, line_by_user_id = set(pod.roster), dict[str, int]()
    for match in round_.played:
        for user_id in (match.left, match.right):
            if user_id is None:
                continue
            if user_id not in roster:
                raise TdfError(
                    TdfFault.TDF_NOT_IN_POD,
                    line=match.line,
                    element="match",
                    player=user_id,
                    round=round_.number,
                )
            if user_id in line_by_user_id:
                raise TdfError(
                    TdfFault.TDF_PLAYER_TWICE,
                    line=match.line,
                    element="match",
                    player=user_id,
                    round=round_.number,
                    first_line=line_by_user_id[user_id],
                )
            line_by_user_id[user_id] = match.line
