"""Find the positions of many ids in a sorted array."""

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

ROOM = 16
"""The largest lookup table, in multiples of the number of ids; beyond it, ids are searched."""

ABSENT = -1


class IdIndex:
    """Positions of sorted ids; dense ids use a lookup table of their range."""

    def __init__(self, ids: Ints) -> None:
        self.ids = ids
        self.first = int(ids[0]) if len(ids) else 0
        self.span = int(ids[-1]) - self.first + 1 if len(ids) else 0
        self.table: Ints | None = None
        if self.span <= ROOM * len(ids):
            self.table = np.full(self.span + 1, ABSENT)
            self.table[ids - self.first] = np.arange(len(ids))

    def of(self, wanted: Ints) -> Ints:
        """The position of each wanted id, ABSENT for missing ones."""
        if self.table is None:
            spots = np.minimum(np.searchsorted(self.ids, wanted), len(self.ids) - 1)
            return np.where(self.ids[spots] == wanted, spots, ABSENT)
        offset = (wanted - self.first).view(np.uint64)
        return self.table[np.minimum(offset, np.uint64(self.span)).view(np.int64)]
