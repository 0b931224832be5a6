"""Unresolved matches of Swiss rounds (8.2 and 8.3; M-063 today). Prize cards never matter here."""

from floor.engine.resolution.editions import rule
from floor.engine.resolution.games import both_won, games_needed, leader, score, won_at_once
from floor.engine.resolution.values import GamePhase, MatchState, Player, Verdict, tie, wins


def single_game(match: MatchState) -> Verdict:
    """8.2(2): a tie (R-124)."""
    if match.spot is GamePhase.SUDDEN_DEATH_DUE:
        return _sudden_death_not_begun(match)
    code = "BOTH_WON_TIE" if both_won(match) else "SINGLE_GAME_TIE"
    return tie(code, rule(match, "R-124", "M-063"), new_game=False)


def best_of_three(match: MatchState, won: Player | None) -> Verdict:
    """8.3, line by line. `won`: the winner of the game ended by the extra turns, if any."""
    if won is not None:
        return _between_games(match, won)
    if match.spot is GamePhase.NOT_BEGUN:
        return _between_games(match, None)
    if match.spot is GamePhase.SUDDEN_DEATH_DUE:
        return _sudden_death_not_begun(match)
    return _last_turn_during(match)


def _between_games(match: MatchState, won: Player | None) -> Verdict:
    """R-126: the winner of game 1. R-129: one each is a tie. No other game is started (R-122)."""
    before = leader(match)
    ahead = won or before
    if won is not None and before is not None and won is not before:
        ahead = None
    if ahead is None:
        return tie("ONE_EACH_TIE", rule(match, "R-129", "M-063"), games=score(match, won), new_game=False)
    if won is not None and won_at_once(match):
        return wins(ahead, "MORE_WAYS", "R-140", loser=ahead.other, games=score(match, won))
    return wins(ahead, "WINNER_OF_GAME_1", rule(match, "R-126", "M-063"), games=score(match, won))


def _last_turn_during(match: MatchState) -> Verdict:
    """R-125: in game 1 a tie. R-127: in game 2 the winner of game 1. R-130: in game 3 a tie."""
    ahead = leader(match)
    facts = {"game": match.number, "both_won": both_won(match), "new_game": False}
    if ahead is not None:
        code = "WINNER_OF_GAME_1_DESPITE_BOTH" if facts["both_won"] else "LAST_TURN_IN_GAME_2"
        return wins(ahead, code, rule(match, "R-127", "M-063"), games=score(match), **facts)
    number = "R-125" if match.number == 1 else "R-130"
    code = "BOTH_WON_TIE" if facts["both_won"] else "LAST_TURN_TIE"
    return tie(code, rule(match, number, "M-063"), **facts)


def _sudden_death_not_begun(match: MatchState) -> Verdict:
    """R-131: both won, and time is over before the starter of the Sudden Death game is known."""
    number, ahead = rule(match, "R-131", "M-063"), leader(match)
    if ahead is not None and games_needed(match) > 1:
        return wins(ahead, "WINNER_OF_GAME_1_DESPITE_BOTH", number, game=match.number, new_game=False)
    return tie("SUDDEN_DEATH_NOT_BEGUN", number, game=match.number, new_game=False)
