"""Drafts to play with: packs of made-up cards, and a table that picks by chance."""

from collections.abc import Sequence
from random import Random

from drafts.engine import Draft, booster, rochester, sealed, solomon


def packs(sizes: Sequence[int]) -> list[list[str]]:
    """Packs of these sizes. Names repeat, as they do in real packs."""
    return [[f"Card {at % 7}" for at in range(size)] for size in sizes]


def started(subtype: str, seats: int, sizes: Sequence[int], *, seed: int = 1) -> Draft:
    if subtype == "solomon":
        return solomon.start(seats, packs(sizes), seed=seed)
    start = {"booster": booster.start, "rochester": rochester.start, "sealed": sealed.start}[subtype]
    return start(seats, packs(sizes))


def step(draft: Draft, chance: Random) -> Draft:
    """One move by one of those whose turn it is."""
    return draft.play(chance.choice(draft.options(chance.choice(draft.to_act))))


def played(draft: Draft, chance: Random, moves: int = 100_000) -> Draft:
    """As many moves, or to the end."""
    for _ in range(moves):
        if draft.over:
            break
        draft = step(draft, chance)
    return draft
