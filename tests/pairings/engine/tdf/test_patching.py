"""A file that is patched keeps the ends of its lines."""

import pytest

from pairings.engine.tdf.patching import _tree as tree


@pytest.mark.parametrize(
    ("ends", "newline"),
    [
        ("\r\n \r\n \r\n", "\r\n"),
        ("\r\n \r\n \n", "\r\n"),
        ("\r\n \n", "\r\n"),
        ("\r\n \n \n", "\n"),
        ("\n \n", "\n"),
        ("", "\n"),
    ],
)
def test_new_lines_end_as_most_do(ends: str, newline: str) -> None:
    assert tree(f"<a>{ends}</a>").newline == newline
