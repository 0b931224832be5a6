"""Content of a hall screen: the desk's choice, else what suits the moment of the event."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Any

from core.engine.alphabet import first_letter
from core.engine.refused import Refused
from floor.engine.refusals import FloorRefusal

PAIRINGS_FOR = timedelta(minutes=10)
"""How long after the posting of a round people look for their table."""

SECONDS, FASTEST, SLOWEST = 12, 5, 120
"""Seconds per page: default, least, most."""

LARGE, SMALL = 36, 60
"""Names per page: legible from ten metres, or more of them."""

LAST_TABLE = 9999


class Part(StrEnum):
    """A kind of content of a screen."""

    NAMES = "names"
    OPEN = "open"
    CLOCK = "clock"
    STANDINGS = "standings"
    BRACKET = "bracket"
    FEATURE = "feature"
    DRAFT = "draft"
    QR = "qr"


WITH_RESULTS = frozenset({Part.OPEN, Part.CLOCK, Part.BRACKET, Part.FEATURE, Part.STANDINGS})
"""Parts that change with single results."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of one screen. No `parts`: what suits the moment. `division` None: all. `table`: the feature match.
    `seconds` per page; `small`: more names on a page.
    """

    parts: tuple[str, ...] = ()
    letter_from: str = ""
    letter_to: str = ""
    division: int | None = None
    table: int | None = None
    seconds: int = SECONDS
    small: bool = False

    @property
    def on_page(self) -> int:
        return SMALL if self.small else LARGE

    @property
    def span(self) -> str:
        """ "A–K", "" for all letters."""
        if not self.letter_from and not self.letter_to:
            return ""
        return f"{self.letter_from or 'A'}–{self.letter_to or 'Z'}"

    def has(self, sort_name: str) -> bool:
        """Whether this screen shows a name. Names outside A–Z are shown with the last letters."""
        letter = first_letter(sort_name) or "Z"
        return (self.letter_from or "A") <= letter <= (self.letter_to or "Z")

    def facts(self) -> dict[str, Any]:
        """The settings as stored in the journal."""
        return asdict(self) | {"parts": list(self.parts)}


def settings_of(facts: Mapping[str, Any]) -> Settings:
    """Read settings from the journal."""
    return Settings(**{**facts, "parts": tuple(facts["parts"])})


def require_fitting(settings: Settings) -> Settings:
    """The settings with each part once. Refused: SCREEN_LETTERS_REVERSED, SCREEN_TABLE_MISSING, SCREEN_SECONDS."""
    parts = tuple(dict.fromkeys(Part(part).value for part in settings.parts))
    if settings.letter_from and settings.letter_to and settings.letter_from > settings.letter_to:
        raise Refused(
            FloorRefusal.SCREEN_LETTERS_REVERSED, first=settings.letter_from, last=settings.letter_to
        )
    if Part.FEATURE in parts and not 1 <= (settings.table or 0) <= LAST_TABLE:
        raise Refused(FloorRefusal.SCREEN_TABLE_MISSING)
    if not FASTEST <= settings.seconds <= SLOWEST:
        raise Refused(FloorRefusal.SCREEN_SECONDS, least=FASTEST, most=SLOWEST)
    return Settings(**{**settings.facts(), "parts": parts})


@dataclass(frozen=True, slots=True)
class Moment:
    """State of an event. `posted_for`: time since the newest posted round was posted; None without one.

    `timed`: a posted round has a clock; `waits`: one has not begun. `in_cut`: a round of the bracket is on.
    """

    posted_for: timedelta | None = None
    timed: bool = False
    waits: bool = False
    in_cut: bool = False
    ranked: bool = False
    bracket: bool = False
    drafting: bool = False


def parts_at(moment: Moment) -> tuple[Part, ...]:
    """Parts for the moment: a draft; pairings until people sit; then clock or open tables; else standings and
    bracket.
    """
    if moment.drafting:
        return (Part.DRAFT,)
    if moment.posted_for is None:
        ranked = (Part.STANDINGS,) if moment.ranked else ()
        return (*ranked, *((Part.BRACKET,) if moment.bracket else ())) or (Part.QR,)
    if moment.posted_for < PAIRINGS_FOR or moment.waits:
        return (Part.NAMES,)
    time = Part.CLOCK if moment.timed else Part.OPEN
    return (Part.BRACKET, time) if moment.in_cut and moment.bracket else (time,)


def changes_in(moment: Moment) -> timedelta | None:
    """Time until other parts are due without any change of the event; None if never."""
    if moment.drafting or moment.posted_for is None or moment.posted_for >= PAIRINGS_FOR:
        return None
    return PAIRINGS_FOR - moment.posted_for
