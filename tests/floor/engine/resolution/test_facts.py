"""What a verdict contains besides the decision: the code of its sentence, what comes next, and the facts."""

from dataclasses import replace

import pytest

from floor.engine.resolution import (
    Ending,
    GamePhase,
    MatchState,
    NumbersByPlayer,
    Phase,
    Stage,
    Tardy,
    Verdict,
)
from floor.engine.resolution.case_reading import ResolutionCase, match_state_of_case
from floor.engine.resolution.cases import ResolutionAnswer, resolve_case
from floor.engine.resolution.match_places import RecordedGame, is_valid_match_place, locate_match
from floor.engine.resolution.match_state import Decision
from floor.engine.resolution.round_time import check_round_time
from tests.floor.engine.resolution.situations import (
    CUT_2017,
    CUT_2026,
    SWISS_2017,
    SWISS_2026,
    A,
    B,
    prizes,
    three,
    verdict_of,
)

NEW = {"spot": GamePhase.NOT_BEGUN, "ending": None, "time_called": False}
WON_A, WON_B, BOTH = (
    RecordedGame(Ending.WON_BY_A),
    RecordedGame(Ending.WON_BY_B),
    RecordedGame(Ending.BOTH_WON),
)


@pytest.mark.parametrize(
    ("match", "code", "facts"),
    [
        (replace(SWISS_2017, edition="2002"), "COIN_DECIDES", {"chooser": "coin flip", "coin_flip": True}),
        (SWISS_2017, "FLIP_WINNER_CHOOSES", {"chooser": "winner of the coin flip", "coin_flip": True}),
        (SWISS_2026, "FLIP_WINNER_CHOOSES", {"chooser": "winner of the coin flip", "coin_flip": True}),
        (CUT_2026, "SEED_CHOOSES", {"chooser": "higher Swiss seed", "coin_flip": False}),
        (CUT_2017, "FLIP_WINNER_CHOOSES", {"chooser": "winner of the coin flip", "coin_flip": True}),
        (three(SWISS_2026, 2, A), "LOSER_CHOOSES", {"chooser": B, "coin_flip": False, "games": "1-0"}),
    ],
)
def test_who_decides_who_starts(match: MatchState, code: str, facts: dict[str, object]) -> None:
    verdict = verdict_of(replace(match, **NEW))  # type: ignore[arg-type]
    assert (verdict.match, verdict.code) == (Decision.NEXT_GAME, code)
    assert facts.items() <= verdict.facts.items()


@pytest.mark.parametrize(
    ("match", "then", "until"),
    [
        (CUT_2017, "PLAY_ON", "prize counts differ"),
        (CUT_2026, "PLAY_ON_TODAY", "one player is ahead or wins"),
    ],
)
def test_r133_equal_prizes_play_on(match: MatchState, then: str, until: str) -> None:
    verdict = verdict_of(prizes(match, 3, 3))
    assert (verdict.code, verdict.next, verdict.facts["until"]) == ("EQUAL_PRIZES", then, until)


@pytest.mark.parametrize(
    ("match", "code"),
    [
        (CUT_2026, "FEWER_PRIZES"),
        (three(CUT_2026), "FEWER_PRIZES"),
        (three(CUT_2017, 3, A, B), "FEWER_PRIZES"),
        (three(CUT_2017, 2, A), "GAME_2_COUNTS"),
    ],
)
def test_fewer_prizes_win_and_in_game_2_it_is_named_that_it_counts(match: MatchState, code: str) -> None:
    verdict = verdict_of(prizes(match, 1, 6))
    assert (verdict.match, verdict.code) == (Decision.A, code)


@pytest.mark.parametrize(
    ("match", "decision", "taken"),
    [(CUT_2017, Decision.SUDDEN_DEATH, 1), (CUT_2026, Decision.TIEBREAKER_GAME, 6)],
)
def test_a_deciding_game_comes_next_by_its_name(match: MatchState, decision: Decision, taken: int) -> None:
    verdict = verdict_of(replace(match, ending=Ending.BOTH_WON))
    assert (verdict.match, verdict.next, verdict.facts["prizes"]) == (decision, decision.name, taken)


@pytest.mark.parametrize(
    ("ending", "code"), [(Ending.OVER, "LAST_TURN_TIE"), (Ending.BOTH_WON, "BOTH_WON_TIE")]
)
def test_a_tie_of_the_last_turn_names_whether_both_won(ending: Ending, code: str) -> None:
    verdict = verdict_of(three(SWISS_2017, ending=ending))
    assert (verdict.match, verdict.code, verdict.facts["new_game"]) == (Decision.TIE, code, False)


def test_the_winner_of_game_1_has_won_and_no_new_game_begins() -> None:
    verdict = verdict_of(three(SWISS_2017, 2, A, spot=GamePhase.SUDDEN_DEATH_DUE, ending=None))
    assert (verdict.match, verdict.code) == (Decision.A, "WINNER_OF_GAME_1_DESPITE_BOTH")
    assert verdict.facts["new_game"] is False


@pytest.mark.parametrize("match", [CUT_2017, CUT_2026, three(CUT_2017, 2, A)])
def test_r141_a_deciding_game_of_the_cut_is_played_until_it_is_won(match: MatchState) -> None:
    playing = replace(match, spot=GamePhase.SUDDEN_DEATH, ending=Ending.PLAYING, turns=3)
    assert verdict_of(playing).code == "DECIDER_GOES_ON"


def test_a_deciding_game_of_swiss_has_three_extra_turns() -> None:
    playing = replace(SWISS_2026, spot=GamePhase.SUDDEN_DEATH, ending=Ending.PLAYING, turns=1)
    assert verdict_of(playing).code == "TURNS_LEFT"


@pytest.mark.parametrize(
    ("tardy", "choice", "code"),
    [
        (Tardy.BOTH, "head_judge", "BOTH_LATE_JUDGE"),
        (Tardy.BOTH, "double_loss", "BOTH_LATE_LOSS"),
        (Tardy.TOO_LATE, "head_judge", "LEARNED_TOO_LATE_JUDGE"),
        (Tardy.TOO_LATE, "double_loss", "LEARNED_TOO_LATE_LOSS"),
    ],
)
def test_s3_both_late_or_learned_too_late(tardy: Tardy, choice: str, code: str) -> None:
    assert verdict_of(replace(SWISS_2017, tardy=tardy, settings={"S3": choice})).code == code


@pytest.mark.parametrize(
    ("decision", "points"),
    [
        (Decision.A, {"A": 3, "B": 0}),
        (Decision.B, {"A": 0, "B": 3}),
        (Decision.TIE, {"A": 1, "B": 1}),
        (Decision.DOUBLE_LOSS, {"A": 0, "B": 0}),
    ],
)
def test_m010_match_points_are_named_in_swiss_alone(decision: Decision, points: dict[str, int]) -> None:
    verdict = Verdict(decision, "LATE_LOSES", "R-124")
    assert ResolutionAnswer("one", SWISS_2017, verdict).to_json()["points"] == points
    assert "points" not in ResolutionAnswer("one", CUT_2017, verdict).to_json()


@pytest.mark.parametrize(
    ("match", "style", "least"),
    [
        (three(SWISS_2017), "limited", 44),
        (three(SWISS_2017), "constructed", None),
        (SWISS_2017, "limited", None),
    ],
)
def test_s22_is_the_minimum_of_best_of_three_in_limited(
    match: MatchState, style: str, least: int | None
) -> None:
    usual = check_round_time(match, minutes=90, style=style, official=True).facts["minimum"]
    chosen = check_round_time(replace(match, settings={"S22": "44"}), minutes=90, style=style, official=True)
    assert chosen.facts["minimum"] == (least or usual) != 0


def test_without_a_word_on_the_place_the_last_game_is_under_way() -> None:
    assert locate_match([], "") == (GamePhase.NOT_BEGUN, 1, (), RecordedGame())
    assert locate_match([WON_A, WON_B], "") == (GamePhase.DURING, 2, (A,), WON_B)
    assert locate_match([WON_A, RecordedGame()], "") == (GamePhase.DURING, 2, (A,), RecordedGame())


def test_games_that_never_began_are_left_out() -> None:
    assert locate_match([WON_A, RecordedGame(begun=False)], "") == (GamePhase.DURING, 1, (), WON_A)


def test_a_game_both_have_won_is_won_by_who_wins_the_game_after_it() -> None:
    assert locate_match([BOTH, WON_B, WON_A], "") == (GamePhase.DURING, 2, (B,), WON_A)
    assert locate_match([BOTH, WON_B], "") == (GamePhase.SUDDEN_DEATH, 1, (), WON_B)


def test_a_game_won_in_more_ways_needs_no_game_after_it() -> None:
    more = RecordedGame(Ending.BOTH_WON, ways=NumbersByPlayer(1, 2))
    assert locate_match([more, WON_A], "") == (GamePhase.DURING, 2, (B,), WON_A)
    assert RecordedGame(Ending.BOTH_WON, ways=NumbersByPlayer(2, 1)).winner is A


@pytest.mark.parametrize(
    ("where", "spot", "number"),
    [
        ("before_game_1", GamePhase.NOT_BEGUN, 1),
        ("between_1_2", GamePhase.NOT_BEGUN, 2),
        ("between_2_3", GamePhase.NOT_BEGUN, 3),
        ("during_game_3", GamePhase.DURING, 3),
        ("after_2_before_sudden_death", GamePhase.SUDDEN_DEATH_DUE, 2),
    ],
)
def test_words_of_places(where: str, spot: GamePhase, number: int) -> None:
    assert locate_match([WON_A, WON_B], where)[:3] == (spot, number, (A, B)[: number - 1])
    assert is_valid_match_place(where, 3)
    assert is_valid_match_place(where, 1) is (number == 1)


def test_hands_without_a_basic_pokemon_that_both_had_at_once_are_named() -> None:
    alone = {"stage": "swiss", "best_of": 3, "ruleset": "POP-2017-07-26", "mulligans": {"A": 1, "B": 3}}
    both = alone | {"mulligans": {"A": 1, "B": 3, "both": 2}}
    assert resolve_case(alone).to_json()["both"] == 0
    assert resolve_case(both).to_json()["both"] == 2
    assert resolve_case(both).to_json()["extra_cards"] == {"A": 3, "B": 1}


@pytest.mark.parametrize(
    ("elapsed", "extension", "called"), [(49, None, False), (50, None, True), (54, 5, False), (55, 5, True)]
)
def test_r113_time_is_called_after_the_minutes_of_the_round_and_its_extension(
    elapsed: int, extension: int | None, called: bool
) -> None:
    time = {"elapsed_minutes": elapsed, "round_minutes": 50, "extension_minutes": extension}
    case = {"stage": "swiss", "best_of": 3, "ruleset": "POP-2017-07-26", "time": time}
    assert match_state_of_case(ResolutionCase(case)).time_called is called


def test_what_is_no_place() -> None:
    assert not is_valid_match_place("between_1_3", 3)
    assert not is_valid_match_place("", 3)


def test_winners_of_games_that_nobody_wrote_down_are_unknown() -> None:
    assert locate_match([], "during_game_3") == (GamePhase.DURING, 3, (None, None), RecordedGame())


@pytest.mark.parametrize("where", ["during_sudden_death", "during_tiebreaker_game"])
@pytest.mark.parametrize(
    ("entries", "number", "earlier", "game"),
    [
        ([], 1, (), RecordedGame()),
        ([BOTH], 1, (), RecordedGame()),
        ([BOTH, RecordedGame()], 1, (), RecordedGame()),
        ([BOTH, WON_A], 1, (), WON_A),
        ([WON_A, BOTH], 2, (A,), RecordedGame()),
        ([WON_A, WON_B], 3, (A, B), RecordedGame()),
        ([WON_A, WON_B, BOTH], 3, (A, B), BOTH),
        ([WON_A, WON_B, RecordedGame()], 3, (A, B), RecordedGame()),
    ],
)
def test_in_a_deciding_game(
    where: str, entries: list[RecordedGame], number: int, earlier: tuple[object, ...], game: RecordedGame
) -> None:
    assert locate_match(entries, where) == (GamePhase.SUDDEN_DEATH, number, earlier, game)


def test_r121_without_a_phase_the_general_rule_is_told() -> None:
    playing = replace(SWISS_2017, ending=Ending.PLAYING, turns=0, phase=Phase.UNSAID)
    assert verdict_of(playing).code == "TIME_DURING_GAME"
    assert verdict_of(replace(playing, stage=Stage.ELIMINATION)).next == "TURNS_START"
