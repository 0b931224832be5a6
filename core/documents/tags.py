"""The structure of a PDF, for who hears it: each sheet a section, what stands on it in the order it is read.

ReportLab has no tags. It has places in its catalog for them, takes operators as they are and writes any object, so the
tree is made here: a heading, and a paragraph for each row, slip or box. Heads that repeat and feet are passed over.
Tables are not told as tables: an object for each cell would make a list of thousands several times as long.
"""

from collections.abc import Sequence
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFObject, PDFPage, PDFString

PAGE_PARTS = [*PDFPage.__NoDefault__, "StructParents", "Tabs"]
"""What a page of ReportLab writes of itself, and what it has of the structure."""


class Element(PDFObject):
    """A part of the tree that holds others."""

    def __init__(self, role: str, parent: "Element | None" = None, title: str = "") -> None:
        self.role, self.parent, self.title = role, parent, title
        self.parts: list[Element | Piece] = []
        if parent is not None:
            parent.parts.append(self)

    def format(self, document: Any) -> bytes:
        words = [b"<</K [%s]" % b" ".join([one.refer(document) for one in self.parts])]
        if self.parent is not None:
            words.append(b"/S /%s /P %s" % (self.role.encode(), self.parent.refer(document)))
        if self.title:
            words.append(b"/T " + PDFString(self.title).format(document))
        return b" ".join([*words, self.more(document), b">>"])

    def more(self, document: Any) -> bytes:
        """What the root has beside its parts."""
        return b""

    def refer(self, document: Any) -> bytes:
        """How others name it."""
        found: bytes = document.Reference(self).format(document)
        return found


class Spot:
    """Where the pieces of one page hang and stand, written once for all of them."""

    def __init__(self, section: Element, page: Any) -> None:
        self.section, self.page, self.written = section, page, b""

    def format(self, document: Any) -> bytes:
        if not self.written:
            page = document.Reference(self.page).format(document)
            self.written = b"/P %s /Pg %s" % (self.section.refer(document), page)
        return self.written


class Piece(PDFObject):
    """One piece of a page. There are thousands, so each is as small as can be."""

    __slots__ = ("__InternalName__", "number", "reference", "role", "spot")

    def __init__(self, spot: Spot, role: str, number: int) -> None:
        self.spot, self.role, self.number, self.reference = spot, role, number, b""

    def refer(self, document: Any) -> bytes:
        """How others name it: written twice, looked up once."""
        if not self.reference:
            self.reference = document.Reference(self).format(document)
        return self.reference

    def format(self, document: Any) -> bytes:
        return b"<</S /%s %s /K %d>>" % (self.role.encode(), self.spot.format(document), self.number)


class Tree(Element):
    """The root, which also knows what each piece of each page belongs to."""

    def __init__(self) -> None:
        super().__init__("")
        self.document = Element("Document", self)
        self.by_page: list[list[Piece]] = []

    def add_page(self, page: Any, section: Element, roles: Sequence[str], order: Sequence[int]) -> None:
        """The pieces of a page by their numbers, read in this order."""
        spot = Spot(section, page)
        pieces = [Piece(spot, role, number) for number, role in enumerate(roles)]
        section.parts.extend(pieces[number] for number in order)
        page.__NoDefault__ = PAGE_PARTS
        page.StructParents, page.Tabs = len(self.by_page), PDFName("S")
        self.by_page.append(pieces)

    def more(self, document: Any) -> bytes:
        pages = (
            b"%d [%s]" % (number, b" ".join([one.refer(document) for one in some]))
            for number, some in enumerate(self.by_page)
        )
        return b"/Type /StructTreeRoot /ParentTree <</Nums [%s]>> /ParentTreeNextKey %d" % (
            b" ".join(pages),
            len(self.by_page),
        )

    def close(self, document: Any) -> None:
        """Hang the tree into the catalog of its document."""
        document.Catalog.StructTreeRoot = self
        document.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})
