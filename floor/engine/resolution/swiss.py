"""Unfinished matches in Swiss rounds (8.2 and 8.3 of the rules of 2017, today M-063).

Prize cards never matter here.
"""

from floor.engine.resolution.editions import rule_in_edition
from floor.engine.resolution.games import (
    games_needed,
    games_score,
    have_both_won_at_once,
    have_both_won_equally,
    leading_player,
)
from floor.engine.resolution.match_state import (
    GamePhase,
    MatchState,
    TablePlayer,
    Verdict,
    tie_verdict,
    win_verdict,
)


def decide_unfinished_single_game(match: MatchState) -> Verdict:
    """Decide an unfinished single game (8.2(2)): it is a tie (R-124)."""
    if match.spot is GamePhase.SUDDEN_DEATH_DUE:
        return _decide_without_sudden_death(match)
    code = "BOTH_WON_TIE" if have_both_won_equally(match) else "SINGLE_GAME_TIE"
    return tie_verdict(code, rule_in_edition(match, "R-124", "M-063"), new_game=False)


def decide_unfinished_best_of_three(match: MatchState, won: TablePlayer | None) -> Verdict:
    """Decide a best of three that neither player has won when the turns after time are over (8.3).

    `won` is the winner of the current game, or None without one.
    """
    # Between games, the winner of game 1 wins, and one win each is a tie. No other game is started
    #
    ahead = leading_player(match)
    if won is not None or match.spot is GamePhase.NOT_BEGUN:
        one_each = won is not None and ahead is not None and won is not ahead
        winner = None if one_each else won or ahead
        if winner is None:
            return tie_verdict(
                "ONE_EACH_TIE",
                rule_in_edition(match, "R-129", "M-063"),
                games=games_score(match, won),
                new_game=False,
            )
        if won is not None and have_both_won_at_once(match):
            return win_verdict(
                winner, "MORE_WAYS", "R-140", loser=winner.other, games=games_score(match, won)
            )
        return win_verdict(
            winner,
            "WINNER_OF_GAME_1",
            rule_in_edition(match, "R-126", "M-063"),
            games=games_score(match, won),
        )
    if match.spot is GamePhase.SUDDEN_DEATH_DUE:
        return _decide_without_sudden_death(match)

    # If the last turn was in a game, game 1 is a tie, game 2 goes to the winner of game 1, and
    # game 3 is a tie.
    facts = {"game": match.number, "both_won": have_both_won_equally(match), "new_game": False}
    if ahead is not None:
        code = "WINNER_OF_GAME_1_DESPITE_BOTH" if facts["both_won"] else "LAST_TURN_IN_GAME_2"
        return win_verdict(
            ahead, code, rule_in_edition(match, "R-127", "M-063"), games=games_score(match), **facts
        )
    number = "R-125" if match.number == 1 else "R-130"
    code = "BOTH_WON_TIE" if facts["both_won"] else "LAST_TURN_TIE"
    return tie_verdict(code, rule_in_edition(match, number, "M-063"), **facts)


def _decide_without_sudden_death(match: MatchState) -> Verdict:
    """Decide a match if both players won and time ended before the Sudden Death starter was known (R-131)."""
    number, ahead = rule_in_edition(match, "R-131", "M-063"), leading_player(match)
    if ahead is not None and games_needed(match) > 1:
        return win_verdict(ahead, "WINNER_OF_GAME_1_DESPITE_BOTH", number, game=match.number, new_game=False)
    return tie_verdict("SUDDEN_DEATH_NOT_BEGUN", number, game=match.number, new_game=False)
