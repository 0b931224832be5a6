"""Fitting a text into a width: by shrinking, wrapping or shortening it. Sizes and widths are in points."""

import re
from bisect import bisect_right

from core.documents.bidi import RIGHT_TO_LEFT, is_last_letter_from_right_to_left, mark_directions
from core.documents.fonts import ELLIPSIS, drop_missing_symbols, text_width


def fit_in_line(text: str, font: str, size: float, max_width: float, min_size: float) -> tuple[str, float]:
    """Shrink a text to fit within a width, to no less than `min_size`, then cut it with an ellipsis.

    Return text and size.
    """
    full_width = text_width(text, font, size)
    if full_width <= max_width or not text:
        return text, size
    # The factor 0.999 leaves room for rounding.
    size = max(min(size, min_size), size * max_width / full_width * 0.999)
    if text_width(text, font, size) <= max_width:
        return text, size
    return cut_with_ellipsis(text, font, size, max_width), size


NO_BREAK = "\u00a0"

BREAKABLE = re.compile(r"(?: |-(?!\d)|(?<!\d)-)(?=\S)")
"""The places where a name may be broken across lines: after a space, or a hyphen that is not between digits."""


def fit_in_lines(
    text: str, font: str, size: float, max_width: float, min_size: float, *, max_lines: int = 2
) -> tuple[tuple[str, ...], float]:
    """Fit a text within a width: in one line, else in up to `max_lines` lines of `min_size`, else cut.

    Return lines and size.
    """
    text = drop_missing_symbols(text, font)
    if text_width(text, font, min_size) <= max_width:
        return (text,), fit_in_line(text, font, size, max_width, min_size)[1]
    lines: list[str] = []
    remainder = text
    while remainder and len(lines) < max_lines - 1:
        lines.append(cut_first_line(remainder, font, min_size, max_width))
        remainder = remainder[len(lines[-1]) :].strip()
    if remainder:
        lines.append(remainder)
    marked_lines = mark_directions(text, lines)
    return tuple(fit_in_line(line, font, min_size, max_width, min_size)[0] for line in marked_lines), min_size


def wrap_text(text: str, font: str, size: float, max_width: float) -> list[str]:
    """Wrap the whole text into lines of this size. Its own line breaks remain, but empty lines do not."""
    all_lines: list[str] = []
    for paragraph in drop_missing_symbols(text, font).splitlines():
        remainder, lines = paragraph, list[str]()
        while remainder := remainder.strip():
            lines.append(cut_first_line(remainder, font, size, max_width))
            remainder = remainder[len(lines[-1]) :]
        all_lines += mark_directions(paragraph, lines)
    return all_lines


def count_lines(text: str, font: str, size: float, max_width: float) -> int:
    """Return the number of lines of this size that the whole text takes."""
    return len(wrap_text(text, font, size, max_width))


def cut_first_line(text: str, font: str, size: float, max_width: float) -> str:
    """Return the words of a text that fit in one line, or as many letters as fit if the first word is wider."""
    if text_width(text, font, size) <= max_width:
        return text
    ends = [gap.end() for gap in BREAKABLE.finditer(text)]
    fitting_gaps = bisect_right(ends, max_width, key=lambda end: text_width(text[:end].rstrip(), font, size))
    if fitting_gaps and (line := text[: ends[fitting_gaps - 1]].rstrip()):
        return line
    return longest_beginning(text, font, size, max_width) or text[0]


def cut_with_ellipsis(text: str, font: str, size: float, max_width: float) -> str:
    """Return the longest beginning of a text that fits with an ellipsis."""
    beginning = longest_beginning(text, font, size, max_width)
    end = RIGHT_TO_LEFT if is_last_letter_from_right_to_left(beginning) else ""
    return beginning + ELLIPSIS + end


def longest_beginning(text: str, font: str, size: float, max_width: float) -> str:
    """Return the longest beginning of a text that would fit with an ellipsis, using bisection."""
    low, high = 0, len(text) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if text_width(text[:middle].rstrip() + ELLIPSIS, font, size) <= max_width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip()
