"""R-151: what each edition advises beginners, shown beside a list and never part of a verdict."""

from dataclasses import replace

import pytest

from cards.engine import shipped_facts
from cards.engine.cards import Catalogue
from decks.engine.legality.hints import deck_hints
from decks.engine.legality.problems import find_deck_problems
from decks.engine.lists import read_list_text
from decks.engine.resolve import resolve_list
from decks.words.hint_words import hint_text
from tests.decks.engine.legality.small import catalogue, context, printing


def advised(text: str, **given: str) -> dict[str, dict[str, object]]:
    event = context(card_format="unlimited", **given)
    deck = resolve_list(read_list_text(text.replace("/", "\n")), catalogue(), on=event.date)
    before = find_deck_problems(deck, event, catalogue())
    found = deck_hints(deck, event, catalogue())
    assert find_deck_problems(deck, event, catalogue()) == before
    assert all(hint_text(hint) for hint in found)
    return {hint.code: dict(hint.facts) for hint in found}


def deck_of(energy: int, trainers: int) -> str:
    return (
        f"{60 - energy - trainers} Arceus AR AR1/{trainers} Ultra Ball SUM 135/{energy} Psychic Energy EVO 95"
    )


@pytest.mark.parametrize(
    ("edition", "energy", "trainers"),
    [
        ("2002", (25, 30), None),
        ("2005", (20, 25), None),
        ("xy", (18, 22), (13, 20)),
        ("sm", (15, 19), (13, 20)),
        ("2017", (15, 19), (13, 20)),
        ("2026", None, None),
    ],
)
def test_figures_of_each_edition(
    edition: str, energy: tuple[int, int] | None, trainers: tuple[int, int] | None
) -> None:
    least, most = energy or (10, 40)
    for count in (least, most):
        assert advised(deck_of(count, 13), edition=edition) == {}
    for count in (least - 1, most + 1):
        found = advised(deck_of(count, 13), edition=edition)
        facts = {"ENERGY_HINT": {"count": count, "least": least, "most": most}}
        assert found == (facts if energy else {})
    outside = advised(deck_of(least, 12), edition=edition)
    assert outside == ({"TRAINERS_HINT": {"count": 12, "least": 13, "most": 20}} if trainers else {})


def test_more_than_two_types() -> None:
    energy = "6 Grass Energy EVO 91/6 Fire Energy BS 98/5 Psychic Energy EVO 95"
    found = advised(f"30 Arceus AR AR1/13 Ultra Ball SUM 135/{energy}", edition="2017")
    assert found == {"TYPES_HINT": {"types": ("Grass Energy", "Fire Energy", "Psychic Energy"), "most": 2}}


def test_four_of_each_card_of_a_line() -> None:
    known = Catalogue(
        shipped_facts.shipped_expansions(),
        [
            printing("xy12 3", "Caterpie", "pokemon basic"),
            replace(printing("xy12 4", "Metapod", "pokemon"), evolves_from="Caterpie"),
            printing("bw1 1", "Snivy", "pokemon basic"),
        ],
    )
    event = context(edition="2026")
    text = "4 Caterpie EVO 3\n1 Metapod EVO 4\n2 Metapod EVO 4\n1 Snivy BLW 1"
    (hint,) = deck_hints(resolve_list(read_list_text(text), known, on=event.date), event, known)
    assert (hint.code, hint.facts["cards"]) == ("LINE_HINT", ("3 Metapod",))
    assert hint_text(hint).endswith("this deck has 3 Metapod.")


def test_nothing_is_said_of_other_decks() -> None:
    assert advised(deck_of(1, 1), edition="2017", style="thirty") == {}
    assert advised(deck_of(1, 1), edition="2017", style="limited") == {}
