"""XML of a TOM file as a small tree of elements with line numbers."""

import re
from calendar import monthrange
from dataclasses import dataclass, field
from datetime import date, datetime
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl, Locator

from defusedxml import sax
from defusedxml.common import DefusedXmlException

from .errors import TdfError
from .faults import TdfFault

DATE, TIME = "%m/%d/%Y", "%m/%d/%Y %H:%M:%S"
FLAGS = {"true": True, "false": False}
MAX_NUMBER = 10**9
ROOT = "tournament"
ENCODING = re.compile(rb"""encoding\s*=\s*["']([\x21-\x7e]*?)["']""")
NEWLINE = re.compile(rb"\r\n|\r|\n")
DAY = re.compile(r"(0?[1-9]|1[0-2])/(0?[1-9]|[12][0-9]|3[01])/([0-9]{4})(?: |$)")
FIRST_YEAR, LAST_YEAR = 1800, 2200


@dataclass
class TdfElement:
    """One element: name, attributes, text, children, and the line it starts on."""

    name: str
    line: int
    attributes: dict[str, str]
    text: str = ""
    children: list["TdfElement"] = field(default_factory=list)

    def find(self, name: str) -> "TdfElement | None":
        return next((child for child in self.children if child.name == name), None)

    def require_child(self, name: str) -> "TdfElement":
        """Return the child `name`. Raises TdfError: TDF_MISSING."""
        child = self.find(name)
        if child is None:
            raise self.refused(TdfFault.TDF_MISSING, missing=name)
        return child

    def find_all(self, *path: str) -> list["TdfElement"]:
        """Return all elements at the end of the path. The list is empty if part of the path is missing."""
        elements = [self]
        for name in path:
            elements = [child for element in elements for child in element.children if child.name == name]
        return elements

    def refused(self, code: TdfFault, **facts: object) -> TdfError:
        """Return an error at this element, for the caller to raise."""
        return TdfError(code, line=self.line, element=self.name, **facts)

    def attribute(self, name: str) -> str:
        """Return the attribute, stripped. Raises TdfError: TDF_MISSING if it is missing or blank."""
        value = self.attributes.get(name, "").strip()
        if not value:
            raise self.refused(TdfFault.TDF_MISSING, missing=name)
        return value

    def number_attribute(self, name: str) -> int:
        """Return an attribute as a number. Raises TdfError: TDF_MISSING, TDF_BAD_NUMBER."""
        return self.parse_number(self.attribute(name))

    def child_text(self, name: str) -> str:
        """Return the text of a child, or "" if it is missing."""
        child = self.find(name)
        return child.text.strip() if child else ""

    @property
    def number(self) -> int:
        """The element's text as a number. Raises TdfError: TDF_BAD_NUMBER."""
        return self.parse_number(self.text.strip())

    def child_number(self, name: str, default: int = 0) -> int:
        """Return a child's text as a number, or `default` if it is missing or blank.

        Raises TdfError: TDF_BAD_NUMBER.
        """
        child = self.find(name)
        return child.number if child and child.text.strip() else default

    def child_seconds(self, name: str) -> int:
        """Return the seconds in a child, which may be negative, or 0 if it is missing or blank.

        Raises TdfError: TDF_BAD_NUMBER.
        """
        text, child = self.child_text(name), self.find(name)
        if not child or not text:
            return 0
        return -child.parse_number(text[1:]) if text.startswith("-") else child.parse_number(text)

    def child_flag(self, name: str) -> bool:
        """Return whether a child contains "true". A missing or blank child counts as false.

        Raises TdfError: TDF_BAD_FLAG for any text other than "true" and "false".
        """
        text, child = self.child_text(name), self.find(name)
        if not child or not text:
            return False
        if text.lower() not in FLAGS:
            raise child.refused(TdfFault.TDF_BAD_FLAG, value=text)
        return FLAGS[text.lower()]

    def child_date(self, name: str) -> date | None:
        """Return the date in a child, or None if it is missing or blank. Raises TdfError like `parse_moment`."""
        child = self.find(name)
        return child.parse_moment(DATE).date() if child and child.text.strip() else None

    def child_time(self, name: str) -> datetime | None:
        """Return the local time in a child, or None if it is missing or blank.

        Raises TdfError like `parse_moment`.
        """
        child = self.find(name)
        return child.parse_moment(TIME) if child and child.text.strip() else None

    def parse_number(self, text: str) -> int:
        """Parse a number from 0 to 10**9 in this element. Raises TdfError: TDF_BAD_NUMBER."""
        if not (text.isascii() and text.isdigit()) or int(text[:10]) > MAX_NUMBER or len(text) > 10:
            raise self.refused(TdfFault.TDF_BAD_NUMBER, value=text)
        return int(text)

    def parse_moment(self, form: str) -> datetime:
        """Parse the element's text as a moment in the format `form` of `strptime`.

        Raises TdfError: TDF_NO_SUCH_DAY for a date such as 31 February, TDF_BAD_DATE for other texts and for
        years before 1800 or after 2200.
        """
        text = self.text.strip()
        try:
            moment = datetime.strptime(text, form)  # noqa: DTZ007 - local time without a zone
        except ValueError:
            if match := DAY.match(text):
                month, day, year = map(int, match.groups())
                if year and day > monthrange(year, month)[1]:
                    missing_day = f"{year:04}-{month:02}-{day:02}"
                    raise self.refused(
                        TdfFault.TDF_NO_SUCH_DAY, value=text, no_such_day=missing_day
                    ) from None
            raise self.refused(TdfFault.TDF_BAD_DATE, value=text) from None
        if not FIRST_YEAR <= moment.year <= LAST_YEAR:
            raise self.refused(TdfFault.TDF_BAD_DATE, value=text)
        return moment


class _TreeBuilder(ContentHandler):
    def __init__(self) -> None:
        super().__init__()
        self.root: TdfElement | None = None
        self.open: list[TdfElement] = []
        self._locator: Locator | None = None

    def setDocumentLocator(self, locator: Locator) -> None:  # noqa: N802
        self._locator = locator

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802
        line = (self._locator.getLineNumber() if self._locator else None) or 0
        element = TdfElement(name, line, dict(attrs.items()))
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)

    def endElement(self, name: str) -> None:  # noqa: N802
        self.open.pop()

    def characters(self, content: str) -> None:
        self.open[-1].text += content


def parse_xml(data: bytes) -> TdfElement:
    """Parse XML and return its root element.

    Raises TdfError: TDF_EMPTY, TDF_NOT_XML, TDF_ENCODING_UNKNOWN (value), TDF_FORBIDDEN.
    """
    tree = _TreeBuilder()
    try:
        if data.strip():
            sax.parseString(data, tree, forbid_dtd=True)
    except SAXParseException as problem:
        raise TdfError(
            TdfFault.TDF_NOT_XML,
            line=problem.getLineNumber() or 1,
            element=tree.open[-1].name if tree.open else ROOT,
            reason=problem.getMessage(),
        ) from problem
    except DefusedXmlException as problem:
        raise TdfError(
            TdfFault.TDF_FORBIDDEN, line=_line_of(data, "<!DOCTYPE"), element="!DOCTYPE"
        ) from problem
    except (LookupError, ValueError) as unknown:
        declared = ENCODING.search(data)
        value = declared.group(1).decode("ascii") if declared else ""
        line = _line_of(data, "encoding")
        raise TdfError(TdfFault.TDF_ENCODING_UNKNOWN, line=line, element="?xml", value=value) from unknown
    if tree.root is None:
        raise TdfError(TdfFault.TDF_EMPTY, line=1, element=ROOT)
    return tree.root


def _line_of(data: bytes, mark: str) -> int:
    """Return the number of the line with the first `mark`, in UTF-16 or any ASCII-compatible encoding."""
    before = data.replace(b"\x00", b"").partition(mark.encode())[0]
    return len(NEWLINE.findall(before)) + 1
