"""The bubble as a spreadsheet: who makes the cut or day 2, who is out, and how many points the others need."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.documents.spreadsheets import Field, spreadsheet_file
from core.engine.sheet_heads import SheetHead
from tournaments.models import Tournament
from tournaments.words.entrants import entrant_fields

FIELDS = (
    Field(gettext_lazy("List"), 26),
    Field(gettext_lazy("Place"), 8, "0"),
    Field(gettext_lazy("Player"), 28),
    Field(gettext_lazy("Points"), 9, "0"),
    Field(gettext_lazy("State"), 12),
    Field(gettext_lazy("Needed"), 44),
    Field(gettext_lazy("By simulation"), 14, "0%"),
    Field(gettext_lazy("Table"), 8, "0"),
    Field(gettext_lazy("Tie"), 34),
    Field(gettext_lazy("Bye"), 18),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BubbleRow:
    """A player near the cut.

    `state`: whether the player is in, out or neither, as a CSS state; `word`: the same as text. `text`: what the
    player needs. `share`: chance by simulation as text, "" without one; `chance`: the same from 0 to 1, or None.
    `tie`: whether a tie at the table is enough, as text. `bye`: text if the player clinched a bye.
    """

    place: int
    name: str
    points: int
    state: str
    word: str
    text: str
    share: str
    chance: float | None
    table: int | None
    tie: str
    bye: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BubbleList:
    """The players near one cut.

    `key`: age division. `cut`: last place that advances, 0 if points decide or for day 2. `rule`: who advances,
    as text. `left`: number of rounds left.
    """

    key: str
    title: str
    cut: int
    rule: SafeString
    left: int
    lines: Sequence[BubbleRow]


def bubble_spreadsheet(event: Tournament, bubbles: Iterable[BubbleList], kind: str) -> tuple[bytes, str]:
    """Export the bubble lists one below the other; return the file, "csv" or "xlsx", and its content type."""
    head = SheetHead(event.name, "", "", timezone.localtime(timezone=ZoneInfo(event.timezone)))
    cell_rows = [
        (
            bubble_list.title,
            line.place,
            line.name,
            line.points,
            line.word,
            line.text,
            line.chance,
            line.table,
            line.tie,
            line.bye,
        )
        for bubble_list in bubbles
        for line in bubble_list.lines
    ]
    return spreadsheet_file(kind, _("Bubble"), entrant_fields(FIELDS), cell_rows, head)
