"""Judges and the log: looks are journaled, undos are moves, several undos are one step, and all can be undone."""

from datetime import UTC, datetime, timedelta

import pytest

from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import undo
from decks.models import Draft
from drafts.engine import Move, build_pick_move, build_undo_move, draft_files
from drafts.models import DraftMove
from drafts.queries import draft_log as queries
from drafts.queries.draft_runs import run_tracks_of
from drafts.queries.tracking import tracked_pod
from drafts.services import draft_log, draft_runs, pick_time
from tests import build as people
from tests.drafts import drafts
from tests.drafts.services.test_tracking import tap, tracked_draft

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


def picked(row: Draft, picks: int, *, begin: int = 0) -> None:
    """Make this many picks in a row, five seconds apart; each opening is opened first."""
    for number in range(begin, begin + picks):
        game, at = tracked_pod(row, 1).game, NOON + timedelta(seconds=5 * number)
        if game.state.idle and not game.over:
            tap(row, Move("open", game.to_act[0]), f"o{number}", staff=True, now=at)
            game = tracked_pod(row, 1).game
        seat = game.to_act[0]
        card = game.procedure.cards_to_pick_from(game.state, seat)[0]
        tap(
            row,
            build_pick_move(seat, card, f"Card {number}"),
            f"p{number}",
            now=at + timedelta(seconds=4),
            staff=True,
        )


def small(subtype: str) -> Draft:
    return tracked_draft(2 if subtype == "solomon" else 4, subtype, packs_each=2, pack_size=4)


def state(row: Draft) -> object:
    return tracked_pod(row, 1).game.state


def newest(kind: str) -> JournalEvent:
    return JournalEvent.objects.filter(kind=kind).latest("id")


def code(call: object, *args: object, **more: object) -> str:
    with pytest.raises(Refused) as found:
        call(*args, **more)  # type: ignore[operator]
    return found.value.code


def test_a_look_at_hidden_cards_stands_in_the_journal_once_a_person_and_pod() -> None:
    row = tracked_draft(16)
    judge, other = people.user("judge"), people.user("other")
    assert not queries.has_looked_at_cards(row, 1, judge)
    for _again in range(2):
        draft_log.allow_look_at_cards(row, 1, by=judge)
    assert queries.has_looked_at_cards(row, 1, judge)
    assert not queries.has_looked_at_cards(row, 2, judge)
    assert not queries.has_looked_at_cards(row, 1, other)
    assert JournalEvent.objects.filter(kind="DraftLooked").count() == 1


@pytest.mark.parametrize("subtype", ["booster", "rochester", "solomon"])
def test_a_run_of_undone_moves_and_its_undo_give_back_what_was(subtype: str) -> None:
    row = small(subtype)
    picked(row, 7)
    stood = state(row)
    pod = queries.logged_pod(row, 1)
    of = next(line.at for line in pod.lines if line.move.kind == "pick")
    made = draft_log.undo_moves(row, 1, of, key="run", reason="The wrong pack was opened", by=None)
    assert len(made) > 1
    assert made[-1].of == of
    assert not state(row).pile(pod.lines[of].move.seat)  # type: ignore[attr-defined]
    assert draft_log.undo_moves(row, 1, of, key="run", reason="again", by=None) == made
    assert JournalEvent.objects.filter(kind="DraftMovesUndone").count() == 1
    undo.undo_step(newest("DraftMovesUndone"), by=None)
    assert state(row) == stood


def test_a_run_of_undone_moves_says_why_and_undoes_a_move_that_is_there() -> None:
    row = tracked_draft()
    picked(row, 2)
    assert code(draft_log.undo_moves, row, 1, 1, key="a", reason="  ", by=None) == "REASON_MISSING"
    assert code(draft_log.undo_moves, row, 1, 99, key="a", reason="x", by=None) == "MOVE_NOT_THERE"
    assert code(draft_log.undo_moves, row, 9, 1, key="a", reason="x", by=None) == "DRAFT_POD_UNKNOWN"
    assert code(draft_log.undo_moves, row, 1, 1, key="k" * 70, reason="x", by=None) == "DRAFT_TAP_UNKNOWN"


def test_a_run_that_was_played_upon_is_not_undone() -> None:
    row = tracked_draft()
    picked(row, 3)
    draft_log.undo_moves(row, 1, 2, key="run", reason="x", by=None)
    picked(row, 1, begin=9)
    assert code(undo.undo_step, newest("DraftMovesUndone"), by=None) == "UNDO_OVERTAKEN"


def test_a_pick_undone_is_played_again_by_the_undo() -> None:
    row = tracked_draft()
    picked(row, 3)
    stood = state(row)
    tap(row, build_undo_move(3), "back", staff=True, reason="Took two cards")
    assert state(row) != stood
    undo.undo_step(newest("DraftJudged"), by=None)
    assert state(row) == stood


@pytest.mark.parametrize("move", [Move("short", 1), Move("extra", 2), Move("leave", 3, way="skip")])
def test_what_a_judge_decided_is_undone_by_one_more_move(move: Move) -> None:
    row = tracked_draft()
    tap(row, Move("open"), "o", staff=True)
    stood = state(row)
    tap(row, move, "judged", staff=True, reason="x")
    undo.undo_step(newest("DraftJudged"), by=None)
    assert state(row) == stood
    assert JournalEvent.objects.filter(kind="DraftJudged").count() == 1
    assert DraftMove.objects.count() == 3


def test_a_ruling_is_kept_and_may_be_struck_through() -> None:
    row = tracked_draft()
    draft_log.record_pod_ruling(row, 1, text="  The card belongs to seat 2  ", by=None)
    assert [(one.text, one.undone) for one in queries.rulings_on_pod(row, 1)] == [
        ("The card belongs to seat 2", False)
    ]
    undo.undo_step(newest("DraftRuled"), by=None)
    assert queries.rulings_on_pod(row, 1)[0].undone
    assert queries.rulings_on_pod(row, 2) == []
    assert code(draft_log.record_pod_ruling, row, 1, text=" ", by=None) == "RULING_MISSING"


def test_the_seconds_of_a_pick_leave_out_the_time_the_pod_stood_still() -> None:
    row = tracked_draft()
    tap(row, Move("open"), "o", staff=True, now=NOON)
    pick_time.set_timers_paused(row, 1, paused=True, by=None, now=NOON + timedelta(seconds=3))
    pick_time.set_timers_paused(row, 1, paused=False, by=None, now=NOON + timedelta(seconds=33))
    card = tracked_pod(row, 1).game.state.hand(2)[0]
    tap(row, build_pick_move(2, card, "Mew"), "p", now=NOON + timedelta(seconds=40))
    rows = queries.log_rows(queries.logged_pod(row, 1), names=True)
    assert [one.seconds for one in rows] == [None, 10]


def test_without_a_look_no_secret_name_is_told() -> None:
    row = tracked_draft()
    picked(row, 3)
    hidden = queries.log_rows(queries.logged_pod(row, 1), names=False)
    assert [one.name for one in hidden] == ["", "", "", ""]
    assert [one.hidden for one in hidden] == [False, True, True, True]
    assert queries.log_rows(queries.logged_pod(row, 1), names=True)[1].name == "Card 0"


def test_what_lies_face_up_is_no_secret() -> None:
    row = small("rochester")
    picked(row, 3)
    rows = queries.log_rows(queries.logged_pod(row, 1), names=False)
    assert [one.name for one in rows] == ["", "Card 0", "Card 1", "Card 2"]


def test_what_was_picked_face_up_and_lies_face_down_is_secret_until_the_pair_is_over() -> None:
    """R-094: the opponent saw which card was taken, but no one sees the pile."""
    row = small("solomon")
    picked(row, 3)
    rows = queries.log_rows(queries.logged_pod(row, 1), names=False)
    assert [(one.name, one.first_tapped, one.hidden) for one in rows[1:]] == [("", "", True)] * 3
    tap(row, Move("rename", 0, now_on_table(row), names=("Mew",)), "n", staff=True)
    assert queries.log_rows(queries.logged_pod(row, 1), names=False)[-1].name == "Mew"


def now_on_table(row: Draft) -> int:
    return tracked_pod(row, 1).game.state.table[0].number


def test_a_card_is_found_by_its_name_with_the_way_of_its_pack() -> None:
    row = tracked_draft()
    picked(row, 6)
    pod = queries.logged_pod(row, 1)
    assert [one.row.line.move.seat for one in queries.search_picks(pod, "card 5")] == [2]
    hit = queries.search_picks(pod, "CARD 5")[0]
    assert (hit.opening, hit.opener) == (1, 1)
    assert [(stop.seat, stop.cards) for stop in hit.route] == [(1, 3), (2, 2)]
    assert queries.search_picks(pod, "  ") == []


@pytest.mark.parametrize("subtype", ["booster", "rochester", "solomon"])
def test_the_exported_log_gives_the_same_piles(subtype: str) -> None:
    row = small(subtype)
    picked(row, 9)
    tap(row, build_undo_move(len(queries.logged_pod(row, 1).lines) - 1), "b", staff=True)
    pod = queries.logged_pod(row, 1)
    assert draft_files.replay_draft_file(queries.pod_file_data(pod)).state == pod.tracked.game.state
    assert draft_files.states_true_piles(queries.pod_file_data(pod))


def test_a_whole_log_takes_two_queries(django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    row = tracked_draft(8)
    picked(row, 12)
    with django_assert_num_queries(2):
        assert len(queries.log_rows(queries.logged_pod(row, 1), names=True)) == 13


def paper(subtype: str = "rochester", players: int = 4) -> Draft:
    return drafts.draft(people.division(players, play_style="limited"), subtype)


def noted(row: Draft, kind: str = "leave", seat: int = 2, leaving: str = "skip", key: str = "n") -> DraftMove:
    return draft_log.note_decision(row, 1, kind, seat=seat, way=leaving, reason="ill", key=key, by=None)


def seats_of(row: Draft) -> set[int]:
    track = run_tracks_of(row)[0]
    return {step.seat for step in track.steps[track.standing.at :] if step.seat}


def test_on_paper_the_steps_go_on_without_a_seat_until_it_is_back() -> None:
    row = paper()
    for step in range(3):
        draft_runs.tap_step(row, 1, "next", step=step, by=None)
    assert seats_of(row) == {1, 2, 3, 4}
    noted(row)
    assert seats_of(row) == {1, 3, 4}
    assert JournalEvent.objects.filter(kind="DraftJudged").count() == 1
    undo.undo_step(newest("DraftJudged"), by=None)
    assert seats_of(row) == {1, 2, 3, 4}


@pytest.mark.parametrize("leaving", ["half", "rest"])
def test_on_paper_a_pair_is_over_where_the_rest_of_the_stack_is_given_away(leaving: str) -> None:
    row = drafts.draft(people.division(2, play_style="limited"), "solomon")
    draft_runs.tap_step(row, 1, "next", step=0, by=None, seat=1)
    groups = len(run_tracks_of(row)[0].steps)
    noted(row, "leave", leaving=leaving)
    assert len(run_tracks_of(row)[0].steps) < groups
    assert code(noted, paper("rochester"), "leave", leaving=leaving, key="other") == "LEAVING_UNKNOWN"


def test_on_paper_nobody_comes_back_once_steps_were_led_without_them() -> None:
    row = paper()
    draft_runs.tap_step(row, 1, "next", step=0, by=None)
    noted(row)
    draft_runs.tap_step(row, 1, "next", step=1, by=None)
    assert code(undo.undo_step, newest("DraftJudged"), by=None) == "UNDO_OVERTAKEN"


def test_on_paper_a_note_is_taken_once_and_says_who_and_why() -> None:
    row = paper("booster")
    first = noted(row, "short", leaving="")
    assert noted(row, "short", leaving="") == first
    assert code(noted, row, seat=9, key="a") == "NOT_YOUR_MOVE"
    assert code(noted, row, leaving="fly", key="a") == "LEAVING_UNKNOWN"
    assert code(noted, row, "win", key="a") == "DRAFT_TAP_UNKNOWN"
    noted(row, key="b")
    assert code(noted, row, key="c") == "SEAT_NOT_FOUND"
    assert code(noted, tracked_draft(6), key="a") == "DRAFT_IS_TRACKED"
    track = run_tracks_of(row)[0]
    assert [one.move.kind for one in queries.paper_log_rows(row, track) if one.move] == ["short", "leave"]
