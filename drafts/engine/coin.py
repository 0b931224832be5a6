"""The coin of a tracked Solomon pair: who turns over the first four cards (R-047, R-094).

Nothing counts before everyone at the table agrees, each on their own device, or staff confirm. A real flip is entered
with its winner. A draw by the system is agreed to before its result is shown, so no one can refuse a result.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from drafts.engine.moves import STAFF

CoinKind = Literal["coin", "draw", "agreed", "coinback"]
KINDS: tuple[CoinKind, ...] = ("coin", "draw", "agreed", "coinback")

TABLE = 99
"""The actor of an entry on the table's tablet, which no single player made."""


@dataclass(frozen=True, slots=True)
class CoinMark:
    """One tap: a result entered, a draw requested, an agreement, or a withdrawal.

    `winner`: the seat that begins, 0 for agreements and withdrawals. `actor`: the seat that tapped, STAFF or TABLE.
    """

    kind: CoinKind
    winner: int
    actor: int


@dataclass(frozen=True, slots=True)
class Coin:
    """The state of the coin.

    `taps`: number of taps so far. `winner`: 0 before a result is entered. `drawn`: whether the system drew it.
    `agreed`: the seats that agree with the result, and STAFF if staff confirmed it.
    """

    taps: int = 0
    winner: int = 0
    drawn: bool = False
    agreed: frozenset[int] = frozenset()

    def is_settled(self, seats: int) -> bool:
        """Return whether the result counts for a table with this many seats."""
        return bool(self.winner) and (STAFF in self.agreed or self.agreed.issuperset(range(1, seats + 1)))

    def settled_winner(self, seats: int) -> int:
        """Return the seat that begins, or 0 while the result does not count yet."""
        return self.winner if self.is_settled(seats) else 0


def replay_coin(marks: Iterable[CoinMark]) -> Coin:
    """Return the coin after these taps, oldest first."""
    coin = Coin()
    for mark in marks:
        taps, actor = coin.taps + 1, frozenset({mark.actor} - {TABLE})
        if mark.kind in ("coin", "draw"):
            coin = Coin(taps, mark.winner, mark.kind == "draw", actor)
        elif mark.kind == "agreed":
            coin = replace(coin, taps=taps, agreed=coin.agreed | actor)
        else:
            coin = Coin(taps)
    return coin
