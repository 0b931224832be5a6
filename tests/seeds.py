"""What tests draw by chance: other seeds and shares in each run of the checks, the same where nobody says SHUFFLE."""

import os
from collections.abc import Sequence
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


def of_this_run(count: int) -> list[int]:
    """So many seeds. SHUFFLE, which `.ci/run` prints, gives the same ones again."""
    first = int(os.environ.get("SHUFFLE") or 0) * 1000
    return list(range(first, first + count))


def share(items: Sequence[Item], *, of: int) -> list[Item]:
    """One in `of` of the items, drawn for this run and in their order; all of them with WHOLE=1.

    For walks whose every step takes long and is like the others: over some runs each step is walked.
    """
    if os.environ.get("WHOLE"):
        return list(items)
    drawn = Random(of_this_run(1)[0]).sample(range(len(items)), -(-len(items) // of))
    return [items[at] for at in sorted(drawn)]
