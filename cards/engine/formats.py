"""Deck and Prize card rules of each play style (M-049), each with its rule number."""

from collections.abc import Iterator
from dataclasses import dataclass

SUDDEN_DEATH_PRIZES = 1
"""R-141, R-146."""

TIEBREAKER_PRIZES = 6
"""M-065."""

LEAST_BASIC_POKEMON = 1
"""R-072."""

CARD_FORMATS = {"standard": "Standard", "expanded": "Expanded", "unlimited": "Unlimited"}
"""The formats of official events, by their names (R-090)."""


@dataclass(frozen=True, slots=True)
class DeckRules:
    """Deck rules of one play style.

    `cards` is exact. `copies`: the limit of copies of one English name, None for no limit. Basic Energy is always
    exempt; cards limited to one per deck are so everywhere (R-052, R-077). `supplied_only`: built from cards supplied
    at the event (R-051). The `*_rule` fields give the rule.
    """

    play_style: str
    cards: int
    cards_rule: str
    copies: int | None
    copies_rule: str
    prizes: int
    prizes_rule: str
    supplied_only: bool = False

    @property
    def official(self) -> bool:
        """Whether a sanctioned event can use this style (R-090, R-104)."""
        return self.play_style in ("constructed", "limited")


DECK_RULES = {
    rules.play_style: rules
    for rules in (
        DeckRules("constructed", 60, "R-060", 4, "R-061", 6, "R-060"),
        DeckRules("limited", 40, "R-050", None, "R-052", 4, "R-059", supplied_only=True),
        DeckRules("thirty", 30, "R-100", 2, "R-100", 3, "R-100"),
        DeckRules("thirty_limited", 30, "R-101", None, "R-101", 3, "R-101", supplied_only=True),
    )
}


@dataclass(frozen=True, slots=True)
class Line:
    """One rule line: a code for its sentence, its number (None: no limit) and its rule."""

    code: str
    number: int | None
    rule: str


def prizes(play_style: str, *, team_battle: bool = False, sudden_death: bool = False) -> int:
    """Prize cards each player sets (R-146): half, rounded up, in Team Battle (R-103), one in Sudden Death."""
    if sudden_death:
        return SUDDEN_DEATH_PRIZES
    normal = DECK_RULES[play_style].prizes
    return (normal + 1) // 2 if team_battle else normal


def about(play_style: str, *, team_battle: bool = False, tiebreaker_game: bool = False) -> tuple[Line, ...]:
    """The rule lines for decks and games of an event of this style, in reading order.

    Codes: CARDS, COPIES, BASIC_ENERGY_EXEMPT, ONE_PER_DECK, BASIC_POKEMON, SUPPLIED_ONLY, PRIZES, TIEBREAKER_PRIZES if
    the edition plays a tiebreaker game, else SUDDEN_DEATH_PRIZES.
    """
    return tuple(_lines(DECK_RULES[play_style], team_battle=team_battle, tiebreaker_game=tiebreaker_game))


def _lines(rules: DeckRules, *, team_battle: bool, tiebreaker_game: bool) -> Iterator[Line]:
    yield Line("CARDS", rules.cards, rules.cards_rule)
    yield Line("COPIES", rules.copies, rules.copies_rule)
    if rules.copies is not None:
        yield Line("BASIC_ENERGY_EXEMPT", None, "R-062")
    yield Line("ONE_PER_DECK", 1, "R-077")
    yield Line("BASIC_POKEMON", LEAST_BASIC_POKEMON, "R-072")
    if rules.supplied_only:
        yield Line("SUPPLIED_ONLY", None, "R-051")
    number = prizes(rules.play_style, team_battle=team_battle)
    yield Line("PRIZES", number, "R-103" if team_battle else rules.prizes_rule)
    if tiebreaker_game:
        yield Line("TIEBREAKER_PRIZES", TIEBREAKER_PRIZES, "M-065")
    else:
        yield Line("SUDDEN_DEATH_PRIZES", SUDDEN_DEATH_PRIZES, "R-141")
