"""What TOM changed in an event since its last file: each real file is cut back, and continued with each later state."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from random import Random

import pytest

from core.services import undo
from pairings.engine import tdf
from pairings.engine.outcomes import Outcome
from pairings.engine.tdf import TomEvent, TomMatch, TomPlayer, TomPod, TomRound
from pairings.queries.tom import comparison
from pairings.queries.verification import journal_check
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance
from pairings.services.tom import importing, newer_file
from pairings.words.tom_page_words import obstacle_texts, replaced_match_texts
from tests import build
from tests.conftest import SHARED
from tests.pairings import tom_files as tf
from tests.pairings.event_rows import event_rows
from tournaments.models import Tournament, User

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

REAL = {
    path.name: path
    for folder in ("tdf", "cases/reports")
    for path in sorted((SHARED / folder).glob("*.tdf"))
    if any(pod.rounds for pod in tdf.read_tdf_file(path.read_bytes()).pods)
}
AT = datetime(2026, 11, 14, 13, 0)  # noqa: DTZ001 - TOM writes no zone


def cut_back(whole: TomEvent, number: int, *, complete: bool) -> TomEvent:
    """Return a file of TOM as it was after round `number` was paired, or after its last result."""
    pods = tuple(replace(pod, stage=0, rounds=tuple(_rounds(pod, number, complete))) for pod in whole.pods)
    sat = {
        seat
        for pod in pods
        for one in pod.rounds
        for match in one.played
        for seat in (match.left, match.right)
    }
    later = {
        seat
        for pod in whole.pods
        for one in pod.rounds
        for match in one.played
        for seat in (match.left, match.right)
    } - sat
    in_cut = {
        seat
        for pod in pods
        for one in pod.cut_rounds
        for match in one.played
        for seat in (match.left, match.right)
    }
    players = tuple(_player(one, number, in_cut) for one in whole.players if one.user_id not in later)
    left = {one.user_id for one in players}
    pods = tuple(
        replace(pod, subgroups=tuple(tuple(one for one in group if one in left) for group in pod.subgroups))
        for pod in pods
    )
    return replace(whole, stage=4, players=players, pods=pods, standings=())


def _rounds(pod: TomPod, number: int, complete: bool) -> Iterator[TomRound]:
    for one in pod.rounds:
        if one.number < number or (one.number == number and complete):
            yield one
        elif one.number == number:
            yield replace(
                one,
                matches=tuple(
                    replace(match, outcome=Outcome.PENDING, code="")
                    if match.right is not None and match.outcome is not None
                    else match
                    for match in one.matches
                ),
            )


def _player(one: TomPlayer, number: int, in_cut: set[str | None]) -> TomPlayer:
    """Return a player as of that round: not yet dropped, and with a place in the bracket only in the cut."""
    out = one.dropped_in is not None and one.dropped_in < number
    seeded = one if one.user_id in in_cut else replace(one, order=None, seed=None)
    return one if out else replace(seeded, dropped_in=None, dropped_at=None, disqualified=False)


def states(name: str) -> list[TomEvent]:
    whole = tdf.read_tdf_file(REAL[name].read_bytes())
    last = max(one.number for pod in whole.pods for one in pod.rounds)
    return [
        cut_back(whole, number, complete=complete)
        for number in range(1, last + 1)
        for complete in (False, True)
    ]


@pytest.fixture
def by() -> User:
    return build.user("marta")


def continues(event: Tournament, state: TomEvent, by: User, *, undoing: bool = False) -> None:
    """Check that the event continues with this state and then matches it; `undoing`: again after an undo."""
    data = tdf.write_tdf(state)
    before = event_rows() if undoing else {}
    for _time in range(1 + undoing):
        found = comparison.compare_with_file(event, importing.read_tom_file(data))
        assert (found.newer, found.in_the_way, found.replaced) == ("there", (), ())
        newer_file.update_from_newer_file(event, data, by=by)
        found = comparison.compare_with_file(event, importing.read_tom_file(data))
        assert (found.differences, found.places) == ((), ())
        assert list(journal_check.journal_disagreements(event)) == []
        if before:
            undo.undo_step(event.journal.filter(kind="TomRoundsAdded").latest("pk"), by=by)
            assert event_rows() == before
            assert list(journal_check.journal_disagreements(event)) == []
            before = {}


@pytest.mark.parametrize("name", REAL)
def test_each_real_file_continues_with_each_later_state(name, by):
    all_states = states(name)
    event, chance = importing.import_event(tdf.write_tdf(all_states[0]), by=by), Random(name)
    for state in all_states[1:]:
        if not comparison.compare_with_file(event, importing.read_tom_file(tdf.write_tdf(state))).same:
            continues(event, state, by, undoing=chance.random() < 0.2)


def sitting(state: TomEvent) -> list[TomPlayer]:
    """Return the players with an opponent in the newest round of the first pod who have not dropped, in order."""
    pod = next(pod for pod in state.pods if pod.rounds)
    seats = [seat for match in pod.rounds[-1].played if match.right for seat in (match.left, match.right)]
    return [state.player_of[seat] for seat in seats if seat and state.player_of[seat].dropped_in is None]


def with_player(state: TomEvent, user_id: str, **changed: object) -> TomEvent:
    return replace(
        state,
        players=tuple(replace(one, **changed) if one.user_id == user_id else one for one in state.players),
    )


def with_newest(
    state: TomEvent, change: Callable[[TomRound], TomRound], *added: str, at: int = -1
) -> TomEvent:
    """Return the file with a change in the newest round of the first pod, or in the round at that position."""
    number = newest(state, at).number
    at = next(at for at, pod in enumerate(state.pods) if pod.rounds)
    pod = state.pods[at]
    rounds = tuple(change(one) if one.number == number else one for one in pod.rounds)
    groups = ((*pod.subgroups[0], *added), *pod.subgroups[1:])
    return replace(
        state, pods=(*state.pods[:at], replace(pod, rounds=rounds, subgroups=groups), *state.pods[at + 1 :])
    )


def newest(state: TomEvent, at: int = -1) -> TomRound:
    return next(pod for pod in state.pods if pod.rounds).rounds[at]


Change = Callable[[TomEvent, Random], tuple[TomEvent, TomEvent] | None]


def disqualified(state: TomEvent, chance: Random) -> tuple[TomEvent, TomEvent]:
    who = chance.choice(sitting(state)).user_id
    out = {"dropped_in": newest(state).number, "dropped_at": AT, "disqualified": True}
    return state, with_player(state, who, **out)


def drop_undone(state: TomEvent, chance: Random) -> tuple[TomEvent, TomEvent]:
    who = chance.choice(sitting(state)).user_id
    return with_player(state, who, dropped_in=newest(state).number, dropped_at=AT), state


def disqualification_lifted(state: TomEvent, chance: Random) -> tuple[TomEvent, TomEvent]:
    before, after = disqualified(state, chance)
    return after, before


def paired_again(state: TomEvent, chance: Random) -> tuple[TomEvent, TomEvent] | None:
    """Two opponents swap places, with and without results."""
    return _paired_again(state, chance, -1)


def earlier_paired_again(state: TomEvent, chance: Random) -> tuple[TomEvent, TomEvent] | None:
    """The same in a round that is followed by later ones."""
    rounds = next(pod for pod in state.pods if pod.rounds).rounds
    return _paired_again(state, chance, chance.randrange(len(rounds) - 1)) if len(rounds) > 1 else None


def _paired_again(state: TomEvent, chance: Random, at: int) -> tuple[TomEvent, TomEvent] | None:
    tables = [match for match in newest(state, at).played if match.right is not None]
    if len(tables) < 2:
        return None
    one, other = chance.sample(tables, 2)

    def swap(round_: TomRound) -> TomRound:
        right = {id(one): other.right, id(other): one.right}
        return replace(
            round_,
            matches=tuple(
                replace(match, right=right.get(id(match), match.right)) for match in round_.matches
            ),
        )

    return state, with_newest(state, swap, at=at)


def corrected(state: TomEvent, chance: Random) -> tuple[TomEvent, TomEvent] | None:
    """Change the results of up to three matches in any rounds; in a finished round also to a tie."""
    pod = next(pod for pod in state.pods if pod.rounds)
    decided = [
        (at, match)
        for at, one in enumerate(pod.rounds)
        for match in one.played
        if match.right is not None and match.outcome is not Outcome.PENDING
    ]
    after = state
    for at, match in chance.sample(decided, min(3, len(decided))):
        others = [one for one in (Outcome.LEFT, Outcome.RIGHT, Outcome.TIE, Outcome.DOUBLE_LOSS)
                  if one is not match.outcome]  # fmt: skip
        other = replace(match, outcome=chance.choice(others), code="")

        def correct(one: TomRound, old: TomMatch = match, new: TomMatch = other) -> TomRound:
            return replace(one, matches=tuple(new if row is old else row for row in one.matches))

        after = with_newest(after, correct, at=at)
    return (state, after) if decided else None


def bye_was_a_loss(state: TomEvent, chance: Random) -> tuple[TomEvent, TomEvent] | None:
    """A bye of any round becomes a loss for a missed round."""
    rounds = next(pod for pod in state.pods if pod.rounds).rounds
    byes = [(at, one) for at, row in enumerate(rounds) for one in row.played if one.outcome is Outcome.BYE]
    if not byes:
        return None
    at, bye = chance.choice(byes)
    lost = replace(bye, outcome=Outcome.LATE_LOSS, code="")

    def change(one: TomRound) -> TomRound:
        return replace(one, matches=tuple(lost if row is bye else row for row in one.matches))

    return state, with_newest(state, change, at=at)


def late_against_the_bye(state: TomEvent, chance: Random) -> tuple[TomEvent, TomEvent] | None:
    """A new player meets the one with the bye; the match is open, or has its result."""
    round_ = newest(state)
    bye = next((match for match in round_.played if match.outcome is Outcome.BYE), None)
    if bye is None:
        return None
    comes = replace(
        state.player_of[bye.left], user_id="7999990", last_name="Latecomer", starter=False, late=None, byes=0
    )
    table = max(match.table for match in round_.matches) + 1
    outcome = chance.choice((Outcome.PENDING, Outcome.LEFT, Outcome.RIGHT))

    def meet(one: TomRound) -> TomRound:
        met = replace(bye, right=comes.user_id, outcome=outcome, code="", table=table)
        return replace(one, matches=(*(match for match in one.matches if match is not bye), met))

    after = with_newest(state, meet, comes.user_id)
    return state, replace(after, players=(*after.players, comes))


CHANGES: dict[str, Change] = {
    "disqualified": disqualified,
    "drop undone": drop_undone,
    "disqualification lifted": disqualification_lifted,
    "paired again": paired_again,
    "an earlier round paired again": earlier_paired_again,
    "results corrected": corrected,
    "a bye was a loss": bye_was_a_loss,
    "late against the bye": late_against_the_bye,
}


OF_SWISS = {"paired again", "an earlier round paired again", "results corrected", "a bye was a loss"}
"""Changes after which a bracket would no longer match its seeds; changes of brackets are in `test_newer_cut.py`."""


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", REAL)
def test_states_of_each_real_file_continue_with_what_tom_changed(name, change, by):
    chance = Random(f"{name} {change}")
    every = states(name)
    every = [one for one in every if change not in OF_SWISS or not any(pod.cut_rounds for pod in one.pods)]
    for state in chance.sample(every, min(2, len(every))):
        pair = CHANGES[change](state, chance) if sitting(state) else None
        if pair is None:
            continue
        event = importing.import_event(tdf.write_tdf(pair[0]), by=by, name=f"{name} {chance.random()}")
        assert comparison.compare_with_file(event, importing.read_tom_file(tdf.write_tdf(pair[0]))).same
        continues(event, pair[1], by, undoing=True)


ONE = [(1, 1, 2), (0, 3, 4), (5, 5, 0)]


@pytest.fixture
def event(by: User) -> Tournament:
    return importing.import_event(tf.swiss(5, [tf.round_(1, ONE)]), by=by)


def again(*seats: tuple[int, int, int]) -> bytes:
    return tf.swiss(5, [tf.round_(1, seats)])


def test_a_round_paired_again_is_one_line_and_one_undo(event, by):
    before = comparison.compare_with_file(event, importing.read_tom_file(again(*ONE)))
    assert before.same
    newer_file.update_from_newer_file(event, again((1, 1, 2), (0, 3, 5), (5, 4, 0)), by=by)
    line = event.journal.get(kind="TomRoundPaired")
    undo.undo_step(line, by=by)
    assert comparison.compare_with_file(event, importing.read_tom_file(again(*ONE))).differences == ()


def test_a_match_whose_result_was_entered_here_is_replaced_only_where_that_was_confirmed(event, by):
    match = event.divisions.get().rounds.get().matches.get(outcome="pending")
    results.enter_result(match, MatchResult(Outcome.LEFT), by=by)
    data = again((1, 1, 2), (0, 3, 5), (5, 4, 0))
    found = comparison.compare_with_file(event, importing.read_tom_file(data))
    assert build.refusal(newer_file.update_from_newer_file, event, data, by=by).code == "TOM_FILE_REPLACES"
    assert replaced_match_texts(found) == [
        "Round 1, table 2: Zoë 3 Núñez – Zoë 4 Núñez: Zoë 3 Núñez won",
        "Round 1: Zoë 5 Núñez: bye",
    ]
    newer_file.update_from_newer_file(event, data, by=by, replaces=found.replaced_key)
    assert comparison.compare_with_file(event, importing.read_tom_file(data)).same
    assert list(journal_check.journal_disagreements(event)) == []


def test_a_drop_made_here_stays_and_says_the_way_on(event, by):
    attendance.drop_player(event.entries.get(player_number=tf.user_id(3)), by=by)
    data = tf.swiss(5, [tf.round_(1, [(1, 1, 2), (1, 3, 4), (5, 5, 0)])])
    assert build.refusal(newer_file.update_from_newer_file, event, data, by=by).code == "TOM_FILE_DIFFERS"
    (text,) = obstacle_texts(comparison.compare_with_file(event, importing.read_tom_file(data)))
    assert (
        text == "Zoë 3 Núñez is out here, but not in TOM. Reinstate the player here, or drop them in TOM too."
    )


def test_a_disqualification_in_tom_is_a_line_with_its_undo(event, by):
    out = tf.player(
        3,
        more="<starter>true</starter><dropped><status>2</status><round>1</round>"
        "<timestamp>11/14/2026 13:00:00</timestamp></dropped>",
    )
    others = [tf.player(n, more="<starter>true</starter>") for n in (1, 2, 4, 5)]
    data = tf.file([*others[:2], out, *others[2:]], [tf.pod(range(1, 6), [tf.round_(1, ONE)])])
    newer_file.update_from_newer_file(event, data, by=by)
    assert event.entries.get(player_number=tf.user_id(3)).disqualified
    assert event.journal.filter(kind="EntryDisqualified").count() == 1
