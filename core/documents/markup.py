"""Text in any script as ReportLab paragraph markup."""

from xml.sax.saxutils import escape

from core.documents.fonts import TEXT, glyphs, runs

NO_BREAK = "\u00a0"


def plain(text: str, font: str = TEXT) -> str:
    """Return markup that prints exactly this text.

    Special characters are escaped, and each piece is in a face that has its letters. Lines do not break at a no-break
    space.
    """
    unbroken_parts: list[str] = []
    for words in text.split(NO_BREAK):
        markup = ""
        for face, piece in runs(words, font):
            glyphs(face)  # registers the face
            markup += escape(piece) if face == font else f'<font name="{face}">{escape(piece)}</font>'
        unbroken_parts.append(markup)
    return NO_BREAK.join(unbroken_parts)
