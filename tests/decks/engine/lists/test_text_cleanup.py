"""Text that passed through several programs before it was entered here."""

import pytest

from decks.engine.lists.text_cleanup import MAX_LINE_LENGTH, normalize_card_line, numbered_lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("\ufeff4 Iono\r\n4 Judge", ["4 Iono", "4 Judge"]),
        ("4 Iono<br>4 Judge<br/>4 N", ["4 Iono", "4 Judge", "4 N"]),
        ("<p>4 Iono</p><li>4 Judge</li>", ["4 Iono", "4 Judge"]),
        ("2 Reshiram &amp; Charizard-GX UNB 20", ["2 Reshiram & Charizard-GX UNB 20"]),
        ("4 PokÃ©gear 3.0", ["4 Pokégear 3.0"]),
        ("4 Pok?mon Catcher", ["4 Pokémon Catcher"]),
        ("4 Pok\ufffdmon Catcher", ["4 Pokémon Catcher"]),
        ("1 Unown [?]", ["1 Unown [?]"]),
        ("4 Professor’s Letter", ["4 Professor's Letter"]),
        ("1 Heat Factory ♢ LOT 178", ["1 Heat Factory ◇ LOT 178"]),
        ("1 Heat Factory Prism Star LOT 178", ["1 Heat Factory ◇ LOT 178"]),
        ("1 Heat Factory {*} LOT 178", ["1 Heat Factory ◇ LOT 178"]),
        ("1 Pikachu ☆", ["1 Pikachu ★"]),
        ("4\u00a0Iono\tPAL\u200b 185", ["4 Iono PAL 185"]),
        ("４ Ｉｏｎｏ", ["4 Iono"]),
        ("4 Flabe\u0301be\u0301", ["4 Flabébé"]),
        ("4 \x00Iono\x07", ["4 Iono"]),
        ("4 Io\ud800no", ["4 Iono"]),
        ("\n \n", []),
        ("Xurkitree–GX", ["Xurkitree-GX"]),
    ],
)
def test_mended(text: str, lines: list[str]) -> None:
    assert [normalize_card_line(line) for _number, line in numbered_lines(text)] == lines


def test_lines_keep_their_numbers() -> None:
    assert list(numbered_lines("4 Iono\n\n4 Judge")) == [(1, "4 Iono"), (3, "4 Judge")]


def test_a_line_is_cut_where_no_card_line_comes_near() -> None:
    assert [len(line) for _number, line in numbered_lines("4 " + "a" * 5000)] == [MAX_LINE_LENGTH]
