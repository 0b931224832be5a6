"""Every verdict has its sentence, every question its text and answers."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from floor.engine.resolution import (
    Ask,
    Decision,
    Ending,
    GamePhase,
    MatchState,
    NumbersByPlayer,
    Phase,
    Question,
    TablePlayer,
    resolve_match,
)
from floor.words import resolution_words
from floor.words.resolution_questions import ANSWERS, EITHER, FIXED, QUESTIONS, answer_options, question_text
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
from tests.floor.engine.resolution.test_asking import situations

NAMES = {TablePlayer.A: "Ana", TablePlayer.B: "Ben"}
ENGINE = Path(resolution_words.__file__).parent / "engine" / "resolution"


def test_every_code_of_the_engine_has_a_sentence() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in ENGINE.glob("*.py"))
    known = {*resolution_words.SENTENCES, *resolution_words.NEXT, "CASE_UNREADABLE"}
    settled = {"BOTH_LATE", "LEARNED_TOO_LATE"}
    assert set(re.findall(r'"([A-Z][A-Z0-9]*_[A-Z0-9_]+)"', source)) - settled <= known


@given(situations(known=False))
@settings(max_examples=500)
def test_everything_can_be_said(match: MatchState) -> None:
    found = resolve_match(match)
    if isinstance(found, Question):
        assert "%" not in question_text(found, match, NAMES)
        assert all(option.label and option.value for option in answer_options(found, match, NAMES))
        assert len({option.name for option in answer_options(found, match, NAMES)}) == 1
    else:
        texts = (
            resolution_words.verdict_title(found, NAMES),
            resolution_words.verdict_text(found, NAMES),
            resolution_words.next_step_text(found, NAMES),
        )
        assert all(text and "%" not in text for text in texts)


def test_every_question_and_decision_has_its_words() -> None:
    assert set(QUESTIONS) == {*ANSWERS, *FIXED, *EITHER} == set(Ask)
    assert set(resolution_words.TITLES) == set(Decision)


@pytest.mark.parametrize(
    ("match", "words"),
    [
        (SWISS_2017, "a tie; Prizes do not matter"),
        (prizes(CUT_2017, 4, 2), "Ben has fewer Prize cards left than Ana (2 to 4) and wins."),
        (three(SWISS_2017, 3, A, B, ending=Ending.WON_BY_B), "with it the match, 2-1."),
        (prizes(three(CUT_2017, 2, A), 5, 2), "Ben has fewer (2 to 5) and wins it. That is one game each"),
        (prizes(three(CUT_2017, 2, B), 5, 3), "Ben won game 1"),
        (prizes(CUT_2017, 3, 3), "the same number of Prize cards left (3)"),
    ],
)
def test_the_sentence_names_who_and_how_many(match: MatchState, words: str) -> None:
    assert words in resolution_words.verdict_text(verdict_of(match), NAMES)


@pytest.mark.parametrize(
    ("match", "words"),
    [
        (
            replace(SWISS_2017, ending=Ending.PLAYING, turns=0, phase=Phase.DURING_TURN, turn_of=A),
            "Ana finishes this turn",
        ),
        (
            replace(SWISS_2017, ending=Ending.PLAYING, turns=0, phase=Phase.DURING_TURN, turn_of=A),
            "Then Ben plays turn 1 of 3, Ana turn 2, Ben turn 3.",
        ),
        (replace(SWISS_2026, ending=Ending.PLAYING, turns=2), "ends 15 minutes after time"),
        (three(CUT_2017, 2, A, ending=Ending.BOTH_WON), "1 Prize card each and a new coin flip"),
        (three(CUT_2017, 2, A, ending=Ending.BOTH_WON), "Its winner takes game 2."),
        (three(CUT_2026, 3, A, B, spot=GamePhase.NOT_BEGUN), "6 Prize cards each"),
        (prizes(CUT_2017, 3, 3), "between turns"),
    ],
)
def test_what_comes_next(match: MatchState, words: str) -> None:
    assert words in resolution_words.next_step_text(verdict_of(match), NAMES)


def test_m072_counted_penalties_are_said() -> None:
    match = prizes(CUT_2017, 3, 3, penalties=NumbersByPlayer(0, 2))
    assert resolution_words.verdict_text(verdict_of(match), NAMES).endswith("Prize penalties are counted.")
