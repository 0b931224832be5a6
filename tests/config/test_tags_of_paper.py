"""The structure of a PDF, as other readers find it: sections, a heading, a paragraph for each row, nothing untagged."""

from collections import defaultdict
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pypdfium2.raw as pdfium
import pytest
from pypdf import PdfReader
from pypdf.generic import ContentStream
from pypdfium2 import PdfDocument

from core.documents.sheet import Sheet, bind_sheets
from pairings.documents.attendance_list import AttendanceListSheet
from pairings.documents.bracket import BracketSheet
from pairings.documents.pairings import PairingsByName
from pairings.documents.slips import MatchSlips
from tests.pairings.documents.samples import a_round
from tests.pairings.documents.test_bracket import cut
from tests.papers import HEAD
from tournaments.documents.personal_links import LinkRow, LinkSheet
from tournaments.engine.roster_rows import AttendanceListRow

DRAWN = {b"Tj", b"TJ", b"S", b"s", b"f", b"F", b"f*", b"B", b"b", b"Do", b"'", b'"'}


def door(rows: int = 3) -> AttendanceListSheet:
    return AttendanceListSheet(
        HEAD, [AttendanceListRow(n, f"First{n}", f"Last{n:03}", "Masters") for n in range(rows)]
    )


def links() -> LinkSheet:
    return LinkSheet(HEAD, [LinkRow(f"Ana {n}", f"{n}, Ana", f"https://a.example/my/{n}") for n in range(12)])


SHEETS: dict[str, Any] = {
    "door": lambda: door(60),
    "names": lambda: PairingsByName(HEAD, a_round(150)),
    "slips": lambda: MatchSlips(HEAD, a_round(22)),
    "bracket": lambda: BracketSheet(HEAD, cut(32, played=1)),
    "links": links,
    "nothing": lambda: PairingsByName(HEAD, []),
}


def opened(*sheets: Sheet) -> PdfReader:
    return PdfReader(BytesIO(bind_sheets(sheets, title="Cup")))


def parts(element: Any) -> list[Any]:
    return [one.get_object() for one in element["/K"]]


def marks(page: Any, reader: PdfReader) -> Iterator[tuple[bytes, tuple[object, ...]]]:
    """Return each drawing operator of a page with its tags, from the outside in."""
    open_: list[object] = []
    for operands, operator in ContentStream(page.get_contents(), reader).operations:
        if operator in (b"BDC", b"BMC"):
            about = operands[1] if operator == b"BDC" else {}
            open_.append(int(about["/MCID"]) if "/MCID" in about else str(operands[0]))
        elif operator == b"EMC":
            open_.pop()
        elif operator in DRAWN:
            yield operator, tuple(open_)
    assert open_ == []


@pytest.mark.parametrize("name", SHEETS)
def test_everything_drawn_is_a_part_of_the_tree_or_an_artifact(name: str) -> None:
    reader = opened(SHEETS[name]())
    root = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"].value is True
    numbers = root["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    by_page = dict(zip(numbers[::2], numbers[1::2], strict=True))
    for page in reader.pages:
        pieces = [one.get_object() for one in by_page[page["/StructParents"]].get_object()]
        assert [one["/K"] for one in pieces] == list(range(len(pieces)))
        assert {one["/Pg"].get_object()["/StructParents"] for one in pieces} == {page["/StructParents"]}
        assert page["/Tabs"] == "/S"
        for operator, around in marks(page, reader):
            assert around, operator
            assert around[0] == "/Artifact" or around[0] in range(len(pieces)), operator
            assert len([one for one in around if isinstance(one, int)]) <= 1


def test_each_sheet_is_a_section_with_its_heading_once() -> None:
    long, other = door(60), MatchSlips(HEAD, a_round(4))
    other.copies = 2
    (document,) = parts(opened(long, other).trailer["/Root"]["/StructTreeRoot"])
    assert document["/S"] == "/Document"
    assert [(one["/S"], one["/T"]) for one in parts(document)] == [
        ("/Sect", long.title()),
        ("/Sect", other.title()),
        ("/Sect", other.title()),
    ]
    first, slips, again = ([one["/S"] for one in parts(section)] for section in parts(document))
    assert first.count("/H1") == 1
    assert first[0] == "/H1"
    assert len(first) == 1 + 60 + 2, (
        "the heading, a paragraph a row, and on two pages the titles of the columns"
    )
    assert slips == again == ["/P", "/P"], "a paragraph a slip"


def test_another_reader_finds_the_rows_in_their_order() -> None:
    with PdfDocument(door().render()) as document:
        page = document[0]
        tree = pdfium.FPDF_StructTree_GetForPage(page)
        top = pdfium.FPDF_StructTree_GetChildAtIndex(tree, 0)
        section = pdfium.FPDF_StructElement_GetChildAtIndex(top, 0)
        order = [
            pdfium.FPDF_StructElement_GetMarkedContentID(
                pdfium.FPDF_StructElement_GetChildAtIndex(section, at)
            )
            for at in range(pdfium.FPDF_StructElement_CountChildren(section))
        ]
        words, heard = page.get_textpage(), defaultdict(str)
        for at in range(words.count_chars()):
            found = pdfium.FPDFText_GetTextObject(words, at)
            if found:
                heard[pdfium.FPDFPageObj_GetMarkedContentID(found)] += words.get_text_range(at, 1)
        pdfium.FPDF_StructTree_Close(tree)
    heading, titles, *rows = ("".join(heard[piece].split()) for piece in order)
    assert "Attendancelist" in heading
    assert "Masters·Round5of7" in heading
    assert "Name" in titles
    names = [row for row in rows if row.startswith("Last")]
    assert names == [f"Last{n:03},First{n}Masters" for n in range(3)], "the titles of each column are between"
    assert "Stadium" in heard[-1], "the foot is no part of it"


def test_the_same_rows_give_the_same_tree() -> None:
    assert bind_sheets([door()], title="Cup") == bind_sheets([door()], title="Cup")
