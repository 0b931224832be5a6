"""Helpers for printed sheets: a head to print, and a reader of finished PDFs."""

from datetime import datetime
from io import BytesIO
from zoneinfo import ZoneInfo

from pypdf import PdfReader

from core.documents.registry import declared_documents
from core.engine.sheet_heads import SheetHead

HEAD = SheetHead(
    name="Harbour City Spring Cup",
    group="Masters",
    part="Round 5 of 7",
    printed_at=datetime(2026, 6, 13, 14, 5, tzinfo=ZoneInfo("Europe/Oslo")),
    address="https://stadium.example/harbour/pairings",
)


def pages(pdf: bytes) -> list[str]:
    """Return the text of each page."""
    return [page.extract_text() for page in PdfReader(BytesIO(pdf)).pages]


def paper(pdf: bytes) -> set[tuple[int, int]]:
    return {(round(p.mediabox.width), round(p.mediabox.height)) for p in PdfReader(BytesIO(pdf)).pages}


def sheet_names() -> list[str]:
    """Return the URL names of the documents of rounds, divisions and events."""
    return [one.name for one in declared_documents() if one.of != "hall"]


def hall_sheet_names() -> list[str]:
    """Return the URL names of the documents of the hall."""
    return [one.name for one in declared_documents() if one.of == "hall"]
