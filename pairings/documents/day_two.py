"""The players who qualified for day 2, on paper for the wall."""

from collections.abc import Iterator, Sequence
from math import ceil

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from reportlab.platypus import Flowable

from core.documents.fonts import BOLD, DISPLAY
from core.documents.grid import Column, Divider, Grid, Row
from core.documents.registry import Amount, declare_document
from core.documents.sheet import Paper, Sheet
from core.engine.sheet_heads import SheetHead
from pairings.documents import paper_words
from pairings.documents.printing import PrintOrder, division_name_for_header, event_head
from pairings.engine.display_rows import StandingRow
from pairings.queries.print.print_figures import PrintFigures
from pairings.queries.standings import advancing, qualified
from pairings.queries.standings.qualified import QualifiedList
from pairings.words import advancing_words
from pairings.words.print_words import amount_text, number_of_names_text
from tournaments.engine.advance import AdvancementGate
from tournaments.labels import division_label
from tournaments.models import Tournament


class DayTwoSheet(Sheet):
    """The qualified players by place, then a line that says who is in, then the first players below it."""

    what = _("Day 2")
    rows_on_page = 34
    grid_columns = (
        Column(_("Place"), 0.12, size=14, font=DISPLAY, align="center"),
        Column(_("Player"), 0.5, size=12, min_size=9),
        Column(_("Points"), 0.14, size=12, font=BOLD, align="center"),
        Column(_("Record (W-L-T)"), 0.24, size=12, align="center"),
    )

    def __init__(
        self, head: SheetHead, listed: QualifiedList | None, gate: AdvancementGate, *, paper: Paper
    ) -> None:
        super().__init__(head, paper=paper)
        self.listed, self.gate = listed, gate

    def story(self) -> Iterator[Flowable]:
        height = self.body[3] / (self.rows_on_page + 1)
        empty = _("The players appear once day 2 is open.")
        yield Grid(self.grid_columns, self.lines(), row=height, empty=empty)

    def lines(self) -> Sequence[Row | Divider]:
        if self.listed is None:
            return []
        players, below = self.listed.players, self.listed.below
        rows: list[Row | Divider] = [self.grid_row(player.place, player.row) for player in players]
        rows.append(Divider(advancing_words.qualified_rule_text([self.listed], self.gate)))
        rows += [self.grid_row(place, row) for place, row in enumerate(below, start=players[-1].place + 1)]
        return rows

    def grid_row(self, place: int, row: StandingRow) -> Row:
        return (str(place), paper_words.name_cell(row.person), str(row.person.points), row.record)


def _amount(figures: PrintFigures) -> Amount | None:
    """Return the number of players on day 2, or None if no day 2 is planned. At most one query."""
    if not any(division.has_day_two for division in figures.divisions):
        return None
    pages = ceil(figures.qualified / DayTwoSheet.rows_on_page)
    return Amount(amount_text(number_of_names_text(figures.qualified), pages), figures.qualified > 0, pages)


@declare_document(
    "day-two",
    title=_("Players on day 2"),
    help=_("For the wall: who qualified, by place, and who is next."),
    of="division",
    power="",
    place=82,
    amount=_amount,
)
def day_two_sheets(order: PrintOrder, event: Tournament) -> list[Sheet]:
    """Build the list of day 2, one sheet per age division unless the order selects one; one empty sheet without any."""
    page = "pairings:day_two_list"
    division = event.divisions.select_related("tournament").filter(pk=order.division).first()
    stage = qualified.day_two_of(division) if division else None
    if division is None or stage is None:
        return [DayTwoSheet(event_head(order, event, page=page), None, AdvancementGate(), paper=order.paper)]
    gate, after = advancing.day_two_gate(division), qualified.last_round_of_day_one(stage)
    return [
        DayTwoSheet(
            event_head(
                order,
                event,
                page=page,
                division=division_name_for_header(division)
                if listed.age_division == "all"
                else division_label(listed.age_division),
                round_=gettext("after round %(round)d") % {"round": after},
            ),
            listed,
            gate,
            paper=order.paper,
        )
        for listed in qualified.qualified_lists(stage, public=order.public)
        if order.age_division in ("", listed.age_division)
    ]
