"""The sheet on which players sign for their prizes."""

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from reportlab.platypus import Flowable

from core.documents.fonts import BOLD, DISPLAY
from core.documents.grid import Column, Grid, GridCell, Row, count_rows_on_page
from core.documents.registry import Amount, declare_document, declare_rows_on_page
from core.documents.sheet import Paper, Sheet
from core.engine.sheet_heads import SheetHead
from pairings.documents.paper_words import last_digits_of_player_id
from pairings.documents.printing import PrintOrder, event_head
from pairings.queries.print.print_figures import PrintFigures
from pairings.queries.standings.prizes import Award, AwardList, awards_of_tables, prize_tables
from tournaments.models import Tournament
from tournaments.words.entrants import entrant_title

ROW_HEIGHT = 28.0
declare_rows_on_page("prizes-to-sign", count_rows_on_page(ROW_HEIGHT))


def prize_text(award: Award) -> str:
    """Return the prize with its points and packs in words: "Playmat, 50 points, 18 packs"."""
    parts = [award.prize.text]
    if award.prize.points is not None:
        parts.append(ngettext("%(n)d point", "%(n)d points", award.prize.points) % {"n": award.prize.points})
    if award.prize.packs is not None:
        parts.append(ngettext("%(n)d pack", "%(n)d packs", award.prize.packs) % {"n": award.prize.packs})
    return ", ".join(part for part in parts if part)


class PrizeSigningSheet(Sheet):
    """One row with a signature line for each place of a list that receives something."""

    what = _("Prizes to sign for")
    for_staff = True

    def __init__(self, head: SheetHead, award_list: AwardList | None, *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.awards = award_list.awards if award_list else ()

    def story(self) -> Iterator[Flowable]:
        columns = (
            Column(_("Place"), 0.1, size=14, font=DISPLAY, align="center"),
            Column(entrant_title(_("Player")), 0.25, size=12, font=BOLD, min_size=9),
            Column(pgettext_lazy("Player ID", "Last digits"), 0.12, size=10, align="center"),
            Column(pgettext_lazy("award", "Prize"), 0.27, size=11, min_size=9),
            Column(_("Signature"), 0.26),
        )
        rows = [self.row(award) for award in self.awards]
        yield Grid(
            columns, rows, row=ROW_HEIGHT, empty=_("No prizes are entered, or no round is closed yet.")
        )

    def row(self, award: Award) -> Row:
        # "Dropped" in words, after the prize: a struck-out name would look as if the prize were struck out.
        prize = prize_text(award)
        return (
            str(award.place),
            award.person.name,
            last_digits_of_player_id(award.player_number),
            f"{prize} ({gettext('Dropped')})" if award.person.dropped else prize,
            GridCell(ruled=True),
        )


def _amount(figures: PrintFigures) -> Amount | None:
    """Return the number of places with prizes, or None in events without prizes."""
    if not figures.prizes:
        return None
    return Amount(
        ngettext("%(n)d prize row", "%(n)d prize rows", figures.prizes) % {"n": figures.prizes},
        figures.ranked,
    )


@declare_document(
    "prizes",
    title=_("Prizes to sign for"),
    help=_("Name, place and prize with a line to sign, one list for each division"),
    of="division",
    place=85,
    amount=_amount,
)
def prize_signing_sheets(order: PrintOrder, event: Tournament) -> list[Sheet]:
    """Build a sheet for each list of the order's division that has prizes, or for the list that the order selects.

    Return one empty sheet without such a list.
    """
    tables = [
        table
        for table in prize_tables(event)
        if table.rows
        and table.division.pk == order.division
        and order.age_division in ("", table.age_division)
    ]
    sheets: list[Sheet] = []
    for award_list in awards_of_tables(event, tables):
        round_text = (
            gettext("final")
            if award_list.final
            else gettext("after round %(round)d") % {"round": award_list.after}
            if award_list.after
            else ""
        )
        label = (
            ""
            if award_list.table.age_division == "all" == award_list.table.division.age_division
            else award_list.table.label
        )
        head = event_head(order, event, page="pairings:prizes", division=label, round_=round_text)
        sheets.append(PrizeSigningSheet(head, award_list, paper=order.paper))
    return sheets or [
        PrizeSigningSheet(event_head(order, event, page="pairings:prizes"), None, paper=order.paper)
    ]
