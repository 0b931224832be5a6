from dataclasses import replace
from io import BytesIO

import pytest
from django.utils import translation
from pypdf import PdfReader
from reportlab.platypus import PageBreak, Spacer

from core.documents.qr_codes import qr_modules, runs_of_dark_modules
from core.documents.sheet import PartMarker, Sheet
from tests.papers import HEAD, pages


class Blanks(Sheet):
    what = "Blank sheet"

    def story(self):
        yield from (
            PartMarker("one"),
            Spacer(1, 1),
            PageBreak(),
            PartMarker("two"),
            Spacer(1, 1),
            PageBreak(),
            Spacer(1, 1),
        )


def test_head_names_event_round_part_time_and_page():
    texts = pages(Blanks(HEAD).render())
    assert [f"page {n} of 3" in text for n, text in enumerate(texts, start=1)] == [True] * 3
    assert ["Blank sheet, one" in texts[0], "Blank sheet, two" in texts[1], "Blank sheet, two" in texts[2]]
    assert all("Printed 13 June 2026, 14:05" in text for text in texts)


def test_document_says_what_it_is():
    info = PdfReader(BytesIO(Blanks(HEAD).render())).metadata
    assert (info.title, info.author) == ("Blank sheet · Masters · Round 5 of 7", "Harbour City Spring Cup")


def test_every_font_of_a_sheet_is_embedded():
    for page in PdfReader(BytesIO(Blanks(HEAD).render())).pages:
        used = [one.get_object() for one in page["/Resources"]["/Font"].values()]
        assert used
        assert all("/FontFile2" in one["/FontDescriptor"] for one in used), [one["/BaseFont"] for one in used]


def test_month_follows_the_language():
    with translation.override("es"):
        assert "junio" in pages(Blanks(HEAD).render())[0]


@pytest.mark.parametrize("event", ["Ω" * 300, "A" * 300, "王" * 200])
def test_a_long_event_name_leaves_the_page_number_readable(event):
    head = replace(HEAD, name=event, group="Senior and Masters", part="Round 15 of 15")
    text = pages(Blanks(head).render())[0]
    assert "…" in text
    assert "page 1 of 3" in text


def test_a_division_and_round_may_be_missing():
    text = pages(Blanks(replace(HEAD, group="", part="")).render())[0]
    assert "·" not in text.replace("14:05 · page", "")


def test_dark_runs():
    assert runs_of_dark_modules((False, True, True, False, True)) == [(1, 3), (4, 5)]
    assert runs_of_dark_modules((True, False)) == [(0, 1)]


def test_code_has_its_three_corners():
    modules = qr_modules("https://stadium.example/harbour/pairings")
    corner = [row[:7] for row in modules[:7]]
    assert corner[0] == corner[6] == (True,) * 7
    assert corner == [row[-7:] for row in modules[:7]] == [row[:7] for row in modules[-7:]]
