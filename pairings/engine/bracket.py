"""Single elimination: seeds, byes, third place and final order (M-027, M-028, M-066)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pairings.engine.outcomes import Outcome, Result, result_of
from pairings.engine.standings import Played


class State(StrEnum):
    """The state of a bout."""

    WAITING = "waiting"
    READY = "ready"
    BYE = "bye"
    DECIDED = "decided"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Bout:
    """One box of the bracket. Rounds count from 1, slots from 0; winners of neighboring slots meet.

    `left` and `right` are None while unknown (`state` waiting), or for an empty side. The match for third place is in
    the round of the final, with `third_place` set.
    """

    round: int
    slot: int
    left: int | None
    right: int | None
    state: State
    winner: int | None = None
    loser: int | None = None
    third_place: bool = False


@dataclass(frozen=True, slots=True)
class Finish:
    """One place of the final order. `lost_in` is None for players still in and for those outside the cut."""

    id: int
    place: int
    lost_in: int | None
    in_cut: bool

    @property
    def still_in(self) -> bool:
        return self.in_cut and self.lost_in is None


def seed_order(size: int) -> tuple[int, ...]:
    """Seeds by slot, for a power of two: 4 gives 1, 4, 3, 2 and 8 gives 1, 8, 5, 4, 3, 6, 7, 2 (M-028)."""
    if size < 1 or size & (size - 1):
        raise ValueError(f"a bracket has a power of two slots, not {size}")
    seeds: tuple[int, ...] = (1,)
    while len(seeds) < size:
        doubled = 2 * len(seeds) + 1
        seeds = tuple(
            seed
            for slot, best in enumerate(seeds)
            for seed in ((best, doubled - best) if slot % 2 == 0 else (doubled - best, best))
        )
    return seeds


def slots_of(entrants: Sequence[int]) -> tuple[int | None, ...]:
    """Ids by slot for any number of entrants, best seed first; None gives a bye to the neighbor."""
    size = 1 << max(len(entrants) - 1, 0).bit_length()
    return tuple(entrants[seed - 1] if seed <= len(entrants) else None for seed in seed_order(size))


def first_round(entrants: Sequence[int]) -> tuple[Bout, ...]:
    """The first round; the highest seeds have the byes: 53 entrants give 11 byes (M-027)."""
    return next_round(slots_of(entrants))


def next_round(winners: Sequence[int | None], *, number: int = 1) -> tuple[Bout, ...]:
    """The round in which neighbors meet; None is a slot without a winner. Empty for a single slot."""
    if len(winners) < 2:
        return ()
    bouts = []
    for slot, (left, right) in enumerate(zip(winners[::2], winners[1::2], strict=True)):
        if left is not None and right is not None:
            bouts.append(Bout(number, slot, left, right, State.READY))
        else:
            only = right if left is None else left
            state = State.EMPTY if only is None else State.BYE
            bouts.append(Bout(number, slot, only, None, state, winner=only))
    return tuple(bouts)


def unfold(
    slots: Sequence[int | None], rounds: Sequence[Sequence[Played]], *, third_place: bool = False
) -> tuple[tuple[Bout, ...], ...]:
    """Every round of the bracket up to the final, as far as known.

    `slots` are ids by slot; `rounds` the matches played, first round first, with or without byes. Bouts that can be
    played now have the state READY. A match without a winner sends no one on, and the opponent of its winner has a bye.
    """
    unfolded: list[tuple[Bout, ...]] = []
    bouts = next_round(slots)
    while bouts:
        number = len(unfolded) + 1
        bouts = tuple(_decided(bout, rounds[number - 1] if number <= len(rounds) else ()) for bout in bouts)
        if third_place and len(bouts) == 1 and unfolded:
            # The match for third place of the losing semifinalists
            left, right = (bout.loser for bout in unfolded[-1])
            state = State.READY
            if left is None or right is None:
                undecided = any(bout.state in (State.READY, State.WAITING) for bout in unfolded[-1])
                state = State.WAITING if undecided else State.EMPTY
            third = Bout(number, 1, left, right, state, third_place=True)
            bouts += (_decided(third, rounds[number - 1] if number <= len(rounds) else ()),)
        unfolded.append(bouts)
        bouts = _following(bouts, number + 1)
    return tuple(unfolded)


def _following(bouts: tuple[Bout, ...], number: int) -> tuple[Bout, ...]:
    """The bouts of the next round; a bout waits while one side is unknown."""
    if len(bouts) == 1 or bouts[-1].third_place:
        return ()
    met = next_round([bout.winner for bout in bouts], number=number)
    open_ = [bout.state in (State.READY, State.WAITING) for bout in bouts]
    return tuple(
        Bout(number, bout.slot, first.winner, second.winner, State.WAITING)
        if first_open or second_open
        else bout
        for bout, first, second, first_open, second_open in zip(
            met, bouts[::2], bouts[1::2], open_[::2], open_[1::2], strict=True
        )
    )


def _decided(bout: Bout, played: Sequence[Played]) -> Bout:
    """The bout with the result of its match, if any."""
    if bout.state is not State.READY:
        return bout
    match = next((row for row in played if {row.left, row.right} == {bout.left, bout.right}), None)
    if match is None or match.outcome is Outcome.PENDING:
        return bout
    winner = _winner(match)
    loser = None if winner is None else (bout.right if winner == bout.left else bout.left)
    return Bout(
        bout.round,
        bout.slot,
        bout.left,
        bout.right,
        State.DECIDED,
        winner,
        loser,
        third_place=bout.third_place,
    )


def _winner(match: Played) -> int | None:
    if match.outcome is Outcome.RIGHT:
        return match.right
    return (
        match.left
        if result_of(match.outcome, left=True) in (Result.WIN, Result.BYE, Result.AWARDED_BYE)
        else None
    )


@dataclass(frozen=True, slots=True, order=True)
class Out:
    """A player out of the event; the greater one advances against another: a drop before a disqualification, then the
    later one.
    """

    dropped: bool
    at: float
    id: int


def walkover(left: int, right: int, out: Mapping[int, Out]) -> Outcome | None:
    """The outcome of a match not played because a player is out; None where both are in."""
    if left not in out and right not in out:
        return None
    if left in out and right in out:
        return Outcome.LEFT if out[left] > out[right] else Outcome.RIGHT
    return Outcome.RIGHT if left in out else Outcome.LEFT


def places(
    finishes: Sequence[Finish], disqualified: Collection[int], *, leave_empty: bool = False
) -> tuple[tuple[int, int], ...]:
    """(place, id) of all players with a place; disqualified ones have none.

    Those below move up, or with `leave_empty` the place of a player disqualified in the cut stays empty.
    """
    placed, place = [], 0
    for finish in finishes:
        if finish.id in disqualified:
            place += leave_empty and finish.in_cut
            continue
        place += 1
        placed.append((place, finish.id))
    return tuple(placed)


def is_decided(finishes: Sequence[Finish]) -> bool:
    """Whether at most one player is still in, so that the first place is decided."""
    return sum(finish.still_in for finish in finishes) < 2


def champion(finishes: Sequence[Finish], placed: Sequence[tuple[int, int]]) -> int | None:
    """The player in first place once the cut is over; None before, and where that place stays empty.

    It is a player from outside the cut where all of the cut are disqualified.
    """
    return next((entry for place, entry in placed if place == 1), None) if is_decided(finishes) else None


def final_order(
    seeds: Sequence[int], rounds: Sequence[Sequence[Played]], *, entrants: Sequence[int] | None = None,
    by_victor: bool = False,
) -> tuple[Finish, ...]:  # fmt: skip
    """The final places: players still in, then the losers of each round from the last to the first (M-027).

    `seeds` are all players in Swiss order (in pure elimination: by seed or at random); `entrants` those of the cut, by
    default all with a match in it. The winner of the match for third place is above its loser, both below the finalist.
    Losers of one round follow in the order of `seeds`, or with `by_victor` first by the record of their victors.
    Players outside the cut follow in the order of `seeds`. ValueError for a player of the cut who is not in `seeds`.
    """
    run = _Run(rounds)
    inside = run.seen if entrants is None else set(entrants)
    place_of = {player: place for place, player in enumerate(seeds)}
    if stranger := inside - place_of.keys():
        raise ValueError(f"{min(stranger)} plays in the cut and has no seed")

    def key(player: int) -> tuple[float, float, int]:
        depth = run.depth(player) if player in inside else 0.0
        return -depth, run.record_of_victor(player) if by_victor else 0.0, place_of[player]

    return tuple(
        Finish(player, place, run.lost_in.get(player), player in inside)
        for place, player in enumerate(sorted(seeds, key=key), start=1)
    )


class _Run:
    """How far each player came: the round they lost in, their victor, and the winner of third place."""

    def __init__(self, rounds: Sequence[Sequence[Played]]) -> None:
        self.last = len(rounds)
        self.seen: set[int] = set()
        self.lost_in: dict[int, int] = {}
        self.victor: dict[int, int] = {}
        self.third: set[int] = set()
        self.won: dict[int, int] = {}
        for number, matches in enumerate(rounds, start=1):
            out = set(self.lost_in)
            for match in matches:
                self._note(number, match, for_third=match.left in out and match.right in out)

    def _note(self, number: int, match: Played, *, for_third: bool) -> None:
        sides = {match.left} if match.right is None else {match.left, match.right}
        self.seen |= sides
        if match.outcome is Outcome.PENDING:
            return
        winner = _winner(match)
        if winner is not None:
            self.won[winner] = self.won.get(winner, 0) + 1
        if for_third:
            self.third |= set() if winner is None else {winner}
            return
        for loser in sides - {winner}:
            self.lost_in[loser] = number
            if winner is not None:
                self.victor[loser] = winner

    def depth(self, player: int) -> float:
        """The round lost in, plus a half for third place; one past the last for players still in."""
        lost_in = self.lost_in.get(player, self.last + 1)
        return lost_in + (0.5 if player in self.third else 0.0)

    def record_of_victor(self, player: int) -> float:
        """Smaller the more matches the victor won; players who lost to no one come last."""
        return -float(self.won.get(self.victor[player], 0)) if player in self.victor else 0.0
