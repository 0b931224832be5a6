"""The line of a player's next actions names exactly one to do now, whatever has been done."""

import pytest

from floor.engine.next_acts import Act, ActFacts, Building, ListState, PoolState, line_of_acts
from pairings.engine.player_status import PlayerStatus

BEFORE, NOT_HERE, NOT_OUT = PlayerStatus.BEFORE, PlayerStatus.NOT_HERE, PlayerStatus.NOT_OUT
MISSING, IN = ListState.MISSING, ListState.IN
PLAYING = PlayerStatus.PLAYING


@pytest.mark.parametrize(
    ("facts", "acts", "now"),
    [
        (ActFacts(BEFORE), "check_in seat", "seat"),
        (ActFacts(NOT_HERE, checked_in=False), "check_in seat", "check_in"),
        (ActFacts(NOT_HERE, checked_in=False, deck_list=MISSING), "deck_list check_in seat", "deck_list"),
        (ActFacts(NOT_HERE, checked_in=False, deck_list=IN), "deck_list check_in seat", "check_in"),
        (ActFacts(BEFORE, deck_list=MISSING), "check_in deck_list seat", "deck_list"),
        (ActFacts(BEFORE, draft=True, picks=True), "check_in draft build seat", "draft"),
        (
            ActFacts(BEFORE, draft=True, pool=PoolState.OPEN, deck_list=MISSING),
            "check_in pool build deck_list seat",
            "pool",
        ),
        (
            ActFacts(BEFORE, draft=True, pool=PoolState.IN, building=Building.RUNS, deck_list=MISSING),
            "check_in pool build deck_list seat",
            "build",
        ),
        (
            ActFacts(BEFORE, draft=True, picks=True, building=Building.OVER, deck_list=MISSING),
            "check_in draft build deck_list seat",
            "deck_list",
        ),
        (
            ActFacts(BEFORE, draft=True, picks=True, deck_list=IN),
            "check_in draft build deck_list seat",
            "seat",
        ),
        (ActFacts(NOT_OUT), "next_round", "next_round"),
        (ActFacts(NOT_OUT, draft=True, picks=True), "draft build seat", "draft"),
        (ActFacts(PLAYING), "table play report confirm next_round", "table"),
        (ActFacts(PLAYING, begun=True), "table play report confirm next_round", "play"),
        (ActFacts(PLAYING, begun=True, phones=False), "table play slip next_round", "play"),
        (ActFacts(PlayerStatus.TO_CONFIRM), "table play report confirm next_round", "confirm"),
        (ActFacts(PlayerStatus.DISAGREE), "table play report judge next_round", "judge"),
        (ActFacts(PlayerStatus.RESULT_IN), "table play report confirm next_round", "next_round"),
        (ActFacts(PlayerStatus.LEFT), "", None),
    ],
)
def test_what_comes_next(facts: ActFacts, acts: str, now: str | None) -> None:
    line = line_of_acts(facts)
    assert (" ".join(line.acts), line.now) == (acts, now and Act(now))


@pytest.mark.parametrize("status", PlayerStatus)
def test_a_line_always_names_one_of_its_own_acts(status: PlayerStatus) -> None:
    for phones in (True, False):
        for draft in (True, False):
            line = line_of_acts(ActFacts(status, phones=phones, draft=draft))
            assert line.now in line.acts if line.acts else line.now is None
            assert len(set(line.acts)) == len(line.acts)
