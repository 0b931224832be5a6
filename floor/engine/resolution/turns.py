"""Turns after the call of time (8.1, 9.1), and matches whose first game never began (S14)."""

from floor.engine.resolution.editions import edition_of_match, rule_in_edition
from floor.engine.resolution.games import ending_of_game, games_needed, leading_player, stage_of_match
from floor.engine.resolution.match_state import (
    Ask,
    Ending,
    GamePhase,
    MatchState,
    Phase,
    Stage,
    TablePlayer,
    Verdict,
    continue_verdict,
    head_judge_verdict,
    require_known_fact,
    tie_verdict,
)

EXTRA_TURNS = 3


def decide_turns_to_play(match: MatchState) -> Verdict | None:
    """Return the verdict that turns are left to play in the current game, until turn 3 has ended (R-121).

    A deciding game in elimination is played until it has a winner. Return None if no turns are left or the game
    is over. Today, the extra turns also end when the 15 minutes after time have passed (M-061).
    """
    if not match.in_game or ending_of_game(match) is not Ending.PLAYING:
        return None
    # If game 2 does not count after time, its deciding game is not continued (M-064).
    is_elimination_decider = match.spot is GamePhase.SUDDEN_DEATH and stage_of_match(match) is not Stage.SWISS
    if is_elimination_decider and (edition_of_match(match).half_rule or leading_player(match) is None):
        # A deciding game in elimination is played until it has a winner, because three turns need not break the
        # tie: one Prize is the whole game, and today the first player ahead wins (M-065). S15 may set a
        # limit.
        next_step = "PLAY_ON_TODAY" if edition_of_match(match).today else "PLAY_UNTIL_WON"
        limit = match.settings.get("S15", "untimed")
        return continue_verdict(
            "DECIDER_GOES_ON",
            rule_in_edition(match, "R-141", "M-065"),
            next_step,
            game=match.number,
            limit=limit,
        )
    turns_played = require_known_fact(match.turns, Ask.TURNS, match.number)
    if turns_played >= EXTRA_TURNS or match.window_over:
        return None
    if turns_played:
        turns_left = EXTRA_TURNS - turns_played
        next_step = "TURN_3" if turns_left == 1 else "TURNS_2_AND_3"
        return _extra_turns_verdict(match, "TURNS_LEFT", next_step, played=turns_played, left=turns_left)

    # A turn during which time is called is completed and does not count. Between turns, the new turn is turn 1.
    phase = require_known_fact(match.phase, Ask.PHASE, match.number)
    if phase is Phase.UNSAID:
        return _extra_turns_verdict(match, "TIME_DURING_GAME", "TURNS_START")
    if phase is Phase.SETUP:
        return _extra_turns_verdict(
            match, "TIME_DURING_SETUP", "TURNS_FROM_THE_FIRST", rule_in_edition(match, "R-123", "M-061")
        )
    turn_of = require_known_fact(match.turn_of, Ask.TURN_OF, match.number)
    if phase is Phase.DURING_TURN:
        return _extra_turns_verdict(
            match, "TIME_DURING_TURN", "FINISH_THIS_TURN", active=turn_of, first=turn_of.other
        )
    return _extra_turns_verdict(match, "TIME_BETWEEN_TURNS", "TURN_1_IS_NEXT", first=turn_of)


def _extra_turns_verdict(
    match: MatchState, code: str, next_step: str, number: str = "", **facts: object
) -> Verdict:
    """Return the verdict that extra turns are played. `first`, if passed, is the player of turn 1."""
    facts = {"game": match.number, "turns": EXTRA_TURNS, **facts}
    if minutes := edition_of_match(match).window_minutes:
        facts["window_minutes"] = minutes
    first_player = facts.get("first")
    if isinstance(first_player, TablePlayer):
        facts["second"] = first_player.other
    return continue_verdict(code, number or rule_in_edition(match, "R-121", "M-061"), next_step, **facts)


def decide_match_never_begun(match: MatchState) -> Verdict:
    """Decide a match in which time ended before the starter of game 1 was known (S14).

    It is a tie in Swiss, and the head judge decides in elimination.
    """
    if stage_of_match(match) is Stage.ELIMINATION:
        return head_judge_verdict("NEVER_BEGUN_JUDGE", rule_in_edition(match, "R-123", "M-064"))
    rule = "R-124" if games_needed(match) == 1 else "R-125"
    return tie_verdict("NEVER_BEGUN_TIE", rule_in_edition(match, rule, "M-063"))
