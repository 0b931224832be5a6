"""R-051, R-098: once a pod is over its picks are pools, which players can no longer change."""

import pytest
from django.test import Client

from decks.models import Draft, Pool
from drafts.engine import Move
from drafts.services import tracking
from tests.drafts import tracked
from tests.drafts.tracked import draft, everybody_takes, now, open_packs
from tests.drafts.views.test_tracking import phone, sent, staff, text, url
from tests.html import markup

pytestmark = pytest.mark.django_db


def test_the_pools_stand_once_the_last_card_is_taken(client: Client) -> None:
    row = draft(packs_each=1, pack_size=2)
    open_packs(row)
    everybody_takes(row, "a")
    assert not Pool.objects.exists()
    everybody_takes(row, "b")
    assert Pool.objects.filter(draft=row).count() == 4
    assert "Build your deck" in text(client, phone(row))


def test_a_card_of_the_pool_is_named_anew_by_a_judge_with_a_reason_alone(client: Client) -> None:
    """R-051, R-098: the pool is what was picked, whatever its player says later."""
    row = draft(packs_each=1, pack_size=1)
    open_packs(row)
    everybody_takes(row, "Card")
    card = now(row).pools[1][0].number
    assert f"change={card}" not in text(client, phone(row))
    assert "Not Card1, but which card?" not in text(client, phone(row) + f"?change={card}")
    answer = client.post(phone(row), sent("rename", card=card, name="Better"))
    assert answer.status_code == 409
    assert "ask a judge to correct it" in markup(answer)
    judge = staff(row)
    stand_in = url(row, "draft_stand_in", "?pod=1&seat=1")
    answer = judge.post(stand_in, sent("rename", card=card, name="Better"))
    assert "write the reason" in markup(answer)
    assert pool(row) == ["Card1"]
    tracked.tap(row, Move("rename", 0, card, names=("Better",)), reason="Seen at the table")
    assert pool(row) == ["Better"]


def test_a_card_without_a_name_gets_one_from_its_player(client: Client) -> None:
    row = draft(packs_each=1, pack_size=1)
    open_packs(row)
    tracked.tap(row, Move("leave", 1, way="random"))
    tracking.play_random_pick_of_seat(row, 1, 1, key=tracked.key())
    everybody_takes(row, "Card")
    card = now(row).pools[1][0].number
    assert f"change={card}" in text(client, phone(row))
    client.post(phone(row), sent("rename", card=card, name="Mew"))
    assert pool(row) == ["Mew"]


def pool(row: Draft) -> list[str]:
    found = Pool.objects.get(opened_by=row.seats[0][0])
    return [one["name"] for one in found.counts.cards]  # type: ignore[union-attr]
