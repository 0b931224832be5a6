"""The XML of a TOM file as a small tree whose elements have their line."""

import re
from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TypeVar
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl, Locator

from defusedxml import sax
from defusedxml.common import DefusedXmlException

from .errors import TdfError
from .faults import TdfFault

Value = TypeVar("Value")

DATE, TIME = "%m/%d/%Y", "%m/%d/%Y %H:%M:%S"
FLAGS = {"true": True, "false": False}
MOST = 10**9
ROOT = "tournament"
ENCODING = re.compile(rb"""encoding\s*=\s*["']([\x21-\x7e]*?)["']""")
NEWLINE = re.compile(rb"\r\n|\r|\n")
FIRST_YEAR, LAST_YEAR = 1800, 2200


@dataclass
class Element:
    """One element: name, attributes, text, children, and the line it starts in."""

    name: str
    line: int
    attributes: dict[str, str]
    text: str = ""
    children: list["Element"] = field(default_factory=list)

    def find(self, name: str) -> "Element | None":
        return next((child for child in self.children if child.name == name), None)

    def need(self, name: str) -> "Element":
        """The child of that name. TdfError: TDF_MISSING."""
        child = self.find(name)
        if child is None:
            raise self.refused(TdfFault.TDF_MISSING, missing=name)
        return child

    def all(self, *path: str) -> list["Element"]:
        """Every element at the end of the path; empty where a step of the path is missing."""
        elements = [self]
        for name in path:
            elements = [child for element in elements for child in element.children if child.name == name]
        return elements

    def refused(self, code: TdfFault, **facts: object) -> TdfError:
        return TdfError(code, line=self.line, element=self.name, **facts)

    def attribute(self, name: str) -> str:
        """The attribute, stripped. TdfError: TDF_MISSING."""
        value = self.attributes.get(name, "").strip()
        if not value:
            raise self.refused(TdfFault.TDF_MISSING, missing=name)
        return value

    def number_attribute(self, name: str) -> int:
        return _number(self, self.attribute(name))

    def text_of(self, name: str) -> str:
        """The text of a child; empty where it is missing."""
        child = self.find(name)
        return child.text.strip() if child else ""

    def number_of(self, name: str, default: int = 0) -> int:
        number = self.value_of(name, _number)
        return default if number is None else number

    def seconds_of(self, name: str) -> int:
        """Seconds of a clock, which may be negative."""
        return self.value_of(name, _seconds) or 0

    @property
    def number(self) -> int:
        """The text of the element itself as a number."""
        return _number(self, self.text.strip())

    def flag_of(self, name: str) -> bool:
        return bool(self.value_of(name, _flag))

    def date_of(self, name: str) -> date | None:
        return self.value_of(name, lambda element, text: _moment(element, text, DATE).date())

    def time_of(self, name: str) -> datetime | None:
        return self.value_of(name, lambda element, text: _moment(element, text, TIME))

    def value_of(self, name: str, read: Callable[["Element", str], Value]) -> Value | None:
        """The text of a child parsed by `read`; None where the child is missing or empty."""
        child = self.find(name)
        text = child.text.strip() if child else ""
        return read(child, text) if child and text else None


def _number(element: Element, text: str) -> int:
    if not (text.isascii() and text.isdigit()) or int(text[:10]) > MOST or len(text) > 10:
        raise element.refused(TdfFault.TDF_BAD_NUMBER, value=text)
    return int(text)


def _seconds(element: Element, text: str) -> int:
    return -_number(element, text[1:]) if text.startswith("-") else _number(element, text)


def _flag(element: Element, text: str) -> bool:
    if text.lower() not in FLAGS:
        raise element.refused(TdfFault.TDF_BAD_FLAG, value=text)
    return FLAGS[text.lower()]


def _moment(element: Element, text: str, form: str) -> datetime:
    try:
        moment = datetime.strptime(text, form)  # noqa: DTZ007 - the file knows no zone
    except ValueError:
        if day := _missing_day(text):
            raise element.refused(TdfFault.TDF_NO_SUCH_DAY, value=text, no_such_day=day) from None
        raise element.refused(TdfFault.TDF_BAD_DATE, value=text) from None
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise element.refused(TdfFault.TDF_BAD_DATE, value=text)
    return moment


def _missing_day(text: str) -> str | None:
    """ "2012-02-31" for "02/31/2012", a day that does not exist, with or without a time; None for any other text."""
    match = re.match(r"(0?[1-9]|1[0-2])/(0?[1-9]|[12][0-9]|3[01])/([0-9]{4})(?: |$)", text)
    if match is None:
        return None
    month, day, year = map(int, match.groups())
    exists = year == 0 or day <= monthrange(year, month)[1]
    return None if exists else f"{year:04}-{month:02}-{day:02}"


class _Tree(ContentHandler):
    def __init__(self) -> None:
        super().__init__()
        self.root: Element | None = None
        self.open: list[Element] = []
        self._where: Locator | None = None

    def setDocumentLocator(self, locator: Locator) -> None:  # noqa: N802
        self._where = locator

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802
        line = (self._where.getLineNumber() if self._where else None) or 0
        element = Element(name, line, dict(attrs.items()))
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)

    def endElement(self, name: str) -> None:  # noqa: N802
        self.open.pop()

    def characters(self, content: str) -> None:
        self.open[-1].text += content


def parse(data: bytes) -> Element:
    """The root element. TdfError: TDF_EMPTY, TDF_NOT_XML, TDF_ENCODING_UNKNOWN (value), TDF_FORBIDDEN."""
    tree = _Tree()
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
        named = ENCODING.search(data)
        value = named.group(1).decode("ascii") if named else ""
        line = _line_of(data, "encoding")
        raise TdfError(TdfFault.TDF_ENCODING_UNKNOWN, line=line, element="?xml", value=value) from unknown
    if tree.root is None:
        raise TdfError(TdfFault.TDF_EMPTY, line=1, element=ROOT)
    return tree.root


def _line_of(data: bytes, mark: str) -> int:
    """The line of the first `mark`, in any ASCII-compatible encoding."""
    before = data.replace(b"\x00", b"").partition(mark.encode())[0]
    return len(NEWLINE.findall(before)) + 1
