"""The phone of a player whose seat is not theirs to play any more, or whose pack ends with them."""

import pytest
from django.test import Client
from django.urls import reverse

from decks.engine.draft import Move
from decks.models import Draft
from tests import build
from tests.decks import tracked
from tests.decks.tracked import draft, everybody_takes, now, open_packs, token

pytestmark = pytest.mark.django_db


@pytest.fixture
def booster() -> Draft:
    row = draft(pack_size=3)
    open_packs(row)
    return row


def phone(row: Draft, seat: int = 1) -> str:
    return reverse("decks:my_draft", args=[token(row, seat)])


def text(client: Client, row: Draft, seat: int = 1) -> str:
    return client.get(phone(row, seat)).content.decode()


@pytest.mark.parametrize(
    ("way", "said"), [("lot", "The staff pick for you by lot"), ("skip", "The draft goes on without you")]
)
def test_who_left_is_asked_for_nothing(client: Client, booster: Draft, way: str, said: str) -> None:
    tracked.tap(booster, Move("leave", 1, way=way))  # type: ignore[arg-type]
    page = text(client, booster)
    assert said in page
    for asked in ("Which card is it?", "Pick now", "The pack goes", "Who still picks"):
        assert asked not in page
    assert "Which card is it?" in text(client, booster, 2)


def test_the_lot_alone_picks_for_who_left(client: Client, booster: Draft) -> None:
    tracked.tap(booster, Move("leave", 1, way="lot"))
    answer = client.post(phone(booster), {"do": "pick", "key": tracked.key(), "name": "Pikachu", "have": 0})
    assert answer.status_code == 409
    assert "The lot picks for seat 1." in answer.content.decode()
    assert not now(booster).pools[1]


def test_the_staff_see_the_lot_and_no_choice(client: Client, booster: Draft) -> None:
    tracked.tap(booster, Move("leave", 1, way="lot"))
    client.force_login(build.staff(booster.division.tournament, "judge"))
    page = client.get(reverse("decks:draft", args=[booster.division.tournament.slug, booster.pk])).content
    assert page.count(b"Pick by lot") == 1
    assert page.count(b"Tap for them") == 3


def test_the_last_card_of_a_pack_goes_nowhere(client: Client, booster: Draft) -> None:
    assert "The pack goes" in text(client, booster)
    everybody_takes(booster)
    everybody_takes(booster)
    page = text(client, booster)
    assert "Take the last card" in page
    assert "The pack goes" not in page


def test_my_table_asks_for_no_pool_while_picks_are_tapped(client: Client, booster: Draft) -> None:
    page = client.get(reverse("pairings:my", args=[token(booster)])).content.decode()
    assert "my picks" in page
    assert "Not registered" not in page
