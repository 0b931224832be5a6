"""Paragraphs of the sheets: text that may hold any script and any sign, as the markup of ReportLab."""

from xml.sax.saxutils import escape

from tournaments.documents.fonts import TEXT, glyphs, runs


def plain(text: str, font: str = TEXT) -> str:
    """Text as markup that prints just that text: signs escaped, each piece in a face that holds its letters."""
    pieces = runs(text, font)
    for face, _piece in pieces:
        glyphs(face)
    return "".join(
        escape(piece) if face == font else f'<font name="{face}">{escape(piece)}</font>'
        for face, piece in pieces
    )
