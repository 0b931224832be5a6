"""The parts of the panel of a table.

The setup of a game includes mulligans with their extra cards, and the two minutes (R-110, R-144). Players draw their
hands after the coin flip, so recording the starter ends neither.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from floor.engine.resolution import TablePlayer, extra_mulligan_cards
from floor.engine.table import Kind, TableGame
from floor.models import TableMark
from floor.queries.table_state import LoadedTable
from floor.words.resolution_words import Names

TWO_MINUTES = timedelta(minutes=2)
"""Time for the setup of a game (R-110)."""

MANY_MULLIGANS = 8
"""Number of mulligans after which cards are revealed until there is a Basic Pokémon (M-068)."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button that sends the tap `value`."""

    value: str
    label: str
    pressed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TapRow:
    """One of the newest taps. `back` is true if it can be withdrawn."""

    number: int
    text: str
    at: datetime
    by: str
    back: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DueLoss:
    """A loss for an empty seat, due from `at` on. `match` is true if the match is lost, not only a game."""

    value: str
    at: datetime
    due: bool
    match: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceRow:
    """An absence of a player, with the losses that are due."""

    name: str
    text: str
    since: datetime
    until: datetime | None
    by: str
    counts: bool
    losses: Sequence[DueLoss]


@dataclass(frozen=True, slots=True, kw_only=True)
class NextQuestion:
    """The next question of the rules.

    `numbers` is true if its answers are numbers of Prizes. `rare` are buttons for unusual answers.
    """

    text: str
    hint: str | Promise
    numbers: bool
    buttons: Sequence[Button]
    rare: Sequence[Button]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuledVerdict:
    """The verdict under the rules.

    `games` is a score such as "2-1", the winner's games first, or "". `next` is what the players do next. `code`
    is the token for accepting the verdict, or "" if the reader cannot. `deciders` are buttons that begin a
    deciding game.
    """

    title: str
    games: str
    rule: str
    text: str
    next: str
    state: str
    code: str
    deciders: Sequence[Button]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRow:
    """One of turns 1 to 3.

    `name` is its player, or "" if unknown. `now` is true for the turn in play.
    """

    button: Button
    name: str
    now: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizesRow:
    """The recorded Prizes of a player."""

    name: str
    buttons: Sequence[Button]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockSide:
    """A side of the two-sided clock.

    `value` is the tap that starts this side. `seconds` and `time` are the time that the player has used.
    """

    value: str
    name: str
    seconds: int
    time: str
    running: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoSidedClock:
    """The two-sided clock of a table.

    `stop` is the tap that stops it, or "" if it is stopped. `measured` is true if it has measured any time.
    """

    sides: Sequence[ClockSide]
    stop: str
    measured: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """The setup of a game. `mulligans` and `pregame` are its buttons."""

    texts: Sequence[str]
    open: bool
    left: int | None
    ends: datetime | None
    mulligans: Sequence[Button] = ()
    pregame: Sequence[Button] = ()


def setup_of_game(
    table: LoadedTable, game: TableGame | None, rows: Sequence[TableMark], names: Names
) -> Setup:
    """Return the setup of a game, without buttons.

    `texts` describe the extra cards, and `open` is true while players draw them. `left` is the number of seconds left
    of the two minutes, which end at `ends`.
    """
    if game is None or not game.playing:
        return Setup(texts=[], open=False, left=None, ends=None)
    extra = extra_mulligan_cards(table.situation, game.alone)
    texts = []
    for player, cards in ((TablePlayer.A, extra.a), (TablePlayer.B, extra.b)):
        if cards:
            text = ngettext(
                "%(name)s may draw up to %(n)d extra card.",
                "%(name)s may draw up to %(n)d extra cards.",
                cards,
            )
            texts.append(text % {"name": names[player], "n": cards})
    if texts and table.rules.edition == "2026":
        texts.append(_("The player says the number before drawing; the Active Pokémon does not change."))
    if table.rules.edition == "2026" and max(game.alone.a, game.alone.b) >= MANY_MULLIGANS:
        texts.append(
            _(
                "After 8 mulligans, turn cards over until a Basic Pokémon is revealed, shuffle the rest and draw 6."
            )
        )

    now = table.clock.now
    ends = game.pregame_at + TWO_MINUTES if game.pregame_at is not None else None
    if ends is not None and game.begun and ends <= now:
        ends = None
    return Setup(
        texts=texts,
        open=bool(texts) and (not game.begun or (bool(rows) and rows[-1].kind == Kind.MULLIGAN)),
        left=max(0, int((ends - now).total_seconds())) if ends else None,
        ends=ends,
    )
