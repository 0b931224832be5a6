"""The pocket book on paper: all cards of one edition in two columns, to fold or cut."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext_lazy as _
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, KeepTogether, Paragraph
from reportlab.platypus.flowables import HRFlowable

from core.documents.fonts import BOLD, DISPLAY, TEXT, code_points_in_font
from core.documents.sheet import Paper, Sheet, Text
from core.documents.text_fitting import NO_BREAK
from core.engine.sheet_heads import SheetHead
from floor.pocket_book import PocketBookCard

TOPIC = ParagraphStyle("topic", fontName=DISPLAY, fontSize=15, leading=18, spaceBefore=10, spaceAfter=2)
TITLE = ParagraphStyle("title", fontName=BOLD, fontSize=10, leading=13, spaceBefore=5)
LINE = ParagraphStyle(
    "line", fontName=TEXT, fontSize=8.5, leading=11, leftIndent=9, bulletIndent=0, spaceBefore=1
)


class CardDividerLine(HRFlowable):
    """The line above a card, left out at the top of a column."""

    def draw(self) -> None:
        if not self._frame._atTop:  # type: ignore[attr-defined]
            super().draw()


class PocketBook(Sheet):
    """Cards in two columns. No card is split."""

    what = _("Judge’s pocket book")
    columns = 2

    def __init__(
        self,
        head: SheetHead,
        topics: Sequence[tuple[Text, Sequence[PocketBookCard]]],
        edition: str,
        *,
        paper: Paper = "a4",
    ) -> None:
        super().__init__(head, paper=paper)
        self.topics, self.edition = topics, edition

    def story(self) -> Iterator[Flowable]:
        for font in (TEXT, BOLD, DISPLAY):
            # Registers the font on first use, before a paragraph needs it.
            code_points_in_font(font)
        for title, cards in self.topics:
            for position, card in enumerate(cards):
                heading: list[Flowable] = [Paragraph(str(title), TOPIC)] if position == 0 else []
                yield KeepTogether([*heading, *self.card(card)])

    def card(self, card: PocketBookCard) -> Iterator[Flowable]:
        yield CardDividerLine(width="100%", thickness=0.5, spaceBefore=4, spaceAfter=0)
        yield Paragraph(str(card.title), TITLE)
        for line in card.of(self.edition):
            rules = line.rules.replace(" ", NO_BREAK)
            yield Paragraph(f'{line.text}{NO_BREAK}<font size="8">{rules}</font>', LINE, bulletText="•")
