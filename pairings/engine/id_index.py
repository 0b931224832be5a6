"""Look up positions of many ids in a sorted array."""

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

MAX_SPREAD = 16
"""Maximum size of the lookup table, in multiples of the number of ids; larger ranges use binary search."""

ABSENT = -1


class IdIndex:
    """Positions of sorted ids, with a lookup table of their range if the ids are dense."""

    def __init__(self, ids: Ints) -> None:
        self.ids = ids
        self.first = int(ids[0]) if len(ids) else 0
        self.span = int(ids[-1]) - self.first + 1 if len(ids) else 0
        self.table: Ints | None = None
        if self.span <= MAX_SPREAD * len(ids):
            self.table = np.full(self.span + 1, ABSENT)
            self.table[ids - self.first] = np.arange(len(ids))

    def positions_of(self, wanted_ids: Ints) -> Ints:
        """Return the position of each wanted id, ABSENT if it is missing."""
        if self.table is None:
            positions = np.minimum(np.searchsorted(self.ids, wanted_ids), len(self.ids) - 1)
            return np.where(self.ids[positions] == wanted_ids, positions, ABSENT)
        # Unsigned, negative offsets become huge, so all ids out of range look up the last element, ABSENT.
        offset = (wanted_ids - self.first).view(np.uint64)
        return self.table[np.minimum(offset, np.uint64(self.span)).view(np.int64)]
