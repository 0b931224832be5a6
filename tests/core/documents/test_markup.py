from core.documents.fonts import BOLD, DISPLAY, HANGUL, REST
from core.documents.markup import escape_markup


def test_signs_are_text():
    assert escape_markup("Fakes & <copies>") == "Fakes &amp; &lt;copies&gt;"


def test_letters_of_another_face_bring_it():
    assert escape_markup("Al 김 王") == f'Al <font name="{HANGUL}">김</font> <font name="{REST}">王</font>'
    assert escape_markup("Praha Ω", DISPLAY) == f'<font name="{BOLD}">Praha Ω</font>'


def test_a_no_break_space_stays_one():
    assert escape_markup("doutez\u00a0: les fausses  cartes") == "doutez\u00a0: les fausses cartes"
