"""Types that say nothing: each bar is what is left, so that it only falls."""

import re
from pathlib import Path

import pytest

from tests import ROOMS

ROOT = Path(__file__).resolve().parents[3]

IGNORED = re.compile(r"# type: ignore\b")
NAMELESS = re.compile(r"\bdict\[str, (?:Any|object)\]")

MAX_IGNORED, MAX_NAMELESS = 33, 59
"""Lines whose types mypy skips, and lines with a dict that could hold anything under any name.

A page, a row or a part of a page is a dataclass; a request has one of the classes of `core.requests`.
"""


def lines_with(pattern: re.Pattern[str], texts: dict[str, str]) -> list[str]:
    return [
        f"{name}:{number}"
        for name, text in texts.items()
        for number, line in enumerate(text.splitlines(), start=1)
        if pattern.search(line)
    ]


def sources() -> dict[str, str]:
    paths = [path for room in (*ROOMS, "config") for path in sorted((ROOT / room).rglob("*.py"))]
    return {str(path.relative_to(ROOT)): path.read_text() for path in paths if "migrations" not in path.parts}


@pytest.mark.parametrize(("pattern", "most"), [(IGNORED, MAX_IGNORED), (NAMELESS, MAX_NAMELESS)])
def test_no_more_types_are_left_out(pattern: re.Pattern[str], most: int) -> None:
    left_out = lines_with(pattern, sources())
    assert len(left_out) <= most, "\n".join(left_out)


def test_no_alias_hides_a_dict_of_anything() -> None:
    """Aliases are those of rows of tables and files, whose columns are data."""
    alias = re.compile(r"^(\w+)(?:: TypeAlias)? = dict\[str, (?:Any|object)\]")
    names = {
        match[1] for text in sources().values() for line in text.splitlines() if (match := alias.match(line))
    }
    assert names <= {"CanvasState", "Facts", "PrintedText", "Row", "Values", "Widget"}


def test_a_planted_line_is_found() -> None:
    planted = {
        "floor/views/one.py": "def rows() -> list[dict[str, Any]]: ...\nx = y  # type: ignore[index]\n"
    }
    assert lines_with(NAMELESS, planted) == ["floor/views/one.py:1"]
    assert lines_with(IGNORED, planted) == ["floor/views/one.py:2"]
