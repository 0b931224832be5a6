"""Every document on every paper and in every language, with names that no keyboard of the desk can type, read and
measured. A share of them is always tested, the rest with the slow suites.
"""

import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import chain, cycle, islice, product
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation
from reportlab.pdfgen.canvas import Canvas

from core.documents.drawn_text import draw_text
from core.documents.sheet import PAPERS, Sheet
from pairings.engine.display_rows import EntryPerson
from tests.config.paper import by_pypdf
from tests.config.paper.documents import DOCUMENTS, Document
from tests.config.paper.people import HALL, people
from tests.config.paper.reading import Read, faults, read

LANGUAGES = [code for code, _name in settings.LANGUAGES]
SMALL = ("a4", "letter")
COUNTS, LARGE = (1, 3, 33), 1_170

LONGEST = 16
"""Letters of a word that no column breaks."""

ROOT = Path(__file__).parents[3]


def papers(document: Document) -> Sequence[str]:
    return list(PAPERS) if document.large else SMALL


@pytest.mark.parametrize("name", DOCUMENTS)
def test_some_papers_and_languages(name: str) -> None:
    """Each paper and each language at least once, with another number of people for each document."""
    document, turn = DOCUMENTS[name], list(DOCUMENTS).index(name)
    turned = islice(cycle(COUNTS), turn, None)
    for paper, language, count in zip(cycle(papers(document)), LANGUAGES, turned, strict=False):
        assert list(wrong(document, paper, language, count)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_paper_and_language(name: str) -> None:
    document = DOCUMENTS[name]
    for paper, language, count in product(papers(document), LANGUAGES, COUNTS):
        assert list(wrong(document, paper, language, count, twice=True)) == []


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_large_field_on_every_paper_in_every_language(name: str) -> None:
    document = DOCUMENTS[name]
    for paper, language in product(papers(document), LANGUAGES):
        assert list(wrong(document, paper, language, LARGE, twice=True)) == []


FOR_STAFF = {
    "attendance list",
    "blank slips",
    "continue by hand",
    "continue by hand, draft",
    "continue by hand, top cut",
    "deck check sheets",
    "deck checks",
    "event report",
    "next round by hand",
    "open tables",
    "penalties",
    "players by name",
    "prizes to sign for",
    "records",
    *(name for name in DOCUMENTS if name.startswith("slips")),
}
"""Documents that stay with the staff. All others are public: they are on a wall or in the hands of players."""


@pytest.mark.parametrize("name", DOCUMENTS)
def test_only_sheets_for_staff_have_the_seal_and_the_revision(name: str) -> None:
    sheet = DOCUMENTS[name].make(people(3), "a4")
    assert sheet.for_staff == (name in FOR_STAFF)
    if not sheet.for_staff:
        text = "".join(page.text for page in read(sheet.render()))
        assert HALL.seal not in text
        assert "Revision" not in text


def test_no_sheet_is_forgotten() -> None:
    """Each class of a sheet is one of the documents."""
    for file in ROOT.glob("*/documents/*.py"):
        import_module(f"{file.parts[-3]}.documents.{file.stem}")
    made = {type(document.make(people(2), "a4")) for document in DOCUMENTS.values()}
    assert {one.__name__ for one in leaves(Sheet) - made} == set()


def leaves(of: type[Sheet]) -> set[type[Sheet]]:
    """Return the subclasses without subclasses in the product, and those that are printed directly."""
    below = [one for one in of.__subclasses__() if not one.__module__.startswith("tests.")]
    inner = set(chain.from_iterable(leaves(one) for one in below))
    return inner | {one for one in below if "story" in vars(one) and one.what}


def wrong(document: Document, paper: str, language: str, count: int, *, twice: bool = False) -> Iterator[str]:
    """Return what is wrong with a document: names that are missing, texts that are small, cut, beyond the edge or
    over others.

    `twice`: also what another PDF reader finds differently.
    """
    of = people(count)
    with translation.override(language):
        pdf = document.make(of, paper).render()
    pages = list(read(pdf))
    where = f"{paper} {language} {count}"
    text = "".join(page.text for page in pages)
    if twice:
        yield from (f"{where}: {fault}" for fault in by_pypdf.differences(pdf, pages))
    for number, page in enumerate(pages, start=1):
        if not page.text:
            yield f"{where}: page {number} is empty"
        yield from (f"{where}, page {number}: {fault}" for fault in faults(page, least=document.least))
    yield from (f"{where}: {cut!r} is cut" for cut in re.findall(r"\w{0,20}…", text))
    for one in document.named(of):
        yield from (
            f"{where}: {word!r} of {one.name!r} is missing" for word in words(one) if word not in text
        )


def words(one: EntryPerson) -> list[str]:
    """Return the parts of a name that are always one piece of text: words whose letters every face contains."""
    found = re.findall(r"[^\s-]+", one.name)
    return [
        word for word in found if len(word) <= LONGEST and re.fullmatch(r"[\w’.]+", word) and _latin(word)
    ]


def _latin(word: str) -> bool:
    return all(letter < "\u0250" for letter in word)


def test_the_measures_find_each_fault() -> None:
    found = {fault for page in drawn() for fault in faults(page, least=9)}
    assert found == {
        "'small' is 8.00 points high",
        "'beyond' is beyond the edge",
        "'under' stands over 'over'",
        "'cut' crosses a line",
        "'boxed' crosses a line",
    }


def drawn() -> Iterator[Read]:
    """Draw a page with each error once, and with valid content: a struck text, one in its box, one above a line."""
    from io import BytesIO

    out = BytesIO()
    canvas = Canvas(out, pagesize=(400, 400))
    draw_text(canvas, 50, 350, "small", size=8)
    draw_text(canvas, 3, 330, "beyond", size=12)
    draw_text(canvas, 50, 300, "under", size=12)
    draw_text(canvas, 60, 303, "over", size=12)
    draw_text(canvas, 50, 250, "cut", size=12)
    canvas.line(40, 254, 100, 254)
    draw_text(canvas, 50, 200, "boxed", size=12)
    canvas.rect(60, 190, 100, 30)
    draw_text(canvas, 50, 150, "struck", size=12, struck=True)
    draw_text(canvas, 200, 150, "inside", size=12)
    canvas.rect(190, 140, 100, 30)
    draw_text(canvas, 50, 100, "above", size=12)
    canvas.line(40, 97, 100, 97)
    canvas.save()
    return read(out.getvalue())
