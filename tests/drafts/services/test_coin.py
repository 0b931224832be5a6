"""R-047, R-094: who begins in a tracked Solomon pair is agreed by everyone at the table, or confirmed by staff."""

import pytest

from core.engine.refused import Refused
from core.models import JournalEvent
from core.sentences import journal_text
from core.services import undo
from decks.models import Draft
from drafts.engine import STAFF, Move, build_pick_move, real_packs
from drafts.engine.coin import TABLE
from drafts.models import DraftMark
from drafts.queries import tracking as queries
from drafts.queries.building_clocks import building_clocks_of_draft
from drafts.queries.draft_runs import run_tracks_of
from drafts.services import beginnings, coin, drafts, tracking
from tests import build
from tests.drafts.drafts import draft
from tests.drafts.tracked import key

pytestmark = pytest.mark.django_db


@pytest.fixture
def row() -> Draft:
    return draft(build.division(2, play_style="limited"), "solomon", way="tracked", packs_each=1, pack_size=4)


def winner(row: Draft, pod: int = 1) -> int:
    tracked = queries.tracked_pod(row, pod)
    return tracked.coin.settled_winner(tracked.game.seats)


def refused(row: Draft, kind: str, **more: object) -> str:
    return str(build.refusal(coin.tap_coin, row, 1, kind, **more).code)


def opens(row: Draft, seat: int, **more: object) -> None:
    tracking.play_move_in_pod(row, 1, Move("open", seat), key=key(), **more)  # type: ignore[arg-type]


def test_a_real_flip_counts_when_both_have_confirmed_it_on_their_own_device(row: Draft) -> None:
    coin.tap_coin(row, 1, "coin", actor=1, winner=2)
    assert winner(row) == 0
    assert build.refusal(opens, row, 2).code == "COIN_NOT_AGREED"
    coin.tap_coin(row, 1, "agreed", actor=2, seen=1)
    assert winner(row) == 2
    line = JournalEvent.objects.get(kind="DraftCoinSettled")
    assert journal_text(line.kind, line.facts).endswith("goes first, the coin flip was agreed")
    assert build.refusal(opens, row, 1).code == "NOT_YOUR_MOVE"
    opens(row, 2)
    assert queries.tracked_pod(row, 1).game.to_act == (2,)


def test_a_draw_here_comes_from_the_seed_and_counts_once_both_agree(row: Draft) -> None:
    coin.tap_coin(row, 1, "draw", actor=2)
    assert winner(row) == 0
    coin.tap_coin(row, 1, "agreed", actor=1, seen=1)
    assert winner(row) == real_packs.flip_coin_of_tracked_pair((row.seed or 0) + 1)
    line = JournalEvent.objects.get(kind="DraftCoinSettled")
    assert journal_text(line.kind, line.facts).endswith("both agreed to decide at random")


def test_the_same_winner_entered_by_both_is_an_agreement_and_another_is_refused(row: Draft) -> None:
    coin.tap_coin(row, 1, "coin", actor=1, winner=1)
    assert refused(row, "coin", actor=2, winner=2) == "COIN_DIFFERS"
    assert refused(row, "draw", actor=2) == "COIN_DIFFERS"
    coin.tap_coin(row, 1, "coin", actor=2, winner=1)
    assert winner(row) == 1
    assert refused(row, "coin", actor=2, winner=2) == "COIN_SETTLED"


def test_an_entry_that_is_wrong_is_withdrawn_and_an_agreement_counts_only_for_what_was_seen(
    row: Draft,
) -> None:
    coin.tap_coin(row, 1, "coin", actor=1, winner=1)
    coin.tap_coin(row, 1, "coinback", actor=2, seen=1)
    coin.tap_coin(row, 1, "coin", actor=1, winner=2)
    assert refused(row, "agreed", actor=2, seen=1) == "DRAFT_MOVED_ON"
    coin.tap_coin(row, 1, "agreed", actor=1, seen=3)
    assert winner(row) == 0, "the same player twice is one agreement"
    coin.tap_coin(row, 1, "agreed", actor=2, seen=3)
    assert winner(row) == 2


def test_the_tablet_enters_for_no_one_and_each_player_agrees_on_it(row: Draft) -> None:
    coin.tap_coin(row, 1, "coin", actor=TABLE, winner=1)
    assert refused(row, "agreed", actor=TABLE) == "DRAFT_TAP_UNKNOWN"
    coin.tap_coin(row, 1, "agreed", actor=1)
    assert winner(row) == 0
    coin.tap_coin(row, 1, "agreed", actor=2)
    assert winner(row) == 1


def test_staff_confirm_alone_and_by_turning_the_first_cards_over_for_a_player(row: Draft) -> None:
    coin.tap_coin(row, 1, "coin", actor=STAFF, winner=2)
    assert winner(row) == 2
    opens(row, 1, staff=True)
    lines = JournalEvent.objects.filter(kind="DraftCoinSettled").order_by("pk")
    assert [line.facts["seat"] for line in lines] == [2, 1]
    assert journal_text("DraftCoinSettled", lines[0].facts).endswith("staff confirmed the coin flip")


def test_the_undo_flips_again_until_cards_are_turned_over(row: Draft) -> None:
    for seat in (1, 2):
        coin.tap_coin(row, 1, "coin", actor=seat, winner=1)
    line = JournalEvent.objects.get(kind="DraftCoinSettled")
    undo.undo_step(line, by=build.user("head"))
    assert winner(row) == 0
    for seat in (1, 2):
        coin.tap_coin(row, 1, "coin", actor=seat, winner=2)
    opens(row, 2)
    again = JournalEvent.objects.filter(kind="DraftCoinSettled").latest("pk")
    with pytest.raises(Refused, match="UNDO_OVERTAKEN"):
        undo.undo_step(again, by=build.user("chief"))


def test_the_first_tap_begins_the_draft_once_and_its_undo_forgets_the_coin(row: Draft) -> None:
    for seat in (1, 2):
        coin.tap_coin(row, 1, "coin", actor=seat, winner=1)
    opens(row, 1)
    begun = JournalEvent.objects.get(kind="DraftBegun")
    beginnings.undo_draft_beginning(begun)
    assert not DraftMark.objects.exists()
    assert winner(row) == 0
    drafts.assign_seats(row, by=None, seed=9)


def test_all_four_cards_are_recorded_before_one_is_taken(row: Draft) -> None:
    for seat in (1, 2):
        coin.tap_coin(row, 1, "coin", actor=seat, winner=1)
    opens(row, 1)
    card = queries.tracked_pod(row, 1).game.state.table[0]
    taken = build.refusal(tracking.play_move_in_pod, row, 1, build_pick_move(1, card, "Abra"), key=key())
    assert taken.code == "CARDS_NOT_NAMED"
    tracking.name_face_up_cards(row, 1, ["Abra", "Eevee", "Gastly", "Onix"], key=key(), seat=1)
    tracking.play_move_in_pod(row, 1, build_pick_move(1, card), key=key())
    assert [pile.name for pile in queries.tracked_pod(row, 1).game.pools[1]] == ["Abra"]


def test_taps_on_the_coin_are_no_steps_of_a_run_and_no_pauses(row: Draft) -> None:
    for seat in (1, 2):
        coin.tap_coin(row, 1, "coin", actor=seat, winner=1)
    (track,) = run_tracks_of(row)
    assert (track.standing.at, track.marks) == (0, 0)
    (clock,) = building_clocks_of_draft(row)
    assert clock.building.began is None
    opens(row, 1)
    assert not queries.tracked_pod(row, 1).timer.paused


def test_a_log_from_before_there_was_a_coin_replays_with_its_first_opener(row: Draft) -> None:
    row.moves.create(
        pod=1, number=0, key="old-00001", kind="open", seat=2, at=row.division.tournament.created_at
    )
    assert queries.tracked_pod(row, 1).game.to_act == (2,)
    assert refused(row, "coin", actor=1, winner=1) == "COIN_SETTLED"


def test_in_a_group_of_three_all_three_agree() -> None:
    event_draft = draft(build.division(2, play_style="limited"), "solomon", seats=False, way="tracked")
    build.add_players(event_draft.division.tournament, 1)
    row = drafts.assign_seats(event_draft, by=None, seed=3, bye=0, trio=True)
    for seat in (1, 2):
        coin.tap_coin(row, 1, "coin", actor=seat, winner=3)
    assert winner(row) == 0
    coin.tap_coin(row, 1, "coin", actor=3, winner=3)
    opens(row, 3)
    game = queries.tracked_pod(row, 1).game
    order = [3, 1, 2, 3]
    for seat in order[:-1]:
        assert queries.tracked_pod(row, 1).game.to_act == (seat,)
        card = queries.tracked_pod(row, 1).game.state.table[0]
        tracking.play_move_in_pod(row, 1, build_pick_move(seat, card, "x"), key=key(), staff=True)
    assert game.seats == 3
