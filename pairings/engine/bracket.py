"""Single elimination: seeds, byes, third place and final order (M-027, M-028, M-066)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from pairings.engine.outcomes import Outcome
from pairings.engine.standings import PlayedMatch


class State(StrEnum):
    """State of a bout.

    WAITING: a side is not determined. READY: it can be played. EMPTY: it has no players.
    """

    WAITING = "waiting"
    READY = "ready"
    BYE = "bye"
    DECIDED = "decided"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Bout:
    """One box of the bracket, in a round counted from 1 and a slot counted from 0.

    The winners of neighboring slots meet. `left` and `right` are None if the side is empty, or while its
    player is not determined (state "waiting"). The player with a bye is on the left and is the winner. The
    match for third place belongs to the round of the final and has `third_place` set.
    """

    round: int
    slot: int
    left: int | None
    right: int | None
    state: State
    winner: int | None = None
    loser: int | None = None
    third_place: bool = False

    def with_result(self, played: Sequence[PlayedMatch]) -> "Bout":
        """Return the bout with its winner and loser, taken from its match among the played ones.

        A bout that still lacks a player, or whose match is missing or has no result, is returned unchanged.
        """
        if self.state is not State.READY:
            return self
        match = next((row for row in played if {row.left, row.right} == {self.left, self.right}), None)
        if match is None or match.outcome is Outcome.PENDING:
            return self
        winner = match.winner
        loser = None if winner is None else (self.right if winner == self.left else self.left)
        return replace(self, state=State.DECIDED, winner=winner, loser=loser)


@dataclass(frozen=True, slots=True)
class Finish:
    """One place of the final order.

    `lost_in` is the round in which the player lost. It is None if the player is still in, or did not make the cut.
    """

    id: int
    place: int
    lost_in: int | None
    in_cut: bool

    @property
    def still_in(self) -> bool:
        return self.in_cut and self.lost_in is None


def seed_order(size: int) -> tuple[int, ...]:
    """Return the seeds by slot for a bracket whose size is a power of two (M-028).

    They are 1, 4, 3, 2 for size 4 and 1, 8, 5, 4, 3, 6, 7, 2 for size 8. Raises ValueError for any other size.
    """
    if size < 1 or size & (size - 1):
        raise ValueError(f"a bracket has a power of two slots, not {size}")
    seeds: tuple[int, ...] = (1,)
    while len(seeds) < size:
        pair_sum = 2 * len(seeds) + 1
        seeds = tuple(
            seed
            for slot, better_seed in enumerate(seeds)
            for seed in (
                (better_seed, pair_sum - better_seed)
                if slot % 2 == 0
                else (pair_sum - better_seed, better_seed)
            )
        )
    return seeds


def entrants_by_slot(entrants: Sequence[int]) -> tuple[int | None, ...]:
    """Arrange any number of entrants by slot, best seed first. A player next to an empty slot has a bye.

    An empty slot is None.
    """
    size = 1 << max(len(entrants) - 1, 0).bit_length()
    return tuple(entrants[seed - 1] if seed <= len(entrants) else None for seed in seed_order(size))


def first_round_bouts(entrants: Sequence[int]) -> tuple[Bout, ...]:
    """Return the bouts of round 1, given the entrants with the best seed first.

    The highest seeds get the byes: a bracket of 53 entrants has 11 of them (M-027).
    """
    return next_round_bouts(entrants_by_slot(entrants))


def next_round_bouts(winners: Sequence[int | None], *, number: int = 1) -> tuple[Bout, ...]:
    """Return the bouts of round `number`, in which the winners of neighboring slots meet.

    A winner of None leaves the slot empty, and the opponent gets a bye. A single slot has no next round, so
    the result is empty.
    """
    if len(winners) < 2:
        return ()
    bouts = []
    for slot, (left, right) in enumerate(zip(winners[::2], winners[1::2], strict=True)):
        if left is not None and right is not None:
            bouts.append(Bout(number, slot, left, right, State.READY))
        else:
            lone_player = right if left is None else left
            state = State.EMPTY if lone_player is None else State.BYE
            bouts.append(Bout(number, slot, lone_player, None, state, winner=lone_player))
    return tuple(bouts)


def unfold_rounds(
    slots: Sequence[int | None], rounds: Sequence[Sequence[PlayedMatch]], *, third_place: bool = False
) -> tuple[tuple[Bout, ...], ...]:
    """Build every round of the bracket up to the final, with the results so far.

    `slots` are ids by slot. `rounds` are the matches played, first round first, with or without byes.
    `third_place` adds a match of the losers of the semifinals to the final. Bouts that can be played now
    are READY. If a match has no winner, no one advances and the next opponent gets a bye.
    """
    unfolded: list[tuple[Bout, ...]] = []
    bouts = next_round_bouts(slots)
    while bouts:
        number = len(unfolded) + 1
        played = rounds[number - 1] if number <= len(rounds) else ()
        bouts = tuple(bout.with_result(played) for bout in bouts)
        if third_place and len(bouts) == 1 and unfolded:
            left, right = (bout.loser for bout in unfolded[-1])
            state = State.READY
            if left is None or right is None:
                undecided = any(bout.state in (State.READY, State.WAITING) for bout in unfolded[-1])
                state = State.WAITING if undecided else State.EMPTY
            third_place_bout = Bout(number, 1, left, right, state, third_place=True)
            bouts += (third_place_bout.with_result(played),)
        unfolded.append(bouts)
        if len(bouts) == 1 or bouts[-1].third_place:
            break

        # A bout of the next round waits while one of its sides is undecided.
        next_bouts = next_round_bouts([bout.winner for bout in bouts], number=number + 1)
        is_open = [bout.state in (State.READY, State.WAITING) for bout in bouts]
        bouts = tuple(
            Bout(number + 1, bout.slot, left_bout.winner, right_bout.winner, State.WAITING)
            if left_open or right_open
            else bout
            for bout, left_bout, right_bout, left_open, right_open in zip(
                next_bouts, bouts[::2], bouts[1::2], is_open[::2], is_open[1::2], strict=True
            )
        )
    return tuple(unfolded)


@dataclass(frozen=True, slots=True, order=True)
class PlayerOut:
    """A player out of the event. If two of them are paired, the greater one advances.

    Dropped players are greater than disqualified ones; otherwise the player who left later is greater.
    """

    dropped: bool
    at: float
    id: int


def walkover_outcome(left: int, right: int, players_out: Mapping[int, PlayerOut]) -> Outcome | None:
    """Return the outcome of a match that is not played because a player is out, or None if both are in.

    If both are out, the greater `PlayerOut` advances.
    """
    if left not in players_out and right not in players_out:
        return None
    if left in players_out and right in players_out:
        return Outcome.LEFT if players_out[left] > players_out[right] else Outcome.RIGHT
    return Outcome.RIGHT if left in players_out else Outcome.LEFT


def final_places(
    finishes: Sequence[Finish], disqualified: Collection[int], *, leave_empty: bool = False
) -> tuple[tuple[int, int], ...]:
    """Return (place, id) of all players except the disqualified ones, who have no place.

    Players below them move up, but with `leave_empty`, the places of players disqualified in the cut stay
    empty.
    """
    players_with_place, place = [], 0
    for finish in finishes:
        if finish.id in disqualified:
            place += leave_empty and finish.in_cut
            continue
        place += 1
        players_with_place.append((place, finish.id))
    return tuple(players_with_place)


def is_first_place_decided(finishes: Sequence[Finish]) -> bool:
    """Return whether first place is decided: at most one player is still in."""
    return sum(finish.still_in for finish in finishes) < 2


def champion_of(finishes: Sequence[Finish], placed: Sequence[tuple[int, int]]) -> int | None:
    """Return the player in first place once the cut is over, given the places from `final_places`.

    Return None before that, or if first place stays empty. If every player of the cut is disqualified and
    the places below move up, the champion is a player from outside the cut.
    """
    return (
        next((entry for place, entry in placed if place == 1), None)
        if is_first_place_decided(finishes)
        else None
    )


def final_order(
    seeds: Sequence[int], rounds: Sequence[Sequence[PlayedMatch]], *, entrants: Sequence[int] | None = None,
    by_victor: bool = False,
) -> tuple[Finish, ...]:  # fmt: skip
    """Rank players still in the cut, then the losers of each round from last to first (M-027).

    `seeds` are all players in Swiss order (in pure elimination: by seed or at random). `entrants` are the
    players of the cut, by default all who play a match in it. The winner of the match for third place ranks
    above its loser, and both below the finalist. Losers of the same round rank in the order of `seeds`; with
    `by_victor`, the record of their victors ranks them first. Players outside the cut follow in the order of
    `seeds`.
    Raises ValueError if a player of the cut is not in `seeds`.
    """
    cut_results = _CutResults(rounds)
    cut_players = cut_results.seen if entrants is None else set(entrants)
    seed_place = {player: place for place, player in enumerate(seeds)}
    if unseeded := cut_players - seed_place.keys():
        raise ValueError(f"{min(unseeded)} plays in the cut and has no seed")

    def sort_key(player: int) -> tuple[float, float, int]:
        depth = cut_results.round_of_loss(player) if player in cut_players else 0.0
        return -depth, cut_results.negated_wins_of_victor(player) if by_victor else 0.0, seed_place[player]

    return tuple(
        Finish(player, place, cut_results.lost_in.get(player), player in cut_players)
        for place, player in enumerate(sorted(seeds, key=sort_key), start=1)
    )


class _CutResults:
    """Results of the cut: the round each player lost in, the victor, and the winner of third place."""

    def __init__(self, rounds: Sequence[Sequence[PlayedMatch]]) -> None:
        self.last = len(rounds)
        self.seen: set[int] = set()
        self.lost_in: dict[int, int] = {}
        self.victor: dict[int, int] = {}
        self.third: set[int] = set()
        self.won: dict[int, int] = {}
        for number, matches in enumerate(rounds, start=1):
            losers_so_far = set(self.lost_in)
            for match in matches:
                players = {match.left} if match.right is None else {match.left, match.right}
                self.seen |= players
                if match.outcome is Outcome.PENDING:
                    continue
                winner = match.winner
                if winner is not None:
                    self.won[winner] = self.won.get(winner, 0) + 1
                # Two players who have both lost already can only meet in the match for third place.
                if match.left in losers_so_far and match.right in losers_so_far:
                    self.third |= set() if winner is None else {winner}
                    continue
                for loser in players - {winner}:
                    self.lost_in[loser] = number
                    if winner is not None:
                        self.victor[loser] = winner

    def round_of_loss(self, player: int) -> float:
        """Return the round in which a player lost, plus 0.5 for the winner of the match for third place.

        For a player who is still in, return one past the last round.
        """
        lost_in = self.lost_in.get(player, self.last + 1)
        return lost_in + (0.5 if player in self.third else 0.0)

    def negated_wins_of_victor(self, player: int) -> float:
        """Return minus the number of wins of the player's victor, so that more wins sort first.

        Return 0 for a player who did not lose.
        """
        return -float(self.won.get(self.victor[player], 0)) if player in self.victor else 0.0
