"""The structure tree of a PDF for screen readers: each sheet is a section, with its contents in reading order.

ReportLab does not write tags, but its catalog has fields for them, and it writes operators and objects unchanged. This
module therefore builds the tree: a heading, and a paragraph for each row, slip or box. Screen readers skip repeated
heads and feet. Tables are not tagged as tables, since an object for each cell would make a list of thousands several
times as large.
"""

from collections.abc import Sequence
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFObject, PDFPage, PDFString

PAGE_PARTS = [*PDFPage.__NoDefault__, "StructParents", "Tabs"]
"""The page attributes that ReportLab writes, and those of the structure tree."""


class PdfStructureElement(PDFObject):
    """A node of the tree with children."""

    def __init__(self, role: str, parent: "PdfStructureElement | None" = None, title: str = "") -> None:
        self.role, self.parent, self.title = role, parent, title
        self.parts: list[PdfStructureElement | TaggedPiece] = []
        if parent is not None:
            parent.parts.append(self)

    def format(self, document: Any) -> bytes:
        pieces = [b"<</K [%s]" % b" ".join([part.refer(document) for part in self.parts])]
        if self.parent is not None:
            pieces.append(b"/S /%s /P %s" % (self.role.encode(), self.parent.refer(document)))
        if self.title:
            pieces.append(b"/T " + PDFString(self.title).format(document))
        return b" ".join([*pieces, self.more(document), b">>"])

    def more(self, document: Any) -> bytes:
        """Return additional dictionary entries. Only the root of the tree has any."""
        return b""

    def refer(self, document: Any) -> bytes:
        """Return the reference by which other objects of the PDF point to this one."""
        reference: bytes = document.Reference(self).format(document)
        return reference


class PageReference:
    """The section and page that all pieces of a page share, encoded once."""

    def __init__(self, section: PdfStructureElement, page: Any) -> None:
        self.section, self.page, self.written = section, page, b""

    def format(self, document: Any) -> bytes:
        if not self.written:
            page = document.Reference(self.page).format(document)
            self.written = b"/P %s /Pg %s" % (self.section.refer(document), page)
        return self.written


class TaggedPiece(PDFObject):
    """A piece of a page. There are thousands of pieces, so each is as small as possible."""

    __slots__ = ("__InternalName__", "number", "reference", "role", "spot")

    def __init__(self, spot: PageReference, role: str, number: int) -> None:
        self.spot, self.role, self.number, self.reference = spot, role, number, b""

    def refer(self, document: Any) -> bytes:
        """Return the reference by which other objects point to this one.

        It is written twice, so it is cached.
        """
        if not self.reference:
            self.reference = document.Reference(self).format(document)
        return self.reference

    def format(self, document: Any) -> bytes:
        return b"<</S /%s %s /K %d>>" % (self.role.encode(), self.spot.format(document), self.number)


class PdfStructureTree(PdfStructureElement):
    """The root of the tree, which also maps the pieces of each page to their elements."""

    def __init__(self) -> None:
        super().__init__("")
        self.document = PdfStructureElement("Document", self)
        self.by_page: list[list[TaggedPiece]] = []

    def add_page(
        self, page: Any, section: PdfStructureElement, roles: Sequence[str], order: Sequence[int]
    ) -> None:
        """Add a page with a piece for each of its `roles`, numbered from 0.

        The section lists the pieces in reading order: `order` holds their numbers.
        """
        reference = PageReference(section, page)
        pieces = [TaggedPiece(reference, role, number) for number, role in enumerate(roles)]
        section.parts.extend(pieces[number] for number in order)
        page.__NoDefault__ = PAGE_PARTS
        page.StructParents, page.Tabs = len(self.by_page), PDFName("S")
        self.by_page.append(pieces)

    def more(self, document: Any) -> bytes:
        """Return the entries of the tree's root: its type, and the pieces of each page in drawing order."""
        pages = (
            b"%d [%s]" % (number, b" ".join([part.refer(document) for part in pieces]))
            for number, pieces in enumerate(self.by_page)
        )
        return b"/Type /StructTreeRoot /ParentTree <</Nums [%s]>> /ParentTreeNextKey %d" % (
            b" ".join(pages),
            len(self.by_page),
        )

    def close(self, document: Any) -> None:
        """Attach the tree to the catalog of its document."""
        document.Catalog.StructTreeRoot = self
        document.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})
