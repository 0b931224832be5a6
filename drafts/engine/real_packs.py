"""Drafts of physical packs, in which a card is unknown until its name is tapped (R-092–094)."""

from dataclasses import replace
from random import Random

from core.engine.refused import Refused
from drafts.engine.draft_game import DraftGame
from drafts.engine.moves import Move
from drafts.engine.pods import PAIR
from drafts.engine.procedures import booster, rochester, solomon
from drafts.engine.refusals import DraftRefusal

TRACKED = ("booster", "rochester", "solomon")
"""Formats with picks, which can be tracked."""

MAX_NAMES = 60
"""Maximum number of names in one move, enough for two large packs."""


def start_draft_of_unnamed_cards(
    subtype: str, seats: int, *, packs_each: int, pack_size: int, seed: int, first: int | None = None
) -> DraftGame:
    """Start a draft of unnamed cards, which are named by later moves.

    `first`: the winner of the coin flip in a Solomon pair; None lets the seed decide. Refused: NOTHING_TO_PICK
    (subtype), PACKS_NOT_NAMED, and the refusals of the format's procedure.
    """
    if subtype not in TRACKED:
        raise Refused(DraftRefusal.NOTHING_TO_PICK, subtype=subtype)
    if packs_each < 1 or pack_size < 1:
        raise Refused(DraftRefusal.PACKS_NOT_NAMED)
    packs = [[""] * pack_size] * (packs_each * seats)
    if subtype == "solomon":
        return solomon.start_solomon_draft(
            seats, packs, seed=seed, first=first or flip_coin_of_tracked_pair(seed, seats)
        )
    return {"booster": booster.start_booster_draft, "rochester": rochester.start_rochester_draft}[subtype](
        seats, packs
    )


def flip_coin_of_tracked_pair(seed: int, seats: int = PAIR) -> int:
    """Flip the coin for a pair, or draw a seat of a group of three, and return the winning seat."""
    return Random(f"coin {seed}").randint(1, seats)


def game_after_move(game: DraftGame, move: Move) -> DraftGame:
    """Return the game after one more move. Refused: whatever `DraftGame.play` refuses.

    In Solomon, the seat that opens first is treated as the winner of the coin flip, regardless of the seed.
    """
    procedure = game.procedure
    decides_coin = move.kind == "open" and game.state.opening == 0 and 1 <= move.seat <= game.seats
    if decides_coin and isinstance(procedure, solomon.SolomonProcedure):
        game = replace(game, procedure=replace(procedure, first=move.seat))
    return game.play(move)


def draw_random_card(game: DraftGame, seat: int, *, seed: int) -> int:
    """Draw the card for the current pick of a seat, and return its number. All choices are equally likely.

    The result stays the same until the seat has picked, whatever other seats do. Refused: NOT_YOUR_MOVE.
    """
    cards = game.procedure.cards_to_pick_from(game.state, seat)
    if not cards:
        raise Refused(DraftRefusal.NOT_YOUR_MOVE, seat=seat, to_act=game.to_act)
    turn = f"{game.state.opening} {len(game.state.pile(seat))}"
    return Random(f"lot {seed} {seat} {turn}").choice(cards).number
