"""The field in normal form: sorted by id, shuffled from the seed, grouped by match points."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from random import Random

import numpy as np

from pairings.engine.id_index import ABSENT, ROOM, IdIndex
from pairings.engine.swiss.values import Bools, Field, Ints, Options, Pair

NONE: Ints = np.empty(0, dtype=np.int64)
NO_PAIRS: Ints = np.empty((2, 0), dtype=np.int64)


@dataclass(frozen=True, eq=False)
class State:
    """Players are 0…n-1 in order of id, so the order of the input has no effect.

    scale: the unit of gaps, match points or minus the place.
    group: 0 is the highest.
    values: scale of each group, falling.
    shuffle: a different number for each player, smaller first.
    met, forbidden, avoid: pairs of players, one column each, in any order.
    rounds: the round of each column of `met`, or None where repeats all weigh the same.
    may_bye: who can have the bye.
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
        """All pairs to keep apart, for whatever reason."""
        if not self.forbidden.size and not self.avoid.size:
            return self.met
        return np.concatenate((self.met, self.forbidden, self.avoid), axis=1)

    @cached_property
    def meetings(self) -> "Meetings":
        """How often each pair met, and when last; needed only where a match must be repeated and `rounds` are known."""
        assert self.rounds is not None  # noqa: S101 - asked where rounds are known
        rows = np.unique(np.stack((key(self.met[0], self.met[1], self.size), self.rounds), axis=1), axis=0)
        keys, first, times = np.unique(rows[:, 0], return_index=True, return_counts=True)
        return Meetings(keys, times, rows[first + times - 1, 1])

    @cached_property
    def rank(self) -> Ints:
        """A different number for each player, smaller first: by group, then by the shuffle."""
        return self.group * self.size + self.shuffle

    @cached_property
    def order(self) -> Ints:
        """Players from the highest group to the lowest, shuffled inside each."""
        return np.argsort(self.rank)

    def members(self, group: int) -> Ints:
        """Players of one group, in the order of the shuffle."""
        return self.order[self.starts[group] : self.starts[group + 1]]

    @cached_property
    def starts(self) -> list[int]:
        """Where each group begins in `order`, and the end."""
        starts: list[int] = np.searchsorted(self.group[self.order], np.arange(len(self.values) + 1)).tolist()
        return starts

    @cached_property
    def bye_group(self) -> int | None:
        """The lowest group with a player who can have the bye; it goes there unless that forces a rematch."""
        return int(self.group[self.may_bye].max()) if self.size % 2 else None

    def first_for_bye(self, group: int) -> int:
        """The first player of the group in the shuffle who can have the bye: uniform over those."""
        members = self.members(group)
        return int(members[self.may_bye[members]][0])


@dataclass(frozen=True, eq=False)
class Meetings:
    """One row per pair that met: `keys` as of `key`, rising, how many `times`, and the `last` round of them."""

    keys: Ints
    times: Ints
    last: Ints

    def of(self, keys: Ints) -> tuple[Ints, Ints]:
        """Times and last round of pairs that are known to have met."""
        spots = np.searchsorted(self.keys, keys)
        return self.times[spots], self.last[spots]


def key(left: Ints, right: Ints, size: int) -> Ints:
    """One number for each pair of players, in either order."""
    return np.minimum(left, right) * size + np.maximum(left, right)


def among(keys: Ints, pairs: Ints) -> Bools:
    """Which keys occur in the sorted array `pairs`."""
    if not len(pairs):
        return np.zeros(len(keys), dtype=np.bool_)
    spots = np.searchsorted(pairs, keys)
    occurs: Bools = pairs[np.minimum(spots, len(pairs) - 1)] == keys
    return occurs


def facing(left: Ints, right: Ints, apart: Ints, size: int) -> Ints:
    """Positions k, rising, of the seated pairs (left[k], right[k]) that occur in the columns `apart`."""
    if not apart.size:
        return NONE
    first, second = apart
    # Each pair of `apart` looks up its seats, so nothing is sorted, however many have met.
    opponent = np.full(size, ABSENT)
    opponent[left], opponent[right] = right, left
    again = first[opponent[first] == second]
    if not len(again):
        return NONE
    seat = np.empty(size, dtype=np.int64)
    seat[left] = seat[right] = np.arange(len(left))
    return np.array(sorted(set(seat[again].tolist())), dtype=np.int64)


def random_words(rng: Random, count: int) -> Ints:
    """`count` numbers below 2**63 from Python's generator, whose bits are the same on all platforms."""
    raw = rng.getrandbits(64 * count).to_bytes(8 * count, "little") if count else b""
    return (np.frombuffer(raw, dtype="<u8") >> np.uint64(1)).astype(np.int64)


def read(field: Field, options: Options, rng: Random) -> State:
    """Normal form of a field. Raises ValueError for ids given twice or missing in `by_standing`."""
    order = np.argsort(field.ids, kind="stable")
    ids = np.asarray(field.ids, dtype=np.int64)[order]
    if (ids[1:] == ids[:-1]).any():
        raise ValueError("an id occurs twice in the field")
    points = np.asarray(field.points, dtype=np.int64)[order]
    byes = np.asarray(field.byes, dtype=np.int64)[order]
    had = byes if options.weigh_repeats else np.minimum(byes, 1)
    met, rounds = _meetings(spots := IdIndex(ids), field, weighed=options.weigh_repeats)
    scale = points
    if options.by_standing is not None:
        # Places 0…n-1 of the players present, gaps left by absent players closed
        place = {entry: position for position, entry in enumerate(options.by_standing)}
        missing = [entry for entry in ids.tolist() if entry not in place]
        if missing:
            raise ValueError(f"not in the standing: {missing}")
        scale = -_ranks(np.array([place[entry] for entry in ids.tolist()], dtype=np.int64))
    values, group = _groups(scale)
    return State(
        ids=ids,
        points=points,
        scale=scale,
        group=group,
        values=values,
        shuffle=_ranks(random_words(rng, len(ids))),
        met=met,
        rounds=rounds,
        forbidden=_present(spots, _rows(options.forbidden)),
        avoid=_present(spots, _rows(options.avoid)),
        may_bye=had == had.min(),
        second_bye=bool(len(ids) % 2 and had.min()),
        fewest_pair_downs=options.fewest_pair_downs,
    )


def _groups(scale: Ints) -> tuple[Ints, Ints]:
    """The different values, falling, and for each player the index of its value."""
    depth = scale.max() - scale
    deepest = int(depth.max())
    if deepest > ROOM * len(scale):
        values, group = np.unique(-scale, return_inverse=True)
        return -values, group.astype(np.int64)
    taken = np.zeros(deepest + 1, dtype=np.bool_)
    taken[depth] = True
    return scale.max() - np.flatnonzero(taken), (np.cumsum(taken) - 1)[depth]


def _ranks(words: Ints) -> Ints:
    order = np.argsort(words)
    if (words[order[1:]] == words[order[:-1]]).any():
        order = np.argsort(words, kind="stable")
    ranks = np.empty(len(words), dtype=np.int64)
    ranks[order] = np.arange(len(words))
    return ranks


def _rows(pairs: Iterable[Pair]) -> Ints:
    return np.array(list(pairs), dtype=np.int64).reshape(-1, 2)


def _present(spots: IdIndex, pairs: Ints) -> Ints:
    """The pairs whose players are both present, as two rows of positions."""
    if not len(pairs):
        return NO_PAIRS
    left, right, here = _spots(spots, pairs)
    return np.stack((left[here], right[here]))


def _spots(spots: IdIndex, pairs: Ints) -> tuple[Ints, Ints, Bools]:
    left, right = (spots.of(column) for column in np.asarray(pairs, dtype=np.int64).reshape(-1, 2).T)
    return left, right, (left | right) >= 0


def _meetings(spots: IdIndex, field: Field, *, weighed: bool) -> tuple[Ints, Ints | None]:
    """The pairs of `met` that are present and, where repeats are weighed, the round of each."""
    if not len(field.met):
        return NO_PAIRS, None
    left, right, here = _spots(spots, field.met)
    rounds = field.rounds if weighed else None
    present = None if rounds is None else np.asarray(rounds, dtype=np.int64)[here]
    return np.stack((left[here], right[here])), present
