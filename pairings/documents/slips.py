"""Match slips, four or five per page, arranged so that the stacks are in table order after cutting."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import ceil
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Frame

from core.documents.registry import Amount, declare_document
from core.documents.sheet import (
    MARGIN,
    Paper,
    Sheet,
    SheetCanvas,
    bare_frame,
    new_paragraph,
    sheet_revision_text,
)
from core.engine.sheet_heads import SheetHead
from core.text_parts import text_labeled_with_part
from pairings.documents.pairings import table_order_key
from pairings.documents.paper_words import last_digits_of_player_id
from pairings.documents.printing import DESK_PACK, PrintOrder, matches_of_order, members_of_teams, round_head
from pairings.documents.slip_parts.boxes import Digits, Slip
from pairings.documents.slip_parts.face import SlipFace
from pairings.documents.slip_parts.lines import SHORT_BLANK
from pairings.engine.display_rows import EntryPerson, MatchRow
from pairings.engine.outcomes import Outcome
from pairings.models import Round, Stage, StoredPrint
from pairings.queries.print.print_figures import PrintFigures
from pairings.queries.reports import clock_page
from pairings.words.print_words import amount_text, matches_text, pages_text
from tournaments.engine.kinds import LATEST_EDITION
from tournaments.engine.team_entries import TeamEntryMember
from tournaments.models import Tournament
from tournaments.queries.namesakes import player_ids_of_namesakes

NOBODY = EntryPerson(0, "", "", 0, "", "")
"""Placeholder for a player whose name is written by hand."""

SLIPS_PER_PAGE, SMALL_SLIPS_PER_PAGE = 4, 5
PADDING_BY_COUNT = {4: 20.0, 5: 10.0}
"""White space above and below each slip in points, by the number of slips on a page."""
HEAD_LINES = {4: 2, 5: 1}
"""Header lines that fit at the edge of a page, by the number of slips on it. More lines move the slip down."""
DENSE_LINES, DENSE_PADDING = 4, 12.0
"""Number of lines of boxes that take some of the white space around a slip, and what they leave of it in points."""


def most_slips_on_page(on_page: int, *, best_of: int, elimination: bool) -> int:
    """Return how many slips a page has if `on_page` are requested.

    Five fit only in Swiss rounds of single games: three or four lines of boxes would be too small to tick.
    """
    return on_page if best_of == 1 and not elimination else min(on_page, SLIPS_PER_PAGE)


def collated_pages(count: int, on_page: int = SLIPS_PER_PAGE) -> list[tuple[int | None, ...]]:
    """Arrange the slips on pages, each from top to bottom, with None for an empty place.

    Slips at the same position of all pages form one stack after cutting, so each position gets consecutive slips:
    five slips on two pages are arranged as (0, 2, 4, –) and (1, 3, –, –).
    """
    pages = ceil(count / on_page)
    places = [[position * pages + page for position in range(on_page)] for page in range(pages)]
    return [tuple(slip if slip < count else None for slip in page) for page in places]


class MatchSlips(Sheet):
    """One slip per match of two players. A bye has no slip.

    `links` has the URLs of results by match id; a match without a link gets no QR code. `notes` has time
    extensions by match id, for the staff rows. `digits` tell players of the same name apart. To sort the slips, cut
    the pile along the dashed lines and put the stacks on top of one another from top to bottom. `on_page` is a key of
    PADDING_BY_COUNT, lowered by `most_slips_on_page`.
    """

    what = _("Match slips")
    for_staff = True

    def __init__(
        self,
        head: SheetHead,
        rows: Sequence[MatchRow],
        *,
        links: Mapping[int, str] | None = None,
        notes: Mapping[int, str] | None = None,
        teams: Mapping[int, Sequence[TeamEntryMember]] | None = None,
        digits: Digits | None = None,
        best_of: int = 1,
        elimination: bool = False,
        edition: str = LATEST_EDITION,
        on_page: int = SLIPS_PER_PAGE,
        paper: Paper = "a4",
    ) -> None:
        super().__init__(head, paper=paper)
        self.on_page = most_slips_on_page(on_page, best_of=best_of, elimination=elimination)
        links, notes = links or {}, notes or {}
        matches = sorted((row for row in rows if row.right is not None), key=table_order_key)
        self.slips = [
            Slip(
                match,
                head.name,
                self.slip_subject(),
                best_of=best_of,
                link=links.get(match.match_id, ""),
                note=notes.get(match.match_id, ""),
                teams=teams or {},
                digits=digits or {},
                elimination=elimination,
                edition=edition,
            )
            for match in matches
        ]

    def slip_subject(self) -> str:
        """Return division, round and revision; a slip has no other sheet header."""
        revision = sheet_revision_text(self.head.revision) if self.head.revision else ""
        return " · ".join(part for part in (self.subject(), revision) if part)

    def frames(self) -> list[Frame]:
        return [bare_frame(0, 0, *self.page)]

    def furnish(self, canvas: SheetCanvas, number: int, total: int) -> None:
        """Draw nothing: the page is cut up, and each slip has a header."""

    def story(self) -> Iterator[Flowable]:
        for page in collated_pages(len(self.slips), self.on_page):
            yield SlipPage(self.page, [None if slip is None else self.slips[slip] for slip in page])


class BlankSlips(MatchSlips):
    """Slips to write by hand, with lines for round, table and names. More can be photocopied."""

    what = _("Blank slips")

    def __init__(self, head: SheetHead, *, best_of: int = 1, pages: int = 2, paper: Paper = "a4") -> None:
        rows = [MatchRow(0, None, NOBODY, NOBODY, Outcome.PENDING)] * (SLIPS_PER_PAGE * pages)
        super().__init__(head, rows, best_of=best_of, paper=paper)

    def slip_subject(self) -> str:
        return text_labeled_with_part(_("Round"), SHORT_BLANK)


class SlipPage(Flowable):
    """A full page of slips with dashed lines for the cuts."""

    def __init__(self, page: tuple[float, float], slips: Sequence[Slip | None]) -> None:
        super().__init__()
        self.slips = slips
        self.width, self.height = page

    def wrap(self, *_available: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        slip_height, pad = self.height / len(self.slips), PADDING_BY_COUNT[len(self.slips)]
        head_lines = HEAD_LINES[len(self.slips)]
        if any(slip is not None and len(slip.choices()) >= DENSE_LINES for slip in self.slips):
            pad, head_lines = min(pad, DENSE_PADDING), 1
        for position, slip in enumerate(self.slips):
            bottom = self.height - (position + 1) * slip_height
            if slip is not None:
                new_paragraph(self.canv)
                face = SlipFace(
                    self.canv,
                    MARGIN,
                    self.width - MARGIN,
                    bottom + pad,
                    bottom + slip_height - pad,
                    head_lines=head_lines,
                )
                face.draw(slip)
            if position < len(self.slips) - 1:
                self.canv.saveState()
                self.canv.setLineWidth(0.6)
                self.canv.setDash(5, 4)
                self.canv.line(4 * mm, bottom, self.width - 4 * mm, bottom)
                self.canv.restoreState()


def slips_on_page(event: Tournament, round_: Round | None, on_page: int) -> int:
    """Return how many slips of a round are on a page if `on_page` are requested."""
    elimination = is_elimination(round_)
    best_of = event.cut_best_of if elimination else event.best_of
    return most_slips_on_page(on_page, best_of=best_of, elimination=elimination)


def is_elimination(round_: Round | None) -> bool:
    return round_ is not None and round_.stage.kind == Stage.Kind.ELIMINATION


def _amount(figures: PrintFigures, *, on_page: int) -> Amount:
    on_page_by_round = {round_.pk: slips_on_page(figures.event, round_, on_page) for round_ in figures.rounds}
    counts_by_round = figures.matches_by_round
    pages = sum(ceil(counts.matches / on_page_by_round[round_]) for round_, counts in counts_by_round.items())
    is_same = on_page > SLIPS_PER_PAGE and on_page not in on_page_by_round.values()
    refusal = _("Not for this round: its slips have more boxes and come four to a page.")
    return Amount(
        pages_text(pages),
        figures.matches > 0,
        pages,
        why_not=str(refusal) if is_same and figures.matches else "",
    )


def _amount_of_open(figures: PrintFigures) -> Amount:
    pages = sum(ceil(counts.missing / SLIPS_PER_PAGE) for counts in figures.matches_by_round.values())
    return Amount(amount_text(matches_text(figures.missing), pages), figures.missing > 0, pages)


@declare_document(
    "slips",
    title=_("Match slips"),
    help=_("Four to a page. Cut along the lines, then put the stacks on top of each other."),
    of="round",
    place=40,
    amount=partial(_amount, on_page=SLIPS_PER_PAGE),
    pack=(StoredPrint.Kind.PACK, DESK_PACK),
    once=True,  # A second slip of a match could bring a second result.
    look="slips",
)
def match_slips(
    order: PrintOrder, event: Tournament, *, only_open: bool = False, on_page: int = SLIPS_PER_PAGE
) -> Sheet:
    """Build the slips of a round, `on_page` slips to a page.

    With `only_open`, only matches without a result have slips, which also note time extensions.
    """
    round_ = order.round
    matches = [row for row in matches_of_order(order) if not only_open or row.outcome is Outcome.PENDING]
    elimination = is_elimination(round_)
    links = {row.match_id: order.site + match_path(event, round_, row) for row in matches} if round_ else {}
    sheet_head = round_head(order, event, "")
    zone, notes = ZoneInfo(event.timezone), {}
    for pk, table_clock in (
        clock_page.extended_table_clocks([round_]) if round_ and only_open else {}
    ).items():
        minutes, ends = int(table_clock.extra.total_seconds()) // 60, table_clock.ends_at()
        if minutes and ends is not None:
            facts = {"n": minutes, "at": date_format(ends.astimezone(zone), "H:i")}
            notes[pk] = gettext("+%(n)d min, until %(at)s") % facts
        elif minutes:
            notes[pk] = gettext("+%(n)d min") % {"n": minutes}
    return MatchSlips(
        sheet_head,
        matches,
        links=links,
        notes=notes,
        teams=members_of_teams(matches),
        digits=digits_of_namesakes(order, event),
        best_of=event.cut_best_of if elimination else event.best_of,
        elimination=elimination,
        edition=event.edition,
        on_page=on_page,
        paper=order.paper,
    )


@declare_document(
    "slips5",
    title=_("Match slips, five to a page"),
    help=_("For Swiss rounds of single games only. A fifth less paper, with less room to sign."),
    of="round",
    place=50,
    amount=partial(_amount, on_page=SMALL_SLIPS_PER_PAGE),
    once=True,
    look="slips",
)
def small_slips(order: PrintOrder, event: Tournament) -> Sheet:
    return match_slips(order, event, on_page=SMALL_SLIPS_PER_PAGE)


@declare_document(
    "open",
    title=_("Slips for open tables"),
    help=_("Only the matches without a result."),
    of="round",
    place=60,
    amount=_amount_of_open,
    once=True,
    look="slips",
)
def open_slips(order: PrintOrder, event: Tournament) -> Sheet:
    """Build the slips of matches without a result."""
    return match_slips(order, event, only_open=True)


def digits_of_namesakes(order: PrintOrder, event: Tournament) -> Digits:
    """Return the last digits of the Player IDs of players who share their name; none on public paper."""
    if order.public:
        return {}
    player_ids = player_ids_of_namesakes(event)
    digits = {place: last_digits_of_player_id(player_id) for place, player_id in player_ids.items()}
    return {place: last_digits for place, last_digits in digits.items() if last_digits}


def match_path(event: Tournament, round_: Round, row: MatchRow) -> str:
    return reverse("floor:match", args=[event.slug, round_.division_id, round_.number, row.match_id])
