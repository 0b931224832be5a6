from datetime import datetime

from ninja import Schema


class PublishedOut(Schema):
    """A player whose list is public."""

    entry: int
    name: str
    age_division: str


class PublishedLists(Schema):
    """The public lists. `visibility` is the organizer's choice: never, in_cut or after."""

    visibility: str
    lists: list[PublishedOut]


class CardOut(Schema):
    """A line of a list. `number` is the card's set and number, if the list has them."""

    quantity: int | None
    name: str
    number: str
    language: str


class SectionOut(Schema):
    """A section of a list. `code` is pokemon, trainer or energy."""

    code: str
    count: int
    cards: list[CardOut]


class DeckOut(Schema):
    entry: int
    name: str
    total: int
    sections: list[SectionOut]


class StaffMemberOut(Schema):
    """One player of a team. `seat` is A or B."""

    seat: str
    first_name: str
    last_name: str
    player_id: str


class StaffPlayerOut(Schema):
    """A player, or a team with its `members`, as staff see them.

    Without the scope `births`, dates of birth are None and `email` is empty.
    """

    entry: int
    first_name: str
    last_name: str
    player_id: str
    age_division: str
    division: str
    state: str
    checked_in_at: datetime | None
    dropped_in: int | None
    birth_year: int | None
    birth_date: str | None
    email: str
    members: list[StaffMemberOut]


class StaffPlayersPage(Schema):
    items: list[StaffPlayerOut]
    next: str | None


class StaffListOut(Schema):
    """The list of one player.

    `state` is missing, illegal, legal, or unknown if a list without errors contains a card that the catalogue lacks.
    `late` and `changed` are as on the page of lists.
    """

    entry: int
    name: str
    division: str
    state: str
    total: int
    versions: int
    at: datetime | None
    late: bool
    changed: bool
    locked: bool
    sent_back: bool
    dropped: bool


class StaffListsPage(Schema):
    items: list[StaffListOut]
    next: str | None


class CallOut(Schema):
    """An open judge call. `reason` is question, mistake, slow, result, away, other, or empty."""

    id: int
    table: int | None
    reason: str
    player: str
    raised_at: datetime
    claimed_at: datetime | None
    claimed_by: str
    for_head_judge: bool


class CheckOut(Schema):
    """A deck check. `state` is picked, running or done, `kind` is why it was picked, and `outcome` its result."""

    id: int
    entry: int
    name: str
    kind: str
    state: str
    round: int | None
    table: int | None
    picked_at: datetime
    began_at: datetime | None
    ended_at: datetime | None
    outcome: str
    counted: bool


class ChecksPage(Schema):
    items: list[CheckOut]
    next: str | None


class TokenOut(Schema):
    """The token of this request, with the scopes that its owner's role still allows."""

    name: str
    event: str
    role: str
    scopes: list[str]
    expires_at: datetime
