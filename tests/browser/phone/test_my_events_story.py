"""Everything a family has on one phone: two children at one event, and a waiting list that moves up at night."""

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from decks.services import lists
from pairings.models import Match
from pairings.services.rounds import attendance, rounds
from registration.models import Registration
from registration.services import registering, seating
from tests import build
from tests.browser.conftest import PATIENCE, session, watch
from tests.registration import signing_up as up
from tournaments.models import AccountLink, Entry, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Phones = Callable[[], tuple[BrowserContext, Page]]
SMALL = {"width": 360, "height": 640}


@pytest.fixture
def phones(browser: Browser, live_server) -> Iterator[Phones]:
    """Open phones, which are tapped; no script may fail, and no page may be wider than the screen."""
    wrong: list[str] = []
    contexts = []

    def phone() -> tuple[BrowserContext, Page]:
        context = browser.new_context(viewport=SMALL, has_touch=True, is_mobile=True, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        watch(page, live_server.url, wrong)
        return context, page

    yield phone
    for context in contexts:
        context.close()
    assert wrong == []


def next_week(places: int | None = None, **fields: object) -> Tournament:
    event = up.event(places, **fields)
    Tournament.objects.filter(pk=event.pk).update(
        name="Lantern Cup", starts_at=timezone.now() + timedelta(days=7)
    )
    return Tournament.objects.get(pk=event.pk)


def register_child(page: Page, home: str, event: Tournament, first_name: str) -> None:
    """Find the event from the home page, and register a child."""
    page.goto(home)
    page.get_by_role("link", name="Lantern Cup").last.tap()
    page.locator(f'a[href="{reverse("registration:register", args=[event.slug])}"]').first.tap()
    page.locator("[name=first_name]").fill(first_name)
    page.locator("[name=last_name]").fill("Silva")
    page.locator("[name=birth_year]").fill("2015")
    page.locator("[name=email]").fill("rita@example.org")
    page.locator("[name=guardian_name]").fill("Rita Silva")
    page.locator("[name=guardian_consents]").check()
    page.locator("main form button").last.tap()
    expect(page.locator("main")).to_contain_text("You have a seat")


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_mother_with_two_children(phones, live_server):
    event = next_week(questions=["birth_year", "guardian"])
    lists.collect_lists(event, by=None)
    home = live_server.url
    context, page = phones()
    for child in ("Ana", "Bruno"):
        register_child(page, home, event, child)

    # The home page begins with both, and says what to hand in.
    page.goto(home)
    card = page.locator("section.my-next")
    expect(card.locator(".ticket")).to_have_count(2)
    expect(card).to_contain_text("Ana Silva")
    expect(card).to_contain_text("Bruno Silva")
    assert fits(page)
    card.get_by_role("link", name="Hand in the deck list").first.tap()
    page.wait_for_url("**/l/**")
    page.goto(home)

    # The header leads to all of them; a match is played, and both tables are there at once.
    page.locator(f'.board a[href="{reverse("floor:my_events")}"]').tap()
    expect(page.get_by_role("heading", name="My events", level=1)).to_be_visible()
    build.add_players(event, 2, birth_years=(1990,))
    division = event.divisions.get()
    for entry in event.entries.all():
        attendance.check_in_player(entry, by=None)
    rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None, lists_reason="Lists on paper")
    page.reload()
    for child in ("Ana", "Bruno"):
        match = Match.objects.get(seats__entry__first_name=child)
        ticket = page.locator(".ticket", has_text=f"{child} Silva")
        expect(ticket.locator(".ticket-number b")).to_have_text(str(match.table))
        expect(ticket).to_contain_text("Round 1")
    assert fits(page)
    page.locator(".ticket", has_text="Bruno Silva").tap()
    page.wait_for_url("**/my/**")
    expect(page.get_by_role("navigation", name="Players on this phone")).to_contain_text("Ana Silva")

    # With her account she has them on her other phone.
    mother = build.user("rita")
    context.add_cookies([session(mother, home)])
    page.goto(home + reverse("floor:my_events"))
    page.get_by_role("button", name="Keep these with my account").tap()
    expect(page.locator(".toasts")).to_contain_text("2 players are in your account now")
    assert AccountLink.objects.filter(user=mother).count() == 2
    other_context, other = phones()
    other_context.add_cookies([session(mother, home)])
    other.goto(home)
    expect(other.locator("section.my-next .ticket")).to_have_count(2)

    # One child is forgotten on this phone; the account still has both.
    page.locator("#stored").tap()
    row = page.locator("#fold-stored li", has_text="Ana Silva")
    row.get_by_role("link", name="Forget on this phone").tap()
    expect(page.locator("main")).to_contain_text("Your account keeps them.")
    page.get_by_role("button", name="Forget on this phone").tap()
    expect(page.locator(".toasts")).to_contain_text("Forgotten on this phone: Ana Silva.")
    expect(page.locator(".ticket")).to_have_count(2)
    context.clear_cookies(name="sessionid")
    page.goto(home + reverse("floor:my_events"))
    expect(page.locator(".ticket")).to_have_count(1)
    expect(page.locator(".ticket")).to_contain_text("Bruno Silva")


def test_the_waiting_list_moves_up_at_night(phones, live_server):
    """The seat of one who cancels is offered to the first who waits, then to the next, and no one is asked twice."""
    event = next_week(1, accept_hours=8)
    home, now = live_server.url, timezone.now()
    seated, first, second = up.registered(event, 3)
    pages = []
    for row in (first, second):
        _context, page = phones()
        page.goto(home + reverse("registration:mine", args=[row.token]))
        expect(page.locator("main")).to_contain_text("You are on the waiting list")
        pages.append(page)
    early, late = pages

    # Nine hours ago, in the evening, a seat became free; the first has eight hours to accept it, and sleeps.
    evening = now - timedelta(hours=9)
    registering.cancel_registration(seated, by=None, now=evening)
    assert Registration.objects.get(pk=first.pk).state == "offered"
    late.goto(home + reverse("floor:my_events"))
    expect(late.locator(".ticket")).to_contain_text("On the waiting list, number 1")
    # The scheduler's tick, an hour ago.
    seating.update_all_waiting_lists(now=now - timedelta(hours=1) + timedelta(minutes=1))

    late.goto(home)
    late.get_by_role("link", name="Accept the seat").tap()
    expect(late.locator("main")).to_contain_text("A seat is free for you")
    late.get_by_role("button", name="Accept").tap()
    expect(late.locator("main")).to_contain_text("You have a seat")
    late.goto(home + reverse("floor:my_events"))
    expect(late.locator(".ticket")).to_contain_text("On the list of players")

    early.goto(home + reverse("floor:my_events"))
    expect(early.locator(".ticket")).to_contain_text("The time to accept the seat is over")
    seating.update_all_waiting_lists(now=timezone.now())
    assert Registration.objects.get(pk=first.pk).state == "expired"
    assert list(Entry.objects.filter(tournament=event, dropped_in=None)) == [
        Registration.objects.get(pk=second.pk).entry
    ]
    for page in pages:
        assert fits(page)
