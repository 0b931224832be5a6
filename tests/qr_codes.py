"""Reading QR codes as a phone's camera does, from the drawing on a page."""

import re
from collections.abc import Iterator, Sequence

from reportlab.graphics.barcode.qrencoder import QRRSBlock, QRUtil

FORMAT_MASK = 0x5412
RUN = re.compile(r"M(\d+) (\d+)\.5h(\d+)")
BYTES = 0b0100

Squares = list[list[bool]]


def codes_on(page: str) -> list[str]:
    """What every QR code of a page says; each is one SVG path, two squares in from the edge."""
    found = re.findall(r'viewBox="0 0 (\d+) \1"[^>]*>\s*<path[^>]*>\s*<path[^>]* d="(M\d+ 2\.5h[^"]+)"', page)
    return [text_of(_squares(path, int(side) - 4)) for side, path in found]


def _squares(path: str, size: int) -> Squares:
    squares = [[False] * size for _ in range(size)]
    for x, y, length in RUN.findall(path):
        for step in range(int(length)):
            squares[int(y) - 2][int(x) - 2 + step] = True
    return squares


def text_of(squares: Sequence[Sequence[bool]]) -> str:
    """The text of an undamaged code in bytes (ISO 18004)."""
    version = (len(squares) - 17) // 4
    level, mask = _format(squares)
    stream = _codewords([bool(dark) for dark in _data(squares, version, mask)], version, level)
    bits = "".join(f"{word:08b}" for word in stream)
    count = 8 if version < 10 else 16
    assert int(bits[:4], 2) == BYTES
    length, start = int(bits[4 : 4 + count], 2), 4 + count
    return bytes(int(bits[start + 8 * at : start + 8 * at + 8], 2) for at in range(length)).decode()


def _format(squares: Sequence[Sequence[bool]]) -> tuple[int, int]:
    """Level of error correction and mask, beside the upper left finder."""
    rows = [*range(6), 7, 8, *range(len(squares) - 7, len(squares))]
    bits = sum(squares[row][8] << place for place, row in enumerate(rows)) ^ FORMAT_MASK
    return bits >> 13 & 3, bits >> 10 & 7


def _data(squares: Sequence[Sequence[bool]], version: int, mask: int) -> Iterator[bool]:
    """The squares of the data in their order, pairs of columns from the right, up and down, without the mask."""
    size, flips = len(squares), QRUtil.getMask(mask)
    columns = [column for column in range(size - 1, 0, -2) if column > 6] + [5, 3, 1]
    for turn, right in enumerate(columns):
        for row in range(size - 1, -1, -1) if turn % 2 == 0 else range(size):
            for column in (right, right - 1):
                if not _is_pattern(row, column, size, version):
                    yield squares[row][column] != bool(flips(row, column))


def _is_pattern(row: int, column: int, size: int, version: int) -> bool:
    finder = (row < 9 and column < 9) or (row < 9 and column > size - 9) or (row > size - 9 and column < 9)
    places = QRUtil.getPatternPosition(version)
    corners = {(6, 6), (6, size - 7), (size - 7, 6)}
    alignment = any(
        abs(row - y) < 3 and abs(column - x) < 3 for y in places for x in places if (y, x) not in corners
    )
    number = version > 6 and ((row < 6 and column > size - 12) or (column < 6 and row > size - 12))
    return finder or alignment or number or row == 6 or column == 6


def _codewords(bits: list[bool], version: int, level: int) -> list[int]:
    """The data words, taken out of the blocks they are dealt to."""
    words = [
        sum(bit << 7 - at for at, bit in enumerate(bits[start : start + 8]))
        for start in range(0, len(bits), 8)
    ]
    sizes = [block.dataCount for block in QRRSBlock.getRSBlocks(version, level)]
    blocks: list[list[int]] = [[] for _ in sizes]
    dealt = iter(words)
    for turn in range(max(sizes)):
        for block, size in zip(blocks, sizes, strict=True):
            if turn < size:
                block.append(next(dealt))
    return [word for block in blocks for word in block]
