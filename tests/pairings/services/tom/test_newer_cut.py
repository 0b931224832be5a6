"""A top cut in TOM, started, played, corrected and restarted there; the event here continues with each newer file."""

import pytest

from core.services import undo
from pairings.engine.outcomes import Outcome
from pairings.models import Round, Stage
from pairings.queries.tom import comparison, exports
from pairings.queries.verification import journal_check
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.tom import importing, newer_file
from pairings.words.tom_page_words import imported_change_texts, obstacle_texts, replaced_match_texts
from tests import build
from tests.pairings import tom_files as tf
from tests.pairings.event_rows import event_rows
from tournaments.models import Tournament, User

pytestmark = pytest.mark.django_db

LEFT, RIGHT, OPEN = 1, 2, 0
CUT = 1
"""The type of a round of the cut."""

SWISS = [
    tf.round_(1, [(LEFT, 1, 8), (LEFT, 2, 7), (LEFT, 3, 6), (LEFT, 4, 5)]),
    tf.round_(2, [(LEFT, 1, 4), (LEFT, 2, 3), (LEFT, 5, 8), (LEFT, 6, 7)]),
    tf.round_(3, [(LEFT, 1, 2), (LEFT, 3, 5), (LEFT, 4, 6), (LEFT, 7, 8)], stage=8),
]
SLOTS = {1: 1, 2: 4, 3: 3, 4: 2}
"""The positions of the four best in the bracket: 1 meets 4, 2 meets 3."""


def semifinals(*outcomes: int, swapped: bool = False) -> str:
    pairs = [(1, 3), (4, 2)] if swapped else [(1, 4), (2, 3)]
    return tf.round_(4, [(one, *pair) for one, pair in zip(outcomes, pairs, strict=True)], type_=CUT)


def final(outcome: int, left: int = 1, right: int = 2) -> str:
    return tf.round_(5, [(outcome, left, right)], type_=CUT)


def file(*rounds: str, slots: dict[int, int] | None = None) -> bytes:
    placed = {} if not rounds else slots or SLOTS
    people = [
        tf.player(
            number,
            more="<starter>true</starter>"
            + (f"<order>{placed[number]}</order><seed>{number}</seed>" if number in placed else ""),
        )
        for number in range(1, 9)
    ]
    return tf.file(people, [tf.pod(range(1, 9), [*SWISS, *rounds])])


STATES = {
    "swiss": file(),
    "paired": file(semifinals(OPEN, OPEN)),
    "one result": file(semifinals(LEFT, OPEN)),
    "semifinals over": file(semifinals(LEFT, LEFT)),
    "final paired": file(semifinals(LEFT, LEFT), final(OPEN)),
    "over": file(semifinals(LEFT, LEFT), final(RIGHT)),
}


@pytest.fixture
def by() -> User:
    return build.user("marta")


def continues(event: Tournament, data: bytes, by: User, *, replaces: str = "") -> None:
    """Check that the event continues and then matches the file, and that one undo restores every row."""
    before = event_rows()
    newer_file.update_from_newer_file(event, data, by=by, replaces=replaces)
    undo.undo_step(event.journal.filter(kind="TomRoundsAdded").latest("pk"), by=by)
    assert event_rows() == before
    newer_file.update_from_newer_file(event, data, by=by, replaces=replaces)
    found = comparison.compare_with_file(event, importing.read_tom_file(data))
    assert (found.differences, found.places) == ((), ())
    assert list(journal_check.journal_disagreements(event)) == []
    assert exports.export_tom_file(event).data == data


@pytest.mark.parametrize("later", list(STATES)[1:])
@pytest.mark.parametrize("earlier", list(STATES)[:-1])
def test_each_state_continues_with_each_later_one(earlier, later, by):
    if list(STATES).index(earlier) >= list(STATES).index(later):
        return
    event = importing.import_event(STATES[earlier], by=by)
    found = comparison.compare_with_file(event, importing.read_tom_file(STATES[later]))
    assert (found.newer, found.in_the_way, found.replaced) == ("there", (), ())
    continues(event, STATES[later], by)


def test_the_bracket_is_that_of_the_file(by):
    event = importing.import_event(STATES["swiss"], by=by)
    newer_file.update_from_newer_file(event, STATES["over"], by=by)
    stage = Stage.objects.get(division__tournament=event, kind=Stage.Kind.ELIMINATION)
    bracket = stage.brackets.get()
    seeds = bracket.seeds.order_by("seed").values_list("entry__player_number", flat=True)
    assert list(seeds) == [tf.user_id(number) for number in (1, 2, 3, 4)]
    boxes = [(one.round.number, one.slot) for one in bracket.matches.order_by("round__number", "slot")]
    assert boxes == [(4, 0), (4, 1), (5, 0)]


def test_a_result_of_the_semifinals_corrected_in_tom_begins_the_cut_again(by):
    event = importing.import_event(STATES["final paired"], by=by)
    corrected = file(semifinals(LEFT, RIGHT), final(OPEN, 1, 3))
    found = comparison.compare_with_file(event, importing.read_tom_file(corrected))
    assert (found.in_the_way, found.replaced, found.corrected) == ((), (), ())
    assert imported_change_texts(found) == ["The top cut of Masters starts again as in TOM."]
    continues(event, corrected, by)


def test_a_result_of_the_newest_round_is_corrected_where_it_is(by):
    event = importing.import_event(STATES["over"], by=by)
    corrected = file(semifinals(LEFT, LEFT), final(LEFT))
    found = comparison.compare_with_file(event, importing.read_tom_file(corrected))
    assert (found.divisions_to_restart_cut, len(found.corrected)) == (frozenset(), 1)
    continues(event, corrected, by)


def test_a_cut_paired_again_in_tom_is_taken_over(by):
    event = importing.import_event(STATES["one result"], by=by)
    again = file(semifinals(OPEN, OPEN, swapped=True), slots={1: 1, 2: 4, 3: 2, 4: 3})
    found = comparison.compare_with_file(event, importing.read_tom_file(again))
    assert (found.in_the_way, found.replaced) == ((), ())
    continues(event, again, by)


def test_a_final_entered_here_is_lost_only_where_that_was_confirmed(by):
    event = importing.import_event(STATES["final paired"], by=by)
    match = Round.objects.get(division__tournament=event, number=5).matches.get()
    results.enter_result(match, MatchResult(Outcome.RIGHT), by=by)
    corrected = file(semifinals(LEFT, RIGHT), final(OPEN, 1, 3))
    found = comparison.compare_with_file(event, importing.read_tom_file(corrected))
    assert (found.in_the_way, obstacle_texts(found)) == ((), [])
    assert any(
        text.startswith("Round 5, table 1: Zoë 1 Núñez – Zoë 2 Núñez") for text in replaced_match_texts(found)
    )
    assert (
        build.refusal(newer_file.update_from_newer_file, event, corrected, by=by).code == "TOM_FILE_REPLACES"
    )
    continues(event, corrected, by, replaces=found.replaced_key)


def test_a_final_that_is_here_alone_is_lost_only_where_that_was_confirmed(by):
    event = importing.import_event(STATES["final paired"], by=by)
    corrected = file(semifinals(LEFT, RIGHT))
    found = comparison.compare_with_file(event, importing.read_tom_file(corrected))
    assert found.in_the_way == ()
    continues(event, corrected, by, replaces=found.replaced_key)


def test_an_older_file_takes_no_cut_away(by):
    event = importing.import_event(STATES["final paired"], by=by)
    for older in ("swiss", "semifinals over"):
        found = comparison.compare_with_file(event, importing.read_tom_file(STATES[older]))
        assert (found.newer, found.continues) == ("here", False)
        refused = build.refusal(newer_file.update_from_newer_file, event, STATES[older], by=by)
        assert refused.code == "TOM_FILE_DIFFERS"
