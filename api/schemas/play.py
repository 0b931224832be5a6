from ninja import Schema


class MemberOut(Schema):
    """One player of a team. `seat` is A or B."""

    seat: str
    name: str


class PlayerOut(Schema):
    """A player as shown publicly: Juniors and Seniors with first name and initial. `entry` is the player's id.

    In team events this is a team, with its `name` and its players by seat in `members`. Otherwise `members` is empty.
    """

    entry: int
    name: str
    age_division: str
    dropped: bool
    members: list[MemberOut]


class SideOut(Schema):
    """One player of a match. `result` is open, win, loss, tie, double_loss, bye, awarded_bye or late_loss."""

    player: PlayerOut
    result: str
    games: int | None


class MatchOut(Schema):
    """A match. A single side is a bye or a missed round. `walkover` is true if the loser is out of the event.

    `feature` is true at a feature table.
    """

    id: int
    division: int
    round: int
    table: int | None
    feature: bool
    done: bool
    walkover: bool
    sides: list[SideOut]


class MatchesPage(Schema):
    items: list[MatchOut]
    next: str | None


class ListingOut(Schema):
    """One list of standings. `key` is the value for the parameter `list`."""

    key: str
    name: str
    division: int
    age_division: str
    players: int


class RowOut(Schema):
    """One line of the standings. `owp` and `oowp` are fractions of one, or None if they are not computed yet."""

    place: int
    player: PlayerOut
    points: int
    wins: int
    losses: int
    ties: int
    owp: float | None
    oowp: float | None


class StandingsPage(Schema):
    """Standings after round `after`. `cut` is the size of the top cut, and `final` is true once they are final."""

    listing: ListingOut | None
    listings: list[ListingOut]
    after: int
    cut: int | None
    final: bool
    items: list[RowOut]
    next: str | None


class PercentageOut(Schema):
    """A win percentage.

    `raw` is the percentage before floor and cap, and `value` the one used for the standings. `notes` are codes of
    adjustments.
    """

    wins: int
    losses: int
    ties: int
    byes: int
    raw: float | None
    value: float
    notes: list[str]


class MetOut(Schema):
    """One round of a player, with the opponent's contribution to the averages."""

    round: int
    opponent: PlayerOut | None
    result: str
    points: int
    percentage: PercentageOut | None
    owp: float | None
    notes: list[str]


class NeighbourOut(Schema):
    """The next player below. `beaten` is true if only these two players are equal, and the player won their match."""

    player: PlayerOut
    place: int
    points: int
    owp: float
    oowp: float
    beaten: bool


class ExplanationOut(Schema):
    """The reasons for a player's place.

    `equal_points` is the number of other players with the same points, and `as_of` the last round included.
    """

    player: PlayerOut
    after: int
    place: int
    points: int
    equal_points: int
    own: PercentageOut
    owp: float
    oowp: float
    as_of: int
    because: str
    rounds: list[MetOut]
    next_below: NeighbourOut | None


class BoxSideOut(Schema):
    seed: int | None
    player: PlayerOut | None
    games: int | None
    won: bool


class BoxOut(Schema):
    table: int | None
    bye: bool
    walkover: bool
    sides: list[BoxSideOut]


class BracketRoundOut(Schema):
    name: str
    boxes: list[BoxOut]


class BracketOut(Schema):
    """A top cut or a single elimination, beginning with the first round."""

    division: int
    age_division: str
    size: int
    rounds: list[BracketRoundOut]
    third_place: BoxOut | None
    champion: PlayerOut | None
