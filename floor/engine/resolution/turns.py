"""From the call of time to the end of the last turn (8.1, 9.1), and a match whose first game never began (S14)."""

from floor.engine.resolution.editions import edition, rule
from floor.engine.resolution.games import ending, games_needed, leader, stage
from floor.engine.resolution.values import (
    Ask,
    Ending,
    GamePhase,
    MatchState,
    Phase,
    Player,
    Stage,
    Verdict,
    goes_on,
    head_judge,
    required,
    tie,
)

EXTRA_TURNS = 3


def turns_to_play(match: MatchState) -> Verdict | None:
    """R-121: how the current game goes on until turn 3 has ended; None after that, or if the game is over.

    Today the round also ends when the 15 minutes after time have passed (M-061).
    """
    if match.spot not in (GamePhase.DURING, GamePhase.SUDDEN_DEATH) or ending(match) is not Ending.PLAYING:
        return None
    # Except that of a game 2 that does not count after time (M-064).
    decider = match.spot is GamePhase.SUDDEN_DEATH and stage(match) is not Stage.SWISS
    if decider and (edition(match).half_rule or leader(match) is None):
        # A deciding game in elimination is played until it has a winner, as three turns would end no
        # tie. One Prize is the whole game, and today the first player ahead wins (M-065). S15
        # may set a limit.
        then = "PLAY_ON_TODAY" if edition(match).today else "PLAY_UNTIL_WON"
        limit = match.settings.get("S15", "untimed")
        return goes_on("DECIDER_GOES_ON", rule(match, "R-141", "M-065"), then, game=match.number, limit=limit)
    played = required(match.turns, Ask.TURNS, match.number)
    if played >= EXTRA_TURNS or match.window_over:
        return None
    if played == 0:
        return _first_turn(match)
    left = EXTRA_TURNS - played
    return _go(match, "TURNS_LEFT", "TURN_3" if left == 1 else "TURNS_2_AND_3", played=played, left=left)


def _first_turn(match: MatchState) -> Verdict:
    """During a turn: it is completed and does not count. Between turns: the new turn is turn 1."""
    phase = required(match.phase, Ask.PHASE, match.number)
    if phase is Phase.UNSAID or (phase is not Phase.SETUP and match.turn_of is None):
        # Ask whose turn it was if the phase is known, else state the general rule
        if phase is not Phase.UNSAID:
            required(match.turn_of, Ask.TURN_OF, match.number)
        return _go(match, "TIME_DURING_GAME", "TURNS_START")
    if phase is Phase.SETUP:
        return _go(match, "TIME_DURING_SETUP", "TURNS_FROM_THE_FIRST", rule(match, "R-123", "M-061"))
    turn_of = required(match.turn_of, Ask.TURN_OF, match.number)
    if phase is Phase.DURING_TURN:
        return _go(match, "TIME_DURING_TURN", "FINISH_THIS_TURN", active=turn_of, first=turn_of.other)
    return _go(match, "TIME_BETWEEN_TURNS", "TURN_1_IS_NEXT", first=turn_of)


def _go(match: MatchState, code: str, then: str, number: str = "", **facts: object) -> Verdict:
    facts = {"game": match.number, "turns": EXTRA_TURNS, **facts}
    if minutes := edition(match).window_minutes:
        facts["window_minutes"] = minutes
    first = facts.get("first")
    if isinstance(first, Player):
        facts["second"] = first.other
    return goes_on(code, number or rule(match, "R-121", "M-061"), then, **facts)


def never_begun(match: MatchState) -> Verdict:
    """S14: time is over before the starter of game 1 is known. A tie in Swiss, the head judge in elimination."""
    if stage(match) is Stage.ELIMINATION:
        return head_judge("NEVER_BEGUN_JUDGE", rule(match, "R-123", "M-064"))
    single = "R-124" if games_needed(match) == 1 else "R-125"
    return tie("NEVER_BEGUN_TIE", rule(match, single, "M-063"))
