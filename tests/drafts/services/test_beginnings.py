"""A begun draft goes back while nothing is picked; later it is canceled, and its plan is used again (R-002)."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from core.engine.refused import Refused
from core.models import JournalEvent
from core.sentences import journal_text
from core.services import undo
from decks.models import Draft, Pool
from decks.services import pools
from drafts.engine import Move
from drafts.models import BuildMark, DraftMark, DraftMove, Pod
from drafts.queries import draft_log as log_queries
from drafts.queries.draft_runs import has_draft_begun
from drafts.services import beginnings, building_clocks, draft_log, draft_runs, drafts, tracking
from tests import build
from tests.drafts import tracked
from tests.drafts.drafts import draft, setup
from tests.drafts.pools import cards, seated
from tournaments.models import User

pytestmark = pytest.mark.django_db


def line_of(kind: str) -> JournalEvent:
    return JournalEvent.objects.filter(kind=kind).latest("pk")


def step(row: Draft, taps: int, pod: int = 0) -> None:
    """Advance a pod on paper by this many steps from the first."""
    for number in range(taps):
        draft_runs.tap_step(row, pod, "next", step=number, by=None, seat=1, sure=True)


def paper(subtype: str = "booster", players: int = 8) -> Draft:
    return draft(build.division(players, play_style="limited"), subtype)


@pytest.mark.parametrize(
    ("subtype", "taps"), [("booster", 2), ("rochester", 2), ("solomon", 3), ("sealed", 2)]
)
def test_a_beginning_is_undone_while_nothing_is_picked(subtype: str, taps: int) -> None:
    row = paper(subtype)
    step(row, taps, pod=0 if subtype in ("booster", "sealed") else 1)
    assert undo.last_undoable_step(row.division) == line_of("DraftBegun")
    undo.undo_step(line_of("DraftBegun"), by=None)
    assert not has_draft_begun(row)
    assert not DraftMark.objects.exists()
    drafts.assign_seats(row, by=None, seed=9)
    drafts.change_draft_way(row, "tracked", by=None)


@pytest.mark.parametrize(
    ("subtype", "taps"), [("booster", 3), ("rochester", 3), ("solomon", 4), ("sealed", 3)]
)
def test_after_the_first_pick_a_beginning_stays(subtype: str, taps: int) -> None:
    row = paper(subtype)
    step(row, taps, pod=0 if subtype in ("booster", "sealed") else 1)
    assert undo.last_undoable_step(row.division) != line_of("DraftBegun")
    assert build.refusal(undo.undo_step, line_of("DraftBegun"), by=None).code == "DRAFT_PICKED"
    assert has_draft_begun(row)


def test_an_opened_tracked_pod_goes_back_and_a_picked_one_does_not() -> None:
    row = tracked.draft()
    tracked.open_packs(row)
    undo.undo_step(line_of("DraftBegun"), by=None)
    assert not DraftMove.objects.exists()
    tracked.open_packs(row)
    tracked.take(row, 1, "Rowlet")
    assert build.refusal(undo.undo_step, line_of("DraftBegun"), by=None).code == "DRAFT_PICKED"


def test_a_pick_that_was_undone_still_counts_as_picked() -> None:
    """The log of secret picks stays complete."""
    row = tracked.draft()
    tracked.open_packs(row)
    tracked.take(row, 1, "Rowlet")
    draft_log.undo_moves(row, 1, 1, key="undo-0001", reason="Wrong card.", by=None)
    assert build.refusal(undo.undo_step, line_of("DraftBegun"), by=None).code == "DRAFT_PICKED"


def test_only_the_newest_beginning_can_be_undone() -> None:
    row = paper()
    step(row, 1)
    first = line_of("DraftBegun")
    undo.undo_step(first, by=None)
    assert build.refusal(undo.undo_step, first, by=None).code == "UNDO_ALREADY_DONE"
    step(row, 1)
    undo.undo_step(line_of("DraftBegun"), by=None)
    assert not has_draft_begun(row)


def test_a_noted_decision_and_a_building_clock_keep_the_beginning() -> None:
    row = paper("rochester")
    step(row, 1, pod=1)
    draft_log.note_decision(row, 1, "short", seat=1, reason="A card short.", key="note-0001", by=None)
    assert build.refusal(undo.undo_step, line_of("DraftBegun"), by=None).code == "DRAFT_PICKED"
    other = paper("rochester")
    step(other, 1, pod=1)
    building_clocks.start_building(other, 1, by=None)
    assert build.refusal(undo.undo_step, line_of("DraftBegun"), by=None).code == "DRAFT_PICKED"


def test_a_canceled_draft_leaves_its_plan_and_frees_the_seats() -> None:
    row = paper()
    drafts.announce_notice(row, "ENERGY_SUPPLIED", text="Energy.", kind="energy", by=None)
    step(row, 4)
    pools.register_pool(row, seated(row), cards(row), by=None, by_player=False, note="Found early.")
    building_clocks.start_building(row, 1, by=None)
    new = beginnings.cancel_draft(row, reason=" A judge dropped the packs. ", by=None)
    assert (new.number, new.setup, new.seats, new.seed) == (row.number, row.setup, [], None)
    assert new.pk != row.pk
    assert new.announced
    assert not any(model.objects.exists() for model in (DraftMark, DraftMove, BuildMark, Pool, Pod))
    line = line_of("DraftCanceled")
    assert line.facts["reason"] == "A judge dropped the packs."
    assert line.facts["opened"] == [[0, 8]]
    text = journal_text(line.kind, line.facts)
    assert "8 packs opened, EVO" in text
    assert "A judge dropped the packs." in text
    changed = drafts.set_up_draft(new.division, setup("rochester", 8), by=None)
    assert (changed.pk, changed.number) == (new.pk, 1)
    again = drafts.assign_seats(changed, by=None)
    step(again, 3, pod=1)
    assert has_draft_begun(again)


@pytest.mark.parametrize(
    ("subtype", "taps", "opened"),
    [("rochester", 2, [[1, 2]]), ("solomon", 2, [[1, 4], [2, 0]]), ("sealed", 2, [[0, 8]])],
)
def test_the_journal_names_the_packs_already_opened(subtype: str, taps: int, opened: list[list[int]]) -> None:
    row = paper(subtype, 4)
    step(row, taps, pod=0 if subtype == "sealed" else 1)
    beginnings.cancel_draft(row, reason="Fire alarm.", by=None)
    assert line_of("DraftCanceled").facts["opened"] == opened


def test_packs_and_picks_of_a_tracked_draft_are_counted_and_no_card_is_named() -> None:
    row = tracked.draft()
    tracked.open_packs(row)
    tracked.everybody_takes(row, "Secretcard")
    beginnings.cancel_draft(row, reason="Fire alarm.", by=None)
    facts = line_of("DraftCanceled").facts
    assert (facts["opened"], facts["picks"]) == ([[1, 4]], 4)
    assert "Secretcard" not in str(facts)


def test_nothing_recorded_about_a_canceled_draft_reaches_its_replacement() -> None:
    row = tracked.draft()
    judge = build.user("ada")
    tracked.open_packs(row)
    tracked.take(row, 1, "Rowlet")
    draft_log.allow_look_at_cards(row, 1, by=judge)
    draft_log.undo_moves(row, 1, 1, key="undo-0001", reason="Wrong card.", by=None)
    undone = line_of("DraftMovesUndone")
    new = beginnings.cancel_draft(row, reason="Fire alarm.", by=None)
    new = drafts.assign_seats(new, by=None)
    tracked.open_packs(new)
    tracked.take(new, 1, "Litten")
    assert not log_queries.has_looked_at_cards(new, 1, judge)
    assert build.refusal(undo.undo_step, undone, by=None).code == "DRAFT_NOT_FOUND"
    for kind in ("DraftSeated", "DraftSetUp"):
        old = JournalEvent.objects.filter(kind=kind).earliest("pk")
        assert build.refusal(undo.undo_step, old, by=None).code == "UNDO_OVERTAKEN"


def test_a_draft_is_not_canceled_without_reason_or_before_it_begins() -> None:
    row = paper()
    assert build.refusal(beginnings.cancel_draft, row, reason="No.", by=None).code == "DRAFT_NOT_BEGUN"
    step(row, 1)
    assert build.refusal(beginnings.cancel_draft, row, reason=" ", by=None).code == "REASON_MISSING"


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
@pytest.mark.parametrize("act", ["undo", "cancel"])
def test_a_pick_at_the_same_moment_is_either_first_or_refused(act: str) -> None:
    row = tracked.draft()
    tracked.open_packs(row)
    line, marta = line_of("DraftBegun"), build.user("marta")

    def back() -> None:
        if act == "undo":
            undo.undo_step(line, by=marta)
        else:
            beginnings.cancel_draft(row, reason="Fire alarm.", by=marta)

    def pick() -> None:
        tracking.play_move_in_pod(row, 1, Move("pick", 1, 0, names=("Rowlet",)), key="key-000999", staff=True)

    codes = at_once(back, pick)
    picked = DraftMove.objects.filter(kind="pick").count()
    if act == "cancel":
        assert codes[0] == ""
        assert picked == 0
    else:
        assert codes in (["DRAFT_PICKED", ""], ["", "NOT_YOUR_MOVE"])
        assert picked == (codes[1] == "")


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_two_cancel_at_the_same_moment_and_one_of_them_is_refused() -> None:
    row = paper()
    step(row, 2)
    users: list[User] = [build.user("marta"), build.user("hana")]
    codes = at_once(
        *(lambda by=by: beginnings.cancel_draft(row, reason="Fire alarm.", by=by) for by in users)
    )
    assert sorted(codes) == ["", "DRAFT_NOT_FOUND"]
    assert JournalEvent.objects.filter(kind="DraftCanceled").count() == Draft.objects.count() == 1


def at_once(*calls: Callable[[], object]) -> list[str]:
    """Call all at the same moment; return the code of each refusal, "" for a call that succeeded."""
    begin = Barrier(len(calls), timeout=60)

    def one(call: Callable[[], object]) -> str:
        try:
            begin.wait()
            call()
        except Refused as refused:
            return str(refused.code)
        finally:
            connections.close_all()
        return ""

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(one, calls))
