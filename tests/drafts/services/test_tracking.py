"""Tracked drafts: the log is append-only, a tap counts once, and the state is replayed from the log alone."""

from datetime import UTC, datetime, timedelta

import pytest

from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import undo
from decks.models import Draft
from drafts.engine import Move, build_pick_move, build_undo_move
from drafts.models import DraftMove
from drafts.queries import tracking as queries
from drafts.queries.building_clocks import building_clocks_of_draft
from drafts.services import pick_time, tracking
from tests import build as play
from tests.drafts import drafts

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


def tracked_draft(players: int = 4, subtype: str = "booster", **more: object) -> Draft:
    row = drafts.draft(play.division(players, play_style="limited"), subtype, **more)
    row.way = Draft.Way.TRACKED
    row.save()
    return row


def tap(row: Draft, move: Move, key: str, **more: object) -> DraftMove:
    return tracking.play_move_in_pod(row, 1, move, key=key, **more)  # type: ignore[arg-type]


def now(row: Draft) -> queries.TrackedPod:
    return queries.tracked_pod(row, 1)


def refused(row: Draft, move: Move, **more: object) -> str:
    with pytest.raises(Refused) as found:
        tap(row, move, "another", **more)
    return found.value.code


def test_the_same_tap_twice_is_one_move() -> None:
    row = tracked_draft()
    first = tap(row, Move("open"), "k0", staff=True)
    assert tap(row, Move("open"), "k0", staff=True) == first
    assert DraftMove.objects.count() == 1
    card = now(row).game.state.hand(2)[0]
    tap(row, build_pick_move(2, card, "Pikachu"), "k1", have=0)
    tap(row, build_pick_move(2, card, "Pikachu"), "k1", have=0)
    assert [one.name for one in now(row).game.pools[2]] == ["Pikachu"]


def test_another_tap_under_a_key_that_was_used_is_refused_and_not_swallowed() -> None:
    """A page whose response was lost uses the same key again, possibly for another tap."""
    row = tracked_draft()
    tap(row, Move("open"), "k0", staff=True)
    card = now(row).game.state.hand(2)[0]
    tap(row, build_pick_move(2, card, "Pikachu"), "k1", have=0)
    for other in (
        build_pick_move(2, card, "Raichu"),
        build_pick_move(3, card, "Pikachu"),
        Move("rename", 2, card.number),
    ):
        with pytest.raises(Refused, match="DRAFT_MOVED_ON"):
            tap(row, other, "k1", have=0)
    assert [one.name for one in now(row).game.pools[2]] == ["Pikachu"]


def test_names_told_twice_are_the_same_names() -> None:
    row = tracked_draft(4, "rochester", packs_each=2, pack_size=4)
    tap(row, Move("open", 1), "k0")
    first = tracking.name_face_up_cards(row, 1, ["Abra", "Eevee"], key="k1", seat=1)
    assert tracking.name_face_up_cards(row, 1, ["Abra", "Eevee"], key="k1", seat=1) == first
    with pytest.raises(Refused, match="DRAFT_MOVED_ON"):
        tracking.name_face_up_cards(row, 1, ["Gastly"], key="k1", seat=1)
    one, other = now(row).game.state.table[:2]
    tap(row, Move("pick", 1, one.number), "k2", have=0)
    with pytest.raises(Refused, match="DRAFT_MOVED_ON"):
        tap(row, Move("pick", 1, other.number), "k2", have=0)


def test_a_tap_that_comes_late_takes_nothing_from_the_next_pack() -> None:
    row = tracked_draft()
    tap(row, Move("open"), "k0", staff=True)
    for seat in (1, 2, 3, 4):
        tap(row, build_pick_move(seat, now(row).game.state.hand(seat)[0], "x"), f"k{seat}", have=0)
    card = now(row).game.state.hand(1)[0]
    assert refused(row, build_pick_move(1, card, "y"), have=0) == "DRAFT_MOVED_ON"


def test_the_staff_alone_decide_what_the_rules_leave_open() -> None:
    row = tracked_draft()
    tap(row, Move("open"), "k0", staff=True)
    for move in (Move("short", 1), Move("extra", 1), Move("leave", 1, way="skip"), build_undo_move(0)):
        assert refused(row, move) == "STAFF_ONLY"
    tap(row, Move("leave", 1, way="skip"), "k1", staff=True, reason="ill")
    line = JournalEvent.objects.filter(kind="DraftJudged").get()
    assert line.facts["seat"] == 1
    assert line.facts["reason"] == "ill"


def test_who_opens_first_in_solomon_won_the_flip() -> None:
    row = tracked_draft(2, "solomon", packs_each=2, pack_size=4)
    loser = 3 - now(row).game.to_act[0]
    tap(row, Move("open", loser), "k0", staff=True)
    assert now(row).game.to_act == (loser,), "the coin on the table decides, not the one of the system"


def test_an_opening_by_the_wrong_player_is_undone_and_the_other_opens() -> None:
    row = tracked_draft(2, "solomon", packs_each=2, pack_size=4)
    first = now(row).game.to_act[0]
    tap(row, Move("open", 3 - first), "k0", staff=True)
    tap(row, build_undo_move(0), "k1", staff=True)
    assert refused(row, Move("open", first)) == "NOT_YOUR_MOVE"
    tap(row, Move("open", first), "k2", staff=True)
    assert now(row).game.to_act == (first,)


def test_the_lot_picks_for_who_left_and_only_then() -> None:
    row = tracked_draft()
    tap(row, Move("open"), "k0", staff=True)
    with pytest.raises(Refused):
        tracking.play_random_pick_of_seat(row, 1, 3, key="k1")
    tap(row, Move("leave", 3, way="random"), "k2", staff=True)
    tracking.play_random_pick_of_seat(row, 1, 3, key="k3")
    assert len(now(row).game.pools[3]) == 1


def test_the_timer_begins_with_each_pass_and_stands_still_while_paused() -> None:
    row = tracked_draft()
    tap(row, Move("open"), "k0", staff=True, now=NOON)
    for seat in (1, 2, 3):
        tap(
            row,
            build_pick_move(seat, now(row).game.state.hand(seat)[0], "x"),
            f"k{seat}",
            now=NOON + timedelta(seconds=5),
        )
    assert now(row).timer.seconds_left(30, NOON + timedelta(seconds=10)) == 20
    tap(row, build_pick_move(4, now(row).game.state.hand(4)[0], "x"), "k4", now=NOON + timedelta(seconds=12))
    pick_time.set_timers_paused(row, 1, paused=True, by=None, now=NOON + timedelta(seconds=20))
    assert now(row).timer.seconds_left(30, NOON + timedelta(seconds=500)) == 22
    pick_time.set_timers_paused(row, 1, paused=False, by=None, now=NOON + timedelta(seconds=600))
    assert now(row).timer.seconds_left(30, NOON + timedelta(seconds=610)) == 12


def test_a_draft_on_paper_takes_no_taps() -> None:
    row = drafts.draft(play.division(4, play_style="limited"))
    assert refused(row, Move("open"), staff=True) == "DRAFT_NOT_TRACKED"


@pytest.mark.parametrize("key", ["", "x" * 65])
def test_a_tap_has_a_key(key: str) -> None:
    row = tracked_draft()
    with pytest.raises(Refused) as found:
        tracking.play_move_in_pod(row, 1, Move("open"), key=key, staff=True)
    assert found.value.code == "DRAFT_TAP_UNKNOWN"


def test_all_pods_come_with_two_queries(django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    row = tracked_draft(16)
    tap(row, Move("open"), "k0", staff=True)
    with django_assert_num_queries(2):
        found = queries.tracked_pods(row)
    assert [one.pod for one in found] == [1, 2]
    assert found[0].game.state.opening == 1


def test_the_time_to_build_begins_with_the_last_pick_of_the_pod() -> None:
    """R-055: 30 minutes, without a tap by staff; a second pod is still drafting."""
    row = tracked_draft(8, "rochester", packs_each=2, pack_size=1, pods=(4, 4))
    for turn in range(4):
        tap(row, Move("open", now(row).game.to_act[0]), f"o{turn}", now=NOON)
        while not now(row).game.state.idle:
            seat = now(row).game.to_act[0]
            card = now(row).game.state.table[0]
            tap(row, build_pick_move(seat, card, "x"), f"p{turn}{card.number}", now=NOON)
    assert now(row).game.over
    drafted, drafting = building_clocks_of_draft(row)
    assert drafted.building.seconds_left(NOON + timedelta(minutes=10)) == 20 * 60
    assert drafting.building.began is None


def face_up(subtype: str = "rochester") -> Draft:
    """Open four named cards: two packs of two at a table of four, or the first group of a pair."""
    row = tracked_draft(4, subtype, packs_each=2, pack_size=2)
    tap(row, Move("open", 1), "k0", staff=True)
    tracking.name_face_up_cards(row, 1, ["Abra", "Eevee", "Gastly", "Onix"], key="k1", seat=1)
    return row


def picked_but_one(row: Draft, seats: tuple[int, ...]) -> None:
    """Let each of these seats take the first face-up card."""
    for at, seat in enumerate(seats):
        tap(row, build_pick_move(seat, now(row).game.state.table[0]), f"p{at}")


def left(row: Draft) -> list[str]:
    return [card.name for card in now(row).game.state.table]


@pytest.mark.parametrize(("subtype", "seats"), [("rochester", (1, 2, 3, 4)), ("solomon", (1, 2, 2, 1))])
def test_the_last_card_goes_to_its_seat_by_itself_as_a_move_of_its_own(
    subtype: str, seats: tuple[int, ...]
) -> None:
    """R-093, R-094: the moves are the same as if the card had been tapped."""
    row = face_up(subtype)
    picked_but_one(row, seats[:-1])
    assert now(row).game.state.idle
    assert [one.seat for one in row.moves.filter(kind="pick").order_by("number")] == [*seats]
    assert now(row).game.pools[seats[-1]][-1].name == "Onix"


def test_the_pick_before_the_last_card_is_undone_with_it_and_the_journal_has_both() -> None:
    row = face_up()
    picked_but_one(row, (1, 2, 3))
    last = now(row).undoable_pick(3)
    assert last is not None
    tracking.undo_own_pick(row, 1, last.number, key="u", seat=3)
    assert left(row) == ["Gastly", "Onix"]
    line = JournalEvent.objects.get(kind="DraftTapBack")
    assert (line.facts["seat"], line.facts["of"]) == (3, last.number)
    assert [one.kind for one in row.moves.order_by("number")][-4:] == [
        "pick",
        "pick",
        "undo_move",
        "undo_move",
    ]
    undo.undo_step(line, by=play.user("head"))
    assert now(row).game.state.idle


def test_a_last_card_without_a_name_and_the_very_last_of_all_are_tapped() -> None:
    row = tracked_draft(4, "rochester", packs_each=2, pack_size=1)
    for seat in range(1, 5):
        tap(row, Move("open", seat), f"o{seat}")
        if seat > 1:
            tracking.name_face_up_cards(row, 1, ["Abra", "Eevee"], key=f"n{seat}", seat=seat)
        first = now(row).game.state.table[0]
        tap(row, Move("pick", seat, first.number, names=() if first.name else ("Onix",)), f"a{seat}")
        assert left(row) == {1: [""], 4: ["Eevee"]}.get(seat, [])
        if seat == 1:
            tap(row, Move("pick", 2, now(row).game.state.table[0].number, names=("Gastly",)), "b")
    assert not now(row).game.over
