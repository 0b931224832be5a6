from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas

from tournaments.documents import fonts
from tournaments.documents.fonts import BOLD, DISPLAY, FILES, FOLDER, HANGUL, REST, TEXT

NAMES = (
    "Kateřina Łuczyńska",
    "Nguyễn Thị Hồng Đức",
    "İpek Çelik Yıldız Öğüt",
    "Ἀλέξης Παπαδόπουλος",
    "Дмитро Шевченко",
    "Guðmundur Þórsson Ærø",
    "Ștefan Țepeș",
    "山田 太郎 みゆき カタカナ",
    "김민준 뷁",
    "王小明 龙 龍",
)


def written(text: str, font: str) -> PdfReader:
    out = BytesIO()
    canvas = Canvas(out)
    fonts.put(canvas, 50, 700, text, font=font, size=14)
    canvas.save()
    return PdfReader(BytesIO(out.getvalue()))


@pytest.mark.parametrize("font", [TEXT, BOLD, DISPLAY])
@pytest.mark.parametrize("name", NAMES)
def test_every_letter_of_a_name_has_a_glyph(name, font):
    assert all(
        ord(letter) in fonts.glyphs(face) for face, piece in fonts.runs(name, font) for letter in piece
    )


@pytest.mark.parametrize("font", [TEXT, BOLD, DISPLAY])
@pytest.mark.parametrize("name", NAMES)
def test_names_read_back_as_written(name, font):
    assert written(name, font).pages[0].extract_text().replace("\n", "") == name


@pytest.mark.parametrize("name", NAMES)
def test_the_outlines_used_are_embedded_and_no_more(name):
    reader = written(name, TEXT)
    used = [one.get_object() for one in reader.pages[0]["/Resources"]["/Font"].values()]
    embedded = [one for one in used if "/FontDescriptor" in one]
    assert embedded
    for one in embedded:
        descriptor = one["/FontDescriptor"]
        assert "+" in descriptor["/FontName"], "a subset"
        assert 0 < len(descriptor["/FontFile2"].get_data()) < 120_000


def test_accents_written_apart_are_put_together():
    assert fonts.runs("Amelie\u0301", TEXT) == ((TEXT, "Amelié"),)


def test_a_title_changes_face_as_a_whole_and_a_name_letter_by_letter():
    assert fonts.runs("Praha Ω", DISPLAY) == ((BOLD, "Praha Ω"),)
    assert fonts.runs("Al 김 王", TEXT) == ((TEXT, "Al "), (HANGUL, "김"), (TEXT, " "), (REST, "王"))


@given(st.text(max_size=80), st.sampled_from([TEXT, BOLD, DISPLAY]), st.floats(20, 400))
def test_no_text_ever_leaves_its_room(text, font, room):
    fitted, size = fonts.fit(text, font, 14, room, 7)
    assert fonts.width(fitted, font, size) <= room


def test_a_long_name_shrinks_first_and_is_cut_after():
    assert fonts.fit("Maya Okonkwo", TEXT, 13, 200, 9) == ("Maya Okonkwo", 13)
    text, size = fonts.fit("Maya Okonkwo", TEXT, 13, 75, 9)
    assert text == "Maya Okonkwo"
    assert 9 <= size < 13
    text, size = fonts.fit("Maya Okonkwo", TEXT, 13, 40, 9)
    assert text.startswith("Maya")
    assert text.endswith("…")
    assert size == 9


def test_each_font_lies_with_a_license():
    assert all((FOLDER / name).is_file() for name in FILES.values())
    assert len(list(FOLDER.glob("*.txt"))) == 4
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < 7_000_000
