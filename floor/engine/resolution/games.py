"""One game: its winner, who has fewer Prize cards left, and the game that decides it."""

from dataclasses import replace

from cards.engine.formats import SUDDEN_DEATH_PRIZES, TIEBREAKER_PRIZES
from floor.engine.resolution.editions import edition, rule
from floor.engine.resolution.values import (
    Ask,
    Decision,
    Ending,
    GamePhase,
    MatchState,
    Pair,
    Player,
    Stage,
    Verdict,
    required,
)


def ending(match: MatchState) -> Ending:
    """How the current game stands."""
    return required(match.ending, Ask.ENDING, match.number)


def winner_of_game(match: MatchState) -> Player | None:
    """The winner of the current game. If both won at once, the one who won in more ways (R-140)."""
    if match.spot is GamePhase.NOT_BEGUN:
        return None
    if won_at_once(match):
        return won_in_more_ways(match)
    return {Ending.WON_BY_A: Player.A, Ending.WON_BY_B: Player.B}.get(ending(match))


def won_in_more_ways(match: MatchState) -> Player | None:
    """R-140: the last Prize taken and no Pokémon left for the opponent beat one of both; otherwise None."""
    ways = required(match.ways, Ask.WAYS, match.number)
    if ways.a == ways.b:
        return None
    return Player.A if ways.a > ways.b else Player.B


def both_won(match: MatchState) -> bool:
    """Whether both won the game in equally many ways (R-140)."""
    if match.spot is GamePhase.NOT_BEGUN:
        return False
    return won_at_once(match) and won_in_more_ways(match) is None


def won_at_once(match: MatchState) -> bool:
    """Whether both won the current game, in equally many ways (R-140) or not."""
    return match.spot is GamePhase.SUDDEN_DEATH_DUE or match.ending is Ending.BOTH_WON


def prizes(match: MatchState) -> tuple[int, int]:
    """Prize cards each player still has to take, asked for only here (R-147).

    A penalty against the opponent reduces them by its Prizes (M-071, M-072).
    """
    left = (
        required(match.prizes_a, Ask.PRIZES_A, match.number),
        required(match.prizes_b, Ask.PRIZES_B, match.number),
    )
    against = required(match.penalties, Ask.PENALTIES, match.number)
    return max(0, left[0] - against.b), max(0, left[1] - against.a)


def fewer_prizes(match: MatchState) -> Player | None:
    """Who has fewer Prize cards left, before between-turn effects (R-118); None if equal."""
    left_a, left_b = prizes(match)
    if left_a == left_b:
        return None
    return Player.A if left_a < left_b else Player.B


def penalties_decide(match: MatchState) -> bool:
    """Whether Prizes of penalties change who has fewer left (M-072)."""
    without = replace(match, penalties=Pair())
    return fewer_prizes(match) is not fewer_prizes(without)


def prize_facts(match: MatchState) -> dict[str, int]:
    left_a, left_b = prizes(match)
    return {"prizes_a": left_a, "prizes_b": left_b}


def games_needed(match: MatchState) -> int:
    """R-120: one win for a single game, two for best of three."""
    return required(match.best_of, Ask.BEST_OF) // 2 + 1


def winner_of_earlier(match: MatchState, number: int) -> Player:
    """The winner of game `number`, which is over."""
    winner = match.earlier[number - 1] if number <= len(match.earlier) else None
    return required(winner, Ask.EARLIER, number)


def games_won(match: MatchState, player: Player) -> int:
    """Games a player won before the current one."""
    return [winner_of_earlier(match, number) for number in range(1, match.number)].count(player)


def leader(match: MatchState) -> Player | None:
    """Who won more games before the current one; None if equal."""
    won_a, won_b = games_won(match, Player.A), games_won(match, Player.B)
    if won_a == won_b:
        return None
    return Player.A if won_a > won_b else Player.B


def score(match: MatchState, further: Player | None = None) -> str:
    """ "1-1", with one further win counted."""
    return "-".join(str(games_won(match, player) + (player is further)) for player in Player)


def deciding_game(match: MatchState, code: str, rule_number: str, **facts: object) -> Verdict:
    """A new game with a new coin flip: Sudden Death with one Prize (R-141), today the tiebreaker game won by the

    first player ahead on Prizes (M-065).
    """
    decider = edition(match).decider
    few = decider is Decision.SUDDEN_DEATH
    number = SUDDEN_DEATH_PRIZES if few else TIEBREAKER_PRIZES
    facts = {"prizes": number, "coin_flip": True, "game": match.number, **facts}
    if match.time_called and few:
        facts["limit"] = match.settings.get("S15", "untimed")
    return Verdict(decider, code, rule_number, "SUDDEN_DEATH" if few else "TIEBREAKER_GAME", facts)


def decide_both_won(match: MatchState, rule_number: str = "", **facts: object) -> Verdict:
    """Both won at once, in equally many ways: the deciding game of this game (R-140, R-141, M-065)."""
    return deciding_game(match, "BOTH_WON", rule_number or rule(match, "R-141", "M-065"), **facts)


def stage(match: MatchState) -> Stage:
    return required(match.stage, Ask.STAGE)
