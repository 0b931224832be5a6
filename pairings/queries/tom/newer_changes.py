"""Changes since TOM's last file: reverted drops, disqualifications, corrected results, rounds paired again.

Compares the event, the newer file, and the last file, which is stored with the event. Where the event equals the last
file, only TOM made the change, and the event can import it. Otherwise people decide.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pairings.engine import tdf
from pairings.engine.outcomes import Outcome
from pairings.engine.tdf import TomEvent, TomMatch, TomPlayer, TomRound
from pairings.models import TomFile
from pairings.queries.tom.differences import OPEN, Difference, Seats, pairs_a_round
from tournaments.engine.divisions import OF_TOM
from tournaments.models import Tournament

LEAVING = {"dropped_in", "disqualified"}


def marked(
    event: Tournament, ours: TomEvent, theirs: TomEvent, differences: Sequence[Difference]
) -> tuple[Difference, ...]:
    """The differences, with `there` and `replaces`. Reads the stored file only if it could explain one."""
    if not any(one.field in LEAVING or one.kind == "RESULT" or pairs_a_round(one) for one in differences):
        return tuple(differences)
    since = _Since(ours, theirs, _stored(event))
    found = [since.mark(one) for one in differences]
    again = {one.division for one in found if one.cut}
    return tuple(since.mark_cut(one) if one.division in again else one for one in found)


class _Since:
    """The event and the newer file compared with the last file; without one no change is by TOM alone."""

    def __init__(self, ours: TomEvent, theirs: TomEvent, before: TomEvent | None) -> None:
        self.ours, self.theirs, self.before = ours, theirs, before
        self._rounds: dict[str, tuple[dict[int, TomRound], ...]] = {}

    def mark(self, one: Difference) -> Difference:
        if one.field in LEAVING:
            player = self.ours.player_of.get(one.player)
            before = self.before.player_of.get(one.player) if self.before else None
            return replace(one, there=player is not None and _same_leaving(player, before))
        if pairs_a_round(one):
            if one.kind == "MATCH_JOINED" and len(one.players) == 1 and one.round != self._newest(one):
                return one
            cut = not self._is_swiss(one)
            there = self._cut_there(one.division) if cut else self._paired_there(one)
            return replace(one, there=there, replaces=not there, cut=cut)
        if one.kind == "RESULT" and self._decides_later_rounds(one):
            there = self._cut_there(one.division)
            return replace(one, there=there, replaces=not there, cut=True)
        if one.kind == "RESULT" and one.ours not in OPEN:
            # An older file looks like a result that was cleared in TOM, so clearing one needs a confirmation.
            if one.theirs in OPEN:
                return replace(one, replaces=self._decided_there(one) and one.round == self._newest(one))
            there = self._decided_there(one)
            return replace(one, there=there, replaces=not there)
        return one

    def mark_cut(self, one: Difference) -> Difference:
        """A difference in a cut to be started again: a round only here, a result missing in the file."""
        if one.kind not in ("ROUND_ONLY_HERE", "RESULT") or one.cut or self._is_swiss(one):
            return one
        there = self._cut_there(one.division)
        return replace(one, there=there, replaces=not there, cut=True)

    def _decides_later_rounds(self, one: Difference) -> bool:
        """Whether a different result of the cut decides the players of later rounds."""
        return (
            not self._is_swiss(one)
            and one.ours not in OPEN
            and one.theirs not in OPEN
            and one.round < self._newest(one)
        )

    def _of(self, division: str) -> tuple[dict[int, TomRound], ...]:
        """The rounds of a division here, in the newer file and in the last one."""
        if division not in self._rounds:
            every = (self.ours, self.theirs, self.before)
            self._rounds[division] = tuple(rounds_of(one, division) if one else {} for one in every)
        return self._rounds[division]

    def _newest(self, one: Difference) -> int:
        return max(self._of(one.division)[0], default=0)

    def _is_swiss(self, one: Difference) -> bool:
        here, newer, _last = self._of(one.division)
        return not any(rounds[one.round].elimination for rounds in (here, newer) if one.round in rounds)

    def _paired_there(self, one: Difference) -> bool:
        """Whether the round here is paired as in the last file, with only results of that file."""
        here, newer, last = self._of(one.division)
        own = _by_seats(here[one.round].played)
        old = _by_seats(last[one.round].played) if one.round in last else {}
        there = _by_seats(newer[one.round].played)
        replaced = [
            seats
            for seats, match in own.items()
            if seats not in there or (None in seats and there[seats].outcome is not match.outcome)
        ]
        return all(seats in old and _result(own[seats]) == _result(old[seats]) for seats in replaced)

    def _cut_there(self, division: str) -> bool:
        """Whether the cut here is that of the last file, so that only TOM started it again."""
        here, _newer, last = self._of(division)
        own, old = (
            {number: one for number, one in rounds.items() if one.elimination} for rounds in (here, last)
        )
        return own.keys() <= old.keys() and all(
            set(map(_result, one.played)) == set(map(_result, old[number].played))
            and _by_seats(one.played).keys() == _by_seats(old[number].played).keys()
            for number, one in own.items()
        )

    def _decided_there(self, one: Difference) -> bool:
        """Whether the result here is that of the last file."""
        here, _newer, last = self._of(one.division)
        old = _by_seats(last[one.round].played) if one.round in last else {}
        own = _by_seats(here[one.round].played)[one.seats]
        return one.seats in old and _result(old[one.seats]) == _result(own)


def _stored(event: Tournament) -> TomEvent | None:
    file = TomFile.objects.filter(tournament=event).first()
    try:
        return tdf.read(bytes(file.data)) if file else None
    except tdf.TdfError:
        return None


def _same_leaving(one: TomPlayer, before: TomPlayer | None) -> bool:
    return before is not None and all(getattr(one, name) == getattr(before, name) for name in LEAVING)


def rounds_of(event: TomEvent, division: str) -> dict[int, TomRound]:
    """The rounds of a division by their number."""
    return {one.number: one for pod in event.pods if OF_TOM[pod.category] == division for one in pod.rounds}


def _by_seats(matches: Iterable[TomMatch]) -> Mapping[Seats, TomMatch]:
    return {frozenset((one.left, one.right)): one for one in matches}


def _result(match: TomMatch) -> tuple[object, object]:
    """The outcome, and the winner."""
    winner = {Outcome.LEFT: match.left, Outcome.RIGHT: match.right}.get(match.outcome or Outcome.PENDING)
    return match.outcome if winner is None else "won", winner
