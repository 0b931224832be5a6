"""The draft page when the time of a pick is over, and while pods are held."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from core.models import JournalEvent
from decks.models import Draft
from drafts.services import pick_time
from drafts.views.tablet import tablet_url
from tests.drafts import tracked
from tests.drafts.tracked import draft, everybody_takes, now, open_packs, take
from tests.drafts.views.test_tracking import phone, staff, text, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def booster() -> Draft:
    """A pod whose time for the first pick was over a minute ago; seat 1 has picked."""
    row = draft()
    row.pick_seconds, row.look_seconds = 5, 0
    row.save()
    open_packs(row)
    take(row, 1, "Hiddenmon")
    row.moves.update(at=timezone.now() - timedelta(minutes=1))
    return row


def sent(row: Draft, do: str, **more: object) -> dict[str, object]:
    return {"pod": 1, "do": do, "key": tracked.key(), "seen": "", **more}


def late_names(page: str) -> list[str]:
    return re.findall(r"from the top, of \d+\.", page)


def test_the_page_names_who_has_not_picked_to_the_staff_alone(booster: Draft, client: Client) -> None:
    judge = staff(booster)
    page = text(judge, url(booster, "draft"))
    assert "Time is over. Not picked yet:" in page
    assert len(late_names(page)) == 3
    for other in (text(client, url(booster, "draft")), text(client, phone(booster))):
        assert "Time is over. Not picked yet:" not in other
        assert not late_names(other)


def test_a_random_card_is_assigned_and_undone_from_the_message(booster: Draft) -> None:
    judge = staff(booster)
    answer = judge.post(url(booster, "draft_tap"), sent(booster, "assign", seat=2), follow=True)
    assert len(now(booster).pools[2]) == 1
    page = answer.content.decode()
    line = JournalEvent.objects.get(kind="DraftPickAssigned")
    assert "Random pick for" in page
    assert f"/undo/{line.pk}" in page
    judge.post(f"/e/{booster.division.tournament.slug}/floor/undo/{line.pk}")
    line.refresh_from_db()
    assert now(booster).pools[2] == ()


def test_the_player_is_asked_to_name_the_card(booster: Draft, client: Client) -> None:
    staff(booster).post(url(booster, "draft_tap"), sent(booster, "assign", seat=2))
    page = text(client, phone(booster, 2))
    assert "Time was over, so you got a card at random." in page
    assert "Name the card" in page


def test_more_time_needs_the_pick_that_the_page_showed(booster: Draft) -> None:
    judge = staff(booster)
    assert judge.post(url(booster, "draft_tap"), sent(booster, "wait", seen="9-9-9")).status_code == 409
    answer = judge.post(url(booster, "draft_tap"), sent(booster, "wait", seen="1-0-0"), follow=True)
    assert "15 more seconds for this pick." in answer.content.decode()
    assert judge.post(url(booster, "draft_tap"), sent(booster, "assign", seat=2)).status_code == 409


def test_players_and_strangers_decide_nothing(booster: Draft, client: Client) -> None:
    for do in ("assign", "wait", "pause"):
        assert client.post(url(booster, "draft_tap"), sent(booster, do, seat=2)).status_code == 302
    assert now(booster).pools[2] == ()


def test_no_page_names_a_secret_card_when_time_is_over(booster: Draft, client: Client) -> None:
    judge = staff(booster)
    judge.post(url(booster, "draft_tap"), sent(booster, "assign", seat=2))
    slug = booster.division.tournament.slug
    for where in (
        url(booster, "draft"),
        url(booster, "draft_log"),
        url(booster, "draft_screen"),
        tablet_url(booster, 1),
        phone(booster, 2),
        f"/e/{slug}/journal",
    ):
        assert "Hiddenmon" not in judge.get(where).content.decode()
    assert "got a card at random" in text(judge, url(booster, "draft_log"))


def test_one_tap_holds_all_pods_and_every_page_says_so(client: Client) -> None:
    row = draft(players=8, pods=(4, 4))
    open_packs(row, 1)
    open_packs(row, 2)
    judge = staff(row)
    answer = judge.post(url(row, "draft_tap"), sent(row, "pause", pod=0, view=2))
    assert answer["Location"].endswith("?pod=2")
    for where in (
        phone(row),
        f"/l/{tracked.token(row, 1, 2)}/draft",
        tablet_url(row, 1),
        url(row, "draft", "?pod=2"),
    ):
        assert "Paused by staff" in text(client, where)
    page = text(judge, url(row, "draft"))
    assert "Resume all pods" in page
    assert "Pause all pods" not in page
    judge.post(url(row, "draft_tap"), sent(row, "resume", pod=0, view=1))
    assert "Paused by staff" not in text(client, phone(row))


def test_a_hold_outlasts_the_pick_on_the_phones(client: Client) -> None:
    row = draft()
    open_packs(row)
    pick_time.set_timers_paused(row, 1, paused=True, by=None)
    everybody_takes(row)
    assert "Paused by staff" in text(client, phone(row))
