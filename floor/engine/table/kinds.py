"""Kinds of marks at a table, their facts, and their encoding in a form."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from core.engine.numbers import whole_number
from core.engine.refused import Refused
from floor.engine.refusals import FloorRefusal
from floor.engine.resolution import GamePhase, Phase, Player


class Kind(StrEnum):
    """One kind per tap. `side` is a player; if it may be empty, the mark is about both or nobody.

    STARTER: who starts the game, with which it begins (R-123); empty: it began, starter unknown. MULLIGAN:
    `count` opening hands without a Basic Pokémon so far, of one alone or of both at once (R-144). PREGAME: the
    two minutes before a game begin now (R-110). WON: a game, and `how` (R-148). HOW: entered afterwards.
    BOTH_WON: in how many `ways` each (R-140). BOTH_LOST: a double game loss. LOOP: the game cannot end (M-065).
    DECIDER: a Sudden Death or tiebreaker game begins (R-141, M-065), that of game `number`; `won`: who takes the
    game before it by Prizes (R-137). PLACE: where the match was when time was called, a key of PLACES. TIME:
    time was called in a `phase`; the side's turn it was, or whose is next. TURNS: `count` extra turns are over
    (R-121). PRIZES: Prize cards `left` to take (R-147). EMPTY and ARRIVED: a seat without its player. AWAY and
    BACK: a player leaves the table, with `permission` or without (R-128). LATE: was late or away at some time,
    and a judge knew; ON_TIME: nobody was. CLOCK: who thinks; empty: the clock stops. SEED: the higher seed.
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
    """How a game was won (R-148), or why without winning it. BY_PRIZES: fewer left when time was over (R-136)."""

    PRIZES = "prizes"
    NO_POKEMON = "no_pokemon"
    NO_CARDS = "no_cards"
    CONCEDED = "conceded"
    PENALTY = "penalty"
    NO_SHOW = "no_show"
    BY_PRIZES = "by_prizes"


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
"""Places at which time may be called."""

SIDES = {Player.A: "left", Player.B: "right"}
"""The side of each player in rows and forms."""

PLAYERS = {side: player for player, side in SIDES.items()}
NOBODY = ""
MOST_TURNS = 3
MOST_MULLIGANS = 30

EVEN = "even"
WAYS = (EVEN, *PLAYERS)
"""Who won in more ways, if both won at once (R-140)."""


def _numbers(first: int, last: int) -> tuple[str, ...]:
    return tuple(map(str, range(first, last + 1)))


@dataclass(frozen=True, slots=True)
class Spec:
    """What a kind of mark takes. `sides`: allowed sides. `facts`: the allowed words of each fact.

    A fact is optional if the empty word is among them. `by_players`: players may tap it too.
    """

    sides: tuple[str, ...] = (NOBODY,)
    facts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    of_game: bool = True
    by_players: bool = False


ONE, ANY = tuple(PLAYERS), (NOBODY, *PLAYERS)
PHASES = (Phase.DURING_TURN, Phase.BETWEEN_TURNS, Phase.SETUP)

SPECS: Mapping[Kind, Spec] = {
    Kind.STARTER: Spec(ANY, by_players=True),
    Kind.MULLIGAN: Spec(ANY, {"count": _numbers(1, MOST_MULLIGANS)}, by_players=True),
    Kind.PREGAME: Spec(by_players=True),
    Kind.WON: Spec(ONE, {"how": ("", *How)}, by_players=True),
    Kind.HOW: Spec(facts={"how": tuple(How)}, by_players=True),
    Kind.BOTH_WON: Spec(facts={"ways": WAYS}, by_players=True),
    Kind.BOTH_LOST: Spec(),
    Kind.LOOP: Spec(),
    Kind.DECIDER: Spec(ANY, {"number": _numbers(1, 3), "won": ANY}),
    Kind.PLACE: Spec(facts={"place": tuple(PLACES)}, of_game=False, by_players=True),
    Kind.TIME: Spec(ANY, {"phase": PHASES}, of_game=False, by_players=True),
    Kind.TURNS: Spec(facts={"count": _numbers(0, MOST_TURNS)}, of_game=False, by_players=True),
    Kind.PRIZES: Spec(ONE, {"left": _numbers(0, 6)}, by_players=True),
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
class Tap:
    """One tap: its kind, the side as in rows, the position of its game (deciding games counted), and its facts

    as words.
    """

    kind: Kind
    side: str = NOBODY
    game: int | None = None
    facts: Mapping[str, str] = field(default_factory=dict)

    @property
    def player(self) -> Player | None:
        return PLAYERS.get(self.side)

    def form_value(self) -> str:
        """The tap as one word of a form: "won:left:2:how=prizes"."""
        facts = ",".join(f"{name}={value}" for name, value in self.facts.items() if value)
        return f"{self.kind}:{self.side}:{self.game or ''}:{facts}"


def tap(kind: Kind, player: Player | None = None, game: int | None = None, **facts: object) -> Tap:
    """Make a tap with facts as plain values. Refused: MARK_UNREADABLE."""
    texts = {name: str(value) for name, value in facts.items() if value is not None and value != ""}
    return checked(Tap(kind, SIDES[player] if player else NOBODY, game, texts))


def checked(tap: Tap) -> Tap:
    """Return the tap itself. Refused: MARK_UNREADABLE if it does not have the shape of its kind."""
    spec = SPECS[tap.kind]
    wrong = tap.side not in spec.sides or (tap.game is not None) != spec.of_game
    wrong = wrong or bool(tap.facts.keys() - spec.facts.keys())
    if wrong or any(tap.facts.get(name, "") not in words for name, words in spec.facts.items()):
        raise Refused(FloorRefusal.MARK_UNREADABLE, mark=tap.form_value())
    return tap


def read(text: str) -> Tap:
    """Read a tap from the word of a form. Refused: MARK_UNREADABLE."""
    parts = text.split(":")
    if len(parts) != len(("kind", "side", "game", "facts")) or parts[0] not in set(Kind):
        raise Refused(FloorRefusal.MARK_UNREADABLE, mark=text[:60])
    kind, side, game, facts = parts
    pairs = [pair.partition("=") for pair in facts.split(",") if pair]
    number = whole_number(game, digits=2)
    if bool(game) != bool(number):
        raise Refused(FloorRefusal.MARK_UNREADABLE, mark=text[:60])
    return checked(Tap(Kind(kind), side, number, {name: value for name, _equals, value in pairs}))
