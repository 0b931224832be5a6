"""Convert a TOM pod to input for the standings."""

from collections.abc import Mapping

from pairings.engine.standings import Competitor, PlayedMatch
from pairings.engine.tdf import TomEvent, TomPod


def number_user_ids(event: TomEvent) -> dict[str, int]:
    """Number the user ids from 1 in the order of the list of players."""
    return {player.user_id: number for number, player in enumerate(event.players, start=1)}


def standings_input_of_pod(
    event: TomEvent, pod: TomPod, *, id_of: Mapping[str, int] | None = None
) -> tuple[tuple[Competitor, ...], tuple[PlayedMatch, ...]]:
    """Build the competitors and Swiss matches of one pod as the input of `order.rank_competitors`.

    `id_of` maps user ids to our ids; by default, our id is the position in the list of players. This position is also
    the tie-break number, which TOM uses as the last tie-break. Only players with the `late` tag in the file are late;
    being added after round 1 is not enough (M-019).
    """
    ids = number_user_ids(event) if id_of is None else id_of
    tie_break_numbers, people = number_user_ids(event), event.player_of
    competitors = tuple(
        Competitor(
            id=ids[user_id],
            dropped_in=people[user_id].dropped_in,
            disqualified=people[user_id].disqualified,
            late=people[user_id].late is not None,
            tie_break_number=tie_break_numbers[user_id],
        )
        for user_id in pod.roster
    )
    played = tuple(
        PlayedMatch(
            round_.number,
            ids[match.left],
            None if match.right is None else ids[match.right],
            match.outcome,
        )
        for round_ in pod.swiss_rounds
        for match in round_.played
        if match.outcome is not None
    )
    return competitors, played
