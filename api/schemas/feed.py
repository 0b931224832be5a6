from ninja import Schema

from api.schemas.events import ClockOut
from api.schemas.play import PlayerOut


class FeedSideOut(Schema):
    """One player at the table. `record` and `points` are from before this round. `deck` is true for a public list."""

    player: PlayerOut
    record: str
    points: int
    games: int | None
    won: bool
    deck: bool


class FeatureOut(Schema):
    """A feature match. `table_name` may be empty. `result` is in words, once it is reported."""

    table: int
    table_name: str
    division: int
    round: int
    round_name: str
    done: bool
    result: str
    sides: list[FeedSideOut]


class FeedRoundOut(Schema):
    """The latest posted or closed round of a division, with its number of matches and of unfinished ones."""

    division: int
    division_name: str
    number: int
    name: str
    state: str
    matches: int
    open: int


class FeedOut(Schema):
    """Everything an overlay needs in one response."""

    event: str
    name: str
    rounds: list[FeedRoundOut]
    clocks: list[ClockOut]
    features: list[FeatureOut]
