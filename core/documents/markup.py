"""Text of any script and with any character as ReportLab paragraph markup."""

from xml.sax.saxutils import escape

from core.documents.fonts import TEXT, glyphs, runs

NO_BREAK = "\u00a0"


def plain(text: str, font: str = TEXT) -> str:
    """Markup that prints exactly this text: special characters escaped, each piece in a face that has its letters.

    Lines do not break at a no-break space.
    """
    return NO_BREAK.join(_marked(piece, font) for piece in text.split(NO_BREAK))


def _marked(text: str, font: str) -> str:
    pieces = runs(text, font)
    for face, _piece in pieces:
        glyphs(face)
    return "".join(
        escape(piece) if face == font else f'<font name="{face}">{escape(piece)}</font>'
        for face, piece in pieces
    )
