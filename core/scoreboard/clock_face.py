"""The display of a clock on a page."""

from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True, kw_only=True)
class ClockFace:
    """The display of a clock: digits (`word`), a `note` below them, and a `label` for screen readers.

    `left`: the seconds left on a running clock, or None while it is stopped; `stands`: the seconds left on a
    stopped clock. `starts`, `ends`, `window` and `now` are milliseconds since 1970, for devices that count down
    without polling; `window` and `window_at` are when the time for the extra turns ends. `key`: the key of the
    round, or None for a display that is not polled; `own`: "t" and the key of the match, for the clock of a
    player's table. `fact` and `of` are the arguments of the template tag `fact`. `share`: the percentage left of
    `total` seconds.
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
    def phase_ends_at(self) -> datetime | None:
        """The next time at which the texts of the clock change without an action, or None."""
        times = [time for time in (self.starts, self.ends, self.window) if time is not None]
        upcoming = [time for time in times if time > (self.now or 0)]
        return datetime.fromtimestamp(min(upcoming) / 1000, UTC) if upcoming else None

    @property
    def seconds(self) -> int:
        """The seconds left on the clock, running or stopped."""
        return (self.stands if self.left is None else self.left) or 0
