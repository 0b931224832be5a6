import pytest

from core.engine.alphabet import filing_letter, fold_accents, name_sort_key


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Łučić", "lucic"),
        ("O’Neil", "oneil"),
        ("Ærø", "aero"),
        ("Straße", "strasse"),
        ("Đức", "duc"),
        ("İpek", "ipek"),
    ],
)
def test_folded(text, plain):
    assert fold_accents(text) == plain


def test_short_last_names_come_before_longer_ones():
    names = ["Li, Zoe", "Lin, Al", "Li, Al", "Lí, Bo", "Li-Smith, Al"]
    assert sorted(names, key=name_sort_key) == ["Li, Al", "Lí, Bo", "Li, Zoe", "Li-Smith, Al", "Lin, Al"]


@pytest.mark.parametrize(("name", "letter"), [("Adams", "A"), ("Østby", "O"), ("王", ""), ("", "")])
def test_first_letter(name, letter):
    assert filing_letter(name) == letter
