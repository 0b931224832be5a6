"""Headings and totals in the languages that programs export."""

import pytest

from decks.engine.lists import headings
from decks.engine.lists.deck_list import Section


@pytest.mark.parametrize(
    ("line", "section"),
    [
        ("Pokémon: 14", "pokemon"),
        ("Pokémon : 14", "pokemon"),
        ("Pokemon (12):", "pokemon"),
        ("##Pokémon - 12", "pokemon"),
        ("Pok?mon: 9".replace("?", "é"), "pokemon"),
        ("POKÉMON", "pokemon"),
        ("18 Pokémon", "pokemon"),
        ("ポケモン: 14", "pokemon"),
        ("Trainer: 33", "trainer"),
        ("##Trainer Cards - 36", "trainer"),
        ("Trainers (35):", "trainer"),
        ("Entrenador: 11", "trainer"),
        ("Treinador: 16", "trainer"),
        ("Dresseur: 12", "trainer"),
        ("Allenatori: 12", "trainer"),
        ("トレーナーズ: 12", "trainer"),
        ("Supporters:", "trainer"),
        ("Items (12)", "trainer"),
        ("Pokémon Tools - 3", "trainer"),
        ("== Stadium ==", "trainer"),
        ("Energía: 1", "energy"),
        ("Énergie : 3", "energy"),
        ("Energie: 3", "energy"),
        ("Energia (4)", "energy"),
        ("Special Energy:", "energy"),
        ("エネルギー: 12", "energy"),
    ],
)
def test_heading(line: str, section: Section) -> None:
    assert headings.section_of_heading(line) == section


@pytest.mark.parametrize(
    "line", ["4 Iono", "4 Energy Search", "Energy Search", "Pokémon Catcher", "4 Pokémon Fan Club", "60", ""]
)
def test_no_heading(line: str) -> None:
    assert headings.section_of_heading(line) is None


@pytest.mark.parametrize(
    ("line", "total"),
    [
        ("Total Cards: 60", 60),
        ("Total Cards - 60", 60),
        ("Cartas totales: 60", 60),
        ("Total de cartas: 60", 60),
        ("Total de cartes : 60", 60),
        ("Karten insgesamt: 60", 60),
        ("Totale carte: 60", 60),
        ("Total: 40", 40),
        ("60 cards", 60),
        ("Total", None),
        ("4 Total Mix", None),
        ("Iono", None),
    ],
)
def test_total(line: str, total: int | None) -> None:
    assert headings.announced_total(line) == total
