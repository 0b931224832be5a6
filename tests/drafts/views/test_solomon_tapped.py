"""R-094, S13: the pages of a tracked Solomon draft before the flip, between groups, and in a last group."""

import pytest
from django.test import Client
from django.urls import reverse

from decks.models import Draft
from tests import build
from tests.drafts.tracked import draft, now, open_packs, take, token
from tests.html import markup

pytestmark = pytest.mark.django_db
ORDER = "Order of these cards"


@pytest.fixture
def row() -> Draft:
    """Create a draft with six cards: a group of four and a last one of two."""
    return draft("solomon", 2, packs_each=1, pack_size=3)


def desk(row: Draft) -> str:
    client, event = Client(), row.division.tournament
    client.force_login(build.staff(event, "judge"))
    return markup(client.get(reverse("drafts:draft", args=[event.slug, row.pk]), {"pod": 1}))


def phone(row: Draft, seat: int) -> str:
    return markup(Client().get(reverse("drafts:my_draft", args=[token(row, seat)])))


def stand_ins(html: str) -> list[int]:
    """Return the seats that staff may tap for."""
    return [seat for seat in (1, 2) if f"pod=1&amp;seat={seat}" in html]


def test_before_the_flip_the_staff_may_tap_for_either_of_the_two(row: Draft) -> None:
    html = desk(row)
    assert stand_ins(html) == [1, 2]
    assert ORDER not in html
    open_packs(row)
    assert stand_ins(desk(row)) == list(now(row).to_act)


def test_between_two_groups_no_order_is_shown_and_the_last_one_says_how_it_goes_on(row: Draft) -> None:
    open_packs(row)
    assert ORDER in phone(row, 1)
    for turn in range(4):
        take(row, now(row).to_act[0], f"x{turn}")
    html = phone(row, now(row).to_act[0])
    assert "You turn the last cards over" in html
    assert ORDER not in html
    open_packs(row)
    for seat in (1, 2):
        assert "Fewer than four: the roles continue until none is left" in phone(row, seat)
