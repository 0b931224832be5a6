"""Rule cards of 2-on-2 and Team Battle, two per page, to lay on the tables (R-102 to R-105)."""

from collections.abc import Iterator
from typing import ClassVar

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Frame

from core.documents import drawn_shapes
from core.documents.drawn_text import draw_text
from core.documents.fonts import BOLD, DISPLAY, TEXT
from core.documents.prose import Prose
from core.documents.registry import declare_document
from core.documents.sheet import BAND, MARGIN, Paper, Sheet, SheetCanvas, Text, bare_frame
from core.documents.text_fitting import fit_in_lines
from core.engine.sheet_heads import SheetHead
from pairings.documents.printing import HALL, PrintOrder, event_head
from tournaments.models import Tournament
from tournaments.words.entrants import entrant_title
from tournaments.words.team_rules import TEAM_BATTLE, TWO_ON_TWO

LINE = ParagraphStyle("line", fontName=TEXT, fontSize=12, leading=15)
BULLET = 13.0
SEATING_WIDTH = 150.0
"""Width in points of the drawing of the table."""


class RuleCard(Flowable):
    """A card: a title, the rules as bullets, and a drawing of the seats."""

    def __init__(
        self, title: Text, rules: tuple[Text, ...], *, height: float, event: str, is_team_battle: bool
    ) -> None:
        super().__init__()
        self.title, self.rules, self.height, self.event, self.team = (
            title,
            rules,
            height,
            event,
            is_team_battle,
        )

    def wrap(self, available_width: float, _available_height: float) -> tuple[float, float]:
        self.width = available_width
        return available_width, self.height

    def draw(self) -> None:
        canvas, top = self.canv, self.height - 16
        draw_text(canvas, 0, top - 16, str(self.title), font=DISPLAY, size=20, max_width=self.width * 0.6)
        lines, size = fit_in_lines(self.event, BOLD, 9, self.width * 0.38, 9)
        for number, line in enumerate(reversed(lines)):
            draw_text(canvas, self.width, top - 16 + number * 11, line, font=BOLD, size=size, align="right")
        canvas.setLineWidth(1.4)
        canvas.line(0, top - 24, self.width, top - 24)
        top_of_rule, text_width = top - 32, self.width - SEATING_WIDTH - 18
        for rule in self.rules:
            text = Prose(rule, LINE)
            _width, rule_height = text.wrap(text_width - BULLET, self.height)
            draw_text(canvas, 0, top_of_rule - 12.5, "•", size=12)
            text.drawOn(canvas, BULLET, top_of_rule - rule_height)
            top_of_rule -= rule_height + 5
        draw_seats(canvas, self.width - SEATING_WIDTH, top - 40 - SEATING_WIDTH, is_team_battle=self.team)
        canvas.setDash(5, 4)
        canvas.setLineWidth(0.6)
        canvas.line(-MARGIN, 0, self.width + MARGIN, 0)
        canvas.setDash()


def draw_seats(canvas: Canvas, x: float, y: float, *, is_team_battle: bool) -> None:
    """Draw the table from above: two players face to face, or two teams seated diagonally with the order of turns."""
    side, margin = SEATING_WIDTH, 46.0
    canvas.setFillGray(BAND)
    canvas.rect(x + 8, y + margin, side - 16, side - 2 * margin, stroke=0, fill=1)
    canvas.setFillGray(0)
    canvas.setLineWidth(1)
    canvas.rect(x + 8, y + margin, side - 16, side - 2 * margin)
    first_team, second_team = str(_("Team 1")), str(_("Team 2"))
    places: tuple[tuple[float, int, str, str], ...]
    if is_team_battle:
        places = (
            (0.27, 1, first_team, "A"),
            (0.73, 1, second_team, "A"),
            (0.73, 0, first_team, "B"),
            (0.27, 0, second_team, "B"),
        )
    else:
        places = (
            (0.5, 1, entrant_title(_("Player 1")), ""),
            (0.5, 0, entrant_title(_("Player 2")), ""),
        )
    for share, is_at_top, label, letter in places:
        middle, base = x + side * share, y + side - 24 if is_at_top else y + 8
        drawn_shapes.draw_pill(canvas, middle - 33, base - 5, 66, 28)
        draw_text(
            canvas,
            middle,
            base + (9 if letter else 5),
            label,
            font=BOLD,
            size=9,
            max_width=60,
            min_size=8,
            align="center",
        )
        if letter:
            draw_text(canvas, middle, base - 1.5, letter, size=9, align="center")
    if is_team_battle:
        draw_text(
            canvas,
            x + side / 2,
            y + side / 2 - 3.5,
            str(_("Turns go clockwise")),
            size=9,
            max_width=side - 24,
            min_size=8,
            align="center",
        )
        return
    # In 2-on-2, each player has two Active Pokémon.
    active = str(_("Active"))
    for number in range(4):
        left, bottom = x + side / 2 - 44 + (number % 2) * 46, y + margin + 5 + (number // 2) * 26
        canvas.rect(left, bottom, 42, 22)
        draw_text(canvas, left + 21, bottom + 8, active, size=8, max_width=40, align="center")


class RuleCards(Sheet):
    """Two equal cards per page, without header or footer, because the page is cut up."""

    rules: ClassVar[tuple[Text, ...]]
    team: ClassVar[bool] = False

    def __init__(self, head: SheetHead, *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)

    def frames(self) -> list[Frame]:
        return [bare_frame(MARGIN, 0, self.page[0] - 2 * MARGIN, self.page[1])]

    def furnish(self, canvas: SheetCanvas, number: int, total: int) -> None:
        """Draw nothing, because the page is cut up and each card has its own header."""

    def story(self) -> Iterator[Flowable]:
        for _number in range(2):
            yield RuleCard(
                self.what,
                self.rules,
                height=self.page[1] / 2 - 0.1,
                event=self.head.name,
                is_team_battle=self.team,
            )


class TwoOnTwoCards(RuleCards):
    """Cards of 2-on-2 (R-102, R-105)."""

    what = pgettext_lazy("rule card", "2-on-2")
    rules = TWO_ON_TWO


class TeamBattleCards(RuleCards):
    """Cards of Team Battle, with the seats of both teams (R-103)."""

    what = _("Team Battle")
    rules = TEAM_BATTLE
    team = True


HELP = _("Rules of the format to lay on each table, with the seats")


@declare_document("2-on-2", title=_("2-on-2"), help=HELP, of=HALL, power="view", place=50, pages=1)
def two_on_two_cards(order: PrintOrder, event: Tournament) -> Sheet:
    return TwoOnTwoCards(event_head(order, event, page="tournaments:event"), paper=order.paper)


@declare_document("team-battle", title=_("Team Battle"), help=HELP, of=HALL, power="view", place=60, pages=1)
def team_battle_cards(order: PrintOrder, event: Tournament) -> Sheet:
    return TeamBattleCards(event_head(order, event, page="tournaments:event"), paper=order.paper)
