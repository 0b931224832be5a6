"""The printed text of a card, as given by pokemon-tcg-data."""

from cards.engine.sources.printed_text import MAX_TEXT_LENGTH, MAX_TEXTS, printed_text
from tests.cards.cards import EEVEE, LEAFEON, POTION


def test_what_a_card_has_is_kept_and_nothing_else():
    assert printed_text(EEVEE) == {"hp": "60", "types": ["Colorless"]}
    assert printed_text(POTION) == {"rules": POTION["rules"]}
    assert printed_text(LEAFEON)["attacks"] == [
        {"cost": ["Grass"], "name": "Solar Beam", "damage": "110", "text": ""}
    ]


def test_a_whole_pokemon():
    printed = printed_text(
        {
            "ancientTrait": {"name": "Θ Stop", "text": "Prevent all effects."},
            "abilities": [{"name": "Stadium Guard", "type": "Ability", "text": "Once during your turn."}],
            "weaknesses": [{"type": "Fire", "value": "×2"}],
            "resistances": [],
            "retreatCost": ["Colorless", "Colorless"],
        }
    )
    assert [one["type"] for one in printed["abilities"]] == ["Ancient Trait", "Ability"]
    assert printed["weaknesses"] == [{"type": "Fire", "value": "×2"}]
    assert printed["retreat"] == 2
    assert "resistances" not in printed


def test_it_is_bounded():
    printed = printed_text({"rules": ["x" * 9 * MAX_TEXT_LENGTH] * 9 * MAX_TEXTS})
    assert (len(printed["rules"]), len(printed["rules"][0])) == (MAX_TEXTS, MAX_TEXT_LENGTH)
