"""Events of nine teams, played from creation to final standings (R-102, R-103): the odd team has the bye."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from pairings.models import Match, Round
from tests import build
from tests.browser.conftest import session
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TEAMS = "\n".join(
    ["Team,First A,Last A,ID A,First B,Last B,ID B"]
    + [f"Crew {number},Ana,Alvarez{number},,Luis,Benitez{number}," for number in range(1, 10)]
)


def plays_a_round(page: Page, at: str, number: int) -> None:
    page.goto(f"{at}/round")
    page.get_by_role("button", name=f"Pair round {number}").click()
    expect(page.get_by_role("columnheader", name="Team 1")).to_be_visible()
    page.get_by_role("button", name=f"Post round {number}").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"Round {number} desk")
    expect(page.locator("#entry-keys")).to_contain_text("Team 1 won")
    for table in range(1, 5):
        page.locator("[name=table]").first.fill(str(table))
        page.locator("[name=result]").first.fill("1")
        page.get_by_role("button", name="Save result").click()
        expect(page.locator("[name=table]").first).to_have_value("")
    page.get_by_role("link", name="Close and update standings").click()
    page.get_by_role("button", name="Close and update standings").click()
    expect(page.locator("main")).to_contain_text("was closed" if number < 4 else "rounds have been played")


@pytest.mark.parametrize(("kind", "rule"), [("team_battle", "clockwise"), ("two_on_two", "2 Active Pokémon")])
def test_nine_teams_play_to_the_final_standings(page: Page, live_server, kind: str, rule: str) -> None:
    page.context.add_cookies([session(build.user("marta"), live_server.url)])
    page.goto(f"{live_server.url}/new")
    page.locator(f"[name=kind][value={kind}]").check(force=True)
    page.get_by_label("Name", exact=True).fill("Pier Teams")
    page.get_by_label("Day and start").fill(f"{timezone.localdate()}T10:00")
    page.get_by_role("button", name="Create event").click()
    page.wait_for_url("**/e/pier-teams/team-entries")
    expect(page.locator(".toast").last).to_contain_text("Now add teams.")
    page.locator("#rules summary").click()
    expect(page.locator("#rules")).to_contain_text(rule)
    page.get_by_label("Or paste the rows").fill(TEAMS)
    page.get_by_role("button", name="Add these teams").click()
    expect(page.locator("main")).to_contain_text("9 teams")
    at = f"{live_server.url}/e/pier-teams"
    page.goto(f"{at}/door")
    page.get_by_role("link", name="Check in everyone").click()
    page.get_by_role("button", name="Check all of them in").click()
    for number in range(1, 5):
        plays_a_round(page, at, number)
    event = Tournament.objects.get()
    byes = Match.objects.filter(round__division__tournament=event, outcome="bye")
    assert len({match.left_id for match in byes}) == 4
    assert Round.objects.filter(division__tournament=event, state="closed").count() == 4
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{at}/standings")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Standings after round 4")
    for number in range(1, 10):
        expect(page.locator("main")).to_contain_text(f"A Ana Alvarez{number} · B Luis Benitez{number}")
