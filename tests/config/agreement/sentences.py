"""The sentences of a page and of a document, to find a word in them."""

import csv
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from io import BytesIO, StringIO

from openpyxl import load_workbook

from tests.config.agreement.crawl import VOID
from tests.papers import pages

UNREAD = {"script", "select", "style", "svg", "template", "textarea"}
INLINE = {
    "a",
    "abbr",
    "b",
    "bdi",
    "code",
    "em",
    "i",
    "kbd",
    "mark",
    "q",
    "s",
    "small",
    "span",
    "strong",
    "time",
    "u",
}
SPOKEN = {"alt", "aria-label", "placeholder", "title"}


class _Sentences(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = [""]
        self._unread = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unread += tag in UNREAD
        if not self._unread:
            self.texts[:0] = [value for name, value in attrs if name in SPOKEN and value]
        if tag not in INLINE:
            self.texts.append("")

    def handle_endtag(self, tag: str) -> None:
        self._unread -= tag in UNREAD and tag not in VOID
        if tag not in INLINE:
            self.texts.append("")

    def handle_data(self, data: str) -> None:
        if not self._unread:
            self.texts[-1] += data


def of_page(html: str) -> Iterator[str]:
    """Yield what a page says, one block at a time, with the labels that only screen readers say."""
    for text in _Sentences(html).texts:
        if line := re.sub(r"\s+", " ", text).strip():
            yield line


def of_document(content: bytes, content_type: str) -> Iterator[str]:
    """Yield the lines of a PDF, and the cells of a spreadsheet or CSV file."""
    if "pdf" in content_type:
        yield from (line.strip() for page in pages(content) for line in page.splitlines())
    elif "csv" in content_type:
        yield from (cell for row in csv.reader(StringIO(content.decode("utf-8-sig"))) for cell in row)
    elif "spreadsheet" in content_type:
        for sheet in load_workbook(BytesIO(content)):
            yield sheet.title
            yield from (
                str(cell.value) for row in sheet.iter_rows() for cell in row if cell.value is not None
            )
