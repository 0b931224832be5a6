"""Every document on every paper in every language, compared with its appearance when it was last reviewed.

Each stored picture is one document: a row for each paper and language, four cells for each number of people, each in
a few hundred greys: the first page, the last, and at each place the darkest and the lightest of all pages. This
shows a line, a box or a name that is missing or has moved; on the pages in between, it shows marks where no page has
any, and gaps where every page has a mark; but not how letters are drawn.

`PICTURES=write .venv/bin/python -m pytest -n 0 --slow tests/config/paper/test_every_picture.py` draws them again
after a sheet or its texts have changed; look at the sheets before committing them.
"""

import os
from functools import reduce
from itertools import product
from pathlib import Path

import pytest
from django.utils import translation
from PIL import Image, ImageChops
from PIL.ImageChops import darker, lighter

from tests.config.paper.documents import DOCUMENTS, Document
from tests.config.paper.people import people
from tests.config.paper.test_every_document import COUNTS, LANGUAGES, LARGE, papers
from tests.config.test_pictures_of_paper import pictures

FOLDER = Path(__file__).parent / "pictures"
SQUARE = 8
"""Dots, at 40 per inch, of the squares that are stored as one grey, about as high as a line of a wall sheet."""

MOST = 10
"""Maximum difference of a square, in greys of 255."""

CELLS = 4
"""Cells of a document for one number of people."""

SIDE, LARGE_SIDE = 60, 88
"""Squares of a cell, enough for a portrait or a landscape page."""


def squares(document: Document, paper: str, language: str, count: int) -> list[Image.Image]:
    """Return the first page, each square as one grey; of several pages also the last, the darkest and the lightest
    of all.
    """
    with translation.override(language):
        pdf = document.make(people(count), paper).render()
    return of_all([page.reduce(SQUARE) for page in pictures(pdf)])


def of_all(pages: list[Image.Image]) -> list[Image.Image]:
    """Return the cells of these pages."""
    first, *others = pages
    return [first, pages[-1], reduce(darker, pages), reduce(lighter, pages)] if others else [first]


def drawn(document: Document) -> Image.Image:
    rows = list(product(papers(document), LANGUAGES))
    side = LARGE_SIDE if document.large else SIDE
    whole = Image.new("L", (side * CELLS * (len(COUNTS) + 1), side * len(rows)), 255)
    for row, (paper, language) in enumerate(rows):
        for column, count in enumerate((*COUNTS, LARGE)):
            for cell, squared in enumerate(squares(document, paper, language, count)):
                whole.paste(squared, ((column * CELLS + cell) * side, row * side))
    return whole


def difference(one: Image.Image, other: Image.Image) -> int:
    """Return the difference of the most different square."""
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
    (whole,) = squares(DOCUMENTS[name], "a4", "en", 3)
    (fewer,) = squares(DOCUMENTS[name], "a4", "en", 2)
    (other,) = squares(DOCUMENTS[name], "a4", "fr", 3)
    assert difference(whole, fewer) > MOST
    assert difference(whole, other) > MOST


def test_a_mark_and_a_missing_line_are_seen_on_any_page() -> None:
    """Five pages with a line across each; the fourth alone has a mark, or lacks the line."""
    ruled = Image.new("L", (20, 20), 255)
    ruled.paste(0, (0, 10, 20, 11))
    marked, cut = ruled.copy(), ruled.copy()
    marked.paste(0, (3, 3, 4, 4))
    cut.paste(255, (5, 10, 6, 11))
    usual = of_all([ruled] * 5)
    for wrong in (marked, cut):
        found = of_all([ruled, ruled, ruled, wrong, ruled])
        assert [difference(one, other) > MOST for one, other in zip(usual, found, strict=True)][:2] == [
            False
        ] * 2
        assert any(difference(one, other) > MOST for one, other in zip(usual[2:], found[2:], strict=True))
