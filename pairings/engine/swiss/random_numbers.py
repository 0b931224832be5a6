"""Random numbers for shuffles and draws."""

from random import Random

import numpy as np

from pairings.engine.swiss.draw_values import Ints


def random_words(rng: Random, count: int) -> Ints:
    """Return `count` random numbers below 2**63.

    Python's generator returns the same numbers on every platform.
    """
    raw = rng.getrandbits(64 * count).to_bytes(8 * count, "little") if count else b""
    return (np.frombuffer(raw, dtype="<u8") >> np.uint64(1)).astype(np.int64)
