"""A TOM pod as the input of the standings."""

from collections.abc import Mapping

from pairings.engine.standings import Competitor, Played
from pairings.engine.tdf import TomEvent, TomPod


def numbers(event: TomEvent) -> dict[str, int]:
    """A number for each user id: its index in the list of players, from 1."""
    return {player.user_id: number for number, player in enumerate(event.players, start=1)}


def field_of(
    event: TomEvent, pod: TomPod, *, id_of: Mapping[str, int] | None = None
) -> tuple[tuple[Competitor, ...], tuple[Played, ...]]:
    """Competitors and Swiss matches of one pod, ready for `rank`.

    `id_of` is our number of each user id; default: the indexes in the list of players. The tie-break number is the
    order of the list of players, which TOM falls back on. A player is late only with the tag in the file; being added
    after round 1 is not enough (M-019).
    """
    ids = numbers(event) if id_of is None else id_of
    tie_break_numbers, people = numbers(event), event.player_of
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
        Played(
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
