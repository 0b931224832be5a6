"""Drafts of real packs, whose cards are unknown until they are tapped (R-092–094)."""

from dataclasses import replace
from random import Random

from core.engine.refused import Refused
from drafts.engine import booster, rochester, solomon
from drafts.engine.changes import LONGEST_NAME
from drafts.engine.pods import PAIR
from drafts.engine.protocol import Draft
from drafts.engine.refusals import DraftRefusal
from drafts.engine.values import Move

__all__ = ["LONGEST_NAME", "MOST_NAMES", "TRACKED", "at_random", "coin", "played", "start"]

TRACKED = ("booster", "rochester", "solomon")
"""The formats with picks."""

MOST_NAMES = 60
"""Names in one move: two large packs."""


def start(
    subtype: str, seats: int, *, packs_each: int, pack_size: int, seed: int, first: int | None = None
) -> Draft:
    """A draft of unnamed cards; a move names them. `first` won the coin flip of a Solomon pair.

    Refused NOTHING_TO_PICK (subtype), PACKS_NOT_NAMED, and what the procedure of the format refuses.
    """
    if subtype not in TRACKED:
        raise Refused(DraftRefusal.NOTHING_TO_PICK, subtype=subtype)
    if packs_each < 1 or pack_size < 1:
        raise Refused(DraftRefusal.PACKS_NOT_NAMED)
    packs = [[""] * pack_size] * (packs_each * seats)
    if subtype == "solomon":
        return solomon.start(seats, packs, seed=seed, first=first or coin(seed))
    return {"booster": booster.start, "rochester": rochester.start}[subtype](seats, packs)


def coin(seed: int) -> int:
    """The winning seat if the system flips the coin."""
    return Random(f"coin {seed}").randint(1, PAIR)


def played(draft: Draft, move: Move) -> Draft:
    """The draft after one more move; the first to open a Solomon stack won the flip, whatever the system flipped.

    Refused as `Draft.play`.
    """
    procedure = draft.procedure
    flips = move.kind == "open" and draft.state.opening == 0 and 1 <= move.seat <= PAIR
    if flips and isinstance(procedure, solomon.Solomon):
        draft = replace(draft, procedure=replace(procedure, first=move.seat))
    return draft.play(move)


def at_random(draft: Draft, seat: int, *, seed: int) -> int:
    """The number of the card taken at random for a seat whose player left, from its current choices.

    Each position in the order of `choices` is equally likely. Refused NOT_YOUR_MOVE.
    """
    cards = draft.procedure.choices(draft.state, seat)
    if not cards:
        raise Refused(DraftRefusal.NOT_YOUR_MOVE, seat=seat, to_act=draft.to_act)
    return Random(f"lot {seed} {seat} {len(draft.moves)}").choice(cards).number
