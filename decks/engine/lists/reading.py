"""Parse the text of a list into lines. Lines that are not cards are also returned, to be shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from core.engine.refused import Refused
from decks.engine.lists import cardline, copy_marks, headings, text_cleanup
from decks.engine.lists.deck_list import DeckListLine, ReadList, Section, Source
from decks.engine.lists.unsuitable_files import refusal_of_unsuitable_text
from decks.engine.refusals import DeckRefusal

MAX_TEXT_SIZE = 100_000
"""Maximum number of characters in a list; one of 60 lines has about 2,000."""

MAX_LINES = 1_000


def read_list_text(text: str) -> ReadList:
    """Read a list as exported by TCG Live (any language), TCG Online and Limitless, or as typed by hand.

    Refused: LIST_IS_JSON, LIST_IS_PICTURE, LIST_TOO_BIG (limit), LIST_TOO_LONG (limit), LIST_EMPTY. Any
    other text is accepted.
    """
    if kind := refusal_of_unsuitable_text(text):
        raise Refused(kind)
    if len(text) > MAX_TEXT_SIZE:
        raise Refused(DeckRefusal.LIST_TOO_BIG, limit=MAX_TEXT_SIZE)
    lines = [
        (number, raw, text_cleanup.normalize_card_line(raw))
        for number, raw in text_cleanup.numbered_lines(text)
    ]
    if len(lines) > MAX_LINES:
        raise Refused(DeckRefusal.LIST_TOO_LONG, limit=MAX_LINES)
    reader = _ListTextReader.of([plain for _number, _raw, plain in lines])
    for index, (number, raw, plain) in enumerate(lines):
        reader.read_line(index, number, raw, plain)
    if not reader.lines and not reader.ignored:
        raise Refused(DeckRefusal.LIST_EMPTY)
    return ReadList(tuple(reader.lines), tuple(reader.ignored), reader.total, reader.source)


@dataclass
class _ListTextReader:
    """A parser of one text, with the current section and the lines read so far.

    `counts_lead`: whether any card line starts with its quantity. `foreign_headings`: see
    `headings.foreign_headings`.
    """

    counts_lead: bool
    foreign_headings: Mapping[int, Section]
    section: Section = ""
    total: int | None = None
    source: Source = "plain"
    lines: list[DeckListLine] = field(default_factory=list)
    ignored: list[tuple[int, str]] = field(default_factory=list)

    @classmethod
    def of(cls, texts: Sequence[str]) -> Self:
        """Build the parser of these lines: look for headings, and guess the program that exported them."""
        card_splits = [
            None if headings.section_of_heading(text) else cardline.leading_quantity(text) for text in texts
        ]
        copies = [None if card is None else max(card[0] or 0, 0) for card in card_splits]
        # Guess which program exported the text.
        titles = [text for text in texts if headings.section_of_heading(text)]
        quantity_splits = filter(None, map(cardline.leading_quantity, texts))
        codes = [cardline.possible_readings(rest)[0].set_code for _quantity, rest in quantity_splits]
        uses_ids = sum(code[:1].islower() for code in codes) * 2 > len(codes)
        source: Source = "plain"
        if any(text.startswith("##") or "TCG Online" in text for text in texts):
            source = "ptcgo"
        elif uses_ids or any("(" in title and not title.endswith(":") for title in titles):
            source = "limitless"
        elif titles and sum(map(bool, codes)) * 2 > len(codes):
            source = "ptcgl"
        return cls(any(card_splits), headings.foreign_headings(texts, copies), source=source)

    def read_line(self, index: int, number: int, raw: str, text: str) -> None:
        """Read one line as a heading, a total or a card, or else add it to the ignored lines.

        Banners are skipped.
        """
        if headings.is_banner(text):
            return
        if section := headings.section_of_heading(text) or self.foreign_headings.get(index):
            self.section = section
            return
        total = headings.announced_total(text)
        if total is None and self.foreign_headings and not cardline.leading_quantity(text):
            total = headings.foreign_total(text, sum(line.copies for line in self.lines))
        if total is not None:
            self.total = total
            return
        card = (
            cardline.leading_quantity(text)
            or cardline.trailing_quantity(text, loose=not self.counts_lead)
            or cardline.inner_quantity(text)
        )
        if card is None:
            self.ignored.append((number, raw))
        else:
            self.lines.append(build_line(number, raw, *card, section=self.section))


def build_line(
    number: int, raw: str, quantity: int | None, text: str, *, section: Section = ""
) -> DeckListLine:
    """Build a line from a quantity and the text after it: its likeliest reading and its marks."""
    text, marks = copy_marks.split_marks(text)
    best = cardline.possible_readings(text)[0]
    return DeckListLine(
        number,
        raw,
        quantity,
        best.name,
        best.set_code,
        best.card_number,
        section,
        best.foil,
        marks.language,
        marks.back,
        text,
        marks.product,
        autographed=marks.autographed,
    )
