"""Every document on every paper in every language, compared with how it looked when somebody last looked at it.

Each stored picture is one document: a row for each paper and language, a column for each number of people, each cell a
first page in a few hundred greys. That shows a line, a box or a name that is gone or has moved, not how letters are
drawn. `PICTURES=write .venv/bin/python -m pytest -n 0 --slow tests/config/paper/test_every_picture.py` makes them anew,
after a sheet or its words have changed: look at the sheets before they are kept.
"""

import os
from itertools import product
from pathlib import Path

import pytest
from django.utils import translation
from PIL import Image, ImageChops

from tests.config.paper.documents import DOCUMENTS, Document
from tests.config.paper.people import people
from tests.config.paper.test_every_document import COUNTS, LANGUAGES, LARGE, papers
from tests.config.test_pictures_of_paper import picture

FOLDER = Path(__file__).parent / "pictures"
SQUARE = 8
"""Dots, at 40 an inch, of the squares that are stored as one grey: about a line of a wall sheet high."""

MOST = 10
"""How much grey of 255 a square may differ."""

SIDE, LARGE_SIDE = 60, 88
"""Squares of a cell: room for a page upright or sideways."""


def squares(document: Document, paper: str, language: str, count: int) -> Image.Image:
    """The first page, each square one grey."""
    with translation.override(language):
        pdf = document.make(people(count), paper).render()
    return picture(pdf).reduce(SQUARE)


def drawn(document: Document) -> Image.Image:
    rows = list(product(papers(document), LANGUAGES))
    side = LARGE_SIDE if document.large else SIDE
    whole = Image.new("L", (side * (len(COUNTS) + 1), side * len(rows)), 255)
    for row, (paper, language) in enumerate(rows):
        for column, count in enumerate((*COUNTS, LARGE)):
            whole.paste(squares(document, paper, language, count), (column * side, row * side))
    return whole


def difference(one: Image.Image, other: Image.Image) -> int:
    """How much grey the most different square differs."""
    return int(ImageChops.difference(one, other).getextrema()[1])  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_looks_as_it_did_on_every_paper_in_every_language(name: str) -> None:
    now, file = drawn(DOCUMENTS[name]), FOLDER / f"{name.replace(' ', '-')}.png"
    if os.environ.get("PICTURES") == "write":
        FOLDER.mkdir(exist_ok=True)
        now.save(file, optimize=True)
    with Image.open(file) as stored:
        assert stored.size == now.size
        assert difference(stored.convert("L"), now) <= MOST


def test_each_stored_picture_is_of_a_document() -> None:
    assert {file.stem for file in FOLDER.glob("*.png")} == {name.replace(" ", "-") for name in DOCUMENTS}


@pytest.mark.parametrize("name", ["pairings by name", "standings"])
def test_one_name_less_and_another_language_are_seen(name: str) -> None:
    whole = squares(DOCUMENTS[name], "a4", "en", 3)
    assert difference(whole, squares(DOCUMENTS[name], "a4", "en", 2)) > MOST
    assert difference(whole, squares(DOCUMENTS[name], "a4", "fr", 3)) > MOST
