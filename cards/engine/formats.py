"""Deck and Prize card rules of each play style (M-049), each with its rule number."""

from dataclasses import dataclass

SUDDEN_DEATH_PRIZES = 1
"""Prize cards in Sudden Death (R-141, R-146)."""

TIEBREAKER_PRIZES = 6
"""Prize cards in a tiebreaker game (M-065)."""

MIN_BASIC_POKEMON = 1
"""The minimum number of Basic Pokémon in a deck (R-072)."""

CARD_FORMATS = {"standard": "Standard", "expanded": "Expanded", "unlimited": "Unlimited"}
"""The formats of official events, with their names (R-090)."""


@dataclass(frozen=True, slots=True)
class DeckRules:
    """The deck rules of a play style.

    - `cards`: the exact number of cards.
    - `copies`: the limit on copies of one English name, or None for no limit. Basic Energy is always exempt, and
      cards limited to one per deck are limited in every style (R-052, R-077).
    - `supplied_only`: whether decks are built from cards supplied at the event (R-051).
    - `*_rule`: rule numbers.
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
class RuleLine:
    """A deck rule of a play style: the code of its sentence, a number, and its rule number.

    The number is None if there is no limit.
    """

    code: str
    number: int | None
    rule: str


def prizes(play_style: str, *, team_battle: bool = False, sudden_death: bool = False) -> int:
    """Return the number of Prize cards that each player sets aside (R-146).

    Team Battle uses half the usual number, rounded up (R-103), and Sudden Death uses one.
    """
    if sudden_death:
        return SUDDEN_DEATH_PRIZES
    full_count = DECK_RULES[play_style].prizes
    return (full_count + 1) // 2 if team_battle else full_count


def deck_rule_lines(
    play_style: str, *, team_battle: bool = False, tiebreaker_game: bool = False
) -> tuple[RuleLine, ...]:
    """Return the rules for decks and games of an event of this style, in reading order.

    Codes: CARDS, COPIES, BASIC_ENERGY_EXEMPT, ONE_PER_DECK, BASIC_POKEMON, SUPPLIED_ONLY, PRIZES, and
    TIEBREAKER_PRIZES if the edition plays a tiebreaker game, otherwise SUDDEN_DEATH_PRIZES.
    """
    rules = DECK_RULES[play_style]
    lines = [
        RuleLine("CARDS", rules.cards, rules.cards_rule),
        RuleLine("COPIES", rules.copies, rules.copies_rule),
    ]
    if rules.copies is not None:
        lines.append(RuleLine("BASIC_ENERGY_EXEMPT", None, "R-062"))
    lines.append(RuleLine("ONE_PER_DECK", 1, "R-077"))
    lines.append(RuleLine("BASIC_POKEMON", MIN_BASIC_POKEMON, "R-072"))
    if rules.supplied_only:
        lines.append(RuleLine("SUPPLIED_ONLY", None, "R-051"))
    prize_count = prizes(play_style, team_battle=team_battle)
    lines.append(RuleLine("PRIZES", prize_count, "R-103" if team_battle else rules.prizes_rule))
    if tiebreaker_game:
        lines.append(RuleLine("TIEBREAKER_PRIZES", TIEBREAKER_PRIZES, "M-065"))
    else:
        lines.append(RuleLine("SUDDEN_DEATH_PRIZES", SUDDEN_DEATH_PRIZES, "R-141"))
    return tuple(lines)
