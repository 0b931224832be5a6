"""Finish a tracked pod after its last pick: register its pools and start the building clock."""

from contextlib import suppress
from datetime import datetime

from cards.queries.checklist import checklist_of_boosters
from core.engine.refused import Refused
from decks.models import Draft
from decks.services import pools
from drafts.engine import DraftGame as Game
from drafts.queries.seat_views import cards_by_stored_name
from drafts.services import building_clocks
from tournaments.models import User


def finish_pod(
    draft: Draft, pod: int, game: Game, *, at: datetime, by: User | None, just_ended: bool
) -> None:
    """Register the pools of a finished pod, and start its building clock if it `just_ended` (R-055).

    Call it inside the transaction of the last move, with the division locked. `decks` judges the players' lists again.
    If a card is renamed later, the pools are registered again.
    """
    cards, piles = cards_by_stored_name(checklist_of_boosters(draft.setup.get("boosters") or ())), {}
    for seat, pile in game.pools.items():
        named_picks = [(picked.name, cards.get(picked.name)) for picked in pile]
        piles[seat] = [(card.name, card.code, card.number) if card else name for name, card in named_picks]
    pools.register_picks(draft, pod, piles, by=by)
    if just_ended:
        # Ignore the refusal if the clock is already running or the round is posted.
        with suppress(Refused):
            building_clocks.start_building(draft, pod, by=None, now=at)
