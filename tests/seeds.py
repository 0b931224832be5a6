"""Seeds of tests that play by chance: others in each run of the checks, the same wherever nobody says SHUFFLE."""

import os


def of_this_run(count: int) -> list[int]:
    """So many seeds. SHUFFLE, which `.ci/run` prints, gives the same ones again."""
    first = int(os.environ.get("SHUFFLE") or 0) * 1000
    return list(range(first, first + count))
