"""Apply the criteria in their order (R-118).

The order is a match won before the current game, turns to play, a win in the current game, lateness, then the
rules of Swiss or elimination. The first unknown fact that a criterion needs becomes the next question.
"""

from floor.engine.resolution import elimination, swiss
from floor.engine.resolution.editions import edition_of_match, rule_in_edition
from floor.engine.resolution.games import (
    call_for_deciding_game,
    decide_when_both_won,
    ending_of_game,
    games_needed,
    games_score,
    games_won,
    stage_of_match,
    winner_of_earlier_game,
    winner_of_game,
)
from floor.engine.resolution.lateness import decide_by_lateness
from floor.engine.resolution.match_state import (
    Ask,
    Ending,
    GamePhase,
    MatchState,
    Question,
    Stage,
    TablePlayer,
    Unknown,
    Verdict,
    continue_verdict,
    head_judge_verdict,
    require_known_fact,
    win_verdict,
)
from floor.engine.resolution.starting import decide_starter_choice
from floor.engine.resolution.turns import decide_match_never_begun, decide_turns_to_play


def resolve_match(match: MatchState) -> Verdict | Question:
    """Resolve a match, or return the next question."""
    try:
        # Facts that every rule needs are asked for first, in this order.
        edition_of_match(match)
        stage_of_match(match)
        games_needed(match)
        require_known_fact(match.spot, Ask.PLACE)

        # The first player with enough wins may have won the match before the current game.
        winners = [winner_of_earlier_game(match, number) for number in range(1, match.number)]
        for games, winner in enumerate(winners, 1):
            if winners[:games].count(winner) >= games_needed(match):
                return win_verdict(winner, "MATCH_WON", "R-120", games=games_score(match))

        if match.in_game and ending_of_game(match) is Ending.BOTH_LOST:
            # Today a tiebreaker game follows in elimination (M-065); otherwise the rules are silent.
            if edition_of_match(match).today and stage_of_match(match) is Stage.ELIMINATION:
                return call_for_deciding_game(
                    match, "DOUBLE_GAME_LOSS", "M-065", counts_as=f"game {match.number}"
                )
            return head_judge_verdict("DOUBLE_GAME_LOSS_JUDGE", "R-002", game=match.number)
        return (
            _decide_after_time(match)
            if (match.time_called or match.ending is Ending.OVER)
            else _decide_before_time(match)
        )
    except Unknown as unknown:
        return Question(unknown.ask, unknown.game)


def _decide_before_time(match: MatchState) -> Verdict:
    """Decide before time is called: play on, begin the next or a deciding game, or end the match.

    A loop is decided by the rules of elimination, or by the head judge in Swiss.
    """
    if match.spot is GamePhase.NOT_BEGUN:
        return decide_starter_choice(match, match.number)
    winner = winner_of_game(match)
    if winner is not None:
        if games_won(match, winner) + 1 >= games_needed(match):
            return _win_of_match(match, winner)
        return decide_starter_choice(match, match.number + 1, winner)
    if match.spot is GamePhase.SUDDEN_DEATH_DUE or ending_of_game(match) is Ending.BOTH_WON:
        return decide_when_both_won(match, counts_as=f"game {match.number}")
    if ending_of_game(match) is Ending.LOOP:
        if stage_of_match(match) is Stage.ELIMINATION:
            return elimination.decide_unfinished_single_game(match)
        return head_judge_verdict("LOOP_JUDGE", "R-002", game=match.number)
    if match.minutes_added:
        return continue_verdict(
            "EXTENSION_STANDS", rule_in_edition(match, "R-113", "R-113"), "PLAY", game=match.number
        )
    return continue_verdict("TIME_LEFT", rule_in_edition(match, "R-121", "M-061"), "PLAY", game=match.number)


def _win_of_match(match: MatchState, winner: TablePlayer) -> Verdict:
    """Return the verdict that a player wins the match (R-120).

    R-140 applies if both players won the game at the same time. If the extra turns ended the match (R-121), no
    between-turn effects follow.
    """
    facts = {"games": games_score(match, winner), "game": match.number}
    if match.spot is GamePhase.SUDDEN_DEATH_DUE or ending_of_game(match) is Ending.BOTH_WON:
        return win_verdict(winner, "MORE_WAYS", "R-140", loser=winner.other, **facts)
    if match.spot is GamePhase.SUDDEN_DEATH:
        return win_verdict(winner, "DECIDER_WON", rule_in_edition(match, "R-141", "M-065"), **facts)
    if match.time_called:
        number = rule_in_edition(match, "R-121", "M-061")
        return win_verdict(winner, "WON_IN_EXTRA_TURNS", number, between_turn_effects="not resolved", **facts)
    return win_verdict(winner, "MATCH_WON", "R-120", **facts)


def _decide_after_time(match: MatchState) -> Verdict:
    """Decide after time (R-118, R-121, R-122).

    The order is turns to play, a win of the match in the current game, lateness, then section 8.2, 8.3, 9.2 or
    9.3.
    """
    turns = decide_turns_to_play(match)
    if turns is not None:
        return turns
    winner = winner_of_game(match)
    if winner is not None and games_won(match, winner) + 1 >= games_needed(match):
        return _win_of_match(match, winner)
    lateness_verdict = decide_by_lateness(match)
    if lateness_verdict is not None:
        return lateness_verdict
    if match.spot is GamePhase.NOT_BEGUN and match.number == 1:
        return decide_match_never_begun(match)
    is_single_game = games_needed(match) == 1
    if stage_of_match(match) is Stage.SWISS:
        return (
            swiss.decide_unfinished_single_game(match)
            if is_single_game
            else swiss.decide_unfinished_best_of_three(match, winner)
        )
    return (
        elimination.decide_unfinished_single_game(match)
        if is_single_game
        else elimination.decide_unfinished_best_of_three(match, winner)
    )
