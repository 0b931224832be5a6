"""Contexts for the pages of a draft on paper: a pod with its step and turns, and the wall screen."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.board import Board
from decks.models import Draft
from drafts.engine.run import RunStep
from drafts.views import building


@dataclass(frozen=True, slots=True, kw_only=True)
class PickTurn:
    """One turn to pick in an opening."""

    seat: int
    name: str
    past: bool
    now: bool


@dataclass(frozen=True, slots=True)
class Lap:
    """Picks that a single tap can record: their number, and the first and last player."""

    n: int
    first: str
    last: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackRow:
    """A pod with its current step. `ends` and `now`: milliseconds since 1970, for the script of the clock.

    `line`, `hint` and `where`: texts on what to do now; `next`: text of the next step. `map`: seats with their places
    at the table. `acting`: the seat whose turn it is. `at`: identifies the clock. `pauses`: whether the clock can be
    paused.
    """

    pod: int
    pair: bool
    at: int | str
    step_at: int
    line: str
    hint: str
    where: str
    next: str
    step: RunStep
    order: Sequence[PickTurn]
    lap: Lap | None
    coin: bool
    seats: Sequence[object]
    map: Sequence[tuple[object, object]]
    acting: int
    left: int | None
    word: str
    ends: int | None
    now: int
    paused: bool
    fact: str
    fact_of: str
    pauses: bool
    last: bool
    registers: bool
    handing: bool
    building: bool


@dataclass(frozen=True, kw_only=True)
class PaperWall:
    """The wall screen of a draft on paper: steps of pods, building clocks and, before the first step, seats by name."""

    row: Draft
    name: str
    tracks: Sequence[TrackRow]
    building: Sequence[building.ClockRow]
    seating: Sequence[object]
    sealed: bool
    pair: bool
    seen: object
    pod: int | str
    board: Board
