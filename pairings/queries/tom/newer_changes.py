"""What TOM alone changed since its last file: drops undone, disqualifications, rounds paired again.

Three are compared: what is here, the newer file, and the last file, which is stored with the event. Where the event is
still as that file, TOM alone made the change, and the event can take it over. Where it is not, people decide.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pairings.engine import tdf
from pairings.engine.tdf import TomEvent, TomMatch, TomPlayer, TomRound
from pairings.models import TomFile
from pairings.queries.tom.differences import Difference
from tournaments.engine.divisions import OF_TOM
from tournaments.models import Tournament

LEAVING = {"dropped_in", "disqualified"}
PAIRED = {"MATCH_ONLY_HERE", "MATCH_ONLY_THERE", "MATCH_JOINED"}

Seats = frozenset[str | None]


def marked(
    event: Tournament, ours: TomEvent, theirs: TomEvent, differences: Sequence[Difference]
) -> tuple[Difference, ...]:
    """The differences, those marked `there` that TOM alone made. Reads the stored file where there could be some."""
    found = [one for one in differences if one.field in LEAVING or one.kind in PAIRED]
    before = _stored(event) if found else None
    if before is None:
        return tuple(differences)
    paired = {
        (division, number)
        for division, number in {(one.division, one.round) for one in found if one.kind in PAIRED}
        if _paired_there(division, number, ours, theirs, before)
    }
    left = {
        player.user_id
        for player in ours.players
        if _same_leaving(player, before.player_of.get(player.user_id))
    }
    return tuple(
        replace(
            one,
            there=(one.kind in PAIRED and (one.division, one.round) in paired)
            or (one.field in LEAVING and one.player in left),
        )
        for one in differences
    )


def _stored(event: Tournament) -> TomEvent | None:
    file = TomFile.objects.filter(tournament=event).first()
    try:
        return tdf.read(bytes(file.data)) if file else None
    except tdf.TdfError:
        return None


def _same_leaving(one: TomPlayer, before: TomPlayer | None) -> bool:
    return before is not None and all(getattr(one, name) == getattr(before, name) for name in LEAVING)


def _paired_there(division: str, number: int, ours: TomEvent, theirs: TomEvent, before: TomEvent) -> bool:
    """Whether the newest Swiss round here is paired as the last file has it, with results of that file alone."""
    here, newer, last = (rounds_of(one, division) for one in (ours, theirs, before))
    if number != max(here, default=0) or number not in last or here[number].elimination:
        return False
    there = set(_by_seats(newer[number].played)) if number in newer else set()
    own, old = _by_seats(here[number].played), _by_seats(last[number].played)
    replaced = own.keys() - there
    return all(seats in old and _result(own[seats]) == _result(old[seats]) for seats in replaced)


def rounds_of(event: TomEvent, division: str) -> dict[int, TomRound]:
    """The rounds of a division by their number."""
    return {one.number: one for pod in event.pods if OF_TOM[pod.category] == division for one in pod.rounds}


def _by_seats(matches: Iterable[TomMatch]) -> Mapping[Seats, TomMatch]:
    return {frozenset((one.left, one.right)): one for one in matches}


def _result(match: TomMatch) -> tuple[object, str]:
    return match.outcome, match.left
