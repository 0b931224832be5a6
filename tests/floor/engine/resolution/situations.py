"""Short helpers for matches, so that tables of cases read like the rules."""

from dataclasses import replace
from typing import Any

from floor.engine.resolution import (
    Ending,
    GamePhase,
    MatchState,
    NumbersByPlayer,
    Phase,
    Question,
    Stage,
    TablePlayer,
    Tardy,
    Verdict,
    resolve_match,
)

A, B = TablePlayer.A, TablePlayer.B

SWISS_2017 = MatchState(
    edition="2017",
    stage=Stage.SWISS,
    best_of=1,
    spot=GamePhase.DURING,
    ending=Ending.OVER,
    turns=3,
    phase=Phase.UNSAID,
    tardy=Tardy.NOBODY,
    ways=NumbersByPlayer(1, 1),
    penalties=NumbersByPlayer(),
    start=6,
)
CUT_2017 = replace(SWISS_2017, stage=Stage.ELIMINATION)
SWISS_2026 = replace(SWISS_2017, edition="2026")
CUT_2026 = replace(CUT_2017, edition="2026")


def three(match: MatchState, number: int = 1, *earlier: TablePlayer, **known: Any) -> MatchState:
    """Return a best of three in game `number`, after games won by `earlier`."""
    return replace(match, best_of=3, number=number, earlier=earlier, **known)


def prizes(match: MatchState, left_a: int, left_b: int, **known: Any) -> MatchState:
    return replace(match, prizes_a=left_a, prizes_b=left_b, **known)


def answered(match: MatchState) -> tuple[str, str]:
    """Return the decision and its rule."""
    verdict = verdict_of(match)
    return verdict.match.value, verdict.rule


def verdict_of(match: MatchState) -> Verdict:
    found = resolve_match(match)
    assert not isinstance(found, Question), found
    return found
