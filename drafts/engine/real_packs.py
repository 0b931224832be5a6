"""Drafts of real packs, in which a card is unknown until its name is tapped (R-092–094)."""

from dataclasses import replace
from random import Random

from core.engine.refused import Refused
from drafts.engine import booster, rochester, solomon
from drafts.engine.moves import Move
from drafts.engine.pods import PAIR
from drafts.engine.protocol import Draft
from drafts.engine.refusals import DraftRefusal

TRACKED = ("booster", "rochester", "solomon")
"""The formats that have picks."""

MAX_NAMES = 60
"""Maximum number of names in one move, enough for two large packs."""


def start_draft(
    subtype: str, seats: int, *, packs_each: int, pack_size: int, seed: int, first: int | None = None
) -> Draft:
    """Start a draft of unnamed cards, which get their names with the moves.

    `first`: the winner of a Solomon pair's coin flip; None lets the seed decide. Refused: NOTHING_TO_PICK (subtype),
    PACKS_NOT_NAMED, and what the procedure of the format refuses.
    """
    if subtype not in TRACKED:
        raise Refused(DraftRefusal.NOTHING_TO_PICK, subtype=subtype)
    if packs_each < 1 or pack_size < 1:
        raise Refused(DraftRefusal.PACKS_NOT_NAMED)
    packs = [[""] * pack_size] * (packs_each * seats)
    if subtype == "solomon":
        return solomon.start_draft(seats, packs, seed=seed, first=first or flip_coin(seed))
    return {"booster": booster.start_draft, "rochester": rochester.start_draft}[subtype](seats, packs)


def flip_coin(seed: int) -> int:
    """Flip the coin for a pair: return the winning seat."""
    return Random(f"coin {seed}").randint(1, PAIR)


def play_move(draft: Draft, move: Move) -> Draft:
    """Return the draft after one more move. Refused: as `Draft.play`.

    In Solomon, the seat that opens first counts as the winner of the coin flip, whatever the seed says.
    """
    procedure = draft.procedure
    decides_coin = move.kind == "open" and draft.state.opening == 0 and 1 <= move.seat <= PAIR
    if decides_coin and isinstance(procedure, solomon.Solomon):
        draft = replace(draft, procedure=replace(procedure, first=move.seat))
    return draft.play(move)


def draw_random_card(draft: Draft, seat: int, *, seed: int) -> int:
    """Draw the card that a seat whose player left takes; return its number. All its choices are equally likely.

    Refused: NOT_YOUR_MOVE.
    """
    cards = draft.procedure.choices(draft.state, seat)
    if not cards:
        raise Refused(DraftRefusal.NOT_YOUR_MOVE, seat=seat, to_act=draft.to_act)
    return Random(f"lot {seed} {seat} {len(draft.moves)}").choice(cards).number
