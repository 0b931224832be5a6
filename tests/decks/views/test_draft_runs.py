"""The pages that lead a draft on paper, and the wall."""

import pytest
from django.test import Client
from django.urls import reverse

from decks.models import Draft, DraftMark
from tests import build
from tests.decks.drafts import draft
from tests.pairings import build as play

pytestmark = pytest.mark.django_db


def url(row: Draft, name: str = "draft", query: str = "") -> str:
    return reverse(f"decks:{name}", args=[row.division.tournament.slug, row.pk]) + query


@pytest.fixture
def rochester() -> Draft:
    return draft(play.division(8, play_style="limited", published=True), "rochester")


@pytest.fixture
def judge(rochester: Draft) -> Client:
    client = Client()
    client.force_login(build.staff(rochester.division.tournament, "judge"))
    return client


def test_a_judge_leads_and_everybody_follows(rochester: Draft, judge: Client) -> None:
    assert "Take your seats" in judge.get(url(rochester)).content.decode()
    for step in range(3):
        judge.post(url(rochester, "draft_step"), {"pod": 1, "step": step, "kind": "next"})
    for page in (Client().get(url(rochester)), Client().get(url(rochester, "draft_screen"))):
        text = page.content.decode()
        assert "picks" in text
        assert "Opening 1 of 8, pick 2 of 6" in text
    assert "One step back" not in Client().get(url(rochester)).content.decode()


def test_a_second_tap_on_the_same_step_is_told(rochester: Draft, judge: Client) -> None:
    tap = {"pod": 1, "step": 0, "kind": "next"}
    judge.post(url(rochester, "draft_step"), tap)
    answer = judge.post(url(rochester, "draft_step"), tap)
    assert answer.status_code == 409
    assert "Somebody else moved this draft on." in answer.content.decode()
    assert DraftMark.objects.count() == 1


def test_a_page_that_shows_how_it_stands_gets_no_answer_to_swap(rochester: Draft, judge: Client) -> None:
    for name in ("draft", "draft_screen"):
        assert Client().get(url(rochester, name, "?seen=0")).status_code == 204
    judge.post(url(rochester, "draft_step"), {"pod": 1, "step": 0, "kind": "next"})
    assert Client().get(url(rochester, "draft", "?seen=0")).status_code == 200


def test_a_pause_stands_on_every_screen(rochester: Draft, judge: Client) -> None:
    judge.post(url(rochester, "draft_step"), {"pod": 1, "step": 0, "kind": "next"})
    judge.post(url(rochester, "draft_step"), {"pod": 1, "step": 1, "kind": "paused"})
    assert "data-stands" in Client().get(url(rochester, "draft_screen")).content.decode()
    assert "Go on" in judge.get(url(rochester)).content.decode()


@pytest.mark.parametrize("given", [{}, {"pod": "x", "step": "-1"}, {"pod": "9" * 30, "kind": "next"}])
def test_odd_taps_are_told_and_change_nothing(rochester: Draft, judge: Client, given: dict[str, str]) -> None:
    assert judge.post(url(rochester, "draft_step"), given).status_code == 409
    assert not DraftMark.objects.exists()


def test_the_end_leads_to_the_lists() -> None:
    row = draft(play.division(4, play_style="limited", published=True), "sealed")
    client = Client()
    client.force_login(build.staff(row.division.tournament, "judge"))
    for step in range(4):
        client.post(url(row, "draft_step"), {"pod": 0, "step": step, "kind": "next"})
        if step == 1:
            led = client.get(url(row)).content.decode()
            assert "Register your pool" in led
            assert url(row, "pools") in led
            assert url(row, "pool_sheets") in led
    text = client.get(url(row)).content.decode()
    assert reverse("decks:lists", args=[row.division.tournament.slug]) in text
    assert 'value="next"' not in text


def test_before_the_seats_the_page_says_so() -> None:
    row = draft(play.division(8, play_style="limited", published=True), seats=False)
    for name in ("draft", "draft_screen"):
        assert "Seats are not drawn yet" in Client().get(url(row, name)).content.decode()
