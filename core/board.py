"""The scoreboard at the top of each page: what it is about, and a clock."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, kw_only=True)
class ClockFace:
    """The display of a clock: `word` are its digits, `note` stands below them, `label` names it for screen readers.

    `left`: the seconds of a clock that counts down, None while it is stopped; `stands`: those of a stopped one.
    `starts`, `ends`, `window` and `now` are milliseconds since 1970, for devices that count on their own.
    `key`: of the round whose clock it is, None for a display that is not polled; `own`: of the table of a player's own
    clock. `fact` and `of` are its mark. `share`: the percentage left of `total` seconds.
    """

    word: str
    note: str = ""
    label: str = ""
    left: int | None = None
    stands: int | None = None
    key: int | None = None
    own: str = ""
    phase: str = ""
    stopped: bool = False
    starts: int | None = None
    ends: int | None = None
    window: int | None = None
    window_at: datetime | None = None
    now: int | None = None
    fact: str = ""
    of: str = ""
    total: int = 0
    share: int | None = None

    @property
    def seconds(self) -> int:
        """The seconds left, of a running or a stopped clock."""
        return (self.stands if self.left is None else self.left) or 0


@dataclass(frozen=True, kw_only=True)
class Board:
    """The scoreboard of a page.

    `follows`: whether a player sees the clock of their own table instead.
    `division`: the one it is about, None for all.
    """

    line: str = ""
    clock: ClockFace | None = None
    follows: bool = False
    division: int | None = None
