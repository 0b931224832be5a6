"""While picks are tapped, the pool fills from them; players cannot register, a judge can with a reason (R-051)."""

import pytest
from django.test import Client
from django.urls import reverse

from core.engine.refused import Refused
from decks.models import Draft, Pool
from decks.queries.pools import pools as queries
from decks.services import pools
from drafts.engine import Move
from drafts.queries.tracking import entries_still_picking
from drafts.services import tracking
from tests import build
from tests.drafts import tracked
from tests.drafts.pools import cards, seated
from tests.html import markup

pytestmark = pytest.mark.django_db
FILLED_IN = "Picks are tapped: the pool is filled in automatically"


@pytest.fixture
def row() -> Draft:
    """Create a draft of two players, with one pack of three cards each."""
    made = tracked.draft(players=2, packs_each=1, pack_size=3, boosters=("EVO",), pods=(2,))
    tracked.open_packs(made)
    return made


def play_out(row: Draft) -> None:
    while not tracked.now(row).over:
        if tracked.now(row).to_act and tracked.now(row).view(0).table is not None:
            tracked.everybody_takes(row)


def staff(row: Draft) -> Client:
    client = Client()
    client.force_login(build.organizer(row.division))
    return client


def url(row: Draft, *more: object) -> str:
    return reverse(
        "decks:pool" if more else "decks:pools", args=[row.division.tournament.slug, row.pk, *more]
    )


def sent(**more: str) -> dict[str, str]:
    return {"do": "save_anyway", "seen": "0", "other": "3 Potion", **more}


def test_the_staff_see_that_pools_fill_themselves(row: Draft) -> None:
    page = markup(staff(row).get(url(row)))
    assert FILLED_IN in page
    assert "Not registered" not in page
    tracked.everybody_takes(row)
    assert entries_still_picking(row) == {one.pk for one in (seated(row, 1), seated(row, 2))}
    play_out(row)
    assert entries_still_picking(row) == frozenset()
    page = markup(staff(row).get(url(row)))
    assert FILLED_IN not in page
    assert Pool.objects.count() == 2


def test_a_judge_enters_a_pool_by_hand_only_with_a_reason(row: Draft) -> None:
    client, opener = staff(row), seated(row)
    page = markup(client.get(url(row, opener.pk)))
    assert FILLED_IN in page
    assert 'name="other"' not in page
    page = markup(client.get(url(row, opener.pk), {"edit": "1"}))
    assert 'name="other"' in page
    refused = markup(client.post(url(row, opener.pk), sent()))
    assert "To change it by hand, write the reason." in refused
    assert not Pool.objects.exists()
    client.post(url(row, opener.pk), sent(note="Phones are dead, finished on paper"))
    assert Pool.objects.get().counts.note == "Phones are dead, finished on paper"
    assert queries.pool_rows(row)[0].state == "done"


def test_a_player_registers_nothing_before_the_end(row: Draft, client: Client) -> None:
    mine = reverse("decks:my_pool", args=[tracked.token(row)])
    page = markup(client.get(mine))
    assert "Picks are tracked, so the pool is filled in automatically. No registration is needed." in page
    assert 'name="other"' not in page
    assert "Picks are tracked" in markup(client.post(mine, sent(), follow=True))
    with pytest.raises(Refused, match="POOL_FILLS_ITSELF"):
        pools.register_pool(row, seated(row), cards(row, "3 Potion"), by=None)
    assert not Pool.objects.exists()
    play_out(row)
    assert "Picks are tracked" not in markup(client.get(mine))


def test_a_player_cannot_rewrite_the_pool_of_picks(row: Draft, client: Client) -> None:
    """R-051, R-058, R-098: otherwise a list of wrong cards would match a wrong pool."""
    play_out(row)
    mine = reverse("decks:my_pool", args=[tracked.token(row)])
    page = markup(client.get(mine, {"edit": "1"}))
    assert 'name="other"' not in page
    assert "Correct it" not in page
    assert "ask a judge to correct it" in page
    html = markup(client.post(mine, sent(seen="1"), follow=True))
    assert "This pool comes from your picks" in html
    assert Pool.objects.get(opened_by=seated(row)).counts.source == "tracked"
    judge, there = staff(row), url(row, seated(row).pk)
    assert "write the reason" in markup(judge.post(there, sent(seen="1")))
    judge.post(there, sent(seen="1", note="A card was tapped wrongly"))
    assert Pool.objects.get(opened_by=seated(row)).counts.note == "A card was tapped wrongly"
    with pytest.raises(Refused, match="POOL_VERIFIED"):
        pools.register_pool(row, seated(row), cards(row, "3 Potion"), by=None)


def test_a_player_names_only_the_cards_without_a_name(row: Draft) -> None:
    tracked.tap(row, Move("leave", 1, way="random"))
    tracking.play_random_pick_of_seat(row, 1, 1, key=tracked.key())
    tracked.take(row, 2, "x")
    play_out(row)
    names = [card.name for card in tracked.now(row).pools[1]]
    assert names[0] == ""
    for false in ("3 Potion", "1 Potion", f"1 {names[1]}\n1 {names[2]}\n2 Potion"):
        with pytest.raises(Refused, match="POOL_NAMES_ONLY"):
            pools.register_pool(row, seated(row), cards(row, false), by=None)
    given = cards(row, "\n".join(["1 Potion", *(f"1 {name}" for name in names[1:])]))
    assert pools.register_pool(row, seated(row), given, by=None).number == 2
    with pytest.raises(Refused, match="POOL_FROM_PICKS"):
        pools.register_pool(row, seated(row), cards(row, "3 Potion"), by=None)


def test_a_last_pick_undone_lets_the_picks_go_on(row: Draft) -> None:
    play_out(row)
    last = max(move.number for move in row.moves.filter(kind="pick"))
    tracked.tap(row, Move("undo_move", of=last), reason="Wrong card")
    assert [one.state for one in queries.pool_rows(row)] == ["picking", "picking"]


def test_on_paper_nothing_changes(django_assert_num_queries) -> None:
    row = tracked.draft(players=2, packs_each=1, pack_size=3, boosters=("EVO",), pods=(2,))
    row.way = Draft.Way.PAPER
    row.save()
    with django_assert_num_queries(0):
        assert entries_still_picking(row) == frozenset()
    assert pools.register_pool(row, seated(row), cards(row, "3 Potion"), by=None).number == 1
