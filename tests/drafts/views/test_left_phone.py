"""The phone of a player who may no longer play for their seat, or who takes the last card of a pack."""

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from decks.models import Draft
from drafts.engine import Move
from drafts.queries.tracking import tracked_pod
from drafts.services.coin import settle_coin_by_staff
from tests import build
from tests.drafts import tracked
from tests.drafts.tracked import draft, everybody_takes, now, open_packs, token
from tests.html import markup

pytestmark = pytest.mark.django_db


@pytest.fixture
def booster() -> Draft:
    row = draft(pack_size=3)
    open_packs(row)
    return row


def phone(row: Draft, seat: int = 1) -> str:
    return reverse("drafts:my_draft", args=[token(row, seat)])


def text(client: Client, row: Draft, seat: int = 1) -> str:
    return markup(client.get(phone(row, seat)))


@pytest.mark.parametrize(
    ("way", "sentence"),
    [("random", "A staff member picks for you at random"), ("skip", "The draft continues without you")],
)
def test_who_left_is_asked_for_nothing(client: Client, booster: Draft, way: str, sentence: str) -> None:
    tracked.tap(booster, Move("leave", 1, way=way))  # type: ignore[arg-type]
    page = text(client, booster)
    assert sentence in page
    for question in ("Which card is it?", "Pick now", "The pack goes", "Still picking"):
        assert question not in page
    assert "Which card is it?" in text(client, booster, 2)


def test_the_lot_alone_picks_for_who_left(client: Client, booster: Draft) -> None:
    tracked.tap(booster, Move("leave", 1, way="random"))
    answer = client.post(phone(booster), {"do": "pick", "key": tracked.key(), "name": "Pikachu", "have": 0})
    assert answer.status_code == 409
    assert "only a staff member opens packs and picks for it" in markup(answer)
    assert not now(booster).pools[1]


def test_the_staff_see_the_lot_and_no_choice(client: Client, booster: Draft) -> None:
    tracked.tap(booster, Move("leave", 1, way="random"))
    client.force_login(build.staff(booster.division.tournament, "judge"))
    page = client.get(reverse("drafts:draft", args=[booster.division.tournament.slug, booster.pk])).content
    assert page.count(b"Pick at random for") == 1
    assert page.count(b"Tap for them") == 3
    page = markup(client.get(stand_in(booster)))
    assert "Random pick" in page
    assert "Which card is it?" not in page
    client.post(tapping(booster), {"do": "random", "pod": 1, "seat": 1, "key": tracked.key(), "name": "Mew"})
    assert [card.name for card in now(booster).pools[1]] == ["Mew"]


@pytest.mark.parametrize(("subtype", "players"), [("rochester", 4), ("solomon", 2)])
def test_the_staff_open_and_pick_for_a_seat_that_picks_at_random(
    client: Client, subtype: str, players: int
) -> None:
    """R-093, R-094: no one else may open packs, so the draft would be stuck."""
    row = draft(subtype, players, packs_each=2, pack_size=4)
    seat = now(row).to_act[0]
    tracked.tap(row, Move("leave", seat, way="random"))
    assert client.post(phone(row, seat), {"do": "open", "key": tracked.key()}).status_code == 409
    client.force_login(build.staff(row.division.tournament, "judge"))
    home = row.division.tournament
    assert "Open for " in markup(client.get(reverse("drafts:draft", args=[home.slug, row.pk])))
    log = reverse("drafts:draft_log", args=[home.slug, row.pk])
    assert "Open for " in markup(client.get(log))
    if subtype == "solomon":
        with transaction.atomic():
            settle_coin_by_staff(tracked_pod(row, 1), seat, by=None)
    page = markup(client.get(stand_in(row, seat)))
    assert 'value="open"' in page
    client.post(stand_in(row, seat), {"do": "open", "seat": seat, "key": tracked.key()})
    assert now(row).state.table
    assert now(row).to_act == (seat,)
    page = markup(client.get(stand_in(row, seat)))
    assert "Name the cards on the table" in page
    assert "Take an unnamed card" not in page
    assert 'value="random"' not in page, "a name told later would move the random number"
    names = ", ".join(f"Card {card.number}" for card in now(row).state.table)
    client.post(stand_in(row, seat), {"do": "name", "name": names, "key": tracked.key()})
    page = markup(client.get(stand_in(row, seat)))
    assert 'value="random"' in page
    assert 'name="card"' not in page, "the cards are not chosen"
    client.post(tapping(row), {"do": "random", "pod": 1, "seat": seat, "key": tracked.key()})
    assert len(now(row).pools[seat]) == 1
    assert now(row).to_act != (seat,)


def test_who_won_the_flip_is_tapped_for_either_of_the_two(client: Client) -> None:
    row = draft("solomon", 2, packs_each=1, pack_size=4)
    client.force_login(build.staff(row.division.tournament, "judge"))
    other = 3 - now(row).to_act[0]
    client.post(stand_in(row, now(row).to_act[0]), {"do": "open", "seat": other, "key": tracked.key()})
    assert now(row).to_act == (other,)


def stand_in(row: Draft, seat: int = 1) -> str:
    return (
        reverse("drafts:draft_stand_in", args=[row.division.tournament.slug, row.pk]) + f"?pod=1&seat={seat}"
    )


def tapping(row: Draft) -> str:
    return reverse("drafts:draft_tap", args=[row.division.tournament.slug, row.pk])


def test_the_last_card_of_a_pack_goes_nowhere(client: Client, booster: Draft) -> None:
    assert "The pack goes" in text(client, booster)
    everybody_takes(booster)
    everybody_takes(booster)
    page = text(client, booster)
    assert "Take the last card" in page
    assert "The pack goes" not in page


def test_my_table_asks_for_no_pool_while_picks_are_tapped(client: Client, booster: Draft) -> None:
    page = markup(client.get(reverse("floor:my", args=[token(booster)])))
    assert "my picks" in page
    assert "Not registered" not in page
