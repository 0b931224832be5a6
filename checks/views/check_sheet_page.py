"""The data of a deck check's sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from cards.queries.card_tiles import CardTile
from checks.engine.check_sheet import (
    CountedDeck,
    MarkedCards,
)
from checks.models import DeckCheck
from checks.views.check_photos import PhotoRow
from decks.models import Proxy
from tournaments.models.entry import Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLine:
    """One card on the sheet of a check.

    - `at`: index of its row on the list.
    - `found`: counted copies, or None; `right`: whether they are as expected.
    - `less`, `more`: the numbers that the two buttons store.
    """

    at: int
    name: str
    tile: CardTile
    where: str
    marks: Sequence[str]
    expected: int
    found: int | None
    right: bool
    less: int
    more: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveValues:
    """The values that change while a sheet is open, for the page and its script.

    - `version`: see `check_sheets.version_stamp_of_check`.
    - `seen`: the number of taps.
    - `over`: sentence that the check is not running, or "".
    - `whole` and `total`: expected and counted number of cards.
    - `found`: counted copies by line.
    - `others`: copies of other cards by name.
    - `marked`: pattern of marks by subject.
    """

    version: str
    seen: int
    over: str
    whole: int
    found: dict[int, int]
    marks: dict[str, str]
    total: int | None
    others: dict[str, int]
    replaced: int
    marked: dict[str, int]
    infractions: list[str]
    photos: list[PhotoRow]


@dataclass(frozen=True, kw_only=True)
class SheetPage:
    """The sheet of a check.

    - `round_inside`: name of the round within a sentence.
    - `open`: whether the user can tap; `begun`: whether the check was begun.
    - `key`: random start of the taps' keys.
    - `now`, `now_json`: the values that change while the page is open.
    """

    page: str
    check: DeckCheck
    player: Entry
    round_inside: str
    open: bool
    begun: bool
    counted: CountedDeck
    taps: int
    sections: Sequence[Mapping[str, object]]
    steps: Sequence[Mapping[str, object]]
    mark_words: Sequence[tuple[str | str | str, str, Promise]]
    marked: Sequence[tuple[MarkedCards, str]]
    proxies: Sequence[Proxy]
    key: str
    photo_note: str
    now: LiveValues
    now_json: str
