"""Check that the parts of a TOM file agree with each other."""

from collections.abc import Iterable

from .errors import TdfError
from .faults import TdfFault
from .values import TomEvent, TomPlayer, TomPod, TomRound


def once_each(players: Iterable[TomPlayer]) -> None:
    """Refuse two players with the same Player ID: TDF_DUPLICATE_PLAYER."""
    first: dict[str, int] = {}
    for player in players:
        if player.user_id in first:
            raise TdfError(
                TdfFault.TDF_DUPLICATE_PLAYER,
                line=player.line,
                element="player",
                player=player.user_id,
                first_line=first[player.user_id],
            )
        first[player.user_id] = player.line


def agree(event: TomEvent) -> None:
    """Refuse a file whose parts contradict each other, with the first line of it."""
    once_each(event.players)
    _one_pod_each(event)
    for pod in event.pods:
        # Refuse rounds that are not in ascending order, or a Swiss round after the bracket:
        # TDF_ROUND_ORDER
        for before, after in zip(pod.rounds, pod.rounds[1:], strict=False):
            if after.number <= before.number or (before.elimination and not after.elimination):
                raise TdfError(TdfFault.TDF_ROUND_ORDER, line=after.line, element="round", round=after.number)
        for round_ in pod.rounds:
            _one_match_each(pod, round_)
    registered = event.player_of
    for part in event.standings:
        for user_id, _ in part.places:
            if user_id not in registered:
                raise _refused(TdfFault.TDF_UNKNOWN_PLAYER, part.line, "standings", user_id)


def _one_pod_each(event: TomEvent) -> None:
    registered, seated = set(event.player_of), set[str]()
    for pod in event.pods:
        for user_id in pod.roster:
            if user_id not in registered:
                raise _refused(TdfFault.TDF_UNKNOWN_PLAYER, pod.line, "pod", user_id)
            if user_id in seated:
                raise _refused(TdfFault.TDF_PLAYER_IN_TWO_PODS, pod.line, "pod", user_id)
            seated.add(user_id)


def _one_match_each(pod: TomPod, round_: TomRound) -> None:
    roster, first = set(pod.roster), dict[str, int]()
    for match in round_.played:
        for user_id in (match.left, match.right):
            if user_id is None:
                continue
            if user_id not in roster:
                raise _refused(TdfFault.TDF_NOT_IN_POD, match.line, "match", user_id, round=round_.number)
            if user_id in first:
                raise _refused(
                    TdfFault.TDF_PLAYER_TWICE,
                    match.line,
                    "match",
                    user_id,
                    round=round_.number,
                    first_line=first[user_id],
                )
            first[user_id] = match.line


def _refused(code: TdfFault, line: int, element: str, player: str, **facts: object) -> TdfError:
    return TdfError(code, line=line, element=element, player=player, **facts)
