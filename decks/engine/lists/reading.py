"""From the text of a list to its lines. Lines that are not cards are returned too, to be shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from core.engine.refused import Refused
from decks.engine.lists import cardline, copy_marks, corrections, headings
from decks.engine.lists.other_kinds import kind_of_text
from decks.engine.lists.values import Line, ReadList, Section, Source
from decks.engine.refusals import DeckRefusal

LARGEST_TEXT = 100_000
"""Characters; a list of 60 lines has about 2,000."""

MOST_LINES = 1_000


def read_text(text: str) -> ReadList:
    """Read a list as exported by TCG Live (any language), TCG Online and Limitless, or as typed by hand.

    Refused: LIST_IS_JSON, LIST_IS_PICTURE, LIST_TOO_BIG (limit), LIST_TOO_LONG (limit), LIST_EMPTY. Any
    other text is accepted.
    """
    if kind := kind_of_text(text):
        raise Refused(kind)
    if len(text) > LARGEST_TEXT:
        raise Refused(DeckRefusal.LIST_TOO_BIG, limit=LARGEST_TEXT)
    lines = [(number, written, corrections.plain(written)) for number, written in corrections.lines_of(text)]
    if len(lines) > MOST_LINES:
        raise Refused(DeckRefusal.LIST_TOO_LONG, limit=MOST_LINES)
    reader = _Reader.of([plain for _number, _written, plain in lines])
    for at, (number, written, plain) in enumerate(lines):
        reader.take(at, number, written, plain)
    return reader.result()


@dataclass
class _Reader:
    """State while reading a text: the current section, and the lines found so far."""

    counts_lead: bool
    untaught: Mapping[int, Section]
    section: Section = ""
    total: int | None = None
    source: Source = "plain"
    lines: list[Line] = field(default_factory=list)
    ignored: list[tuple[int, str]] = field(default_factory=list)

    @classmethod
    def of(cls, texts: Sequence[str]) -> Self:
        cards = [None if headings.heading(text) else cardline.leading(text) for text in texts]
        copies = [None if card is None else max(card[0] or 0, 0) for card in cards]
        return cls(any(cards), headings.untaught(texts, copies), source=source_of(texts))

    def take(self, at: int, number: int, written: str, text: str) -> None:
        if headings.is_banner(text):
            return
        if section := headings.heading(text) or self.untaught.get(at):
            self.section = section
            return
        total = headings.total(text)
        if total is None and self.untaught and not cardline.leading(text):
            total = headings.untaught_total(text, sum(line.copies for line in self.lines))
        if total is not None:
            self.total = total
            return
        card = (
            cardline.leading(text)
            or cardline.trailing(text, loose=not self.counts_lead)
            or cardline.inside(text)
        )
        if card is None:
            self.ignored.append((number, written))
        else:
            self.lines.append(line_of(number, written, *card, section=self.section))

    def result(self) -> ReadList:
        if not self.lines and not self.ignored:
            raise Refused(DeckRefusal.LIST_EMPTY)
        return ReadList(tuple(self.lines), tuple(self.ignored), self.total, self.source)


def line_of(number: int, raw: str, quantity: int | None, text: str, *, section: Section = "") -> Line:
    """A line from its quantity and text, by the likeliest reading."""
    text, marks = copy_marks.read(text)
    best = cardline.readings(text)[0]
    return Line(
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


def source_of(texts: Sequence[str]) -> Source:
    """The program a text seems to come from."""
    if any(text.startswith("##") or "TCG Online" in text for text in texts):
        return "ptcgo"
    titles = [text for text in texts if headings.heading(text)]
    codes = [cardline.readings(card[1])[0].set_code for text in texts if (card := cardline.leading(text))]
    by_id = sum(code[:1].islower() for code in codes) * 2 > len(codes)
    if by_id or any("(" in title and not title.endswith(":") for title in titles):
        return "limitless"
    return "ptcgl" if titles and sum(map(bool, codes)) * 2 > len(codes) else "plain"
