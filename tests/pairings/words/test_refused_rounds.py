"""A refusal names a round of the cut as pages and sheets do; a Swiss round has only its number."""

import pytest
from django.utils import translation

from core.sentences import refusal_text
from core.services import undo
from pairings.engine.clock import Kind
from pairings.engine.outcomes import Outcome
from pairings.models import Round
from pairings.services.bracket import cuts
from pairings.services.reports import clocks, results, time_extensions
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests.build import refusal
from tests.pairings.build import division, open_matches, play, report_all
from tournaments.models import Division

pytestmark = pytest.mark.django_db

WON = MatchResult(Outcome.LEFT)


@pytest.fixture
def of() -> Division:
    """Return a refusal about a round; three Swiss rounds are played, and rounds 4 and 5 are the cut."""
    made = division(8, structure="swiss_cut", round_minutes=50)
    play(made, 3)
    return made


def sentence(action, *args: object, **more: object) -> str:
    return refusal_text(refusal(action, *args, by=None, **more))


def semi_finals(of: Division) -> Round:
    cuts.start_cut(of, by=None, sizes={"all": 4}, anyway=True)
    return rounds.pair_next_round(of, by=None)


def test_before_it_is_posted(of: Division) -> None:
    round_ = semi_finals(of)
    start = of.journal.get(kind="CutStarted")
    assert (
        sentence(undo.undo_step, start)
        == "Round 4 (Semifinals) depends on it. Undo round 4 (Semifinals) first."
    )
    match = open_matches(round_)[0]
    assert sentence(rounds.pair_next_round, of).startswith("Round 4 (Semifinals) is already paired")
    assert sentence(rounds.close_round, round_) == "Round 4 (Semifinals) is not posted yet."
    assert sentence(results.enter_result, match, WON) == "Round 4 (Semifinals) is not posted yet."
    assert (
        sentence(time_extensions.grant_extra_time, match, seconds=60)
        == "Round 4 (Semifinals) is not posted yet."
    )
    assert sentence(clocks.press_clock, round_, Kind.STARTED) == "Round 4 (Semifinals) is not posted yet."


def test_while_it_is_played(of: Division) -> None:
    round_ = rounds.post(semi_finals(of), by=None)
    posting = undo.last_undoable_step(of)
    assert sentence(rounds.close_round, round_).startswith("Round 4 (Semifinals) still has open results: 2.")
    assert (
        sentence(rounds.post, round_)
        == "Round 4 (Semifinals) is posted, so its pairings are final. Unpost it first."
    )
    clocks.press_clock(round_, Kind.STARTED, by=None, restart=True)
    assert (
        sentence(clocks.press_clock, round_, Kind.STARTED)
        == "The round 4 (Semifinals) clock is already running."
    )
    match = results.enter_result(open_matches(round_)[0], WON, by=None)
    corrected = sentence(results.correct_result, match, WON, why="Typed wrong")
    assert corrected == "Round 4 (Semifinals) is still open: change the result at the desk."
    assert (
        sentence(undo.undo_step, posting) == "Round 4 (Semifinals) already has results (1). Undo those first."
    )
    report_all(round_)
    assert sentence(rounds.pair_next_round, of) == "Round 4 (Semifinals) has all its results. Close it first."


def test_once_it_is_closed_and_built_on(of: Division) -> None:
    round_ = rounds.post(semi_finals(of), by=None)
    report_all(round_)
    round_ = rounds.close_round(round_, by=None)
    closing = undo.last_undoable_step(of)
    match = round_.matches.select_related("round__division", "round__stage").first()
    assert sentence(results.enter_result, match, WON).startswith("Round 4 (Semifinals) is closed.")
    rounds.pair_next_round(of, by=None)
    assert sentence(undo.undo_step, closing) == "Round 5 (Final) depends on it. Undo round 5 (Final) first."


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("es", "La ronda 4 (Semifinales)"),
        ("fr", "La ronde 4 (Demi-finales)"),
        ("pt-br", "A rodada 4 (Semifinais)"),
    ],
)
def test_in_the_language_of_the_reader(of: Division, language: str, words: str) -> None:
    round_ = semi_finals(of)
    with translation.override(language):
        assert sentence(rounds.close_round, round_).startswith(words)


def test_a_swiss_round_has_its_number_alone(of: Division) -> None:
    round_ = of.rounds.select_related("stage", "division__tournament").get(number=3)
    assert sentence(rounds.post, round_).startswith("Round 3 is closed.")
    assert refusal(rounds.post, round_, by=None).facts == {"round": 3}
