"""Unresolved matches of elimination rounds (9.2 and 9.3; M-064 and M-065 today). None of them ends tied."""

from floor.engine.resolution.editions import edition, rule
from floor.engine.resolution.games import (
    both_won,
    decide_both_won,
    deciding_game,
    ending,
    fewer_prizes,
    games_needed,
    leader,
    penalties_decide,
    prize_facts,
    prizes,
    score,
    winner_of_earlier,
    won_at_once,
)
from floor.engine.resolution.values import (
    Ask,
    Ending,
    GamePhase,
    MatchState,
    Player,
    Verdict,
    goes_on,
    head_judge,
    required,
    wins,
)

NOT_RESOLVED = "not resolved"
BY_PRIZES = {1: "R-134", 2: "R-136", 3: "R-139"}
STYLES = (3, 4, 6)
"""Prize cards a game starts with: 30-card decks, Limited, Constructed (R-146)."""

TAKES = {1: "game 1 and match", 2: "game 2", 3: "game 3 and match"}


def single_game(match: MatchState) -> Verdict:
    """9.2: fewer Prize cards left win (R-132); if equal, play goes on (R-133)."""
    if _cannot_end(match):
        return _loop(match)
    if both_won(match):
        return decide_both_won(match, winner_takes="match")
    ahead = fewer_prizes(match)
    if ahead is None:
        return _play_on(match, rule(match, "R-133", "M-064"))
    return _by_prizes(match, ahead, rule(match, "R-132", "M-064"))


def best_of_three(match: MatchState, won: Player | None) -> Verdict:
    """9.3, game by game. `won`: the winner of the game ended by the extra turns, if any."""
    if won is not None or match.spot is GamePhase.NOT_BEGUN:
        return _between_games(match, won)
    if leader(match) is not None:
        return _during_game_2(match)
    return _during_game_1_or_3(match)


def _between_games(match: MatchState, won: Player | None) -> Verdict:
    """R-135: the winner of game 1. R-137: one each is decided by one more game (M-064)."""
    ahead = won if leader(match) is None else leader(match)
    if ahead is None or (won is not None and won is not ahead):
        return _one_each(match, rule(match, "R-137", "M-064"), won)
    if won is not None and won_at_once(match):
        return wins(ahead, "MORE_WAYS", "R-140", loser=ahead.other, games=score(match, won))
    return wins(ahead, "WINNER_OF_GAME_1", rule(match, "R-135", "M-064"), games=score(match, won))


def _one_each(match: MatchState, number: str, won: Player | None, **facts: object) -> Verdict:
    code = "ONE_EACH_BY_PRIZES" if "game2" in facts else "ONE_EACH"
    return deciding_game(match, code, number, games=score(match, won), winner_takes="match", **facts)


def _during_game_1_or_3(match: MatchState) -> Verdict:
    """R-134 and R-139: fewer Prizes win game and match; equal: play on; both won: Sudden Death (M-064)."""
    number = rule(match, BY_PRIZES[1 if match.number == 1 else 3], "M-064")
    if _cannot_end(match):
        return _loop(match)
    if both_won(match):
        facts = {"winner_takes": TAKES.get(match.number, "match")}
        return decide_both_won(match, rule(match, number, "M-065"), **facts)
    ahead = fewer_prizes(match)
    if ahead is None:
        return _play_on(match, number)
    return _by_prizes(match, ahead, number, games=score(match, ahead), **{f"game{match.number}": ahead})


def _during_game_2(match: MatchState) -> Verdict:
    """R-136 to R-138: game 2 counts if a player is under half; otherwise, and always today, the winner of game 1

    wins (M-064).
    """
    if not edition(match).half_rule:
        return _winner_of_game_1(match, "GAME_2_NEVER_COUNTS")
    if _cannot_end(match):
        return _loop(match)
    if both_won(match):
        then = {"winner_takes": TAKES[2], "then": "if 1-1, another Sudden Death decides the match"}
        return decide_both_won(match, "R-137", **then)
    ahead = fewer_prizes(match)
    if match.spot is GamePhase.DURING and not _under_half(match):
        return _winner_of_game_1(match, "GAME_2_NOT_COUNTED")
    if ahead is None:
        return _play_on(match, "R-138")
    if ahead is not leader(match):
        return _one_each(match, "R-137", ahead, game2=ahead, **prize_facts(match))
    return _by_prizes(match, ahead, "R-136", game2=ahead, games=score(match, ahead))


def _under_half(match: MatchState) -> bool:
    """R-136: fewer than 50 % of the starting Prizes left, for at least one player.

    The style of the decks is asked for only if it matters: one Prize left is under half and three are not in any
    of them, and five or six left are only possible in Constructed.
    """
    few = 2 * min(prizes(match))
    left = max(required(match.prizes_a, Ask.PRIZES_A), required(match.prizes_b, Ask.PRIZES_B))
    under = {few < start for start in STYLES if start >= left}
    if match.start is None and len(under) == 1:
        return under.pop()
    return few < required(match.start, Ask.STYLE)


def _winner_of_game_1(match: MatchState, code: str) -> Verdict:
    number = "R-136" if edition(match).half_rule else "M-064"
    return wins(winner_of_earlier(match, 1), code, number, game2="not counted", games=score(match))


def _by_prizes(match: MatchState, ahead: Player, number: str, **facts: object) -> Verdict:
    """R-118: Prizes are compared before the between-turn effects of the last turn, which are never resolved."""
    facts = {"between_turn_effects": NOT_RESOLVED, **prize_facts(match), **facts}
    number = "M-072" if penalties_decide(match) else number
    code = "FEWER_PRIZES" if games_needed(match) == 1 or match.number != 2 else "GAME_2_COUNTS"
    return wins(ahead, code, number, loser=ahead.other, game=match.number, **facts)


def _play_on(match: MatchState, number: str) -> Verdict:
    """R-133, R-118: between-turn effects first, then turns until one player has fewer Prizes left."""
    until = "one player is ahead or wins" if edition(match).today else "prize counts differ"
    facts = {"until": until, "first": "between-turn effects", "game": match.number, **prize_facts(match)}
    return goes_on("EQUAL_PRIZES", number, "PLAY_ON_TODAY" if edition(match).today else "PLAY_ON", **facts)


def _cannot_end(match: MatchState) -> bool:
    return match.spot in (GamePhase.DURING, GamePhase.SUDDEN_DEATH) and ending(match) is Ending.LOOP


def _loop(match: MatchState) -> Verdict:
    """M-065: one more turn, then a tiebreaker game; if that cannot end either, the higher Swiss seed wins.

    The rules of 2017 are silent, so the head judge decides (R-002).
    """
    if not edition(match).today:
        return head_judge("LOOP_JUDGE", "R-002", game=match.number)
    if match.spot is GamePhase.SUDDEN_DEATH:
        return wins(required(match.higher_seed, Ask.SEED), "LOOP_SEED", "M-065")
    return deciding_game(match, "LOOP", "M-065", winner_takes=f"game {match.number}")
