"""Kinds of marks at a table, their facts, and their encoding in a form."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from core.engine.numbers import whole_number
from core.engine.refused import Refused
from floor.engine.refusals import FloorRefusal
from floor.engine.resolution import GamePhase, Phase, TablePlayer


class Kind(StrEnum):
    """A kind of mark. `side` is a player. If it may be empty, the mark is about both players or neither.

    STARTER: who starts the game, which begins with it (R-123); without a side the starter is unknown. MULLIGAN:
    `count` opening hands without a Basic Pokémon so far, of one player or of both together (R-144). PREGAME:
    the two minutes before a game begin now (R-110). WON: a player won a game, and `how` (R-148). HOW: how a
    game was won, entered afterwards. BOTH_WON: both won, in equal or more `ways` (R-140). BOTH_LOST: a double
    game loss. LOOP: the game cannot end (M-065). DECIDER: the Sudden Death or tiebreaker game of game `number`
    begins (R-141, M-065); `won` takes the game before it by Prizes (R-137). PLACE: where the match was when
    time was called, a key of PLACES. TIME: time was called in a `phase`, and the side has the turn or the next
    one. TURNS: `count` extra turns are over (R-121). PRIZES: Prize cards `left` to take (R-147). EMPTY and
    ARRIVED: a seat without its player, and the player's arrival. AWAY and BACK: a player leaves the table with
    `permission` or without (R-128), and returns. LATE: a player was late or away, and a judge knew. ON_TIME:
    neither player was late or away. CLOCK: who is thinking; without a side the clock stops. SEED: the higher
    seed.
    """

    STARTER = "starter"
    MULLIGAN = "mulligan"
    PREGAME = "pregame"
    WON = "won"
    HOW = "how"
    BOTH_WON = "both_won"
    BOTH_LOST = "both_lost"
    LOOP = "loop"
    DECIDER = "decider"
    PLACE = "place"
    TIME = "time"
    TURNS = "turns"
    PRIZES = "prizes"
    EMPTY = "empty"
    ARRIVED = "arrived"
    AWAY = "away"
    BACK = "back"
    LATE = "late"
    ON_TIME = "on_time"
    CLOCK = "clock"
    SEED = "seed"


class How(StrEnum):
    """How a game was won (R-148), or why it counts as won.

    BY_PRIZES: the winner had fewer Prizes left when time was over (R-136).
    """

    PRIZES = "prizes"
    NO_POKEMON = "no_pokemon"
    NO_CARDS = "no_cards"
    CONCEDED = "conceded"
    PENALTY = "penalty"
    NO_SHOW = "no_show"
    BY_PRIZES = "by_prizes"


MAX_QUOTE_LENGTH = 60
"""Number of characters of an unreadable tap that its refusal repeats."""

PLACES = {
    f"{place}-{game}": (spot, game)
    for place, spot in (
        ("before", GamePhase.NOT_BEGUN),
        ("game", GamePhase.DURING),
        ("both", GamePhase.SUDDEN_DEATH_DUE),
        ("decider", GamePhase.SUDDEN_DEATH),
    )
    for game in (1, 2, 3)
}
"""Places at which time may be called, each with the phase and number of the game."""

SIDES = {TablePlayer.A: "left", TablePlayer.B: "right"}
"""Side of each player in database rows and forms."""

PLAYERS = {side: player for player, side in SIDES.items()}
NOBODY = ""
MAX_TURNS = 3
MAX_MULLIGANS = 30

EVEN = "even"
WAYS = (EVEN, *PLAYERS)
"""Side that won in more ways, or EVEN, if both won at once (R-140)."""


def _number_words(first: int, last: int) -> tuple[str, ...]:
    return tuple(map(str, range(first, last + 1)))


@dataclass(frozen=True, slots=True)
class Spec:
    """The shape of a kind of mark: the allowed `sides`, and the allowed values of each of its `facts`.

    A fact is optional if "" is allowed. `of_game` is true if the mark needs the position of a game.
    `by_players` is true if players may also record the mark.
    """

    sides: tuple[str, ...] = (NOBODY,)
    facts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    of_game: bool = True
    by_players: bool = False


ONE, ANY = tuple(PLAYERS), (NOBODY, *PLAYERS)
PHASES = (Phase.DURING_TURN, Phase.BETWEEN_TURNS, Phase.SETUP)

SPECS: Mapping[Kind, Spec] = {
    Kind.STARTER: Spec(ANY, by_players=True),
    Kind.MULLIGAN: Spec(ANY, {"count": _number_words(1, MAX_MULLIGANS)}, by_players=True),
    Kind.PREGAME: Spec(by_players=True),
    Kind.WON: Spec(ONE, {"how": ("", *How)}, by_players=True),
    Kind.HOW: Spec(facts={"how": tuple(How)}, by_players=True),
    Kind.BOTH_WON: Spec(facts={"ways": WAYS}, by_players=True),
    Kind.BOTH_LOST: Spec(),
    Kind.LOOP: Spec(),
    Kind.DECIDER: Spec(ANY, {"number": _number_words(1, 3), "won": ANY}),
    Kind.PLACE: Spec(facts={"place": tuple(PLACES)}, of_game=False, by_players=True),
    Kind.TIME: Spec(ANY, {"phase": PHASES}, of_game=False, by_players=True),
    Kind.TURNS: Spec(facts={"count": _number_words(0, MAX_TURNS)}, of_game=False, by_players=True),
    Kind.PRIZES: Spec(ONE, {"left": _number_words(0, 6)}, by_players=True),
    Kind.EMPTY: Spec(ONE, of_game=False),
    Kind.ARRIVED: Spec(ONE, of_game=False),
    Kind.AWAY: Spec(ONE, {"permission": ("yes", "no")}, of_game=False),
    Kind.BACK: Spec(ONE, of_game=False),
    Kind.LATE: Spec(ANY, of_game=False),
    Kind.ON_TIME: Spec(of_game=False),
    Kind.CLOCK: Spec(ANY, of_game=False),
    Kind.SEED: Spec(ONE, of_game=False),
}


@dataclass(frozen=True, slots=True)
class TableTap:
    """A tap, as sent by a button.

    `side` is written as in database rows. `game` is the position of the game, counting deciding games. The values
    of `facts` are strings.
    """

    kind: Kind
    side: str = NOBODY
    game: int | None = None
    facts: Mapping[str, str] = field(default_factory=dict)

    @property
    def player(self) -> TablePlayer | None:
        return PLAYERS.get(self.side)

    def form_value(self) -> str:
        """Return the tap as a form value, such as "won:left:2:how=prizes"."""
        facts = ",".join(f"{name}={value}" for name, value in self.facts.items() if value)
        return f"{self.kind}:{self.side}:{self.game or ''}:{facts}"


def make_tap(
    kind: Kind, player: TablePlayer | None = None, game: int | None = None, **facts: object
) -> TableTap:
    """Return a tap with these facts, passed as plain values. Refused: MARK_UNREADABLE (mark)."""
    texts = {name: str(value) for name, value in facts.items() if value is not None and value != ""}
    return require_valid_tap(TableTap(kind, SIDES[player] if player else NOBODY, game, texts))


def require_valid_tap(tap: TableTap) -> TableTap:
    """Return the tap unchanged. Refused: MARK_UNREADABLE (mark) if it does not have the shape of its kind."""
    spec = SPECS[tap.kind]
    is_wrong = tap.side not in spec.sides or (tap.game is not None) != spec.of_game
    is_wrong = is_wrong or bool(tap.facts.keys() - spec.facts.keys())
    if is_wrong or any(
        tap.facts.get(name, "") not in allowed_values for name, allowed_values in spec.facts.items()
    ):
        raise Refused(FloorRefusal.MARK_UNREADABLE, mark=tap.form_value())
    return tap


def read_tap(text: str) -> TableTap:
    """Parse a tap from a form value. Refused: MARK_UNREADABLE (mark)."""
    parts = text.split(":")
    if len(parts) != len(("kind", "side", "game", "facts")) or parts[0] not in set(Kind):
        raise Refused(FloorRefusal.MARK_UNREADABLE, mark=text[:MAX_QUOTE_LENGTH])
    kind, side, game, facts = parts
    pairs = [pair.partition("=") for pair in facts.split(",") if pair]
    number = whole_number(game, digits=2)
    if bool(game) != bool(number):
        raise Refused(FloorRefusal.MARK_UNREADABLE, mark=text[:MAX_QUOTE_LENGTH])
    return require_valid_tap(
        TableTap(Kind(kind), side, number, {name: value for name, _equals, value in pairs})
    )
