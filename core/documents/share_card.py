"""The image of 1200 × 630 pixels that other sites show beside a link: large text over a drawn stadium."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

from django.core.files.storage import default_storage

from core.documents import fonts, text_fitting
from core.documents.bidi import ShapedText
from core.documents.fonts import BOLD, DISPLAY, FILES, FOLDER, TEXT
from core.engine.bowl_picture import SeatRing, seat_rings

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

WIDTH, HEIGHT = 1200, 630
MARGIN, ROOM = 60, 800
GROUND, INK, SOFT, BULB = "#0b1d17", "#f6f8f1", "#b3c7bc", "#ffd166"
GRASS, CHALK = "#0c6a4a", "#8fb8a6"
FINE = 2
"""The bowl is drawn this many times larger and scaled down, so that its edges are smooth."""

BOWL_LEFT, BOWL_TOP, BOWL_SCALE = 500, -150, 1.2
LOGO = 84
REMEMBERED = 64
"""The number of pictures that a process caches, of about 100 kB each."""


@dataclass(frozen=True, slots=True)
class CardColumn:
    """A list at the bottom of the image: its title, the color of the title, and its lines.

    Each line has a number and a name. At most four lines are drawn.
    """

    title: str
    color: str
    lines: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class ShareCard:
    """The text of an image, in one language.

    `bowl`: the short text from which the stadium is drawn (`core.engine.bowl_picture`); `kind`: the line at the
    top; `label`: a small line above the `headline`; `facts`: lines below it; `logo`: the stored name of a
    picture, or "".
    """

    bowl: str
    kind: str
    label: str
    headline: str
    facts: tuple[str, ...]
    columns: tuple[CardColumn, ...] = ()
    logo: str = ""


@lru_cache(maxsize=REMEMBERED)
def draw_share_card(card: ShareCard) -> bytes:
    """Return the picture as PNG. A logo whose file is missing is left out."""
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", (WIDTH, HEIGHT), GROUND)
    _paint_bowl(picture, card.bowl)
    _darken_for_text(picture, deep=bool(card.columns))
    paper = _ShareCardCanvas(ImageDraw.Draw(picture), {})
    left = MARGIN
    if card.logo and _paint_logo(picture, card.logo):
        left += LOGO + 20
    paper.line(left, MARGIN + LOGO / 2 + 10, card.kind, font=BOLD, size=30, max_width=ROOM - left)

    lines, size = text_fitting.fit_in_lines(
        card.headline, DISPLAY, 124, ROOM, 84, max_lines=2 if card.columns else 3
    )
    leading = size * 0.94
    # The text block ends above the columns, or at the foot of the picture.
    foot = 434 if card.columns else HEIGHT - MARGIN
    y = foot - 54 - 40 * (len(card.facts) - 1) - leading * (len(lines) - 1)
    if card.label:
        paper.line(MARGIN, y - size * 0.86, card.label, font=BOLD, size=30, color=BULB)
    for line in lines:
        paper.line(MARGIN, y, line, font=DISPLAY, size=size)
        y += leading
    y += 54 - leading
    for number, fact in enumerate(card.facts):
        is_first = number == 0 and bool(card.columns)
        paper.line(MARGIN, y, fact, font=BOLD if is_first else TEXT, size=30, color=INK if is_first else SOFT)
        y += 40

    max_width = (WIDTH - 2 * MARGIN) / max(len(card.columns), 1)
    for number, column in enumerate(card.columns):
        x = MARGIN + number * max_width
        paper.line(x, 482, column.title, font=BOLD, size=26, max_width=max_width - 30, color=column.color)
        for row, (place, name) in enumerate(column.lines[:4]):
            paper.line(x, 518 + 32 * row, str(place), font=BOLD, size=25, color=column.color)
            paper.line(x + 34, 518 + 32 * row, name, font=TEXT, size=25, max_width=max_width - 64)

    buffer = BytesIO()
    picture.save(buffer, "PNG")
    return buffer.getvalue()


@dataclass(frozen=True, slots=True)
class _ShareCardCanvas:
    """An image to draw text on. Each image opens its own fonts, since threads must not share them."""

    draw: "ImageDraw"
    faces: dict[tuple[str, float], "FreeTypeFont"]

    def line(
        self,
        x: float,
        y: float,
        text: str,
        *,
        font: str,
        size: float,
        max_width: float = WIDTH - 2 * MARGIN,
        color: str = INK,
    ) -> None:
        """Draw a line with its baseline at y.

        A line wider than `max_width` is shrunk by up to a fifth, then cut with an ellipsis.
        """
        from PIL import ImageFont

        text, size = text_fitting.fit_in_line(text, font, size, max_width, size * 0.8)
        for face, piece in fonts.split_by_face(text, font):
            if (face, size) not in self.faces:
                self.faces[face, size] = ImageFont.truetype(str(FOLDER / FILES[face]), size)
            opened_face = self.faces[face, size]
            letters = piece.source if isinstance(piece, ShapedText) else piece
            self.draw.text((x, y), letters, font=opened_face, fill=color, anchor="ls")
            x += opened_face.getlength(letters)


def _paint_bowl(picture: "Image", text: str) -> None:
    """Paint a green pitch surrounded by rings of seats, whose pattern depends on a short text."""
    from PIL import Image, ImageDraw

    fine = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), GROUND)
    draw, scale = ImageDraw.Draw(fine), BOWL_SCALE * FINE

    def scaled(x: float, y: float) -> tuple[float, float]:
        return (BOWL_LEFT * FINE + x * scale, BOWL_TOP * FINE + y * scale)

    for ring in seat_rings(text):
        for color, start, end in _seat_dashes(ring):
            steps = max(2, math.ceil((end - start) / 3))
            points = [
                scaled(*_point_on_ring(ring, start + (end - start) * step / steps))
                for step in range(steps + 1)
            ]
            draw.line(points, fill=color, width=round(7 * scale), joint="curve")
    width = round(3 * scale)
    draw.rounded_rectangle((scaled(305, 214), scaled(495, 326)), 56 * scale, fill=GRASS)
    draw.rounded_rectangle((scaled(310, 219), scaled(490, 321)), 51 * scale, outline=CHALK, width=width)
    draw.line((scaled(400, 219), scaled(400, 251)), fill=CHALK, width=width)
    draw.line((scaled(400, 289), scaled(400, 321)), fill=CHALK, width=width)
    draw.ellipse((scaled(382, 252), scaled(418, 288)), outline=CHALK, width=width)
    picture.paste(fine.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS))


def _seat_dashes(ring: SeatRing) -> Iterator[tuple[str, float, float]]:
    """Yield the color, start and end of each dash along a ring, with the lit dashes last."""
    period = ring.dash + ring.gap
    for number in range(ring.around // period + 2):
        start = number * period - ring.offset
        if start + ring.dash > 0 and start < ring.around:
            yield ring.color, max(start, 0), min(start + ring.dash, ring.around)
    for number in range(ring.lit):
        start = ring.lit_from + number * period
        yield ring.light, start, start + ring.dash


def _point_on_ring(ring: SeatRing, distance: float) -> tuple[float, float]:
    """Return the point (x, y) at a distance in pixels along a ring, clockwise from the left end of its upper side."""
    radius, straight = ring.height / 2, ring.width - ring.height
    bend = math.pi * radius
    distance %= 2 * (straight + bend)
    left, right = ring.left + radius, ring.left + ring.width - radius
    if distance < straight:
        return left + distance, ring.top
    distance -= straight
    if distance < bend:
        angle = distance / radius
        return right + radius * math.sin(angle), ring.top + radius - radius * math.cos(angle)
    distance -= bend
    if distance < straight:
        return right - distance, ring.top + ring.height
    angle = (distance - straight) / radius
    return left - radius * math.sin(angle), ring.top + radius + radius * math.cos(angle)


def _darken_for_text(picture: "Image", *, deep: bool) -> None:
    """Darken the left side and, if `deep`, the bottom, so that the text is legible."""
    from PIL import Image

    left_shade = Image.linear_gradient("L").rotate(270).resize((WIDTH, HEIGHT))
    left_shade = left_shade.point([round(255 * min(1, max(0, (value - 60) / 110))) for value in range(256)])
    picture.paste(GROUND, mask=left_shade)
    if deep:
        foot_shade = Image.linear_gradient("L").resize((WIDTH, HEIGHT))
        foot_shade = foot_shade.point(
            [round(235 * min(1, max(0, (value - 130) / 50))) for value in range(256)]
        )
        picture.paste(GROUND, mask=foot_shade)


def _paint_logo(picture: "Image", name: str) -> bool:
    """Paint a stored picture in a white circle. Return False if its file is missing."""
    from PIL import Image, ImageDraw, ImageOps

    try:
        with default_storage.open(name, "rb") as file, Image.open(file, formats=["WEBP"]) as stored:
            logo = ImageOps.contain(stored.convert("RGBA"), (LOGO * FINE, LOGO * FINE))
    except OSError:
        return False
    circle = Image.new("RGB", (LOGO * FINE, LOGO * FINE), "white")
    circle.paste(logo, ((circle.width - logo.width) // 2, (circle.height - logo.height) // 2), logo)
    mask = Image.new("L", circle.size, 0)
    ImageDraw.Draw(mask).ellipse((0, 0, *circle.size), fill=255)
    size = (LOGO, LOGO)
    picture.paste(circle.resize(size), (MARGIN, MARGIN), mask.resize(size))
    return True
