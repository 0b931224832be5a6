"""R-076: what the text of a card says about the copies of its name, in the languages of the cards."""

import pytest

from cards.engine.sources.copy_limits import copy_limit_of


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("You can't have more than 1 Shining Magikarp in your deck.", 1),
        ("You can’t have more than one Miracle Energy in your deck. Attach Miracle Energy to …", 1),
        ("You cannot have more than 2 Odd Trainer cards in your deck.", 2),
        ("No puedes tener más de 1 Celebi Brillante en tu baraja.", 1),
        ("No puedes tener más de una carta de Energía Milagrosa en tu baraja.", 1),
        ("Vous ne pouvez pas avoir plus d'1 Célébi brillant dans votre deck.", 1),
        ("Vous ne pouvez pas avoir plus de 2 Énergie Miracle dans votre deck.", 2),
        ("Vous ne pouvez avoir qu'une carte Énergie Miracle dans votre deck.", 1),
        ("Você não pode ter mais de 1 Celebi Brilhante no seu baralho.", 1),
        ("Você não pode ter mais do que um Celebi Brilhante em seu baralho.", 1),
        ("You may have as many of this card in your deck as you like.", 0),
        ("You may have up to 4 Basic Pokémon cards in your deck with Unown in their names.", 4),
        ("You can't have more than 1 ACE SPEC card in your deck.", None),
        ("No puedes tener más de 1 carta de AS TÁCTICO en tu baraja.", None),
        ("You can't have more than 1 Pokémon Star in your deck.", None),
        ("Radiant Pokémon Rule: You can't have more than 1 Radiant Pokémon in your deck.", None),
        ("You can't have more than 1 ◇ card with the same name in your deck.", None),
        ("Search your deck for up to 2 Basic Pokémon.", None),
        ("You can't use more than 1 GX attack in a game.", None),
        ("", None),
    ],
)
def test_limits(text: str, limit: int | None) -> None:
    assert copy_limit_of(["A reminder.", text]) == limit
