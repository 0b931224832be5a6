"""A League Challenge from the first click to the printed standings, in a real browser on a laptop."""

import re
from io import BytesIO

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from tests import build
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLAYERS = (
    ("Zoë", "Ångström"),
    ("Łukasz", "Nowak"),
    ("Maya", "Okonkwo"),
    ("José", "García"),
    ("Ana", "Silva"),
    ("Søren", "Jensen"),
    ("Émile", "Lefèvre"),
    ("Ida", "Dvořák"),
    ("Noah", "Smith"),
)


def sign_in(page: Page, home: str, name: str) -> None:
    page.goto(f"{home}/account/login/")
    page.get_by_label("Username or email").fill(name)
    page.get_by_label("Password").fill("secret")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hello")


def create_event(page: Page) -> Tournament:
    form = page.locator("form", has=page.get_by_role("button", name="Create event"))
    form.get_by_label("Name", exact=True).fill("Pier Street Challenge")
    form.get_by_label("Day and start").fill("2026-11-21T10:00")
    form.get_by_role("button", name="Create event").click()
    page.wait_for_url("**/e/pier-street-challenge*/**")
    return Tournament.objects.get()


def add_players(page: Page, home: str, event: Tournament) -> None:
    for number, (first, last) in enumerate(PLAYERS):
        page.goto(f"{home}/e/{event.slug}/players/add")
        page.locator("[name=first_name]").fill(first)
        page.locator("[name=last_name]").fill(last)
        page.locator("[name=birth_year]").fill("1990")
        page.locator("[name=player_id]").fill(str(4_000_000 + number))
        page.locator("main form[method=post] button.primary").last.click()
        expect(page.locator("main")).not_to_contain_text("a correction")


def enter_results(page: Page, count: int) -> None:
    """Only the number pad: table, Enter, result, Enter; the left player wins, except for a tie at the last table."""
    page.get_by_label("Table", exact=True).focus()
    for table in range(1, count + 1):
        page.keyboard.type(str(table))
        page.keyboard.press("Enter")
        page.keyboard.type("0" if table == count else "1")
        expect(page.locator("[data-readback]")).to_contain_text("Enter saves it")
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="results are in")).to_be_visible()


def test_a_league_challenge(page: Page, live_server):
    home = live_server.url
    build.user("marta", first_name="Marta")
    sign_in(page, home, "marta")
    event = create_event(page)
    add_players(page, home, event)
    assert event.entries.count() == len(PLAYERS)

    page.goto(f"{home}/e/{event.slug}/door")
    page.get_by_role("link", name="Check in everyone").click()
    page.get_by_role("button", name="Check all of them in").click()
    masters = event.divisions.get(age_division="masters")
    assert masters.entries.filter(checked_in_at__isnull=False).count() == len(PLAYERS)

    page.goto(f"{home}/e/{event.slug}/round?division={masters.pk}")
    page.get_by_role("button", name="Pair round 1").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Review round 1")
    page.get_by_role("button", name="Post round 1").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Round 1 desk")
    assert Round.objects.get().state == Round.State.POSTED

    enter_results(page, 4)
    assert list(Match.objects.order_by("position").values_list("outcome", flat=True)) == [
        Outcome.LEFT,
        Outcome.LEFT,
        Outcome.LEFT,
        Outcome.TIE,
        Outcome.BYE,
    ]
    page.get_by_role("link", name="Close and update standings").click()
    page.locator("main form.ask button.primary").click()
    expect(page.locator("main")).to_contain_text("Pair round 2")
    assert Round.objects.get().state == Round.State.CLOSED

    page.goto(f"{home}/e/{event.slug}/standings")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Standings after round 1")
    expect(page.locator("main table")).to_contain_text("Ångström")
    page.goto(f"{home}/e/{event.slug}/print?division={masters.pk}")
    with page.expect_response(re.compile(r"/print/stored/\d+\.pdf$")) as printed:
        page.locator('button[value="standings"]').click()
    saved = BytesIO(page.request.get(printed.value.url).body())
    text = PdfReader(saved).pages[0].extract_text()
    assert all(last in text for _, last in PLAYERS)
