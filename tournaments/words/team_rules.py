"""The rules of 2-on-2 and Team Battle for their players (R-102 to R-105)."""

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TWO_ON_TWO: tuple[str | Promise, ...] = (
    _("Start with up to 2 Basic Pokémon face down; 1 if you have only one."),
    _("Always have 2 Active Pokémon if you can, and never more than 6 Pokémon in play."),
    _(
        "1 Pokémon attacks each turn, and 1 Defending Pokémon of your choice is attacked, unless the attack says "
        "“each Defending Pokémon”."
    ),
    _("A Trainer card that affects an Active Pokémon affects 1 of your choice, unless it says otherwise."),
    _(
        "Between turns you deal with your Special Conditions in the order you like. A Paralyzed Pokémon cannot attack; "
        "the other one can."
    ),
    _("One retreat a turn. A Special Energy card works for its own Pokémon only."),
    _("The coin of a Baby Pokémon is flipped only when the Baby is attacked."),
    _("Deck and Prize cards are those of the event’s format."),
)
TEAM_BATTLE: tuple[str | Promise, ...] = (
    _(
        "Two teams of two players at one table. Teammates sit diagonally, so that turns alternate between the teams."
    ),
    _(
        "One coin flip: the winning team is the first team, and chooses which of its players begins. Turns go "
        "clockwise."
    ),
    _("Each player has their own deck, draws 7 cards and has 1 Active Pokémon and up to 4 on the Bench."),
    _("Each player sets half the usual number of Prize cards."),
    _("Mulligan: the opponent across may draw 1 card."),
    _("The first player of each team may not attack on their first turn."),
    _("Prize cards that a player can no longer take go to their teammate."),
)
OF_KIND: dict[str, Sequence[str | Promise]] = {"two_on_two": TWO_ON_TWO, "team_battle": TEAM_BATTLE}
"""Rules by kind of event."""
