"""Printed draft pods: a list of names for the wall, then a page for each table."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from reportlab.platypus import Flowable, PageBreak

from core.documents.fonts import BOLD, DISPLAY
from core.documents.grid import Column, Grid, GridCell
from core.documents.sheet import Paper, Sheet
from core.engine.sheet_heads import SheetHead
from decks.queries.drafts import PodRow, SeatRow
from drafts.documents.run_sheet import RunSheetHeading
from drafts.documents.seat_map import SeatMap
from drafts.engine.pods import PAIR
from drafts.queries.pods import seats_by_name

NAME_ROW, POD_ROW, PAIR_ROW = 18.0, 36.0, 30.0
"""Row heights in points: in the list of names, in a pod, and in the list of pairs."""


class PodSheet(Sheet):
    """A list of players by name with pod and seat, then one page per pod in large text.

    In Booster, the pages also show the pass direction of packs.
    """

    what = gettext_lazy("Draft pods")

    def __init__(
        self,
        head: SheetHead,
        pods: Sequence[PodRow],
        *,
        division: str = "",
        paper: Paper = "a4",
        subtype: str = "booster",
        seed: int | None = None,
        with_maps: bool = True,
        odd: SeatRow | None = None,
    ) -> None:
        """Build the sheet.

        `division`: the name printed at the top. `seed`: the seed of the random seats, printed below each map. Without
        `with_maps`, only the list of names is printed. `odd`: the player without a pair, listed without a seat.
        """
        super().__init__(head, paper=paper)
        self.odd = odd
        self.seed, self.with_maps = seed, with_maps
        self.pods, self.division, self.subtype = pods, division, subtype

    def subject(self) -> str:
        return self.division

    def story(self) -> Iterator[Flowable]:
        if not self.pods:
            return
        yield from self.name_list()
        if self.with_maps:
            yield from self.group_pages()

    def group_pages(self) -> Iterator[Flowable]:
        """Yield a page for each pod."""
        for pod in self.pods:
            yield PageBreak()
            yield from self.pod_page(pod)

    def name_list(self) -> Iterator[Flowable]:
        """Yield the list of players by name, with pod and seat."""
        columns = (
            Column(_("Name"), 0.70, font=BOLD),
            Column(self.group_heading(), 0.15, font=DISPLAY, size=13, align="center"),
            Column(_("Seat"), 0.15, font=DISPLAY, size=13, align="center"),
        )
        rows = [(row.name, str(row.pod or "–"), str(row.seat or "–")) for row in self.seats_by_name()]
        yield Grid(columns, rows, row=NAME_ROW)
        if self.odd:
            yield RunSheetHeading(
                "", _("%(name)s has no pair and opens packs alone.") % {"name": self.odd.name}
            )

    def group_heading(self) -> str:
        """Return the heading of the column with the pod or pair number."""
        return _("Pod")

    def seats_by_name(self) -> list[SeatRow]:
        """Return all seats and the player without a pair, sorted by name."""
        return seats_by_name(self.pods, odd=self.odd)

    def pod_page(self, pod: PodRow) -> Iterator[Flowable]:
        """Yield the seats of a pod, and their map.

        In Booster, each row also shows the seats to which its player passes packs.
        """
        shows_passing = self.subtype == "booster"
        columns = (
            Column(_("Seat"), 0.12, font=DISPLAY, size=26, align="center"),
            Column(_("Name"), 0.52, font=BOLD, size=18, min_size=9),
            Column(_("Passes left to seat") if shows_passing else "", 0.18, size=14, align="center"),
            Column(_("Passes right to seat") if shows_passing else "", 0.18, size=14, align="center"),
        )
        pod_size = len(pod.seats)
        rows = [
            (
                str(seat.seat),
                seat.name,
                str(seat.seat % pod_size + 1) if shows_passing else "",
                str((seat.seat - 2) % pod_size + 1) if shows_passing else "",
            )
            for seat in pod.seats
        ]
        yield RunSheetHeading(_("Pod %(number)d") % {"number": pod.number}, _("Seats go clockwise."))
        yield Grid(columns, rows, row=POD_ROW)
        yield SeatMap(pod)
        if self.seed is not None:
            yield RunSheetHeading("", _("Seats assigned from random seed %(seed)s.") % {"seed": self.seed})


class PairSheet(PodSheet):
    """The sheet for Solomon: names with pair numbers, then the players of each pair."""

    what = gettext_lazy("Pairs of the draft")

    def group_heading(self) -> str:
        return _("Pair")

    def group_pages(self) -> Iterator[Flowable]:
        """Yield one page with the players of every pair."""
        most_seats = max(PAIR, *(len(pod.seats) for pod in self.pods))
        seats = range(1, most_seats + 1)
        # The column of pair numbers takes the other 0.14 of the width.
        share = 0.86 / most_seats
        columns = (
            Column(_("Pair"), 0.14, font=DISPLAY, size=20, align="center"),
            *(
                Column(_("Seat %(seat)d") % {"seat": seat}, share, font=BOLD, size=13, min_size=8)
                for seat in seats
            ),
        )
        rows = []
        for pod in self.pods:
            name_by_seat = {seat.seat: seat.name for seat in pod.seats}
            rows.append((str(pod.number), *(name_by_seat.get(seat, "") for seat in seats)))
        yield PageBreak()
        yield Grid(columns, rows, row=PAIR_ROW)
        if self.seed is not None:
            yield RunSheetHeading("", _("Pairs assigned from random seed %(seed)s.") % {"seed": self.seed})


class SealedSheet(PodSheet):
    """The sheet for Sealed: all names, with boxes for packs handed out and pools returned."""

    what = gettext_lazy("Packs and pools")

    def name_list(self) -> Iterator[Flowable]:
        """Yield the list of players by name, with boxes to tick for packs and pool."""
        columns = (
            Column(_("Name"), 0.70, font=BOLD),
            Column(_("Packs"), 0.15),
            Column(_("Pool"), 0.15),
        )
        rows = [(row.name, GridCell(ticked=False), GridCell(ticked=False)) for row in self.seats_by_name()]
        yield Grid(columns, rows, row=NAME_ROW)

    def group_pages(self) -> Iterator[Flowable]:
        """Yield no pages, as Sealed has no pods."""
        return iter(())


SHEETS = {"solomon": PairSheet, "sealed": SealedSheet}
"""Sheets for the formats without pods."""
