"""Read a page as a browser does: where its template breaks a line does not matter."""

import re
from html.parser import HTMLParser
from typing import Any

_TAG = re.compile(r"\s+")
_BREAK = re.compile(r"\s*\n\s*")
_EDGE = re.compile(r"^\s*\n\s*|\s*\n\s*$")


class _Line(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.parts: list[str] = []
        self.text = ""
        self.verbatim = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._tag(re.sub(r" (/?>)$", r"\1", _TAG.sub(" ", self.get_starttag_text() or "")))
        self.verbatim = tag == "textarea"

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag: str) -> None:
        self._tag(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_entityref(self, name: str) -> None:
        self.text += f"&{name};"

    def handle_charref(self, name: str) -> None:
        self.text += f"&#{name};"

    def _tag(self, tag: str) -> None:
        self.parts += [self.text if self.verbatim else _BREAK.sub(" ", _EDGE.sub("", self.text)), tag]
        self.text, self.verbatim = "", False


def markup(page: Any) -> str:
    """The source of a response, or of a piece of one, on one line: no break inside a tag or beside it.

    What is no page (a CSV, JSON) comes as it is.
    """
    if not isinstance(page, str):
        if "html" not in page.headers["Content-Type"]:
            return str(page.content.decode("utf-8-sig", errors="ignore"))
        page = page.content.decode()
    line = _Line()
    line.feed(page)
    line.close()
    return "".join(line.parts) + _BREAK.sub(" ", _EDGE.sub("", line.text))
