"""Set up the Sealed Deck of a new Prerelease."""

from decks.queries.drafts import default_pool_check
from decks.services.pools import set_pool_check
from drafts.engine.draft_setup import FORMATS, Setup
from drafts.services.drafts import set_up_draft
from tournaments.models import Tournament, User

PACKS, CARDS = 4, 10
"""Packs of a player, and cards in a pack. Staff change both by planning again."""


def set_up_sealed(event: Tournament, expansion: str, by: User | None) -> None:
    """Set up Sealed Deck with packs of this expansion in every division.

    `expansion`: its code, or "" if it is not known yet.
    """
    for division in event.divisions.all():
        setup = Setup(
            "sealed",
            card_format=event.card_format if event.card_format in FORMATS else FORMATS[0],
            style=event.play_style,
            packs_each=PACKS,
            pack_size=CARDS,
            boosters=(expansion,) * PACKS if expansion else (),
        )
        draft = set_up_draft(division, setup, by=by)
        set_pool_check(draft, default_pool_check("sealed"), by=by)
