"""Pools of a Limited event: registered, verified by a neighbor, disputed, corrected, passed on (R-051, R-058)."""

import pytest

from core.models import JournalEvent
from core.services import undo
from decks.engine.pools import PoolCard, count_cards, count_unnamed
from decks.models import Pool, PoolVersion
from decks.queries.pools import pools as queries
from decks.queries.pools.available_pools import available_pool
from decks.services import pools
from drafts.services import drafts
from tests import build
from tests.build import refusal
from tests.drafts.pools import SIX, cards, registered, sealed, seated, state, verified

pytestmark = pytest.mark.django_db


def newest(kind: str) -> JournalEvent:
    return JournalEvent.objects.select_related("division__tournament").filter(kind=kind).latest("pk")


def test_a_registration_is_a_version_that_waits_for_the_neighbor() -> None:
    row = sealed()
    version = registered(row)
    assert (version.number, version.source, version.signed_by) == (1, "player", seated(row))
    assert count_cards(queries.version_cards(version)) == 6
    assert state(row) == "waiting"
    assert newest("PoolRegistered").facts["total"] == 6
    assert "cards" not in newest("PoolRegistered").facts


def test_a_pool_is_read_as_a_list_is_and_a_name_alone_is_the_card_of_the_packs() -> None:
    found = cards(sealed(), f"{SIX}\n1 N\n2 Nobody's Card")
    assert [(one.quantity, one.name, one.code, one.number) for one in found] == [
        (3, "Rowlet", "SUM", "9"),
        (2, "Dartrix", "SUM", "10"),
        (1, "Potion", "SUM", "127"),
        (1, "N", "", ""),
        (2, "Nobody's Card", "", ""),
    ]


def test_the_neighbor_to_the_left_verifies_it_and_nobody_else() -> None:
    row = sealed()
    registered(row)
    for other in (1, 3, 4):
        got = refusal(pools.verify_pool, row, seated(row), by_entry=seated(row, other), seen=1)
        assert got.code == "POOL_NOT_YOURS"
    assert pools.verify_pool(row, seated(row), by_entry=seated(row, 2), seen=1).verified_by == seated(row, 2)
    assert state(row) == "done"


def test_a_discrepancy_sends_the_pool_back_and_a_new_version_answers_it() -> None:
    row = sealed()
    registered(row)
    assert (
        refusal(pools.report_discrepancy, row, seated(row), by_entry=seated(row, 2), seen=1, what=" ").code
        == "DISCREPANCY_EMPTY"
    )
    pools.report_discrepancy(row, seated(row), by_entry=seated(row, 2), seen=1, what="2 Rowlet")
    assert state(row) == "discrepancy"
    assert not queries.pools_to_verify(row, seated(row, 2).pk)
    again = registered(row, text="2 Rowlet SUM 9\n3 Dartrix SUM 10\n1 Potion")
    assert (again.number, state(row)) == (2, "waiting")
    assert PoolVersion.objects.get(number=1).discrepancy == "2 Rowlet"


def test_who_registered_may_insist_on_the_same_cards() -> None:
    row = sealed()
    registered(row)
    pools.report_discrepancy(row, seated(row), by_entry=seated(row, 2), seen=1, what="?")
    assert registered(row).number == 2
    assert state(row) == "waiting"


def test_the_same_cards_twice_are_one_version() -> None:
    row = sealed()
    assert registered(row) == registered(row)
    assert PoolVersion.objects.count() == 1


def test_a_verified_pool_stays_for_its_player_and_changes_by_staff() -> None:
    row = sealed()
    verified(row)
    assert refusal(registered, row, text="1 Rowlet SUM 9").code == "POOL_VERIFIED"
    by = build.organizer(row.division)
    version = registered(row, text="1 Rowlet SUM 9", by=by, by_player=False, note="A judge counted")
    assert (version.source, version.by_name, version.note) == ("desk", str(by), "A judge counted")
    assert state(row) == "done"


def test_staff_settle_a_discrepancy_as_it_is() -> None:
    row = sealed()
    registered(row)
    pools.report_discrepancy(row, seated(row), by_entry=seated(row, 2), seen=1, what="?")
    by = build.organizer(row.division)
    assert pools.verify_pool_as_staff(row, seated(row), by=by, seen=1).verified_staff == by
    assert state(row) == "done"
    undo.undo_step(newest("PoolSettled"), by=by)
    assert state(row) == "discrepancy"


def test_what_staff_entered_is_undone() -> None:
    row = sealed()
    registered(row)
    by = build.organizer(row.division)
    registered(row, text="1 Rowlet SUM 9", by=by, by_player=False)
    line = newest("PoolEntered")
    undo.undo_step(line, by=by)
    assert Pool.objects.get().counts.number == 1
    assert refusal(undo.undo_step, line, by=by).code == "UNDO_ALREADY_DONE"
    assert registered(row, text="2 Rowlet SUM 9").number == 3


def test_a_step_that_others_built_upon_is_not_undone() -> None:
    row = sealed()
    by = build.organizer(row.division)
    registered(row, by=by, by_player=False)
    line = newest("PoolEntered")
    registered(row, text="1 Rowlet SUM 9", by=by, by_player=False)
    assert refusal(undo.undo_step, line, by=by).code == "UNDO_OVERTAKEN"


def test_the_first_entry_undone_leaves_nothing_registered() -> None:
    row = sealed()
    by = build.organizer(row.division)
    registered(row, by=by, by_player=False)
    undo.undo_step(newest("PoolEntered"), by=by)
    assert state(row) == "missing"


def test_a_neighbor_takes_a_tap_back() -> None:
    row = sealed()
    verified(row)
    assert (
        refusal(pools.withdraw_pool_verification, row, seated(row), by_entry=seated(row, 3), seen=1).code
        == "POOL_NOT_YOURS"
    )
    pools.withdraw_pool_verification(row, seated(row), by_entry=seated(row, 2), seen=1)
    assert state(row) == "waiting"


def test_passed_on_the_neighbor_verifies_and_plays_with_it() -> None:
    row = sealed(check="pass_on")
    for seat in (1, 2, 3, 4):
        registered(row, seat, text=f"{seat} Rowlet SUM 9")
    available = [available_pool(seated(row, seat).pk) for seat in (1, 2, 3, 4)]
    assert [count_cards(pool.pool) for pool in available if pool] == [4, 1, 2, 3]
    assert pools.verify_pool(row, seated(row), by_entry=seated(row, 2), seen=1)


def test_where_nobody_else_looks_a_pool_is_done_at_once() -> None:
    row = sealed(check="none")
    registered(row)
    assert state(row) == "done"
    got = refusal(pools.verify_pool, row, seated(row), by_entry=seated(row, 2), seen=1)
    assert got.code == "POOL_NOT_YOURS"


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ([], "POOL_EMPTY"),
        ([PoolCard(0, "Rowlet")], "POOL_EMPTY"),
        ([PoolCard(99, f"C{n}") for n in range(7)], "POOL_TOO_BIG"),
        ([PoolCard(1, f"C{n}") for n in range(401)], "POOL_TOO_BIG"),
    ],
)
def test_pools_that_are_none(given: list[PoolCard], code: str) -> None:
    row = sealed()
    assert refusal(pools.register_pool, row, seated(row), given, by=None).code == code


def test_how_pools_are_verified_is_settled_before_the_first() -> None:
    row = sealed()
    pools.set_pool_check(row, "pass_on", by=None)
    undo.undo_step(newest("PoolCheckChanged"), by=None)
    row.refresh_from_db()
    assert row.pool_check == "verify"
    assert refusal(pools.set_pool_check, row, "nobody", by=None).code == "POOL_CHECK_UNKNOWN"
    registered(row)
    assert refusal(pools.set_pool_check, row, "none", by=None).code == "POOLS_REGISTERED"


def test_a_draft_with_pools_is_neither_taken_away_nor_seated_anew() -> None:
    row = sealed()
    registered(row)
    assert refusal(drafts.remove_draft, row, by=None).code == "DRAFT_HAS_BEGUN"
    assert refusal(drafts.assign_seats, row, by=None).code == "DRAFT_HAS_BEGUN"


def test_pools_come_from_the_picks_of_a_pod() -> None:
    row = sealed(4, subtype="rochester")
    picks = {1: ["Rowlet", "Rowlet", ""], 2: [("Dartrix", "SUM", "10")], 9: ["Rowlet"], 3: []}
    made = pools.register_picks(row, 1, picks)
    assert [one.entry_id for one in made] == row.seats[0][:2]
    first, second = (queries.version_cards(one.counts) for one in made)
    assert [(one.quantity, one.where) for one in first] == [(2, "SUM 9"), (1, "")]
    assert (count_unnamed(first), second[0].where) == (1, "SUM 10")
    assert (state(row, 1), state(row, 2), state(row, 3)) == ("unnamed", "done", "missing")
    assert pools.register_picks(row, 1, picks) == made
    assert PoolVersion.objects.count() == 2


def test_picks_told_again_otherwise_are_a_new_version_and_names_by_the_player_stay() -> None:
    row = sealed(4, subtype="rochester")
    pools.register_picks(row, 1, {1: ["Rowlet", ""]})
    registered(row, text="1 Rowlet SUM 9\n1 Dartrix SUM 10")
    pools.register_picks(row, 1, {1: ["Rowlet", ""]})
    assert Pool.objects.get().counts.number == 2
    pools.register_picks(row, 1, {1: ["Rowlet", "Rowlet"]})
    assert Pool.objects.get().counts.number == 3


def test_picks_of_no_pod() -> None:
    row = sealed(4, subtype="rochester")
    assert refusal(pools.register_picks, row, 7, {}).code == "DRAFT_POD_UNKNOWN"
