"""Unresolved matches of elimination rounds (9.2 and 9.3, today M-064 and M-065). None of them ends in a tie."""

from floor.engine.resolution.editions import edition_of_match, rule_in_edition
from floor.engine.resolution.games import (
    are_penalties_decisive,
    call_for_deciding_game,
    decide_when_both_won,
    ending_of_game,
    games_needed,
    games_score,
    have_both_won_at_once,
    have_both_won_equally,
    leading_player,
    player_with_fewer_prizes,
    prize_facts,
    prizes_left,
    winner_of_earlier_game,
)
from floor.engine.resolution.match_state import (
    Ask,
    Ending,
    GamePhase,
    MatchState,
    TablePlayer,
    Verdict,
    continue_verdict,
    head_judge_verdict,
    require_known_fact,
    win_verdict,
)

NOT_RESOLVED = "not resolved"
BY_PRIZES = {1: "R-134", 2: "R-136", 3: "R-139"}
STYLES = (3, 4, 6)
"""Number of Prize cards a game starts with: 30-card decks, Limited, Constructed (R-146)."""

TAKES = {1: "game 1 and match", 2: "game 2", 3: "game 3 and match"}


def decide_unfinished_single_game(match: MatchState) -> Verdict:
    """Decide an unfinished single game (9.2).

    The player with fewer Prize cards left wins (R-132). Play continues if they are equal (R-133). A game that
    both players won in equally many ways leads to a deciding game; so does a loop, but only today (see
    `_decide_in_loop`).
    """
    if match.in_game and ending_of_game(match) is Ending.LOOP:
        return _decide_in_loop(match)
    if have_both_won_equally(match):
        return decide_when_both_won(match, winner_takes="match")
    ahead = player_with_fewer_prizes(match)
    if ahead is None:
        return _play_on_verdict(match, rule_in_edition(match, "R-133", "M-064"))
    return _win_by_prizes(match, ahead, rule_in_edition(match, "R-132", "M-064"))


def decide_unfinished_best_of_three(match: MatchState, won: TablePlayer | None) -> Verdict:
    """Decide a best of three that neither player has won when the turns after time are over (9.3).

    `won` is the winner of the current game, or None without one.
    """
    # Between games, the winner of game 1 wins, and at 1-1 another game decides (R-137, M-064).
    if won is not None or match.spot is GamePhase.NOT_BEGUN:
        winner = won if leading_player(match) is None else leading_player(match)
        if winner is None or (won is not None and won is not winner):
            return _decide_at_one_game_each(match, rule_in_edition(match, "R-137", "M-064"), won)
        if won is not None and have_both_won_at_once(match):
            return win_verdict(
                winner, "MORE_WAYS", "R-140", loser=winner.other, games=games_score(match, won)
            )
        return win_verdict(
            winner,
            "WINNER_OF_GAME_1",
            rule_in_edition(match, "R-135", "M-064"),
            games=games_score(match, won),
        )
    if leading_player(match) is not None:
        return _decide_during_game_2(match)

    # During game 1 or 3, fewer Prizes win game and match. Play continues if they are equal, and Sudden
    # Death follows if both won (M-064).
    number = rule_in_edition(match, BY_PRIZES[1 if match.number == 1 else 3], "M-064")
    if match.in_game and ending_of_game(match) is Ending.LOOP:
        return _decide_in_loop(match)
    if have_both_won_equally(match):
        winner_takes = TAKES.get(match.number, "match")
        return decide_when_both_won(match, rule_in_edition(match, number, "M-065"), winner_takes=winner_takes)
    winner = player_with_fewer_prizes(match)
    if winner is None:
        return _play_on_verdict(match, number)
    return _win_by_prizes(
        match, winner, number, games=games_score(match, winner), **{f"game{match.number}": winner}
    )


def _decide_at_one_game_each(
    match: MatchState, number: str, won: TablePlayer | None, **facts: object
) -> Verdict:
    """Return the verdict that a deciding game follows at one game each.

    `won` is the winner of the current game, or None without one. The fact `game2` means that Prizes decided
    game 2.
    """
    code = "ONE_EACH_BY_PRIZES" if "game2" in facts else "ONE_EACH"
    return call_for_deciding_game(
        match, code, number, games=games_score(match, won), winner_takes="match", **facts
    )


def _decide_during_game_2(match: MatchState) -> Verdict:
    """Decide during game 2 (R-136 to R-138).

    Game 2 counts if a player has under half of the Prizes left. Otherwise, and always by today's rules, the winner of
    game 1 wins (M-064).
    """
    if not edition_of_match(match).half_rule:
        return _win_for_winner_of_game_1(match, "GAME_2_NEVER_COUNTS")
    if match.in_game and ending_of_game(match) is Ending.LOOP:
        return _decide_in_loop(match)
    if have_both_won_equally(match):
        facts = {"winner_takes": TAKES[2], "then": "if 1-1, another Sudden Death decides the match"}
        return decide_when_both_won(match, "R-137", **facts)
    ahead = player_with_fewer_prizes(match)
    if match.spot is GamePhase.DURING:
        # The style of the decks is asked for only if it matters. In every style one Prize left is under half and
        # three are not, and five or six left are only possible in Constructed.
        fewest_left = min(prizes_left(match))
        most_left = max(
            require_known_fact(match.prizes_a, Ask.PRIZES_A), require_known_fact(match.prizes_b, Ask.PRIZES_B)
        )
        possible_answers = {2 * fewest_left < prizes for prizes in STYLES if prizes >= most_left}
        if match.start is None and len(possible_answers) == 1:
            is_under_half = possible_answers.pop()
        else:
            is_under_half = 2 * fewest_left < require_known_fact(match.start, Ask.STYLE)
        if not is_under_half:
            return _win_for_winner_of_game_1(match, "GAME_2_NOT_COUNTED")
    if ahead is None:
        return _play_on_verdict(match, "R-138")
    if ahead is not leading_player(match):
        return _decide_at_one_game_each(match, "R-137", ahead, game2=ahead, **prize_facts(match))
    return _win_by_prizes(match, ahead, "R-136", game2=ahead, games=games_score(match, ahead))


def _win_for_winner_of_game_1(match: MatchState, code: str) -> Verdict:
    """Return a win for the winner of game 1, because game 2 does not count."""
    number = "R-136" if edition_of_match(match).half_rule else "M-064"
    return win_verdict(
        winner_of_earlier_game(match, 1), code, number, game2="not counted", games=games_score(match)
    )


def _win_by_prizes(match: MatchState, ahead: TablePlayer, number: str, **facts: object) -> Verdict:
    """Return a win by Prizes (R-118).

    Prizes are compared before the between-turn effects of the last turn, which are never resolved.
    """
    facts = {"between_turn_effects": NOT_RESOLVED, **prize_facts(match), **facts}
    number = "M-072" if are_penalties_decisive(match) else number
    code = "FEWER_PRIZES" if games_needed(match) == 1 or match.number != 2 else "GAME_2_COUNTS"
    return win_verdict(ahead, code, number, loser=ahead.other, game=match.number, **facts)


def _play_on_verdict(match: MatchState, number: str) -> Verdict:
    """Return the verdict that play continues until one player has fewer Prizes left (R-133, R-118).

    Between-turn effects are resolved first.
    """
    until = "one player is ahead or wins" if edition_of_match(match).today else "prize counts differ"
    facts = {"until": until, "first": "between-turn effects", "game": match.number, **prize_facts(match)}
    return continue_verdict(
        "EQUAL_PRIZES", number, "PLAY_ON_TODAY" if edition_of_match(match).today else "PLAY_ON", **facts
    )


def _decide_in_loop(match: MatchState) -> Verdict:
    """Decide a loop (M-065): one more turn, then a tiebreaker game.

    If the tiebreaker game loops too, the higher Swiss seed wins. The rules of 2017 do not cover loops, so the
    head judge decides (R-002).
    """
    if not edition_of_match(match).today:
        return head_judge_verdict("LOOP_JUDGE", "R-002", game=match.number)
    if match.spot is GamePhase.SUDDEN_DEATH:
        return win_verdict(require_known_fact(match.higher_seed, Ask.SEED), "LOOP_SEED", "M-065")
    return call_for_deciding_game(match, "LOOP", "M-065", winner_takes=f"game {match.number}")
