"""A patched file keeps its line endings."""

import pytest

from pairings.engine.tdf.patching import TdfText


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
    assert TdfText.parse(f"<a>{ends}</a>").newline == newline
