"""What still needs to be known, and what holds for every possible match."""

from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from floor.engine.resolution import (
    EDITIONS,
    Ask,
    Decision,
    Ending,
    GamePhase,
    MatchState,
    NumbersByPlayer,
    Phase,
    Question,
    Stage,
    TablePlayer,
    Tardy,
    resolve_match,
)
from floor.engine.resolution.cases import resolve_case
from floor.engine.resolution.match_places import is_valid_match_place
from tests.floor.engine.resolution.situations import CUT_2017, CUT_2026, SWISS_2017, A, B, three

SWAPPED = {"A": "B", "B": "A"}
ENDINGS = {Ending.WON_BY_A: Ending.WON_BY_B, Ending.WON_BY_B: Ending.WON_BY_A}
TARDY = {Tardy.A: Tardy.B, Tardy.B: Tardy.A}

players = st.sampled_from(TablePlayer)
pairs = st.builds(NumbersByPlayer, st.integers(0, 6), st.integers(0, 6))
all_settings = st.fixed_dictionaries(
    {},
    optional={
        "S3": st.sampled_from(["as_on_time", "head_judge", "double_loss"]),
        "S15": st.sampled_from(["untimed", "20"]),
        "S21": st.sampled_from(["2002", "2026"]),
    },
)


def maybe(values: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.none() | values


def situations(known: bool) -> st.SearchStrategy[MatchState]:
    """Generate matches with all facts known, or with any of them missing."""
    perhaps = (lambda values: values) if known else maybe
    return st.integers(1, 3).flatmap(
        lambda number: st.builds(
            MatchState,
            edition=perhaps(st.sampled_from(sorted(EDITIONS))),
            stage=perhaps(st.sampled_from(Stage)),
            best_of=perhaps(st.sampled_from([1, 3])),
            time_called=st.booleans(),
            minutes_added=st.booleans(),
            spot=perhaps(st.sampled_from(GamePhase)),
            number=st.just(number),
            earlier=st.tuples(*[perhaps(players)] * (number - 1)),
            ending=perhaps(st.sampled_from(Ending)),
            turns=perhaps(st.integers(0, 3)),
            window_over=st.booleans(),
            phase=perhaps(st.sampled_from(Phase)),
            turn_of=perhaps(players),
            ways=perhaps(pairs),
            tardy=perhaps(st.sampled_from(Tardy)),
            prizes_a=perhaps(st.integers(0, 6)),
            prizes_b=perhaps(st.integers(0, 6)),
            penalties=perhaps(pairs),
            start=perhaps(st.sampled_from([3, 4, 6])),
            higher_seed=perhaps(players),
            settings=all_settings,
        )
    )


def swapped(match: MatchState) -> MatchState:
    return replace(
        match,
        earlier=tuple(won and won.other for won in match.earlier),
        ending=ENDINGS.get(match.ending, match.ending),  # type: ignore[arg-type]
        turn_of=match.turn_of and match.turn_of.other,
        ways=match.ways and match.ways.swapped(),
        tardy=TARDY.get(match.tardy, match.tardy),  # type: ignore[arg-type]
        prizes_a=match.prizes_b,
        prizes_b=match.prizes_a,
        penalties=match.penalties and match.penalties.swapped(),
        higher_seed=match.higher_seed and match.higher_seed.other,
    )


@given(situations(known=True))
@settings(max_examples=200)
def test_whoever_knows_everything_is_asked_nothing(match: MatchState) -> None:
    assert not isinstance(resolve_match(match), Question)


@given(situations(known=False))
@settings(max_examples=200)
def test_always_one_verdict_or_one_question(match: MatchState) -> None:
    found = resolve_match(match)
    if isinstance(found, Question):
        assert found.ask in Ask
    else:
        assert found.rule[:2] in ("R-", "M-")
        assert found.code


@given(situations(known=True))
@settings(max_examples=200)
def test_the_players_may_change_sides(match: MatchState) -> None:
    here, there = resolve_match(match), resolve_match(swapped(match))
    assert not isinstance(here, Question)
    assert not isinstance(there, Question)
    assert there.match.value == SWAPPED.get(here.match.value, here.match.value)
    assert (there.rule, there.code, there.next) == (here.rule, here.code, here.next)


@given(situations(known=True))
@settings(max_examples=200)
def test_elimination_never_ends_tied(match: MatchState) -> None:
    found = resolve_match(replace(match, stage=Stage.ELIMINATION))
    assert not isinstance(found, Question)
    assert found.match is not Decision.TIE


@given(situations(known=True))
@settings(max_examples=200)
def test_r122_swiss_starts_no_game_after_time(match: MatchState) -> None:
    found = resolve_match(replace(match, stage=Stage.SWISS, time_called=True))
    assert not isinstance(found, Question)
    assert found.match not in (Decision.SUDDEN_DEATH, Decision.TIEBREAKER_GAME, Decision.NEXT_GAME)


@given(situations(known=False), situations(known=True))
@settings(max_examples=200)
def test_each_answer_brings_the_verdict_nearer(match: MatchState, known: MatchState) -> None:
    """Answering each question leads to a verdict, without the same question being asked twice."""
    full = replace(known, number=match.number, earlier=(A, B)[: match.number - 1])
    questions: set[Question] = set()
    while isinstance(found := resolve_match(match), Question):
        assert found not in questions
        questions.add(found)
        match = replace(match, **answer_to(found, match, full))
    assert len(questions) <= len(fields(MatchState))


def answer_to(question: Question, match: MatchState, full: MatchState) -> dict[str, object]:
    names = {Ask.PLACE: "spot", Ask.STYLE: "start", Ask.SEED: "higher_seed"}
    if question.ask is Ask.EARLIER:
        at = (question.game or 1) - 1
        return {"earlier": (*match.earlier[:at], full.earlier[at], *match.earlier[at + 1 :])}
    name = names.get(question.ask, question.ask.value)
    return {name: getattr(full, name)}


@pytest.mark.parametrize(
    ("match", "ask"),
    [
        (MatchState(), Ask.EDITION),
        (MatchState(edition="2017"), Ask.STAGE),
        (MatchState(edition="2017", stage=Stage.SWISS), Ask.BEST_OF),
        (MatchState(edition="2017", stage=Stage.SWISS, best_of=1), Ask.PLACE),
        (replace(SWISS_2017, ending=None), Ask.ENDING),
        (replace(SWISS_2017, tardy=None), Ask.TARDY),
        (replace(SWISS_2017, ending=Ending.BOTH_WON, ways=None), Ask.WAYS),
        (replace(SWISS_2017, ending=Ending.PLAYING, turns=None), Ask.TURNS),
        (replace(SWISS_2017, ending=Ending.PLAYING, turns=0, phase=None), Ask.PHASE),
        (replace(SWISS_2017, ending=Ending.PLAYING, turns=0, phase=Phase.DURING_TURN), Ask.TURN_OF),
        (CUT_2017, Ask.PRIZES_A),
        (replace(CUT_2017, prizes_a=3), Ask.PRIZES_B),
        (replace(CUT_2017, prizes_a=3, prizes_b=2, penalties=None), Ask.PENALTIES),
        (replace(three(CUT_2017, 2, A), prizes_a=3, prizes_b=2, start=None), Ask.STYLE),
        (
            replace(
                three(CUT_2017, 2, A), prizes_a=4, prizes_b=4, penalties=NumbersByPlayer(2, 0), start=None
            ),
            Ask.STYLE,
        ),
        (replace(three(CUT_2017, 2), tardy=None), Ask.EARLIER),
        (three(CUT_2026, spot=GamePhase.SUDDEN_DEATH, ending=Ending.LOOP), Ask.SEED),
    ],
)
def test_only_what_is_still_needed(match: MatchState, ask: Ask) -> None:
    found = resolve_match(match)
    assert isinstance(found, Question)
    assert found.ask is ask


@pytest.mark.parametrize("match", [SWISS_2017, three(SWISS_2017, 2, A), three(CUT_2026, 2, A)])
def test_r147_prizes_are_not_asked_for_where_they_do_not_decide(match: MatchState) -> None:
    assert not isinstance(resolve_match(replace(match, prizes_a=None, prizes_b=None)), Question)


@pytest.mark.parametrize(
    ("prizes_a", "prizes_b", "counts"),
    [(1, 3, True), (0, 4, True), (2, 5, True), (3, 4, False), (6, 6, False)],
)
def test_r136_the_style_is_asked_only_where_half_depends_on_it(
    prizes_a: int, prizes_b: int, counts: bool
) -> None:
    match = replace(three(CUT_2017, 2, B), prizes_a=prizes_a, prizes_b=prizes_b, start=None)
    found = resolve_match(match)
    assert not isinstance(found, Question)
    assert (found.code != "GAME_2_NOT_COUNTED") is counts
    for start in (3, 4, 6):
        assert start < max(prizes_a, prizes_b) or resolve_match(replace(match, start=start)) == found


games = st.fixed_dictionaries(
    {"winner": st.sampled_from([None, "A", "B"])},
    optional={
        "state": st.sampled_from(
            [
                "finished",
                "unresolved_after_last_turn",
                "simultaneous_win",
                "not_started",
                "setup_done_starter_chosen",
            ]
        ),
        "prizes_left": st.fixed_dictionaries({"A": st.integers(0, 6), "B": st.integers(0, 6)}),
        "ways_won": st.fixed_dictionaries({"A": st.integers(1, 3), "B": st.integers(1, 3)}),
    },
)
WHERE = (
    "before_game_1",
    "between_1_2",
    "between_2_3",
    *(f"during_game_{n}" for n in (1, 2, 3)),
    *(f"after_{n}_before_sudden_death" for n in (1, 2, 3)),
    "during_sudden_death",
)
sides = st.fixed_dictionaries({"A": st.booleans(), "B": st.booleans()})


def cases(best_of: int) -> st.SearchStrategy[dict[str, object]]:
    """Generate cases in the shape of the format; a place is one that such a match has."""
    return st.fixed_dictionaries(
        {
            "ruleset": st.sampled_from(["POP-2017-07-26", "RULEBOOK-2002", "RULEBOOK-2005", "TRH-2026"]),
            "stage": st.sampled_from(["swiss", "elimination"]),
            "best_of": st.just(best_of),
            "format": st.sampled_from(["constructed", "limited", "thirty_card"]),
            "games": st.lists(games, max_size=5),
            "time": st.fixed_dictionaries(
                {"expired": st.booleans()},
                optional={
                    "where": st.sampled_from([one for one in WHERE if is_valid_match_place(one, best_of)]),
                    "phase": st.sampled_from(["during_turn", "between_turns", "setup"]),
                    "active": st.sampled_from(["A", "B"]),
                    "next_player": st.sampled_from(["A", "B"]),
                    "turn_counter": st.integers(0, 3),
                    "round_minutes": st.integers(0, 90),
                    "elapsed_minutes": st.integers(0, 90),
                    "extension_minutes": st.integers(0, 9),
                },
            ),
        },
        optional={
            "late_or_absent": sides,
            "permission": sides,
            "judge_knew_before_end": st.booleans(),
            "official": st.booleans(),
            "ways_won": st.fixed_dictionaries({"A": st.integers(1, 2), "B": st.integers(1, 2)}),
            "prize_penalty_against": st.fixed_dictionaries({}, optional={"A": st.integers(0, 4)}),
            "mulligans": st.fixed_dictionaries({name: st.integers(0, 5) for name in ("both", "A", "B")}),
            "settings": all_settings,
        },
    )


@given(st.sampled_from([1, 3]).flatmap(cases))
@settings(max_examples=300)
def test_every_case_in_the_shape_of_the_format_is_answered(case: dict[str, object]) -> None:
    answered = resolve_case(case).to_json()
    if answered["match"] != "question":
        assert answered["match"] in {*Decision}
    if case["stage"] == "elimination":
        assert answered["match"] != "tie"
