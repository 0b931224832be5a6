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
    """A part of the tree: one that holds others, or one piece of a page."""

    def __init__(self, role: str, parent: "Element | None" = None, title: str = "") -> None:
        self.role, self.parent, self.title = role, parent, title
        self.page: Any = None
        self.piece = 0
        self.parts: list[Element] = []
        if parent is not None:
            parent.parts.append(self)

    def format(self, document: Any) -> bytes:
        def ref(one: Any) -> bytes:
            found: bytes = document.Reference(one).format(document)
            return found

        if self.page is not None:
            held, kind = b"/Pg %s /K %d" % (ref(self.page), self.piece), b"/StructElem"
        else:
            held = b"/K [%s]" % b" ".join(map(ref, self.parts))
            kind = b"/StructElem" if self.parent else b"/StructTreeRoot"
        words = [b"<</Type %s" % kind]
        if self.parent is not None:
            words.append(b"/S /%s /P %s" % (self.role.encode(), ref(self.parent)))
        if self.title:
            words.append(b"/T " + PDFString(self.title).format(document))
        return b" ".join([*words, held, self.more(ref), b">>"])

    def more(self, ref: Any) -> bytes:
        """What the root has beside its parts."""
        return b""


class Tree(Element):
    """The root, which also knows what each piece of each page belongs to."""

    def __init__(self) -> None:
        super().__init__("")
        self.document = Element("Document", self)
        self.by_page: list[list[Element]] = []

    def add_page(self, page: Any, section: Element, roles: Sequence[str], order: Sequence[int]) -> None:
        """The pieces of a page by their numbers, read in this order."""
        pieces = {}
        for number in order:
            one = pieces[number] = Element(roles[number], section)
            one.page, one.piece = page, number
        page.__NoDefault__ = PAGE_PARTS
        page.StructParents, page.Tabs = len(self.by_page), PDFName("S")
        self.by_page.append([pieces[number] for number in sorted(pieces)])

    def more(self, ref: Any) -> bytes:
        pages = (
            b"%d [%s]" % (number, b" ".join(map(ref, pieces))) for number, pieces in enumerate(self.by_page)
        )
        return b"/ParentTree <</Nums [%s]>> /ParentTreeNextKey %d" % (b" ".join(pages), len(self.by_page))

    def close(self, document: Any) -> None:
        """Hang the tree into the catalog of its document."""
        document.Catalog.StructTreeRoot = self
        document.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})
