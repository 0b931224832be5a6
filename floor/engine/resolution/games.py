"""A game: its winner, the player with fewer Prize cards left, and the game that decides it."""

from dataclasses import replace

from cards.engine.formats import SUDDEN_DEATH_PRIZES, TIEBREAKER_PRIZES
from floor.engine.resolution.editions import edition_of_match, rule_in_edition
from floor.engine.resolution.match_state import (
    Ask,
    Decision,
    Ending,
    GamePhase,
    MatchState,
    NumbersByPlayer,
    Stage,
    TablePlayer,
    Verdict,
    require_known_fact,
)


def ending_of_game(match: MatchState) -> Ending:
    """Return the state of the current game."""
    return require_known_fact(match.ending, Ask.ENDING, match.number)


def winner_of_game(match: MatchState) -> TablePlayer | None:
    """Return the winner of the current game, or None if it has no winner.

    If both players won at the same time, the winner is the player who won in more ways (R-140). For example,
    taking the last Prize while the opponent has no Pokémon left counts as two ways.
    """
    if match.spot is GamePhase.NOT_BEGUN:
        return None
    if have_both_won_at_once(match):
        return require_known_fact(match.ways, Ask.WAYS, match.number).ahead
    return {Ending.WON_BY_A: TablePlayer.A, Ending.WON_BY_B: TablePlayer.B}.get(ending_of_game(match))


def have_both_won_equally(match: MatchState) -> bool:
    """Return whether both players won the current game in equally many ways (R-140)."""
    if match.spot is GamePhase.NOT_BEGUN:
        return False
    return (
        have_both_won_at_once(match) and require_known_fact(match.ways, Ask.WAYS, match.number).ahead is None
    )


def have_both_won_at_once(match: MatchState) -> bool:
    """Return whether both players won the current game, even if one of them won in more ways (R-140)."""
    return match.spot is GamePhase.SUDDEN_DEATH_DUE or match.ending is Ending.BOTH_WON


def prizes_left(match: MatchState) -> tuple[int, int]:
    """Return the number of Prize cards that each player still has to take (R-147).

    Prizes from a penalty against the opponent reduce this number (M-071, M-072).
    """
    prizes = (
        require_known_fact(match.prizes_a, Ask.PRIZES_A, match.number),
        require_known_fact(match.prizes_b, Ask.PRIZES_B, match.number),
    )
    against = require_known_fact(match.penalties, Ask.PENALTIES, match.number)
    return max(0, prizes[0] - against.b), max(0, prizes[1] - against.a)


def player_with_fewer_prizes(match: MatchState) -> TablePlayer | None:
    """Return the player with fewer Prize cards left before between-turn effects (R-118), or None if they are equal."""
    left_a, left_b = prizes_left(match)
    if left_a == left_b:
        return None
    return TablePlayer.A if left_a < left_b else TablePlayer.B


def are_penalties_decisive(match: MatchState) -> bool:
    """Return whether Prize penalties change which player has fewer Prizes left (M-072)."""
    match_without_penalties = replace(match, penalties=NumbersByPlayer())
    return player_with_fewer_prizes(match) is not player_with_fewer_prizes(match_without_penalties)


def prize_facts(match: MatchState) -> dict[str, int]:
    left_a, left_b = prizes_left(match)
    return {"prizes_a": left_a, "prizes_b": left_b}


def games_needed(match: MatchState) -> int:
    """Return the number of wins needed to win the match (R-120).

    It is one in a single game and two in a best of three.
    """
    return require_known_fact(match.best_of, Ask.BEST_OF) // 2 + 1


def winner_of_earlier_game(match: MatchState, number: int) -> TablePlayer:
    """Return the winner of game `number`, which is over. Raises Unknown if the winner is not known."""
    winner = match.earlier[number - 1] if number <= len(match.earlier) else None
    return require_known_fact(winner, Ask.EARLIER, number)


def games_won(match: MatchState, player: TablePlayer) -> int:
    """Return the number of games that a player won before the current game."""
    return [winner_of_earlier_game(match, number) for number in range(1, match.number)].count(player)


def leading_player(match: MatchState) -> TablePlayer | None:
    """Return the player who won more games before the current game, or None if equal."""
    return NumbersByPlayer(games_won(match, TablePlayer.A), games_won(match, TablePlayer.B)).ahead


def games_score(match: MatchState, further: TablePlayer | None = None) -> str:
    """Format the games won by each player, such as "1-1", including one more win for `further`."""
    return "-".join(str(games_won(match, player) + (player is further)) for player in TablePlayer)


def call_for_deciding_game(match: MatchState, code: str, rule_number: str, **facts: object) -> Verdict:
    """Return the verdict that a deciding game with a new coin flip must be played.

    By the rules of 2017, this is Sudden Death with one Prize (R-141). Today, it is a tiebreaker game, which the
    first player ahead on Prizes wins (M-065).
    """
    decider = edition_of_match(match).decider
    is_sudden_death = decider is Decision.SUDDEN_DEATH
    prizes = SUDDEN_DEATH_PRIZES if is_sudden_death else TIEBREAKER_PRIZES
    facts = {"prizes": prizes, "coin_flip": True, "game": match.number, **facts}
    if match.time_called and is_sudden_death:
        facts["limit"] = match.settings.get("S15", "untimed")
    return Verdict(
        decider, code, rule_number, "SUDDEN_DEATH" if is_sudden_death else "TIEBREAKER_GAME", facts
    )


def decide_when_both_won(match: MatchState, rule_number: str = "", **facts: object) -> Verdict:
    """Return the verdict that a deciding game follows, because both won in equally many ways (R-140, R-141, M-065)."""
    return call_for_deciding_game(
        match, "BOTH_WON", rule_number or rule_in_edition(match, "R-141", "M-065"), **facts
    )


def stage_of_match(match: MatchState) -> Stage:
    return require_known_fact(match.stage, Ask.STAGE)
