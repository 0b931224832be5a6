"""Drafts to play: packs of invented cards, and tables that pick at random."""

from collections.abc import Sequence
from random import Random

from drafts.engine import DraftGame
from drafts.engine.procedures import booster, rochester, sealed, solomon


def packs(sizes: Sequence[int]) -> list[list[str]]:
    """Return packs of these sizes. Names repeat, as in real packs."""
    return [[f"Card {at % 7}" for at in range(size)] for size in sizes]


def started(subtype: str, seats: int, sizes: Sequence[int], *, seed: int = 1) -> DraftGame:
    if subtype == "solomon":
        return solomon.start_solomon_draft(seats, packs(sizes), seed=seed)
    start = {
        "booster": booster.start_booster_draft,
        "rochester": rochester.start_rochester_draft,
        "sealed": sealed.start_sealed_draft,
    }[subtype]
    return start(seats, packs(sizes))


def step(draft: DraftGame, chance: Random) -> DraftGame:
    """Make one random move by one of the seats to act."""
    return draft.play(chance.choice(draft.options(chance.choice(draft.to_act))))


def played(draft: DraftGame, chance: Random, moves: int = 100_000) -> DraftGame:
    """Play this many moves, or to the end."""
    for _ in range(moves):
        if draft.over:
            break
        draft = step(draft, chance)
    return draft
