"""Text in any script as ReportLab paragraph markup."""

from xml.sax.saxutils import escape

from core.documents.fonts import TEXT, code_points_in_font, split_by_face

NO_BREAK = "\u00a0"


def escape_markup(text: str, font: str = TEXT) -> str:
    """Return markup that prints exactly this text.

    Special characters are escaped, and each piece is in a face that has its letters. Lines do not break at a no-break
    space.
    """
    unbroken_parts: list[str] = []
    for words in text.split(NO_BREAK):
        markup = ""
        for face, piece in split_by_face(words, font):
            code_points_in_font(face)  # registers the face
            markup += escape(piece) if face == font else f'<font name="{face}">{escape(piece)}</font>'
        unbroken_parts.append(markup)
    return NO_BREAK.join(unbroken_parts)
