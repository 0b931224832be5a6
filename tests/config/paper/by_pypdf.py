"""The same pages read by pypdf, which shares no code with PDFium: the same letters, each box in the same place."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

import pytest
from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream, DictionaryObject, NameObject
from pypdf.generic._font import Font

from tests.config.paper.reading import Box, Read

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
Corners = tuple[float, float, float, float]

UNMOVED: Matrix = (1, 0, 0, 1, 0, 0)
STROKED = {b"S", b"s", b"B", b"B*", b"b", b"b*"}
ENDED = STROKED | {b"f", b"F", b"f*", b"n"}


SHAPED = re.compile(r"[\u0600-\u06ff\u0900-\u097f\ue000-\uf8ff]")
"""Letters that are drawn as parts of a word: their text is stored beside them, which pypdf does not read."""

TURNED = re.compile(r"[()\[\]\x02\x7f•-]")
"""Characters that readers return differently: brackets in right-to-left text, hyphens at line ends, bullets."""

CLOSE = 1.0
"""Distance in points between the edges found by both, as one of them counts half of the line width."""


def differences(pdf: bytes, pages: list[Read]) -> Iterator[str]:
    """Return what pypdf reads differently from PDFium on these pages."""
    parsed = dict[int, ContentStream]()
    with _each_font_once():
        for page, known in zip(PdfReader(BytesIO(pdf)).pages, pages, strict=True):
            # The content is parsed once for letters and boxes, and a part shared by many pages is parsed once for all.
            page[NameObject("/Contents")] = ContentStream(page["/Contents"], page.pdf, "bytes")
            _parse_parts(page, parsed)
            found, other = _letters(page.extract_text()), _letters(known.text)
            if found != other:
                yield f"letters {dict(found - other)} for {dict(other - found)}"
            boxes = sorted(_outlines(page, page, UNMOVED))
            yield from _elsewhere(boxes, [one.box for one in known.strokes])


def _parse_parts(page: PageObject, parsed: dict[int, ContentStream]) -> None:
    """Replace the parts that a page draws by their parsed content."""
    parts = page["/Resources"].get_object().get("/XObject", {})
    for name, part in list(parts.items()):
        whole = part.get_object()
        if whole["/Subtype"] == "/Form" and not isinstance(whole, ContentStream):
            if id(whole) not in parsed:
                parsed[id(whole)] = ContentStream(whole, page.pdf, "bytes")
                parsed[id(whole)].update(whole)
            parts[name] = parsed[id(whole)]


@contextmanager
def _each_font_once() -> Iterator[None]:
    """Cache fonts, as pypdf reads those of each page again, which takes a quarter of its time for long documents."""
    known, reads = dict[int, tuple[DictionaryObject, Font]](), Font.from_font_resource

    def read(resource: DictionaryObject) -> Font:
        if id(resource) not in known:
            known[id(resource)] = resource, reads(resource)
        return known[id(resource)][1]

    with pytest.MonkeyPatch.context() as instead:
        instead.setattr(Font, "from_font_resource", read)
        yield


def _letters(text: str) -> Counter[str]:
    return Counter(TURNED.sub("", SHAPED.sub("", "".join(text.split()))))


def _elsewhere(boxes: list[Corners], known: list[Box]) -> Iterator[str]:
    """Return the boxes that match none of the known ones."""
    left = [(box.left, box.low, box.right, box.high) for box in known]
    for box in boxes:
        near = next(
            (one for one in left if all(abs(a - b) < CLOSE for a, b in zip(box, one, strict=True))), None
        )
        if near is None:
            yield f"no box at {box}"
        else:
            left.remove(near)
    yield from (f"a box at {box}" for box in left)


def _outlines(page: PageObject, holder: Any, at: Matrix) -> Iterator[Corners]:
    """Return the outlines of a page, or of a part that is defined once and drawn in several places."""
    content = holder["/Contents"] if holder is page else holder
    resources = (holder.get("/Resources") or page["/Resources"]).get_object()
    kept, points = list[Matrix](), list[Point]()
    parsed = content if isinstance(content, ContentStream) else ContentStream(content, page.pdf)
    for operands, operator in parsed.operations:
        if operator == b"q":
            kept.append(at)
        elif operator == b"Q":
            at = kept.pop()
        elif operator == b"cm":
            at = _then(tuple(float(one) for one in operands), at)  # type: ignore[arg-type]
        elif operator == b"Do":
            part = resources["/XObject"][operands[0]].get_object()
            if part["/Subtype"] == "/Form":
                moved = tuple(float(one) for one in part.get("/Matrix", UNMOVED))
                yield from _outlines(page, part, _then(moved, at))  # type: ignore[arg-type]
        elif operator in ENDED:
            if operator in STROKED and points:
                yield _around(points)
            points = []
        else:
            points += [_moved(point, at) for point in _points(operator, operands)]


def _points(operator: bytes, operands: list[Any]) -> list[Point]:
    """Return the corners that one operator adds to a path."""
    if operator not in {b"re", b"m", b"l", b"c"}:
        return []
    numbers = [float(one) for one in operands]
    if operator == b"re":
        left, low, wide, high = numbers
        return [(left, low), (left + wide, low + high)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _then(first: Matrix, second: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    g, h, i, j, k, m = second
    return (
        *(a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j),
        *(e * g + f * i + k, e * h + f * j + m),
    )


def _moved(point: Point, by: Matrix) -> Point:
    return point[0] * by[0] + point[1] * by[2] + by[4], point[0] * by[1] + point[1] * by[3] + by[5]


def _around(points: list[Point]) -> Corners:
    across, up = [x for x, _y in points], [y for _x, y in points]
    return min(across), min(up), max(across), max(up)
