"""Changes since TOM's last file: reverted drops, disqualifications, corrected results, rounds paired again.

Compares the event, the newer file, and the last file, which is stored with the event. Where the event equals the last
file, only TOM made the change, and the event can import it. Otherwise people decide.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pairings.engine import tdf
from pairings.engine.outcomes import Outcome
from pairings.engine.tdf import TomEvent, TomMatch, TomRound
from pairings.models import TomFile
from pairings.queries.tom.differences import OPEN, Difference, Seats, pairs_a_round
from tournaments.engine.divisions import OF_TOM
from tournaments.models import Tournament

LEAVING = {"dropped_in", "disqualified"}


def marked(
    event: Tournament, ours: TomEvent, theirs: TomEvent, differences: Sequence[Difference]
) -> tuple[Difference, ...]:
    """The differences, with `there` and `replaces`. Reads the stored file only if it could explain one."""
    if not any(
        difference.field in LEAVING or difference.kind == "RESULT" or pairs_a_round(difference)
        for difference in differences
    ):
        return tuple(differences)
    file = TomFile.objects.filter(tournament=event).first()
    try:
        stored = tdf.read(bytes(file.data)) if file else None
    except tdf.TdfError:
        stored = None
    since = _Since(ours, theirs, stored)
    changes = [since.mark(difference) for difference in differences]
    again = {difference.division for difference in changes if difference.cut}
    return tuple(
        since.mark_cut(difference) if difference.division in again else difference for difference in changes
    )


class _Since:
    """The event and the newer file compared with the last file; without one no change is by TOM alone."""

    def __init__(self, ours: TomEvent, theirs: TomEvent, before: TomEvent | None) -> None:
        self.ours, self.theirs, self.before = ours, theirs, before
        self._rounds: dict[str, tuple[dict[int, TomRound], ...]] = {}

    def mark(self, difference: Difference) -> Difference:
        if difference.field in LEAVING:
            player = self.ours.player_of.get(difference.player)
            before = self.before.player_of.get(difference.player) if self.before else None
            there = player is not None and before is not None
            there = there and all(getattr(player, name) == getattr(before, name) for name in LEAVING)
            return replace(difference, there=there)
        if pairs_a_round(difference):
            if (
                difference.kind == "MATCH_JOINED"
                and len(difference.players) == 1
                and difference.round != self._newest(difference)
            ):
                return difference
            cut = not self._is_swiss(difference)
            there = self._cut_there(difference.division) if cut else self._paired_there(difference)
            return replace(difference, there=there, replaces=not there, cut=cut)
        if difference.kind == "RESULT" and self._decides_later_rounds(difference):
            there = self._cut_there(difference.division)
            return replace(difference, there=there, replaces=not there, cut=True)
        if difference.kind == "RESULT" and difference.ours not in OPEN:
            # An older file looks like a result that was cleared in TOM, so clearing one needs a confirmation.
            if difference.theirs in OPEN:
                return replace(
                    difference,
                    replaces=self._decided_there(difference) and difference.round == self._newest(difference),
                )
            there = self._decided_there(difference)
            return replace(difference, there=there, replaces=not there)
        return difference

    def mark_cut(self, difference: Difference) -> Difference:
        """A difference in a cut to be started again: a round only here, a result missing in the file."""
        if (
            difference.kind not in ("ROUND_ONLY_HERE", "RESULT")
            or difference.cut
            or self._is_swiss(difference)
        ):
            return difference
        there = self._cut_there(difference.division)
        return replace(difference, there=there, replaces=not there, cut=True)

    def _decides_later_rounds(self, difference: Difference) -> bool:
        """Whether a different result of the cut decides the players of later rounds."""
        return (
            not self._is_swiss(difference)
            and difference.ours not in OPEN
            and difference.theirs not in OPEN
            and difference.round < self._newest(difference)
        )

    def _of(self, division: str) -> tuple[dict[int, TomRound], ...]:
        """The rounds of a division here, in the newer file and in the last one."""
        if division not in self._rounds:
            self._rounds[division] = tuple(
                rounds_of(event, division) if event else {} for event in (self.ours, self.theirs, self.before)
            )
        return self._rounds[division]

    def _newest(self, difference: Difference) -> int:
        return max(self._of(difference.division)[0], default=0)

    def _is_swiss(self, difference: Difference) -> bool:
        here, newer, _last = self._of(difference.division)
        return not any(
            rounds[difference.round].elimination for rounds in (here, newer) if difference.round in rounds
        )

    def _paired_there(self, difference: Difference) -> bool:
        """Whether the round here is paired as in the last file, with only results of that file."""
        here, newer, last = self._of(difference.division)
        own = _by_seats(here[difference.round].played)
        old = _by_seats(last[difference.round].played) if difference.round in last else {}
        there = _by_seats(newer[difference.round].played)
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
            {number: round_ for number, round_ in rounds.items() if round_.elimination}
            for rounds in (here, last)
        )
        return own.keys() <= old.keys() and all(
            set(map(_result, round_.played)) == set(map(_result, old[number].played))
            and _by_seats(round_.played).keys() == _by_seats(old[number].played).keys()
            for number, round_ in own.items()
        )

    def _decided_there(self, difference: Difference) -> bool:
        """Whether the result here is that of the last file."""
        here, _newer, last = self._of(difference.division)
        old = _by_seats(last[difference.round].played) if difference.round in last else {}
        own = _by_seats(here[difference.round].played)[difference.seats]
        return difference.seats in old and _result(old[difference.seats]) == _result(own)


def rounds_of(event: TomEvent, division: str) -> dict[int, TomRound]:
    """The rounds of a division by their number."""
    return {
        round_.number: round_
        for pod in event.pods
        if OF_TOM[pod.category] == division
        for round_ in pod.rounds
    }


def _by_seats(matches: Iterable[TomMatch]) -> Mapping[Seats, TomMatch]:
    return {frozenset((match.left, match.right)): match for match in matches}


def _result(match: TomMatch) -> tuple[object, object]:
    """The outcome, and the winner."""
    winner = {Outcome.LEFT: match.left, Outcome.RIGHT: match.right}.get(match.outcome or Outcome.PENDING)
    return match.outcome if winner is None else "won", winner
