"""Penalties by edition: levels, the usual penalty, and the penalty for a repetition (M-070 to M-074)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checks.engine.check_sheet import Tap, marks_subject, replay_check_taps
from floor.engine.penalties import (
    INFRACTIONS,
    LEVELS,
    EarlierPenalty,
    PenaltyLevel,
    Proposal,
    infractions_in_check,
    propose_penalty,
)

EDITIONS = ("2017", "2026")
earlier = st.lists(
    st.builds(EarlierPenalty, st.sampled_from(sorted(INFRACTIONS)), st.sampled_from(LEVELS["2026"])),
    max_size=6,
)


def test_the_levels_of_each_edition():
    """M-070: the single Prize was removed in 2018, and Double and Quad Prize were added."""
    assert PenaltyLevel.PRIZE in LEVELS["2017"]
    assert PenaltyLevel.PRIZE not in LEVELS["2026"]
    assert [level for level in LEVELS["2026"] if level.prizes] == [
        PenaltyLevel.DOUBLE_PRIZE,
        PenaltyLevel.QUAD_PRIZE,
    ]
    assert [level.prizes for level in LEVELS["2026"] if level.prizes] == [2, 4]


def test_what_each_level_costs_in_prizes():
    """M-070, M-071."""
    costs = {level: level.prizes for level in PenaltyLevel if level.prizes}
    assert costs == {PenaltyLevel.PRIZE: 1, PenaltyLevel.DOUBLE_PRIZE: 2, PenaltyLevel.QUAD_PRIZE: 4}


def test_from_a_game_loss_on_the_head_judge_confirms():
    heavy = {level for level in PenaltyLevel if level.heavy}
    assert heavy == {PenaltyLevel.GAME_LOSS, PenaltyLevel.MATCH_LOSS, PenaltyLevel.DISQUALIFICATION}


def test_everything_but_cautions_is_reported():
    """M-073."""
    assert [level for level in PenaltyLevel if not level.reported] == [PenaltyLevel.CAUTION]


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_usual_exists_in_its_edition(edition):
    assert {one.usual[edition] for one in INFRACTIONS.values()} <= set(LEVELS[edition])


def test_the_first_time_the_usual_is_proposed():
    assert propose_penalty("2026", "gameplay_major", []).level is PenaltyLevel.DOUBLE_PRIZE
    assert propose_penalty("2017", "gameplay_major", []).level is PenaltyLevel.WARNING


def test_the_same_again_goes_one_step_up():
    before = [EarlierPenalty("pace", PenaltyLevel.CAUTION)]
    assert propose_penalty("2026", "pace", before).level is PenaltyLevel.WARNING
    assert (
        propose_penalty("2026", "pace", [*before, EarlierPenalty("pace", PenaltyLevel.WARNING)]).level
        is PenaltyLevel.DOUBLE_PRIZE
    )
    assert (
        propose_penalty("2017", "pace", [*before, EarlierPenalty("pace", PenaltyLevel.WARNING)]).level
        is PenaltyLevel.PRIZE
    )


def test_something_else_before_does_not_count():
    assert propose_penalty("2026", "procedure", [EarlierPenalty("pace", PenaltyLevel.WARNING)]).why == "usual"


@pytest.mark.parametrize("age_division", ["junior", "senior"])
def test_younger_players_may_get_a_second_caution(age_division):
    """M-073."""
    before = [EarlierPenalty("pace", PenaltyLevel.CAUTION)]
    assert propose_penalty("2026", "pace", before, age_division).level is PenaltyLevel.CAUTION
    assert propose_penalty("2026", "pace", before * 2, age_division).level is PenaltyLevel.WARNING


def test_a_proposal_says_how_often_it_was_the_same_before():
    before = [EarlierPenalty("pace", PenaltyLevel.CAUTION)]
    assert propose_penalty("2026", "pace", []) == Proposal(PenaltyLevel.CAUTION, "usual", 0)
    assert propose_penalty("2026", "pace", before, "junior") == Proposal(PenaltyLevel.CAUTION, "young", 1)
    assert propose_penalty("2026", "pace", before * 2, "junior") == Proposal(PenaltyLevel.WARNING, "again", 2)


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_step_is_the_next_level_of_the_edition_and_the_last_one_stays(edition):
    """M-073: whatever the usual penalty for the infraction is."""
    levels = LEVELS[edition]
    after = [propose_penalty(edition, "pace", [EarlierPenalty("pace", level)]).level for level in levels]
    assert after == [*levels[1:], PenaltyLevel.DISQUALIFICATION]


def test_nothing_is_above_a_disqualification():
    before = [EarlierPenalty("cheating", PenaltyLevel.DISQUALIFICATION)]
    assert propose_penalty("2026", "cheating", before).level is PenaltyLevel.DISQUALIFICATION


@given(st.sampled_from(EDITIONS), st.sampled_from(sorted(INFRACTIONS)), earlier)
def test_a_proposal_is_of_its_edition_and_never_lighter_than_usual(edition, infraction, before):
    found = propose_penalty(edition, infraction, before)
    order = list(PenaltyLevel)
    assert found.level in LEVELS[edition]
    assert order.index(found.level) >= order.index(INFRACTIONS[infraction].usual[edition])


@pytest.mark.parametrize(
    ("taps", "code", "level"),
    [
        (
            [Tap("pattern", marks_subject("bent", "N"), 2)],
            "marked_pattern",
            {"2017": "game_loss", "2026": "game_loss"},
        ),
        (
            [Tap("pattern", marks_subject("bent", ""), 1)],
            "marked_random",
            {"2017": "caution", "2026": "caution"},
        ),
        ([Tap("step", "sleeves", 2)], "marked_random", {"2017": "caution", "2026": "caution"}),
        ([Tap("line", "0", 3)], "deck_wrong", {"2017": "game_loss", "2026": "game_loss"}),
        ([Tap("total", "", 59)], "deck_wrong", {"2017": "game_loss", "2026": "game_loss"}),
        ([Tap("step", "proxies", 2)], "proxy_missing", {"2017": "warning", "2026": "warning"}),
        ([Tap("step", "legible", 2)], "deck_list_unclear", {"2017": "caution", "2026": "caution"}),
    ],
)
def test_a_deck_check_proposes_the_infraction_it_found(taps, code, level):
    """M-074, R-034: the findings decide the infraction, and the edition decides the usual penalty."""
    for edition in EDITIONS:
        assert infractions_in_check(replay_check_taps(taps, (4, 56)), edition) == (code,)
        assert propose_penalty(edition, code, ()).level == level[edition]


@pytest.mark.parametrize("step", ["unsigned", "backs"])
def test_r018_r019_signed_cards_and_other_backs_count_as_marked(step):
    for edition in EDITIONS:
        assert infractions_in_check(replay_check_taps([Tap("step", step, 2)], (4, 56)), edition) == (
            "marked_random",
        )
        assert infractions_in_check(replay_check_taps([Tap("step", step, 1)], (4, 56)), edition) == ()


def test_the_heaviest_of_what_a_deck_check_found_comes_first():
    taps = [Tap("step", "legible", 2), Tap("step", "sleeves", 2), Tap("step", "proxies", 2)]
    assert infractions_in_check(replay_check_taps(taps, (4,)), "2026")[0] == "proxy_missing"
    taps += [Tap("line", "0", 3), Tap("pattern", marks_subject("bent", ""), 2)]
    found = infractions_in_check(replay_check_taps(taps, (4,)), "2026")
    assert found == ("marked_pattern", "deck_wrong", "proxy_missing", "deck_list_unclear")
    assert infractions_in_check(replay_check_taps([], (4,)), "2026") == ()
