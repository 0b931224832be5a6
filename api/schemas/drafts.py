from datetime import datetime

from ninja import Schema

from api.schemas.play import MemberOut


class DraftOut(Schema):
    """A draft of a division, as on the page of drafts; a second one is a redraft.

    `kind` is sealed, booster, rochester or solomon, and `way` paper or tracked. `state` is planned before the seats
    are assigned, then seated, and begun from the first step or pick. `round` is the first round played with its decks.
    """

    id: int
    division: int
    number: int
    kind: str
    way: str
    state: str
    round: int
    pick_seconds: int | None


class DraftsPage(Schema):
    items: list[DraftOut]
    next: str | None


class PodSeatOut(Schema):
    """A seat, counted clockwise from 1. `present` is false for a player who left or is not checked in."""

    seat: int
    entry: int
    name: str
    present: bool


class PodOut(Schema):
    """A pod with its seats. In Solomon a pod is a pair; in Sealed it consists of all players.

    `draft` is None for pods without a draft.
    """

    division: int
    draft: int | None
    number: int
    seats: list[PodSeatOut]


class PodsPage(Schema):
    items: list[PodOut]
    next: str | None


class PoolOut(Schema):
    """The state of one registered pool. Its cards are never included.

    `name` is as on public pages: a child's last name is an initial. `total` is the number of cards. `opened_by` is the
    entry of the player who opened or drafted them.
    """

    id: int
    draft: int
    entry: int
    name: str
    opened_by: int
    total: int
    registered_at: datetime | None
    verified_at: datetime | None


class PoolsPage(Schema):
    items: list[PoolOut]
    next: str | None


class TeamOut(Schema):
    """A team with its members by seat, as shown publicly.

    `dropped` is true for a team that has dropped from the event.
    """

    entry: int
    name: str
    division: int
    dropped: bool
    members: list[MemberOut]


class TeamsPage(Schema):
    items: list[TeamOut]
    next: str | None
