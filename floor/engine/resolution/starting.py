"""Before a game: who chooses the starter (10, M-066), and how many cards mulligans give (R-144, M-068)."""

from floor.engine.resolution.editions import rule_in_edition, starting_edition
from floor.engine.resolution.games import games_score, stage_of_match, winner_of_earlier_game
from floor.engine.resolution.match_state import (
    Decision,
    MatchState,
    NumbersByPlayer,
    Stage,
    TablePlayer,
    Verdict,
)


def decide_starter_choice(match: MatchState, number: int, won: TablePlayer | None = None) -> Verdict:
    """Decide who chooses the starter of game `number`.

    `won` is the winner of the current game, if game `number` is the one after it.
    """
    if number > 1:
        winner = won or winner_of_earlier_game(match, number - 1)
        facts = {"chooser": winner.other, "coin_flip": False, "games": games_score(match, won)}
        return _starter_choice(
            match, "LOSER_CHOOSES", rule_in_edition(match, "R-142", "M-066"), number, **facts
        )

    # In game 1 the winner of the coin flip decides, or in 2002 and 2005 the coin itself (R-143, S21). In today's
    # top cut the higher seed decides (M-066).
    edition = starting_edition(match)
    if edition.seed_chooses and stage_of_match(match) is Stage.ELIMINATION:
        return _starter_choice(
            match, "SEED_CHOOSES", "M-066", 1, chooser="higher Swiss seed", coin_flip=False
        )
    rule_number = "M-066" if edition.today else "R-143"
    if edition.flip_decides:
        return _starter_choice(match, "COIN_DECIDES", rule_number, 1, chooser="coin flip", coin_flip=True)
    chooser = "winner of the coin flip"
    return _starter_choice(match, "FLIP_WINNER_CHOOSES", rule_number, 1, chooser=chooser, coin_flip=True)


def _starter_choice(match: MatchState, code: str, number: str, game: int, **facts: object) -> Verdict:
    choice_text = "first or second in" if starting_edition(match).today else "who starts"
    facts = {"game": game, "choice": f"{choice_text} game {game}", **facts}
    return Verdict(Decision.NEXT_GAME, code, number, "START_GAME", facts)


def mulligan_verdict(match: MatchState, *, both: int, alone: NumbersByPlayer) -> Verdict:
    """Return a verdict with the extra cards that each player may draw.

    `both` is the number of mulligans that both players took together, `alone` the numbers of those that only one
    player took.
    """
    extra = extra_mulligan_cards(match, alone)
    facts = {"extra_a": extra.a, "extra_b": extra.b, "both": both}
    return Verdict(
        Decision.MULLIGAN, "MULLIGANS", starting_edition(match).mulligan_rule, "DRAW_EXTRA_CARDS", facts
    )


def extra_mulligan_cards(match: MatchState, alone: NumbersByPlayer) -> NumbersByPlayer:
    """Return the maximum number of extra cards that each player may draw for the opponent's own mulligans (R-144)."""
    cards_per_mulligan = starting_edition(match).mulligan_cards
    return NumbersByPlayer(cards_per_mulligan * alone.b, cards_per_mulligan * alone.a)
