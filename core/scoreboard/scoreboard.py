"""The scoreboard at the top of each page: its subject and its clock."""

from dataclasses import dataclass

from core.scoreboard.clock_face import ClockFace


@dataclass(frozen=True, kw_only=True)
class Scoreboard:
    """The scoreboard of a page.

    `line`: the subject, such as "Masters · Round 5 of 7". `clock`: the clock shown, if any.
    `follows`: whether players see the clock of their table in place of this one.
    `division`: the division shown, or None for all divisions.
    """

    line: str = ""
    clock: ClockFace | None = None
    follows: bool = False
    division: int | None = None
