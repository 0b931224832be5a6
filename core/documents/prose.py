"""A paragraph of plain text in any script, broken over lines in the order in which it is read."""

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable

from core.documents.drawn_text import draw_text
from core.documents.sheet import Text, new_paragraph
from core.documents.text_fitting import wrap_text


class Prose(Flowable):
    """A text in a style: font, size, leading, left indent, and the space around it. `bullet` is drawn before it.

    ReportLab's paragraph cannot break Hebrew and Arabic text, whose letters it would need in the order of the page.
    """

    def __init__(self, text: Text, style: ParagraphStyle, *, bullet: str = "") -> None:
        super().__init__()
        self.text, self.style, self.bullet = str(text), style, bullet
        self.lines: list[str] = []

    def wrap(self, available_width: float, _available_height: float) -> tuple[float, float]:
        style = self.style
        self.lines = wrap_text(
            self.text, style.fontName, style.fontSize, available_width - style.leftIndent - style.rightIndent
        )
        self.width, self.height = available_width, len(self.lines) * style.leading
        return self.width, self.height

    def split(self, available_width: float, available_height: float) -> list[Flowable]:
        self.wrap(available_width, available_height)
        count = int(available_height / self.style.leading)
        if not 0 < count < len(self.lines):
            return [self] if count else []
        first = Prose("\n".join(self.lines[:count]), self.style, bullet=self.bullet)
        return [first, Prose("\n".join(self.lines[count:]), self.style)]

    def draw(self) -> None:
        style = self.style
        new_paragraph(self.canv)
        baseline = self.height - style.fontSize
        if self.bullet:
            draw_text(
                self.canv, style.bulletIndent, baseline, self.bullet, font=style.fontName, size=style.fontSize
            )
        for number, line in enumerate(self.lines):
            draw_text(
                self.canv,
                style.leftIndent,
                baseline - number * style.leading,
                line,
                font=style.fontName,
                size=style.fontSize,
            )
