"""The place in a match, from its recorded games and the moment time was called."""

import re
from dataclasses import dataclass

from floor.engine.resolution.values import Ending, GamePhase, Pair, Player

WHERE = {
    r"before_game_([123])": GamePhase.NOT_BEGUN,
    r"between_(?:1_(?=2)|2_(?=3))([23])": GamePhase.NOT_BEGUN,
    r"during_game_([123])": GamePhase.DURING,
    r"after_([123])_before_sudden_death": GamePhase.SUDDEN_DEATH_DUE,
    r"during_(?:sudden_death|tiebreaker_game)()": GamePhase.SUDDEN_DEATH,
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One recorded game: its ending (None: over, winner unknown), Prize cards left."""

    ending: Ending | None = Ending.PLAYING
    prizes: tuple[int | None, int | None] = (None, None)
    ways: Pair | None = None
    begun: bool = True

    @property
    def winner(self) -> Player | None:
        if self.ending is Ending.BOTH_WON and self.ways is not None and self.ways.a != self.ways.b:
            return Player.A if self.ways.a > self.ways.b else Player.B
        return {Ending.WON_BY_A: Player.A, Ending.WON_BY_B: Player.B}.get(self.ending or Ending.PLAYING)


Place = tuple[GamePhase, int, tuple[Player | None, ...], Entry]


def place(entries: list[Entry], where: str) -> Place:
    """The spot, the number of its game, the winners of earlier games, and the game."""
    chains = _chains([entry for entry in entries if entry.begun])
    spot, number = _phase_and_turn(where)
    if spot is GamePhase.SUDDEN_DEATH:
        return _sudden_death(chains)
    if spot is None:
        # During the last game, before the first if there is none.
        spot, number = GamePhase.NOT_BEGUN, max(1, len(chains))
        if chains:
            spot = GamePhase.SUDDEN_DEATH if len(chains[-1]) > 1 else GamePhase.DURING
    game = chains[number - 1][-1] if number <= len(chains) else Entry()
    return spot, number, _winners(chains, number), game


def is_place(where: str, best_of: int) -> bool:
    """Whether this word is a place in a match of so many games."""
    spot, number = _phase_and_turn(where)
    return spot is not None and number <= best_of


def _chains(entries: list[Entry]) -> list[list[Entry]]:
    """Games by number: a game won by both is followed by the Sudden Death games that decide it (R-141)."""
    chains: list[list[Entry]] = []
    follows = False
    for entry in entries:
        if follows:
            chains[-1].append(entry)
        else:
            chains.append([entry])
        follows = entry.ending in (Ending.BOTH_WON, Ending.BOTH_LOST) and entry.winner is None
    return chains


def _phase_and_turn(where: str) -> tuple[GamePhase | None, int]:
    for pattern, spot in WHERE.items():
        if parts := re.fullmatch(pattern, where):
            return spot, int(parts[1] or 1)
    return None, 1


def _sudden_death(chains: list[list[Entry]]) -> Place:
    """The deciding game of the last game, or of the match at one win each."""
    last = chains[-1] if chains else [Entry()]
    ended = last[-1].winner is not None and len(last) == 1
    number = len(chains) + 1 if ended else max(1, len(chains))
    due = last[-1].ending is Ending.BOTH_WON and len(last) == 1 and number < 3
    game = Entry() if due or ended else last[-1]
    return GamePhase.SUDDEN_DEATH, number, _winners(chains, number), game


def _winners(chains: list[list[Entry]], number: int) -> tuple[Player | None, ...]:
    winners = [chain[-1].winner for chain in chains[: number - 1]]
    return (*winners, *[None] * (number - 1 - len(winners)))
