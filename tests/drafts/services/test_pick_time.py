"""The time of tracked picks: a pod is held through its picks, and a judge decides for players who are late."""

from datetime import UTC, datetime, timedelta

import pytest

from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import undo
from decks.models import Draft
from drafts.engine import Move, build_pick_move
from drafts.models import DraftMark
from drafts.queries import seat_views
from drafts.queries import tracking as queries
from drafts.services import pick_time, tracking
from tests import build
from tests.drafts import tracked
from tests.drafts.services.test_tracking import tap, tracked_draft

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def view(row: Draft) -> seat_views.DraftSeatView:
    return seat_views.seat_view(row, 1)


def timed(row: Draft, pick_seconds: int) -> Draft:
    row.pick_seconds, row.look_seconds = pick_seconds, 0
    row.save()
    return row


@pytest.fixture
def row() -> Draft:
    """A Booster pod with 30 seconds for each pick and no time to look."""
    row = timed(tracked_draft(), 30)
    tap(row, Move("open"), "k0", staff=True, now=NOON)
    return row


def takes(row: Draft, seat: int, seconds: float) -> None:
    card = queries.tracked_pod(row, 1).game.state.hand(seat)[0]
    tap(row, build_pick_move(seat, card, f"Card {seat}"), tracked.key(), now=at(seconds))


def assign(row: Draft, seat: int, seconds: float, key: str = "assigned-1") -> None:
    pick_time.assign_pick(row, 1, seat, key=key, by=None, now=at(seconds))


def refusal(row: Draft, seat: int, seconds: float) -> str:
    with pytest.raises(Refused) as refused:
        assign(row, seat, seconds)
    return str(refused.value.code)


class TestHold:
    def test_a_held_pod_stays_held_when_packs_are_passed(self, row: Draft) -> None:
        for seat in (1, 2, 3):
            takes(row, seat, 5)
        pick_time.set_timers_paused(row, 1, paused=True, by=None, now=at(10))
        takes(row, 4, 20)
        assert queries.tracked_pod(row, 1).held
        assert view(row).timer.seconds_left(30, at(500)) == 30
        pick_time.set_timers_paused(row, 1, paused=False, by=None, now=at(600))
        assert view(row).timer.seconds_left(30, at(610)) == 20

    def test_one_tap_holds_the_pods_that_run_and_a_second_changes_nothing(self) -> None:
        row = tracked.draft(players=12, pods=(4, 4, 4))
        tracked.open_packs(row, 1)
        tracked.open_packs(row, 2)
        pick_time.set_timers_paused(row, 2, paused=True, by=None)
        assert [mark.pod for mark in pick_time.set_timers_paused(row, 0, paused=True, by=None)] == [1]
        assert pick_time.set_timers_paused(row, 0, paused=True, by=None) == []
        assert [pod.held for pod in queries.tracked_pods(row)] == [True, True, False]
        assert [mark.pod for mark in pick_time.set_timers_paused(row, 0, paused=False, by=None)] == [1, 2]
        assert not any(pod.held for pod in queries.tracked_pods(row))


class TestLate:
    def test_only_after_the_time_and_only_for_a_player_who_has_not_picked(self, row: Draft) -> None:
        takes(row, 1, 5)
        assert refusal(row, 2, 29) == "PICK_TIME_NOT_OVER"
        assert view(row).late_seats(at(29)) == ()
        assert view(row).late_seats(at(30)) == (2, 3, 4)
        assert refusal(row, 1, 31) == "PICK_TIME_NOT_OVER"

    def test_the_seed_assigns_the_card_that_the_page_named_whatever_others_tap(self, row: Draft) -> None:
        card = queries.drawn_card(queries.tracked_pod(row, 1), 2)
        takes(row, 3, 31)
        assign(row, 2, 32)
        assign(row, 2, 33)
        assert [(move.seat, move.card, move.names) for move in row.moves.filter(way="random")] == [
            (2, card.card, [])
        ]
        line = JournalEvent.objects.get(kind="DraftPickAssigned")
        assert (line.facts["seat"], line.facts["place"], line.facts["cards"]) == (2, card.place, card.of)

    def test_the_player_names_the_card_and_the_journal_never_does(self, row: Draft) -> None:
        assign(row, 2, 31)
        (card,) = queries.tracked_pod(row, 1).game.pools[2]
        assert card.name == ""
        tap(row, Move("rename", 2, card.number, names=("Secretix",)), "n1", now=at(40))
        assert queries.tracked_pod(row, 1).game.pools[2][0].name == "Secretix"
        assert not JournalEvent.objects.filter(facts__icontains="Secretix").exists()

    def test_the_journal_undoes_it_while_the_pack_has_not_moved_on(self, row: Draft) -> None:
        assign(row, 2, 31)
        undo.undo_step(JournalEvent.objects.get(kind="DraftPickAssigned"), by=build.user("head"))
        assert queries.tracked_pod(row, 1).game.pools[2] == ()
        assign(row, 2, 32, "assigned-2")
        for seat in (1, 3, 4):
            takes(row, seat, 33)
        takes(row, 2, 34)
        with pytest.raises(Refused):
            undo.undo_step(
                JournalEvent.objects.filter(kind="DraftPickAssigned").latest("pk"), by=build.user("other")
            )

    def test_a_player_cannot_send_a_random_pick(self, row: Draft) -> None:
        card = queries.tracked_pod(row, 1).game.state.hand(2)[0]
        with pytest.raises(Refused) as refused:
            tap(row, Move("pick", 2, card.number, way="random"), "k9")
        assert refused.value.code == "STAFF_ONLY"

    def test_in_rochester_the_last_card_that_follows_is_undone_with_it(self) -> None:
        row = timed(tracked_draft(4, "rochester", packs_each=2, pack_size=2), 10)
        tap(row, Move("open", 1), "o1", now=NOON)
        tracking.name_face_up_cards(row, 1, ["Abra", "Eevee", "Onix", "Gastly"], key="n1", seat=1)
        DraftMark.objects.all().delete()
        row.moves.filter(kind="rename").update(at=NOON)
        for seat in (1, 2):
            card = queries.tracked_pod(row, 1).game.state.table[0]
            tap(row, Move("pick", seat, card.number), f"p{seat}", now=at(seat))
        assign(row, 3, 15)
        assert queries.tracked_pod(row, 1).game.state.idle
        undo.undo_step(JournalEvent.objects.get(kind="DraftPickAssigned"), by=build.user("head"))
        assert len(queries.tracked_pod(row, 1).game.state.table) == 2


class TestMoreTime:
    def test_fifteen_seconds_from_the_tap_then_the_time_is_over_again(self, row: Draft) -> None:
        seen = view(row).tracked.pick_stamp
        pick_time.add_pick_time(row, 1, seen=seen, by=None, now=at(50))
        assert (view(row).seconds, view(row).timer.seconds_left(15, at(60))) == (15, 5)
        assert view(row).late_seats(at(64)) == ()
        assert view(row).late_seats(at(65)) == (1, 2, 3, 4)
        assert refusal(row, 2, 60) == "PICK_TIME_NOT_OVER"
        for seat in (1, 2, 3, 4):
            takes(row, seat, 61)
        assert view(row).seconds == 30

    def test_two_judges_who_tap_together_give_it_once(self, row: Draft) -> None:
        seen = view(row).tracked.pick_stamp
        pick_time.add_pick_time(row, 1, seen=seen, by=None, now=at(50))
        with pytest.raises(Refused) as refused:
            pick_time.add_pick_time(row, 1, seen=seen, by=None, now=at(70))
        assert refused.value.code == "DRAFT_MOVED_ON"
        assert JournalEvent.objects.filter(kind="DraftPickTimeAdded").count() == 1

    def test_the_journal_undoes_it_during_the_same_pick_only(self, row: Draft) -> None:
        pick_time.add_pick_time(row, 1, seen=view(row).tracked.pick_stamp, by=None, now=at(50))
        undo.undo_step(JournalEvent.objects.get(kind="DraftPickTimeAdded"), by=build.user("head"))
        assert view(row).late_seats(at(51)) == (1, 2, 3, 4)
        pick_time.add_pick_time(row, 1, seen=view(row).tracked.pick_stamp, by=None, now=at(52))
        for seat in (1, 2, 3, 4):
            takes(row, seat, 53)
        with pytest.raises(Refused) as refused:
            undo.undo_step(
                JournalEvent.objects.filter(kind="DraftPickTimeAdded").latest("pk"), by=build.user("other")
            )
        assert refused.value.code == "UNDO_OVERTAKEN"
