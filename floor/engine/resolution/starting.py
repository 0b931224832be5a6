"""Before a game: who chooses who starts (10; M-066), and what mulligans give (R-144, M-068)."""

from floor.engine.resolution.editions import opening, rule
from floor.engine.resolution.games import score, stage, winner_of_earlier
from floor.engine.resolution.values import Decision, MatchState, Pair, Player, Stage, Verdict


def next_game(match: MatchState, number: int, won: Player | None = None) -> Verdict:
    """The next game. `won`: the winner of the current game, if that is the one before."""
    if number == 1:
        return _first_game(match)
    winner = won or winner_of_earlier(match, number - 1)
    facts = {"chooser": winner.other, "coin_flip": False, "games": score(match, won)}
    return _choose(match, "LOSER_CHOOSES", rule(match, "R-142", "M-066"), number, **facts)


def _first_game(match: MatchState) -> Verdict:
    """R-143, S21: the winner of the coin flip decides, in 2002 and 2005 the coin itself; in a top cut of today the
    higher seed (M-066).
    """
    edition = opening(match)
    if edition.seed_chooses and stage(match) is Stage.ELIMINATION:
        return _choose(match, "SEED_CHOOSES", "M-066", 1, chooser="higher Swiss seed", coin_flip=False)
    number = "M-066" if edition.today else "R-143"
    if edition.flip_decides:
        return _choose(match, "COIN_DECIDES", number, 1, chooser="coin flip", coin_flip=True)
    return _choose(match, "FLIP_WINNER_CHOOSES", number, 1, chooser="winner of the coin flip", coin_flip=True)


def _choose(match: MatchState, code: str, number: str, game: int, **facts: object) -> Verdict:
    first = "first or second in" if opening(match).today else "who starts"
    facts = {"game": game, "choice": f"{first} game {game}", **facts}
    return Verdict(Decision.NEXT_GAME, code, number, "START_GAME", facts)


def mulligans(match: MatchState, *, both: int, alone: Pair) -> Verdict:
    """The extra cards as a verdict. `both`: simultaneous mulligans."""
    extra = extra_cards(match, alone)
    facts = {"extra_a": extra.a, "extra_b": extra.b, "both": both}
    return Verdict(Decision.MULLIGAN, "MULLIGANS", opening(match).mulligan_rule, "DRAW_EXTRA_CARDS", facts)


def extra_cards(match: MatchState, alone: Pair) -> Pair:
    """The most extra cards each player may draw, from the opponent's mulligans alone (R-144).

    Simultaneous mulligans give none.
    """
    each = opening(match).mulligan_cards
    return Pair(each * alone.b, each * alone.a)
