"""The content of a hall screen, selected at the desk or by the state of the event."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Any

from core.engine.alphabet import filing_letter
from core.engine.refused import Refused
from floor.engine.refusals import FloorRefusal

PAIRINGS_DURATION = timedelta(minutes=10)
"""How long players look for their table after a round is posted."""

DEFAULT_SECONDS, MIN_SECONDS, MAX_SECONDS = 12, 5, 120
"""Seconds per page: default, minimum and maximum."""

LINES_PER_PAGE, SMALL_LINES_PER_PAGE = 36, 60
"""Number of lines per page. LARGE lines can be read from ten meters away, SMALL lines only from nearby."""

NAMES_PER_PAGE, SMALL_NAMES_PER_PAGE = 60, 80
"""Number of names per page of pairings, whose short lines are set in a narrow typeface."""

LAST_TABLE = 9999


class ScreenPart(StrEnum):
    """A kind of screen content."""

    NAMES = "names"
    OPEN = "open"
    CLOCK = "clock"
    STANDINGS = "standings"
    BRACKET = "bracket"
    FEATURE = "feature"
    DRAFT = "draft"
    QR = "qr"
    CHECK_IN = "check_in"


WITH_RESULTS = frozenset(
    {ScreenPart.OPEN, ScreenPart.CLOCK, ScreenPart.BRACKET, ScreenPart.FEATURE, ScreenPart.STANDINGS}
)
"""Parts that change with each result."""


@dataclass(frozen=True, slots=True)
class ScreenSettings:
    """Settings of one screen.

    Without `parts`, the screen follows the state of the event. `division` is None for all divisions. `table` is the
    table of the feature match, and `seconds` the time per page. `small` puts more names on a page.
    """

    parts: tuple[str, ...] = ()
    letter_from: str = ""
    letter_to: str = ""
    division: int | None = None
    table: int | None = None
    seconds: int = DEFAULT_SECONDS
    small: bool = False

    @property
    def on_page(self) -> int:
        """Number of lines on a page."""
        return SMALL_LINES_PER_PAGE if self.small else LINES_PER_PAGE

    @property
    def names_per_page(self) -> int:
        """Number of names on a page."""
        return SMALL_NAMES_PER_PAGE if self.small else NAMES_PER_PAGE

    @property
    def span(self) -> str:
        """The range of letters, such as "A–K". It is empty for all letters."""
        if not self.letter_from and not self.letter_to:
            return ""
        return f"{self.letter_from or 'A'}–{self.letter_to or 'Z'}"

    def shows_name(self, sort_name: str) -> bool:
        """Return whether this screen shows a name. Names outside A–Z appear with the last letters."""
        letter = filing_letter(sort_name) or "Z"
        return (self.letter_from or "A") <= letter <= (self.letter_to or "Z")

    def facts(self) -> dict[str, Any]:
        """Return the settings as stored in the journal."""
        return asdict(self) | {"parts": list(self.parts)}


def screen_settings_from_facts(facts: Mapping[str, Any]) -> ScreenSettings:
    """Read settings from the journal."""
    return ScreenSettings(**{**facts, "parts": tuple(facts["parts"])})


def require_valid_settings(settings: ScreenSettings) -> ScreenSettings:
    """Validate the settings, and return them without duplicate parts.

    Refused: SCREEN_LETTERS_REVERSED (first, last), SCREEN_TABLE_MISSING, SCREEN_SECONDS (least, most).
    """
    parts = tuple(dict.fromkeys(ScreenPart(part).value for part in settings.parts))
    if settings.letter_from and settings.letter_to and settings.letter_from > settings.letter_to:
        raise Refused(
            FloorRefusal.SCREEN_LETTERS_REVERSED, first=settings.letter_from, last=settings.letter_to
        )
    if ScreenPart.FEATURE in parts and not 1 <= (settings.table or 0) <= LAST_TABLE:
        raise Refused(FloorRefusal.SCREEN_TABLE_MISSING)
    if not MIN_SECONDS <= settings.seconds <= MAX_SECONDS:
        raise Refused(FloorRefusal.SCREEN_SECONDS, least=MIN_SECONDS, most=MAX_SECONDS)
    return ScreenSettings(**{**settings.facts(), "parts": parts})


@dataclass(frozen=True, slots=True)
class Moment:
    """The state of an event from which an automatic screen chooses its content.

    `posted_for` is the time since the newest round was posted, or None if no round is posted. `timed` is true if a
    posted round has a clock, `waits` if a clock has not started, and `in_cut` if a round of the cut is in play.
    `ranked` is true if there are standings, `bracket` if there is a bracket, and `drafting` if a draft is under way.
    """

    posted_for: timedelta | None = None
    timed: bool = False
    waits: bool = False
    in_cut: bool = False
    ranked: bool = False
    bracket: bool = False
    drafting: bool = False


def choose_screen_parts(moment: Moment) -> tuple[ScreenPart, ...]:
    """Return the parts that an automatic screen shows at this moment.

    A draft comes first. A posted round shows its pairings for PAIRINGS_DURATION and until all clocks have
    started, then the clock or the open tables; in the cut, the bracket as well. Between rounds, the standings and
    the bracket are shown, or the QR codes if there are neither.
    """
    if moment.drafting:
        return (ScreenPart.DRAFT,)
    if moment.posted_for is None:
        standings = (ScreenPart.STANDINGS,) if moment.ranked else ()
        return (*standings, *((ScreenPart.BRACKET,) if moment.bracket else ())) or (ScreenPart.QR,)
    if moment.posted_for < PAIRINGS_DURATION or moment.waits:
        return (ScreenPart.NAMES,)
    clock_or_tables = ScreenPart.CLOCK if moment.timed else ScreenPart.OPEN
    return (ScreenPart.BRACKET, clock_or_tables) if moment.in_cut and moment.bracket else (clock_or_tables,)


def time_until_screen_parts_change(moment: Moment) -> timedelta | None:
    """Return the time until PAIRINGS_DURATION is over, when the parts may change.

    Return None if time alone does not change the parts.
    """
    if moment.drafting or moment.posted_for is None or moment.posted_for >= PAIRINGS_DURATION:
        return None
    return PAIRINGS_DURATION - moment.posted_for
