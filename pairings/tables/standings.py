"""Table of standings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import django_tables2 as tables
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from cards.templatetags.card_tiles import crest_with_name
from core.percentages import format_percent
from core.tables.quick_table import QuickTable, escape_value
from core.templatetags.icons import icon
from decks.queries.lists.deck_tiles import DeckCrest
from pairings.engine.display_rows import StandingRow
from pairings.engine.metrics import TIE_BREAKS
from pairings.queries.standings.standing_explained import PlaceExplanation
from pairings.templatetags.hall import unbroken_scores
from pairings.words import standing_words, tie_break_words
from tournaments.templatetags.facts import marked
from tournaments.words.entrants import players_or_teams_text

NUMBER = {"th": {"class": "num"}, "td": {"class": "num"}}
WIDE = {"th": {"class": "num wide"}, "td": {"class": "num wide"}}
NAME = (
    '<a class="more" href="{list_url}&amp;why={id}#why-{id}" aria-expanded="{open}" aria-controls="why-{id}"'
    ' hx-get="{list_url}&amp;why={id}" hx-trigger="click once">'
    '<span>{name}<small class="phone-only under">{under}</small></span>{icon}</a>'
)
MOVEMENT = (
    '<span class="moved {direction}"><span aria-hidden="true">{sign}</span>'
    '<span class="unseen">{words}</span></span>'
)
CUT_LINE = '<tr role="row" class="cutline"><td role="cell" colspan="{}">{}</td></tr>'


def movement_mark(moved: int | None) -> SafeString:
    """Render the places gained since the previous round, with text for screen readers.

    The result is empty if `moved` is None.
    """
    if moved is None:
        return SafeString("")
    direction = "up" if moved > 0 else "down" if moved else "same"
    sign = f"▲{moved}" if moved > 0 else f"▼{-moved}" if moved else "–"
    return format_html(MOVEMENT, direction=direction, sign=sign, words=standing_words.movement_text(moved))


class TieBreakColumn(tables.Column):
    """One tie-break as a percentage."""

    def __init__(self, key: str) -> None:
        super().__init__(empty_values=(), verbose_name=tie_break_words.WORDS[key].heading, attrs=WIDE)
        self.key = key

    def render(self, record: StandingRow) -> str:
        return format_percent(record.tie_breaks[self.key])


class MovementColumn(tables.Column):
    """Places gained or lost, with a heading for screen readers only."""

    @property
    def header(self) -> SafeString:
        return format_html('<span class="unseen">{}</span>', gettext("Places gained or lost"))


@dataclass(frozen=True, kw_only=True)
class StandingExplanation:
    """Explanation of a player's place.

    - `why`: the figures.
    - `final`: the place decided by the top cut, or None.
    - `placed` and `place_of`: kind and key of the displayed fact, which is the place in this list.
    - `because`: the place in words.
    - `sums`: rows of the opponents.
    - `bars`: groups of bars.
    - `awarded_byes`: what an awarded bye counts, or "" if no player had one.
    """

    why: PlaceExplanation
    final: int | None
    place_of: str
    placed: str
    because: str
    sums: Sequence[object]
    bars: Sequence[object]
    resistance_url: str
    awarded_byes: str


class StandingTable(QuickTable):
    """Table of places, whose rows can be expanded.

    - `sums`: explanation of the expanded row.
    - `cut`: last row inside the cut, and the label of its line.
    - `list_url`: URL query of the list.
    - `seats`: tables of the next round by entry, if it is posted.
    - `earlier_places`: places after the previous round by entry, if any.
    - `crests`: crests of public decks by entry.
    - `first`: number of the first row on the page.
    - `percentages`: whether tie-breaks are displayed.
    - `are_newest`: whether these are the latest standings, not the standings after an earlier round.
    """

    place = tables.Column(
        verbose_name=_("Place"),
        attrs={"th": {"class": "num"}, "td": {"class": "num place", "data-label": ""}},
    )
    moved = MovementColumn(empty_values=(), attrs={"td": {"class": "change"}, "th": {"class": "change"}})
    player = tables.Column(
        accessor="person",
        verbose_name=players_or_teams_text(_("Player"), pgettext_lazy("players", "Team")),
        attrs={"td": {"scope": "row", "class": "full"}},
    )
    deck = tables.Column(
        empty_values=(),
        verbose_name=_("Deck"),
        attrs={"th": {"class": "crest-cell"}, "td": {"class": "crest-cell"}},
    )
    record = tables.Column(empty_values=(), verbose_name=_("Record (W-L-T)"), attrs=WIDE)
    points = tables.Column(
        accessor="person__points",
        verbose_name=_("Points"),
        attrs={"th": {"class": "num"}, "td": {"class": "num big-cell"}},
    )
    next_table = tables.Column(
        empty_values=(), verbose_name=_("Next"), attrs={"th": {"class": "wide"}, "td": {"class": "wide soft"}}
    )

    class Meta(QuickTable.Meta):
        orderable = False
        attrs = {
            "class": "table standings-table",
            "id": "standings",
            "hx-target": "closest tr",
            "hx-swap": "afterend",
        }
        row_attrs = {
            "class": "tap",
            "data-name": lambda record: f"{record.person.name} {record.person.seats}".strip(),
            "data-of-entry": lambda record: record.person.entry_id,
        }

    def __init__(
        self,
        rows: Sequence[StandingRow],
        *,
        caption: str | Promise,
        list_url: str = "?",
        seats: Mapping[int, int | None] | None = None,
        earlier_places: Mapping[int, int] | None = None,
        crests: Mapping[int, DeckCrest] | None = None,
        sums: StandingExplanation | None = None,
        cut: tuple[int, str] | None = None,
        first: int = 0,
        is_part: bool = False,
        percentages: bool = True,
        are_newest: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(
            rows,
            exclude=[
                name
                for name, values in (("next_table", seats), ("moved", earlier_places), ("deck", crests))
                if not values
            ],
            extra_columns=[(key, TieBreakColumn(key)) for key in TIE_BREAKS] if percentages else [],
            sequence=("...", "next_table"),
            **options,
        )
        self.caption, self.seats, self.sums = caption, seats or {}, sums
        self.opened = self.sums.why.person.entry_id if self.sums else None
        self.cut_after, self.cut_label = cut or (0, "")
        self.first, self.is_part = first, is_part
        self.earlier_places, self.crests = earlier_places or {}, crests or {}
        self._mark_by_movement: dict[int | None, SafeString] = {}
        self.percentages, self.are_newest = percentages, are_newest
        self.list_url, self.icon = escape_value(list_url), icon("next")
        self.dropped = escape_value(gettext("dropped"))
        self.named = str(tie_break_words.WORDS[TIE_BREAKS[0]].named)

    @property
    def width(self) -> int:
        return len(self.columns)

    def render_place(self, record: StandingRow) -> int | SafeString:
        if not self.are_newest:
            return record.place
        return marked(record.place, "place", record.place, f"e{record.person.entry_id}")

    def render_moved(self, record: StandingRow) -> SafeString:
        earlier_place = self.earlier_places.get(record.person.entry_id)
        moved = None if earlier_place is None else earlier_place - record.place
        # Even lists of thousands have few different movements.
        if moved not in self._mark_by_movement:
            self._mark_by_movement[moved] = movement_mark(moved)
        return self._mark_by_movement[moved]

    def render_player(self, record: StandingRow) -> SafeString:
        person = record.person
        name = escape_value(person.name)
        name_html = f"<s>{name}</s> <small>{self.dropped}</small>" if person.dropped else name
        if person.members:
            name_html += f'<small class="under">{escape_value(person.seats)}</small>'
        share = f" · {self.first_tie_break(record)}" if self.percentages else ""
        return mark_safe(  # noqa: S308 - name and record are escaped  # nosec B308 B703
            NAME.format(
                list_url=self.list_url,
                id=person.entry_id,
                open="true" if self.opened == person.entry_id else "false",
                icon=self.icon,
                name=name_html,
                under=unbroken_scores(f"{record.record}{share}"),
            )
        )

    def render_deck(self, record: StandingRow) -> SafeString:
        return crest_with_name(self.crests.get(record.person.entry_id))

    def render_points(self, record: StandingRow) -> int:
        return record.person.points

    def render_record(self, record: StandingRow) -> str:
        return record.record

    def first_tie_break(self, record: StandingRow) -> str:
        """Return the first tie-break, the only one displayed on a phone."""
        key = TIE_BREAKS[0]
        return self.named % {"share": format_percent(record.tie_breaks[key])}

    def after(self, record: StandingRow, number: int) -> SafeString:
        """Return the rows below a row: the explanation of the expanded row, and the line of the cut.

        `number` is the position of the record in the table, from 0.
        """
        rows_below = []
        if self.sums and record.person.entry_id == self.opened:
            rows_below.append(
                render_to_string("pairings/standing_explained.html", {**vars(self.sums), "width": self.width})
            )
        if number + (self.first or 1) == self.cut_after:
            rows_below.append(format_html(CUT_LINE, self.width, self.cut_label))
        return SafeString("".join(rows_below))  # templates that escape  # nosec B703

    def render_next_table(self, record: StandingRow) -> str | SafeString:
        if record.person.entry_id not in self.seats:
            return "–"
        table = self.seats[record.person.entry_id]
        return str(_("Bye")) if table is None else str(_("table %(table)d") % {"table": table})
