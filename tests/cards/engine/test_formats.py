"""R-050 to R-061, R-100, R-101, R-103, R-146: decks and Prize cards of each play style."""

import pytest

from cards.engine.formats import CARD_FORMATS, DECK_RULES, deck_rule_lines, prizes
from tournaments.engine import kinds
from tournaments.models import Tournament


@pytest.mark.parametrize(
    ("play_style", "cards", "copies", "prize_cards"),
    [
        ("constructed", 60, 4, 6),
        ("limited", 40, None, 4),
        ("thirty", 30, 2, 3),
        ("thirty_limited", 30, None, 3),
    ],
)
def test_deck_rules(play_style: str, cards: int, copies: int | None, prize_cards: int) -> None:
    rules = DECK_RULES[play_style]
    assert (rules.cards, rules.copies, rules.prizes) == (cards, copies, prize_cards)
    assert prizes(play_style) == prize_cards


def test_every_play_style_and_format_has_its_rules() -> None:
    assert list(DECK_RULES) == Tournament.PlayStyle.values
    assert tuple(CARD_FORMATS) == kinds.CARD_FORMATS


def test_r090_official_styles() -> None:
    assert tuple(style for style, rules in DECK_RULES.items() if rules.official) == kinds.OFFICIAL_STYLES


@pytest.mark.parametrize(("play_style", "half"), [("constructed", 3), ("limited", 2), ("thirty", 2)])
def test_r103_team_battle_plays_for_half(play_style: str, half: int) -> None:
    assert prizes(play_style, team_battle=True) == half


@pytest.mark.parametrize("play_style", DECK_RULES)
@pytest.mark.parametrize("team_battle", [False, True])
def test_r146_sudden_death_plays_for_one(play_style: str, team_battle: bool) -> None:
    assert prizes(play_style, team_battle=team_battle, sudden_death=True) == 1


def test_about_constructed() -> None:
    assert [(line.code, line.number, line.rule) for line in deck_rule_lines("constructed")] == [
        ("CARDS", 60, "R-060"),
        ("COPIES", 4, "R-061"),
        ("BASIC_ENERGY_EXEMPT", None, "R-062"),
        ("ONE_PER_DECK", 1, "R-077"),
        ("BASIC_POKEMON", 1, "R-072"),
        ("PRIZES", 6, "R-060"),
        ("SUDDEN_DEATH_PRIZES", 1, "R-141"),
    ]


def test_about_limited_has_no_limit_to_be_exempt_from() -> None:
    lines = {line.code: line for line in deck_rule_lines("limited")}
    assert lines["COPIES"].number is None
    assert lines["SUPPLIED_ONLY"].rule == "R-051"
    assert "BASIC_ENERGY_EXEMPT" not in lines


def test_about_team_battle() -> None:
    lines = {line.code: line for line in deck_rule_lines("constructed", team_battle=True)}
    assert (lines["PRIZES"].number, lines["PRIZES"].rule) == (3, "R-103")
    assert lines["CARDS"].number == 60
