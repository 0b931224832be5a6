"""The setup of a game at its table: mulligans with their extra cards, and the two minutes (R-110, R-144).

Hands are drawn after the coin decided who starts, so neither ends when the starter is recorded.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from floor.engine.resolution import Player, extra_cards
from floor.engine.table import Game, Kind
from floor.models import TableMark
from floor.queries.table import Table
from floor.words.resolution_words import Names

TWO_MINUTES = timedelta(minutes=2)
"""R-110."""

MANY_MULLIGANS = 8
"""M-068: from this number on cards are revealed until a Basic Pokémon comes."""


def setup_context(table: Table, game: Game | None, rows: Sequence[TableMark], names: Names) -> dict[str, Any]:
    """`texts`: the extra cards. `open`: they are being drawn now. `left`: seconds left of the two minutes, until
    `ends`.
    """
    if game is None or not game.playing:
        return {"texts": [], "open": False, "left": None, "ends": None}
    texts, now = _texts(table, game, names), table.clock.now
    ends = game.pregame_at + TWO_MINUTES if game.pregame_at is not None else None
    if ends is not None and game.begun and ends <= now:
        ends = None
    return {
        "texts": texts,
        "open": bool(texts) and (not game.begun or (bool(rows) and rows[-1].kind == Kind.MULLIGAN)),
        "left": max(0, int((ends - now).total_seconds())) if ends else None,
        "ends": ends,
    }


def _texts(table: Table, game: Game, names: Names) -> list[str]:
    extra = extra_cards(table.situation, game.alone)
    texts = []
    for player, cards in ((Player.A, extra.a), (Player.B, extra.b)):
        if cards:
            words = ngettext(
                "%(name)s may draw up to %(n)d extra card.",
                "%(name)s may draw up to %(n)d extra cards.",
                cards,
            )
            texts.append(words % {"name": names[player], "n": cards})
    if texts and table.rules.edition == "2026":
        texts.append(_("The number is said before drawing; the Active Pokémon stays."))
    if table.rules.edition == "2026" and max(game.alone.a, game.alone.b) >= MANY_MULLIGANS:
        texts.append(
            _(
                "After 8 mulligans, turn cards over until a Basic Pokémon is revealed, shuffle the rest and draw 6."
            )
        )
    return texts
