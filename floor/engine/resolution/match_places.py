"""Find the place in a match from its recorded games and from when time was called."""

import re
from dataclasses import dataclass

from floor.engine.resolution.match_state import Ending, GamePhase, NumbersByPlayer, TablePlayer

WHERE = {
    r"before_game_([123])": GamePhase.NOT_BEGUN,
    r"between_(?:1_(?=2)|2_(?=3))([23])": GamePhase.NOT_BEGUN,
    r"during_game_([123])": GamePhase.DURING,
    r"after_([123])_before_sudden_death": GamePhase.SUDDEN_DEATH_DUE,
    r"during_(?:sudden_death|tiebreaker_game)()": GamePhase.SUDDEN_DEATH,
}


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A recorded game: its ending, and the Prize cards left to A and B.

    `ending` is None if the game is over with an unknown winner.
    """

    ending: Ending | None = Ending.PLAYING
    prizes: tuple[int | None, int | None] = (None, None)
    ways: NumbersByPlayer | None = None
    begun: bool = True

    @property
    def winner(self) -> TablePlayer | None:
        if self.ending is Ending.BOTH_WON:
            return self.ways.ahead if self.ways is not None else None
        return {Ending.WON_BY_A: TablePlayer.A, Ending.WON_BY_B: TablePlayer.B}.get(
            self.ending or Ending.PLAYING
        )


Place = tuple[GamePhase, int, tuple[TablePlayer | None, ...], RecordedGame]


def locate_match(entries: list[RecordedGame], place: str) -> Place:
    """Return the phase of the match, the current game's number, the earlier winners, and the current game.

    `place` is where the match was when time was called, as in WHERE, or "" if that is not known.
    """
    # A chain holds a game and, if both players won or lost it, the games that decide it.
    chains: list[list[RecordedGame]] = []
    is_decider = False
    for entry in entries:
        if not entry.begun:
            continue
        if is_decider:
            chains[-1].append(entry)
        else:
            chains.append([entry])
        is_decider = entry.ending in (Ending.BOTH_WON, Ending.BOTH_LOST) and entry.winner is None

    spot, number = _spot_and_number(place)
    if spot is GamePhase.SUDDEN_DEATH:
        # The place is the deciding game of the last game, or of the match at 1-1.
        last_chain = chains[-1] if chains else [RecordedGame()]
        is_decided = last_chain[-1].winner is not None and len(last_chain) == 1
        number = len(chains) + 1 if is_decided else max(1, len(chains))
        decider_is_due = last_chain[-1].ending is Ending.BOTH_WON and len(last_chain) == 1 and number < 3
        game = RecordedGame() if decider_is_due or is_decided else last_chain[-1]
    else:
        if spot is None:
            # Without a place the match is in its last recorded game, or before game 1 if no game is recorded.
            spot, number = GamePhase.NOT_BEGUN, max(1, len(chains))
            if chains:
                spot = GamePhase.SUDDEN_DEATH if len(chains[-1]) > 1 else GamePhase.DURING
        game = chains[number - 1][-1] if number <= len(chains) else RecordedGame()
    winners = [chain[-1].winner for chain in chains[: number - 1]]
    return spot, number, (*winners, *[None] * (number - 1 - len(winners))), game


def is_valid_match_place(place: str, best_of: int) -> bool:
    """Return whether `place` is a valid place in a match of at most `best_of` games."""
    spot, number = _spot_and_number(place)
    return spot is not None and number <= best_of


def _spot_and_number(place: str) -> tuple[GamePhase | None, int]:
    for pattern, spot in WHERE.items():
        if match := re.fullmatch(pattern, place):
            return spot, int(match[1] or 1)
    return None, 1
