import re
from io import BytesIO

import numpy as np
import pytest
from bidi.mirror import MIRRORED
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader
from pypdfium2 import PdfDocument
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from core.documents import bidi, drawn_text, fonts, text_fitting
from core.documents.bidi import isolate_name
from core.documents.fonts import BOLD, DISPLAY, FILES, FOLDER, HANGUL, REST, TEXT

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
    "გიორგი ბერიძე",
    "Արամ Հայրապետյան",
)
JOINED_NAMES = (
    "محمد علي",
    "نستعلیق",
    "דוד כהן",
    "สมชาย ใจดี ปู่",
    "प्रिया शर्मा क्षत्रिय",
)


README = FOLDER / "README.md"


def written(text: str, font: str) -> PdfReader:
    out = BytesIO()
    canvas = Canvas(out)
    drawn_text.draw_text(canvas, 50, 700, text, font=font, size=14)
    canvas.save()
    return PdfReader(BytesIO(out.getvalue()))


@pytest.mark.parametrize("font", [TEXT, BOLD, DISPLAY])
@pytest.mark.parametrize("name", NAMES)
def test_every_letter_of_a_name_has_a_glyph(name, font):
    assert all(
        ord(letter) in fonts.code_points_in_font(face)
        for face, piece in fonts.split_by_face(name, font)
        for letter in piece
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
    assert fonts.split_by_face("Amelie\u0301", TEXT) == ((TEXT, "Amelié"),)


def test_a_title_changes_face_as_a_whole_and_a_name_letter_by_letter():
    assert fonts.split_by_face("Praha Ω", DISPLAY) == ((BOLD, "Praha Ω"),)
    assert fonts.split_by_face("Al 김 王", TEXT) == ((TEXT, "Al "), (HANGUL, "김"), (TEXT, " "), (REST, "王"))


@given(st.text(max_size=80), st.sampled_from([TEXT, BOLD, DISPLAY]), st.floats(20, 400))
def test_no_text_ever_leaves_its_room(text, font, max_width):
    fitted, size = text_fitting.fit_in_line(text, font, 14, max_width, 7)
    assert fonts.text_width(fitted, font, size) <= max_width


def test_a_long_name_shrinks_first_and_is_cut_after():
    assert text_fitting.fit_in_line("Maya Okonkwo", TEXT, 13, 200, 9) == ("Maya Okonkwo", 13)
    text, size = text_fitting.fit_in_line("Maya Okonkwo", TEXT, 13, 75, 9)
    assert text == "Maya Okonkwo"
    assert 9 <= size < 13
    text, size = text_fitting.fit_in_line("Maya Okonkwo", TEXT, 13, 40, 9)
    assert text.startswith("Maya")
    assert text.endswith("…")
    assert size == 9


def test_each_font_lies_with_a_license():
    assert all((FOLDER / name).is_file() for name in FILES.values())
    assert len(list(FOLDER.glob("*.txt"))) == 4
    sizes = dict(re.findall(r"`([^`]*)` \(([\d,]+) kB\)", README.read_text()))
    assert sizes == {name: f"{round((FOLDER / name).stat().st_size / 1000):,}" for name in FILES.values()}
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < 7_000_000


def ink(text: str, font: str = TEXT, *, size: float = 40) -> np.ndarray:
    """Return a line as a browser renders it: True where there is ink."""
    out = BytesIO()
    canvas = Canvas(out, pagesize=(600, 80))
    drawn_text.draw_text(canvas, 10, 25, text, font=font, size=size)
    canvas.save()
    with PdfDocument(out.getvalue()) as document:
        return np.asarray(document[0].render().to_pil().convert("L")) < 128


@pytest.mark.parametrize("font", [TEXT, BOLD, DISPLAY])
@pytest.mark.parametrize("name", JOINED_NAMES)
def test_every_letter_of_a_joined_name_has_an_outline(name, font):
    """Glyph 0 is the empty box for letters that a face does not contain."""
    for face, piece in fonts.split_by_face(name, font):
        glyph_of = pdfmetrics.getFont(face).face.charToGlyph
        assert all(glyph_of.get(ord(letter), 0) for letter in piece), (face, piece)


@pytest.mark.parametrize("name", JOINED_NAMES)
def test_a_joined_name_is_found_and_copied_as_it_was_written(name):
    out = BytesIO()
    canvas = Canvas(out)
    drawn_text.draw_text(canvas, 50, 700, name, size=14)
    canvas.save()
    texts = re.findall(rb"/ActualText <feff([0-9a-f]*)>", PdfReader(out).pages[0].get_contents().get_data())
    assert sorted(bytes.fromhex(text.decode()).decode("utf-16-be") for text in texts) == sorted(name.split())


def test_arabic_joins_and_stands_from_right_to_left():
    """A letter alone has another outline than within a word, and the first letter is the rightmost."""
    assert not np.array_equal(ink("علي"), ink("ع ل ي"))
    (face, piece), *_rest = fonts.split_by_face("علي", TEXT)
    assert face == fonts.ARABIC
    assert (piece.source, len(piece)) == ("علي", 3)
    pieces = [
        getattr(piece, "source", piece) for _face, piece in fonts.split_by_face("Ana (محمد علي) Cohen", TEXT)
    ]
    assert pieces == ["Ana (", "علي", " ", "محمد", ") Cohen"]


def test_thai_and_devanagari_stack_their_marks():
    """A tone mark above a vowel takes no width, and a conjunct takes less than its two letters."""
    assert fonts.text_width("ปู่", TEXT, 40) == pytest.approx(fonts.text_width("ป", TEXT, 40), rel=0.05)
    assert fonts.text_width("क्ष", TEXT, 40) < fonts.text_width("क", TEXT, 40) + fonts.text_width(
        "ष", TEXT, 40
    )


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("ᠮᠣᠩᠭᠣᠯ", "[monggol]"),
        ("தமிழ் Ana", "[tmil] Ana"),
        ("\U000f0000x", "[U+F0000]x"),
        ("A\u200dna\ufe0f", "Ana"),
        ("\u200d", "[U+200D]"),
    ],
)
def test_what_no_face_holds_stands_as_it_sounds(name, printed):
    assert written(name, TEXT).pages[0].extract_text().strip() == printed


@pytest.mark.parametrize("font", [TEXT, BOLD, DISPLAY])
@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("Ana 🎴 Lima", "Ana Lima"),
        ("👩‍🚀 Kim", "Kim"),
        ("Zoë 👍🏽", "Zoë"),
        ("Ana🇧🇷Lima", "Ana Lima"),
        ("🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f Bo", "Bo"),
        ("🏃‍♂️ Bo ☃ ‼️ 〽️ 🩷", "Bo ‼"),
        ("Kim 1️⃣", "Kim 1"),
        ("👩‍🚀", "—"),
    ],
)
def test_an_emoji_in_a_name_is_left_out_and_never_spelled(name, printed, font):
    assert " ".join(written(name, font).pages[0].extract_text().split()) == printed


EMOJI = st.text(
    st.sampled_from("🎴😀👩🚀🇧🇷🏽🏴☃❤♂⚕\u200d\ufe0f\u20e3\U000e0067\U000e007f"), min_size=1, max_size=8
)


@given(EMOJI, EMOJI)
def test_no_emoji_in_any_sequence_is_spelled(before, after):
    found = fonts.split_by_face(f"{before} Ana {after}", TEXT)
    assert "".join(piece for _face, piece in found).strip("♂❤☃⚕ ") == "Ana"


def test_no_line_of_a_long_name_is_an_emoji_alone():
    lines, _size = text_fitting.fit_in_lines("👩‍🚀 Wolfeschlegelsteinhausenberger", TEXT, 14, 120, 9)
    assert lines[0].startswith("Wolfe")


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]), min_size=1, max_size=12))
def test_no_name_prints_as_nothing_or_as_empty_boxes(name):
    found = fonts.split_by_face(name, TEXT)
    assert found
    for face, piece in found:
        glyph_of = pdfmetrics.getFont(face).face.charToGlyph
        assert all(glyph_of.get(ord(letter), 0) for letter in piece), (name, face, piece)


def test_a_long_name_takes_two_lines_before_it_is_cut():
    name = "Maria Aparecida dos Santos Nascimento"
    lines, size = text_fitting.fit_in_lines(name, TEXT, 13, 110, 9)
    assert (" ".join(lines), len(lines), size) == (name, 2, 9)
    assert text_fitting.fit_in_lines("Maya Okonkwo", TEXT, 13, 200, 9) == (("Maya Okonkwo",), 13)
    cut, size = text_fitting.fit_in_lines(name * 3, TEXT, 13, 110, 9)
    assert cut[1].endswith("…")
    assert size == 9


@given(st.text(max_size=80), st.floats(30, 400))
def test_no_line_ever_leaves_its_room(text, max_width):
    lines, size = text_fitting.fit_in_lines(text, BOLD, 14, max_width, 9)
    assert len(lines) <= 2
    assert size >= 9
    assert all(fonts.text_width(line, BOLD, size) <= max_width for line in lines)


@pytest.mark.parametrize("name", ["محمد علي", "דוד כהן"])
def test_a_figure_behind_a_name_from_right_to_left_stays_behind_it(name):
    sentence = "Ronda 1, {}: 0,00 %"
    (*_name, end) = fonts.split_by_face(sentence.format(isolate_name(name)), TEXT)
    assert end[1] == ": 0,00 %"
    assert fonts.split_by_face(sentence.format(name), TEXT)[-1][1] != ": 0,00 %", (
        "without the mark it jumps before the name"
    )
    assert isolate_name("Ana") == "Ana"


@pytest.mark.parametrize("mark", "\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
def test_marks_of_direction_in_a_name_are_not_printed(mark):
    text = "".join(
        getattr(piece, "source", piece) for _face, piece in fonts.split_by_face(f"{mark}محمد{mark} 7", TEXT)
    )
    assert mark not in text
    assert "محمد" in text


@pytest.mark.parametrize("font", [TEXT, BOLD, DISPLAY])
def test_faces_of_text_hold_each_letter_of_ascii_and_are_measured_as_reportlab_does(font: str) -> None:
    text = "".join(map(chr, range(33, 127)))
    assert fonts.split_by_face(text, font) == ((font, text),)
    assert fonts.code_points_in_font(font).issuperset(map(ord, text))
    assert fonts.relative_text_width(text, font) == pytest.approx(pdfmetrics.stringWidth(text, font, 1))


NAMES_IN_LINES = st.lists(
    st.sampled_from(
        ["محمد", "عبد", "דוד", "בן-גוריון", "Ana", "Lima-", "(האב)", "(Jr.)", "12", "4-1", "/", "א״ב", "3."]
    ),
    min_size=1,
    max_size=9,
).map(" ".join)


@given(NAMES_IN_LINES, st.sampled_from([TEXT, BOLD]), st.integers(40, 160), st.integers(2, 5))
def test_a_name_over_several_lines_is_read_in_the_order_of_the_whole_name(name, font, room, max_lines):
    """Each line has its letters where they are in the name on one line, so that it reads in the order it was typed."""
    lines = text_fitting.wrap_text(name, font, 10, room)
    levels, base, start = bidi.resolve_levels(name), bidi.base_level(name), 0
    assert "".join("".join(lines).split()).translate(bidi.MARKS) == "".join(name.split())
    for line in lines:
        plain = line.translate(bidi.MARKS)
        start = name.index(plain, start)
        wanted = [
            name[at] if level % 2 == 0 else MIRRORED.get(name[at], name[at])
            for at, level in bidi.visual_order(levels, base, name, start, start + len(plain))
        ]
        start += len(plain)
        assert drawn_letters(line, font) == "".join(wanted)
    fitted, _size = text_fitting.fit_in_lines(name, font, 10, room, 10, max_lines=max_lines)
    assert [drawn_letters(line, font) for line in fitted[:-1]] == [
        drawn_letters(line, font) for line in lines[: len(fitted) - 1]
    ]


def drawn_letters(line, font):
    """Return the letters of a line from left to right. Shaped pieces run from right to left."""
    found = fonts.split_by_face(line, font)
    return "".join(
        "".join(MIRRORED.get(letter, letter) for letter in reversed(piece.source))
        if isinstance(piece, bidi.ShapedText)
        else piece
        for _face, piece in found
    )


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("דוד בן-גוריון (האב)", ["-ןב דוד", "ןוירוג", "(באה)"]),
        ("محمد 12 علي", ["12 دمحم", "يلع"]),
    ],
)
def test_a_hyphen_or_bracket_at_the_end_of_a_line_stays_with_its_word(name, expected):
    lines, _size = text_fitting.fit_in_lines(name, TEXT, 10, 48, 10, max_lines=3)
    assert [drawn_letters(line, TEXT) for line in lines] == expected


@pytest.mark.parametrize("name", ["محمد عبد الرحمن", "אברהם בן-גוריון"])
def test_a_cut_name_from_right_to_left_ends_with_its_ellipsis_on_the_left(name):
    text, _size = text_fitting.fit_in_line(name, TEXT, 10, 40, 9)
    assert drawn_letters(text, TEXT).startswith("…")


def test_a_nickname_in_brackets_is_part_of_a_name_from_right_to_left():
    assert drawn_letters("דוד כהן (דודו)", TEXT) == "(ודוד) ןהכ דוד"
    assert drawn_letters("12 דוד", TEXT) == "12 דוד"[:3] + "דוד"[::-1]
