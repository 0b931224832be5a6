"""Whole lists: every program, every language, every kind of noise; nothing is lost."""

import csv
from pathlib import Path

import pytest

from core.engine.refused import Refused
from decks.engine.lists import ReadList, read_list_text
from decks.engine.lists.reading import MAX_LINES, MAX_TEXT_SIZE

REAL_LISTS = 148
PARTIAL = {"ptcgo-en__2014-partial-34-cards.txt": 34}
"""Real lists that are not a complete deck."""


def lines(read: ReadList) -> list[tuple[int | None, str, str, str]]:
    return [(line.quantity, line.name, line.set_code, line.card_number) for line in read.lines]


@pytest.mark.parametrize(
    ("headings", "total"),
    [
        (("Pokémon: 1", "Trainer: 1", "Energy: 1"), "Total Cards: 8"),
        (("Pokémon: 1", "Entrenador: 1", "Energía: 1"), "Cartas totales: 8"),
        (("Pokémon : 1", "Dresseur: 1", "Énergie : 1"), "Total de cartes : 8"),
        (("Pokémon: 1", "Trainer: 1", "Energie: 1"), "Karten insgesamt: 8"),
        (("Pokémon: 1", "Treinador: 1", "Energia: 1"), "Total de cartas: 8"),
        (("Pokémon: 1", "Allenatori: 1", "Energia: 1"), "Totale carte: 8"),
        (("Pok?mon: 1", "Trainer: 1", "Energy: 1"), "Total Cards: 8"),
        (("Покемоны: 1", "Тренеры: 1", "Энергии: 1"), "Всего карт: 8"),
        (("Pokémon: 1", "Trenerzy: 1", "Energie: 1"), "Razem: 8"),
        (("##Pokémon - 1", "##Trainer Cards - 4", "##Energy - 3"), "Total Cards - 8"),
        (("Pokémon (1)", "Trainer (4)", "Energy (3)"), "60 cards".replace("60", "8")),
    ],
)
def test_every_language(headings: tuple[str, str, str], total: str) -> None:
    first, second, third = headings
    read = read_list_text(
        f"{first}\n1 Iron Hands ex PAR 70\n\n{second}\n4 Iono PAL 185\n\n{third}\n3 Fire Energy\n\n{total}\n"
    )
    assert [line.section for line in read.lines] == ["pokemon", "trainer", "energy"]
    assert (read.announced_total, read.total, read.ignored) == (8, 8, ())


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("Pokémon: 1\n4 Iono PAL 185", "ptcgl"),
        ("##Pokémon - 1\n\n* 4 Iono PAL 185", "ptcgo"),
        ("Pokémon (4)\n4 Dratini ex7-53", "limitless"),
        ("4 Dratini ex7-53", "limitless"),
        ("4 Iono\n4 Judge", "plain"),
    ],
)
def test_source(text: str, source: str) -> None:
    assert read_list_text(text).source == source


def test_what_is_no_card_line_is_kept_to_be_shown() -> None:
    read = read_list_text(
        "Gardevoir\nby Somebody\n4 Iono PAL 185\nhttps://example.org/deck\n2017 Standard\n1st place"
    )
    assert lines(read) == [(4, "Iono", "PAL", "185")]
    assert read.ignored == (
        (1, "Gardevoir"),
        (2, "by Somebody"),
        (4, "https://example.org/deck"),
        (5, "2017 Standard"),
        (6, "1st place"),
    )


def test_bad_quantities_stay() -> None:
    read = read_list_text("0 Iono\n-1 Judge\n1.5 Arven\n10000 Penny\n4 N")
    assert [line.quantity for line in read.lines] == [0, -1, None, None, 4]
    assert read.total == 4


def test_groups_inside_a_section() -> None:
    read = read_list_text(
        "Trainer (12)\nSupporters:\n4 Iono\nItems (4)\n4 Ultra Ball\nSpecial Energy\n4 Jet Energy"
    )
    assert [line.section for line in read.lines] == ["trainer", "trainer", "energy"]


def test_the_same_card_on_two_lines_stays_on_two() -> None:
    read = read_list_text("2 Vibrava PFL 52\n1 Vibrava PFL 52 PH")
    assert [(line.quantity, line.foil) for line in read.lines] == [(2, False), (1, True)]


def test_counts_behind_the_name() -> None:
    assert lines(read_list_text("Iono: 4\nUltra Ball x2")) == [(4, "Iono", "", ""), (2, "Ultra Ball", "", "")]


def test_a_count_behind_a_name_is_no_heading() -> None:
    read = read_list_text("4 Ultra Ball\nIono (4)\n3 Judge\n1 Arven\nDeck: 12")
    assert read.total == 12
    assert read.ignored == ((5, "Deck: 12"),)


def test_shown_as_written_and_read_as_meant() -> None:
    line = read_list_text("4 Professor’s Letter").lines[0]
    assert (line.raw, line.name) == ("4 Professor’s Letter", "Professor's Letter")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "LIST_EMPTY"),
        (" \n\t\ufeff\n", "LIST_EMPTY"),
        ("Pokémon: 0\nTrainer: 0\nTotal Cards: 0", "LIST_EMPTY"),
        ("****** Pokémon Trading Card Game Deck List ******", "LIST_EMPTY"),
        ("4 Iono\n" * (MAX_LINES + 1), "LIST_TOO_LONG"),
        ("a" * (MAX_TEXT_SIZE + 1), "LIST_TOO_BIG"),
        ("4 Iono\n" * 150_000, "LIST_TOO_BIG"),
    ],
)
def test_refused(text: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        read_list_text(text)
    assert refused.value.code == code


def real_lists(shared: Path) -> dict[str, tuple[str, int]]:
    """Return text and printed total of each real list."""
    folder = shared / "decks"
    with (folder / "INDEX.tsv").open(encoding="utf-8", newline="") as index:
        rows = list(csv.DictReader(index, delimiter="\t"))
    return {
        row["file"]: ((folder / row["file"]).read_text(encoding="utf-8"), int(row["card_count_by_lines"]))
        for row in rows
        if (folder / row["file"]).exists()
    }


def test_real_lists_lose_no_line(shared: Path) -> None:
    """Each line that begins with a digit is a card; totals are as printed, or counted by hand."""
    found = real_lists(shared)
    assert len(found) == REAL_LISTS
    for name, (text, total) in found.items():
        read = read_list_text(text)
        assert (name, read.ignored, read.total) == (name, (), total)
        assert total == PARTIAL.get(name, 60), name
        assert read.announced_total in (None, total), name
        figures = [
            number
            for number, line in enumerate(text.splitlines(), 1)
            if line.lstrip("* \ufeff")[:1].isdigit()
        ]
        assert [line.number for line in read.lines] == figures, name
