"""R-017: the language of copies at the end of a line of text and in files, read and written."""

import pytest

from decks.engine.lists import read_list_file, read_list_text
from decks.engine.lists.files import uploaded_text


@pytest.mark.parametrize(
    ("line", "name", "number", "language"),
    [
        ("4 N FCO 105 [pt]", "N", "105", "pt"),
        ("4 N FCO 105 [pt-BR]", "N", "105", "pt-br"),
        ("4 N FCO 105[DE]", "N", "105", "de"),
        ("4 N FCO 105", "N", "105", None),
        ("1 Unown [A] N1 14", "Unown [A]", "14", None),
        ("1 Unown [EX]", "Unown [EX]", "", None),
    ],
)
def test_a_text_tells_the_language_in_brackets(
    line: str, name: str, number: str, language: str | None
) -> None:
    [read] = read_list_text(line).lines
    assert (read.name, read.card_number, read.language) == (name, number, language)


@pytest.mark.parametrize(
    ("cell", "language"),
    [("pt", "pt"), ("Portuguese", "pt"), ("Deutsch", "de"), ("日本語", "ja"), ("", None)],
)
def test_a_table_tells_it_by_code_or_name(cell: str, language: str | None) -> None:
    data = f"Quantity,Name,Set,Number,Language\n4,N,FCO,105,{cell}\n".encode()
    read = read_list_file(data, "deck.csv")
    assert read.lines[0].language == language
    assert read_list_text(uploaded_text(data, read)).lines[0].language == language


def test_a_table_tells_card_backs_and_proxies_s9_s11() -> None:
    data = b"Quantity,Name,Set,Number,Back,Proxy\n4,N,FCO,105,Japanese,\n1,Eevee,SUM,101,,floor judge\n"
    first, second = read_list_file(data, "deck.csv").lines
    assert (first.back, first.proxy, second.back, second.proxy) == ("japanese", "", None, "floor judge")
