"""SVG pictures of a stadium seen from above, each determined by a short text such as a slug."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from math import pi

RINGS = 13
SPACING = 16
"""Pixels from one ring of seats to the next."""

SECTORS = {4: "#d2ea4c", 7: "#66ccff", 10: "#c9a8ff"}
"""Rings with a lit sector, counted from 0: Juniors lime, Seniors sky, Masters lilac."""

DASHES, GAPS = (5, 6, 8, 11), (5, 6, 7, 9)
"""Possible lengths in pixels of a seat and of the gap after it."""

LIT = 8
"""A lit sector is one eighth of its ring."""

DARK, DIM, PALE = "#3b7a60", "#2a5c47", "#4a5b54"

PITCH = (
    '<rect x="305" y="214" width="190" height="112" rx="56" fill="#0c6a4a"/>'
    '<g fill="none" stroke="#fff" stroke-opacity=".65" stroke-width="3">'
    '<rect x="310" y="219" width="180" height="102" rx="51"/>'
    '<path d="M400 219v32m0 38v32"/><circle cx="400" cy="270" r="18"/></g>'
)


@dataclass(frozen=True, slots=True)
class SeatRing:
    """A ring of seats: a rectangle with round ends, dashed clockwise from the left end of its upper side.

    Lengths are pixels in a picture of 800 × 540. The first dash starts `offset` pixels into the dash pattern. In a lit
    ring, `lit` dashes from pixel `lit_from` have the color `light`.
    """

    left: int
    top: int
    width: int
    height: int
    dash: int
    gap: int
    offset: int
    color: str
    light: str = ""
    lit: int = 0
    lit_from: int = 0

    @property
    def around(self) -> int:
        """The circumference of the ring in pixels."""
        return round(2 * (self.width - self.height) + pi * self.height)


def seat_rings(text: str) -> list[SeatRing]:
    """Return the rings of a short text, the innermost first. The same text always gives the same rings."""
    choices = iter(blake2b(text.encode(), digest_size=64).digest())
    return [_seat_ring(number, choices) for number in range(RINGS)]


def draw_bowl(text: str) -> str:
    """Return an SVG picture (about 3 kB) of a stadium from above, varied by `text`.

    The same text always gives the same picture.
    """
    seats = "".join(shape for ring in seat_rings(text) for shape in _ring_shapes(ring))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 540" width="800" height="540">'
        f'<g fill="none" stroke-width="7">{seats}</g>{PITCH}</svg>'
    )


def _seat_ring(number: int, choices: Iterator[int]) -> SeatRing:
    """Return ring `number`, counted outward from 0. It uses four of the `choices`, which are from 0 to 255."""
    growth = SPACING * number
    dash, gap = DASHES[next(choices) % len(DASHES)], GAPS[next(choices) % len(GAPS)]
    offset, color_choice = next(choices) % (dash + gap), next(choices)
    stroke = PALE if color_choice < 20 else DIM if color_choice < 110 else DARK
    ring = SeatRing(279 - growth, 188 - growth, 242 + 2 * growth, 164 + 2 * growth, dash, gap, offset, stroke)
    if number not in SECTORS:
        return ring
    seats = ring.around // (dash + gap)
    start = (color_choice * seats // 256) * (dash + gap) - offset
    return replace(ring, light=SECTORS[number], lit=seats // LIT, lit_from=start)


def _ring_shapes(ring: SeatRing) -> Iterator[str]:
    """Yield the SVG elements of one ring: its seats, and its lit sector if it has one."""
    shape = f'<rect x="{ring.left}" y="{ring.top}" width="{ring.width}" height="{ring.height}" rx="{ring.height // 2}"'
    dashes = f"{ring.dash} {ring.gap}"
    yield f'{shape} stroke="{ring.color}" stroke-dasharray="{dashes}" stroke-dashoffset="{ring.offset}"/>'
    if ring.light:
        # The lit dashes cover the dashes below them. A gap to the end of the ring follows.
        lit = f"{dashes} " * ring.lit + f"0 {ring.around}"
        yield f'{shape} stroke="{ring.light}" stroke-dasharray="{lit}" stroke-dashoffset="{-ring.lit_from}"/>'
