"""The order of the questions (R-118): a winner, turns to play, lateness, then the criteria of Swiss or elimination.
The first unknown fact that a criterion needs becomes the next question.
"""

from floor.engine.resolution import elimination, swiss
from floor.engine.resolution.editions import edition, rule
from floor.engine.resolution.games import (
    decide_both_won,
    deciding_game,
    ending,
    games_needed,
    games_won,
    score,
    stage,
    winner_of_earlier,
    winner_of_game,
)
from floor.engine.resolution.lateness import lateness
from floor.engine.resolution.starting import next_game
from floor.engine.resolution.turns import never_begun, turns_to_play
from floor.engine.resolution.values import (
    Ask,
    Ending,
    GamePhase,
    MatchState,
    Player,
    Question,
    Stage,
    Unknown,
    Verdict,
    goes_on,
    head_judge,
    required,
    wins,
)


def resolve(match: MatchState) -> Verdict | Question:
    """Resolve a match, or return the next question."""
    try:
        return _resolve(match)
    except Unknown as unknown:
        return Question(unknown.ask, unknown.game)


def _resolve(match: MatchState) -> Verdict:
    edition(match)
    stage(match)
    games_needed(match)
    required(match.spot, Ask.PLACE)
    # the first player with enough wins before the current game.
    winners = [winner_of_earlier(match, number) for number in range(1, match.number)]
    for games, winner in enumerate(winners, 1):
        if winners[:games].count(winner) >= games_needed(match):
            return wins(winner, "MATCH_WON", "R-120", games=score(match))
    if match.spot in (GamePhase.DURING, GamePhase.SUDDEN_DEATH) and ending(match) is Ending.BOTH_LOST:
        # M-065: a tiebreaker game in elimination of today; otherwise the rules are silent
        if edition(match).today and stage(match) is Stage.ELIMINATION:
            return deciding_game(match, "DOUBLE_GAME_LOSS", "M-065", counts_as=f"game {match.number}")
        return head_judge("DOUBLE_GAME_LOSS_JUDGE", "R-002", game=match.number)
    return _after_time(match) if (match.time_called or match.ending is Ending.OVER) else _in_time(match)


def _in_time(match: MatchState) -> Verdict:
    """Before the call of time: the game goes on, the next one begins, or the match is won."""
    if match.spot is GamePhase.NOT_BEGUN:
        return next_game(match, match.number)
    won = winner_of_game(match)
    if won is not None:
        if games_won(match, won) + 1 >= games_needed(match):
            return _match_won(match, won)
        return next_game(match, match.number + 1, won)
    if match.spot is GamePhase.SUDDEN_DEATH_DUE or ending(match) is Ending.BOTH_WON:
        return decide_both_won(match, counts_as=f"game {match.number}")
    if ending(match) is Ending.LOOP:
        if stage(match) is Stage.ELIMINATION:
            return elimination.single_game(match)
        return head_judge("LOOP_JUDGE", "R-002", game=match.number)
    if match.minutes_added:
        return goes_on("EXTENSION_STANDS", rule(match, "R-113", "R-113"), "PLAY", game=match.number)
    return goes_on("TIME_LEFT", rule(match, "R-121", "M-061"), "PLAY", game=match.number)


def _match_won(match: MatchState, won: Player) -> Verdict:
    """R-120; R-140 if both won at once; R-121 if extra turns ended it, without between-turn effects."""
    facts = {"games": score(match, won), "game": match.number}
    if match.spot is GamePhase.SUDDEN_DEATH_DUE or ending(match) is Ending.BOTH_WON:
        return wins(won, "MORE_WAYS", "R-140", loser=won.other, **facts)
    if match.spot is GamePhase.SUDDEN_DEATH:
        return wins(won, "DECIDER_WON", rule(match, "R-141", "M-065"), **facts)
    if match.time_called:
        number = rule(match, "R-121", "M-061")
        return wins(won, "WON_IN_EXTRA_TURNS", number, between_turn_effects="not resolved", **facts)
    return wins(won, "MATCH_WON", "R-120", **facts)


def _after_time(match: MatchState) -> Verdict:
    """R-118, R-121, R-122: turns to play; a winner; lateness; then 8.2, 8.3, 9.2 or 9.3."""
    turns = turns_to_play(match)
    if turns is not None:
        return turns
    won = winner_of_game(match)
    if won is not None and games_won(match, won) + 1 >= games_needed(match):
        return _match_won(match, won)
    late = lateness(match)
    return late if late is not None else _unresolved(match, won)


def _unresolved(match: MatchState, won: Player | None) -> Verdict:
    if match.spot is GamePhase.NOT_BEGUN and match.number == 1:
        return never_begun(match)
    swiss_rounds, single = stage(match) is Stage.SWISS, games_needed(match) == 1
    if single:
        return swiss.single_game(match) if swiss_rounds else elimination.single_game(match)
    if swiss_rounds:
        return swiss.best_of_three(match, won)
    return elimination.best_of_three(match, won)
