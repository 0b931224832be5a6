"""Normal form of a field: sorted by id, shuffled from the seed, grouped by match points."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

import numpy as np

from pairings.engine.id_index import MAX_SPREAD, IdIndex
from pairings.engine.swiss.draw_values import Bools, Field, Ints, Options, Pair
from pairings.engine.swiss.pair_keys import pair_keys
from pairings.engine.swiss.random_numbers import random_words

NO_PAIRS: Ints = np.empty((2, 0), dtype=np.int64)


@dataclass(frozen=True, eq=False)
class NormalizedField:
    """A field in normal form. Players are 0…n-1 by ascending id, so the order of the input has no effect.

    scale: the numbers whose differences are the gaps: match points, or minus the place.
    group: group of each player, 0 is the highest.
    values: scale of each group, descending.
    shuffle: a different number for each player; smaller comes first.
    met, forbidden, avoid: pairs of players, one per column, in any order.
    rounds: round of each column of `met`, or None if all repeated matches cost the same.
    may_bye: whether each player can have the bye.
    second_bye: whether the player with the bye has had one before.
    fewest_pair_downs: as in `Options`.
    """

    ids: Ints
    points: Ints
    scale: Ints
    group: Ints
    values: Ints
    shuffle: Ints
    met: Ints
    rounds: Ints | None
    forbidden: Ints
    avoid: Ints
    may_bye: Bools
    second_bye: bool
    fewest_pair_downs: bool

    @property
    def size(self) -> int:
        return len(self.ids)

    @cached_property
    def clash(self) -> Ints:
        """All pairs to separate: met, forbidden or to avoid."""
        if not self.forbidden.size and not self.avoid.size:
            return self.met
        return np.concatenate((self.met, self.forbidden, self.avoid), axis=1)

    @cached_property
    def meetings(self) -> "EarlierMeetings":
        """Number of meetings and last meeting of each pair.

        These are only needed if a match must be repeated and `rounds` is set.
        """
        assert self.rounds is not None  # noqa: S101 - only used if rounds are known
        rows = np.unique(
            np.stack((pair_keys(self.met[0], self.met[1], self.size), self.rounds), axis=1), axis=0
        )
        keys, first, times = np.unique(rows[:, 0], return_index=True, return_counts=True)
        # The rows of a pair are sorted by round, so the last of them is the latest meeting.
        return EarlierMeetings(keys, times, rows[first + times - 1, 1])

    @cached_property
    def rank(self) -> Ints:
        """Rank of each player, 0 first: by group, then in shuffled order."""
        return self.group * self.size + self.shuffle

    @cached_property
    def order(self) -> Ints:
        """Players from the highest group to the lowest, shuffled within each."""
        return np.argsort(self.rank)

    def members(self, group: int) -> Ints:
        """Return the players of one group, in shuffled order."""
        return self.order[self.starts[group] : self.starts[group + 1]]

    @cached_property
    def starts(self) -> list[int]:
        """Index in `order` at which each group starts, followed by the end of the last group."""
        starts: list[int] = np.searchsorted(self.group[self.order], np.arange(len(self.values) + 1)).tolist()
        return starts

    @cached_property
    def bye_group(self) -> int | None:
        """Lowest group with a player who can have the bye. It is None in an even field.

        The bye goes to this group unless that forces a rematch.
        """
        return int(self.group[self.may_bye].max()) if self.size % 2 else None

    @cached_property
    def has_bye_candidate(self) -> Bools:
        """Whether each group has a player who can have the bye."""
        has_candidate: Bools = np.bincount(self.group, weights=self.may_bye) > 0
        return has_candidate

    def gap_cost(self, seats: Ints) -> int:
        """Return the sum of squared gaps of a pairing; seats 2k and 2k+1 face each other."""
        return int(((self.scale[seats[0::2]] - self.scale[seats[1::2]]) ** 2).sum())

    def choose_bye_player(self, group: int) -> int:
        """Return the group's first player in shuffled order who can have the bye, a uniformly random choice."""
        members = self.members(group)
        return int(members[self.may_bye[members]][0])


@dataclass(frozen=True, eq=False)
class EarlierMeetings:
    """One row per pair that met, sorted by `keys` (see `pair_keys`).

    `times` is the number of meetings, `last` the round of the latest one.
    """

    keys: Ints
    times: Ints
    last: Ints

    def times_and_last_round(self, keys: Ints) -> tuple[Ints, Ints]:
        """Return times and last round of pairs, all of which have met."""
        positions = np.searchsorted(self.keys, keys)
        return self.times[positions], self.last[positions]


def normalize_field(field: Field, options: Options, rng: Random) -> NormalizedField:
    """Bring a field into normal form.

    Meetings and options of absent players are left out. Raises ValueError if an id occurs twice or is missing in
    `by_standing`.
    """
    order = np.argsort(field.ids, kind="stable")
    ids = np.asarray(field.ids, dtype=np.int64)[order]
    if (ids[1:] == ids[:-1]).any():
        raise ValueError("an id occurs twice in the field")
    points = np.asarray(field.points, dtype=np.int64)[order]
    byes = np.asarray(field.byes, dtype=np.int64)[order]
    byes_counted = byes if options.weigh_repeats else np.minimum(byes, 1)
    id_index = IdIndex(ids)
    met, rounds = NO_PAIRS, None
    if len(field.met):
        left, right, present = _pair_positions(id_index, field.met)
        met = np.stack((left[present], right[present]))
        if options.weigh_repeats and field.rounds is not None:
            rounds = np.asarray(field.rounds, dtype=np.int64)[present]
    scale = points
    if options.by_standing is not None:
        # Renumber the places 0…n-1, since absent players leave gaps.
        place = {entry: position for position, entry in enumerate(options.by_standing)}
        missing_ids = [entry for entry in ids.tolist() if entry not in place]
        if missing_ids:
            raise ValueError(f"not in the standing: {missing_ids}")
        scale = -_rank_words(np.array([place[entry] for entry in ids.tolist()], dtype=np.int64))

    # A table of occupied values is faster than sorting, unless the values are far apart.
    below_top = scale.max() - scale
    lowest = int(below_top.max())
    if lowest > MAX_SPREAD * len(scale):
        values, group = np.unique(-scale, return_inverse=True)
        values, group = -values, group.astype(np.int64)
    else:
        is_occupied = np.zeros(lowest + 1, dtype=np.bool_)
        is_occupied[below_top] = True
        values, group = scale.max() - np.flatnonzero(is_occupied), (np.cumsum(is_occupied) - 1)[below_top]

    return NormalizedField(
        ids=ids,
        points=points,
        scale=scale,
        group=group,
        values=values,
        shuffle=_rank_words(random_words(rng, len(ids))),
        met=met,
        rounds=rounds,
        forbidden=_pairs_present(id_index, options.forbidden),
        avoid=_pairs_present(id_index, options.avoid),
        may_bye=byes_counted == byes_counted.min(),
        second_bye=bool(len(ids) % 2 and byes_counted.min()),
        fewest_pair_downs=options.fewest_pair_downs,
    )


def _rank_words(words: Ints) -> Ints:
    """Return the rank of each word, 0 for the smallest; equal words rank in the order of the array."""
    order = np.argsort(words)
    if (words[order[1:]] == words[order[:-1]]).any():
        order = np.argsort(words, kind="stable")
    ranks = np.empty(len(words), dtype=np.int64)
    ranks[order] = np.arange(len(words))
    return ranks


def _pairs_present(id_index: IdIndex, pairs: Sequence[Pair]) -> Ints:
    """Return the pairs with both players present, as two rows of positions."""
    if not pairs:
        return NO_PAIRS
    left, right, present = _pair_positions(id_index, np.array(pairs, dtype=np.int64))
    return np.stack((left[present], right[present]))


def _pair_positions(id_index: IdIndex, pairs: Ints) -> tuple[Ints, Ints, Bools]:
    """Return each pair's left and right positions, and whether both players are present."""
    left, right = (
        id_index.positions_of(column) for column in np.asarray(pairs, dtype=np.int64).reshape(-1, 2).T
    )
    return left, right, (left | right) >= 0
