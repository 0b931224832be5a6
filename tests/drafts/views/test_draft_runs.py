"""The pages that guide a draft on paper, and the wall."""

import pytest
from django.test import Client
from django.urls import reverse

from decks.models import Draft
from drafts.models import DraftMark
from tests import build
from tests.addresses import full_name
from tests.drafts.drafts import draft
from tests.html import markup

pytestmark = pytest.mark.django_db


def url(row: Draft, name: str = "draft", query: str = "") -> str:
    return reverse(full_name(name), args=[row.division.tournament.slug, row.pk]) + query


@pytest.fixture
def rochester() -> Draft:
    return draft(build.division(8, play_style="limited", published=True), "rochester")


@pytest.fixture
def judge(rochester: Draft) -> Client:
    client = Client()
    client.force_login(build.staff(rochester.division.tournament, "scorekeeper"))
    return client


def test_a_judge_leads_and_everybody_follows(rochester: Draft, judge: Client) -> None:
    assert "Take your seats" in markup(judge.get(url(rochester)))
    for step in range(3):
        judge.post(url(rochester, "draft_step"), {"pod": 1, "step": step, "kind": "next"})
    for page in (Client().get(url(rochester)), Client().get(url(rochester, "draft_screen"))):
        text = markup(page)
        assert "picks" in text
        assert "Opening 1 of 8, pick 2 of 6" in text
    assert "One step back" not in markup(Client().get(url(rochester)))


def test_a_second_tap_on_the_same_step_is_told(rochester: Draft, judge: Client) -> None:
    tap = {"pod": 1, "step": 0, "kind": "next"}
    judge.post(url(rochester, "draft_step"), tap)
    answer = judge.post(url(rochester, "draft_step"), tap)
    assert answer.status_code == 409
    assert "Another judge has advanced this draft." in markup(answer)
    assert DraftMark.objects.count() == 1


def test_a_page_that_shows_how_it_stands_gets_no_answer_to_swap(rochester: Draft, judge: Client) -> None:
    for name in ("draft", "draft_screen"):
        assert Client().get(url(rochester, name, "?seen=0")).status_code == 204
    judge.post(url(rochester, "draft_step"), {"pod": 1, "step": 0, "kind": "next"})
    assert Client().get(url(rochester, "draft", "?seen=0")).status_code == 200


def test_a_pause_stands_on_every_screen(rochester: Draft, judge: Client) -> None:
    judge.post(url(rochester, "draft_step"), {"pod": 1, "step": 0, "kind": "next"})
    judge.post(url(rochester, "draft_step"), {"pod": 1, "step": 1, "kind": "paused"})
    assert "data-stands" in markup(Client().get(url(rochester, "draft_screen")))
    assert "Resume" in markup(judge.get(url(rochester)))


@pytest.mark.parametrize("given", [{}, {"pod": "x", "step": "-1"}, {"pod": "9" * 30, "kind": "next"}])
def test_odd_taps_are_told_and_change_nothing(rochester: Draft, judge: Client, given: dict[str, str]) -> None:
    assert judge.post(url(rochester, "draft_step"), given).status_code == 409
    assert not DraftMark.objects.exists()


def test_the_end_leads_to_the_lists() -> None:
    row = draft(build.division(4, play_style="limited", published=True), "sealed")
    client = Client()
    client.force_login(build.staff(row.division.tournament, "scorekeeper"))
    for step in range(4):
        client.post(url(row, "draft_step"), {"pod": 0, "step": step, "kind": "next", "sure": "1"})
        if step == 1:
            led = markup(client.get(url(row)))
            assert "Register your pool" in led
            assert url(row, "pools") in led
            assert url(row, "pool_sheets") in led
    text = markup(client.get(url(row)))
    assert reverse("decks:lists", args=[row.division.tournament.slug]) in text
    assert 'value="next"' not in text


def test_before_the_seats_the_page_says_so() -> None:
    row = draft(build.division(8, play_style="limited", published=True), seats=False)
    for name in ("draft", "draft_screen"):
        assert "Seats are not assigned yet" in markup(Client().get(url(row, name)))


def at_step(step: int) -> tuple[Draft, Client]:
    """Create a sealed event of four with the browser of its leader; step 2 registers pools, 3 builds decks."""
    row = draft(build.division(4, play_style="limited", published=True), "sealed")
    client = Client()
    client.force_login(build.staff(row.division.tournament, "scorekeeper"))
    for at in range(step):
        client.post(url(row, "draft_step"), {"pod": 0, "step": at, "kind": "next", "sure": "1"})
    client.get(url(row))
    return row, client


@pytest.mark.parametrize(
    ("step", "title", "words", "sentence"),
    [
        (
            2,
            "Pools are missing",
            "0 of 4 pools are registered and checked. Missing:",
            "Registration is over.",
        ),
        (3, "Deck building is not over", "of building time left", "Deck building is over."),
    ],
)
def test_what_would_be_left_behind_is_asked_and_its_end_undone(
    step: int, title: str, words: str, sentence: str
) -> None:
    row, client = at_step(step)
    tap = {"pod": "0", "step": str(step), "kind": "next"}
    asking = client.post(url(row, "draft_step"), tap, follow=True)
    page = markup(asking)
    assert title in page
    assert words in page
    assert 'name="sure"' in page
    assert DraftMark.objects.count() == step
    assert title not in markup(Client().get(url(row, query="?ask=next")))
    done = client.post(url(row, "draft_step"), tap | {"sure": "1"}, follow=True)
    (message,) = done.context["messages"]
    assert str(message) == sentence
    undone = client.post(str(message.extra_tags).removeprefix("undo="), follow=True)
    assert "Undone. The draft is back at this step" in markup(undone)
    assert undone.context["track"].step_at == step
    assert title not in markup(client.get(url(row, query=f"?ask={'end' * 9}")))


def test_the_button_that_ends_a_building_clock_asks_too() -> None:
    row, client = at_step(3)
    tap = {"do": "end", "pod": "0", "view": "0"}
    page = markup(client.post(url(row, "draft_build"), tap, follow=True))
    assert "Deck building is not over: everyone" in page
    assert not row.build_marks.exists()
    client.post(url(row, "draft_build"), tap | {"sure": "1"})
    assert row.build_marks.get().kind == "end"


def test_a_phone_that_stores_its_taps_is_told_what_came_of_them() -> None:
    row, client = at_step(2)
    tap = {"pod": "0", "step": "2", "kind": "next"}
    stored = {"X-Unsent": "1"}
    asking = client.post(url(row, "draft_step"), tap, headers=stored)
    assert (asking.status_code, asking.json()["to"]) == (409, url(row, query="?pod=0&ask=next"))
    assert "0 of 4 pools" in asking.json()["refused"]
    for _twice in range(2):
        taken = client.post(url(row, "draft_step"), tap | {"sure": "1"}, headers=stored)
        assert taken.json() == {"to": url(row, query="?pod=0")}
    assert DraftMark.objects.count() == 3
