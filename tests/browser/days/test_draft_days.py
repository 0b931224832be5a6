"""A Booster Draft in pods of 6 and 5 and a Rochester Draft of 8, directed on paper from plan to final standings."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from decks.models import Draft
from decks.services import lists
from pairings.engine.outcomes import Outcome
from pairings.models import Round
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from tests import build
from tests.browser.conftest import PATIENCE, PHONE, session
from tests.drafts.clock import pass_time
from tests.drafts.pools import list_of
from tournaments.models import Division, User

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

DECK = "4 Tropius PBL 1\n4 Grubbin PBL 2\n4 Fomantis PBL 3\n4 Poltchageist PBL 5\n4 Heatran PBL 7\n20 Grass Energy"
UNUSED = "10 Lurantis ex PBL 4\n10 Sinistcha PBL 6"
LOOK_AT = os.environ.get("STADIUM_SHOTS", "")
"""A folder for screenshots of each step, to look at."""


class Director:
    """The phone of the organizer, whose presses are counted."""

    def __init__(self, page: Page, at: str) -> None:
        self.page, self.at, self.presses = page, at, 0

    def goes_to(self, path: str) -> None:
        self.page.goto(f"{self.at}/{path}")

    def presses_button(self, name: str | re.Pattern[str]) -> None:
        self.page.get_by_role("button", name=name).first.click()
        self.presses += 1

    def follows(self, name: str | re.Pattern[str]) -> None:
        self.page.get_by_role("link", name=name).first.click()
        self.presses += 1

    def sees(self, *texts: str | re.Pattern[str]) -> None:
        for text in texts:
            expect(self.page.locator("main")).to_contain_text(text)

    def looks(self, name: str) -> None:
        if LOOK_AT:
            self.page.screenshot(path=Path(LOOK_AT) / f"draft-{name}.png", full_page=True)


@pytest.fixture
def desk(browser: Browser, live_server) -> Iterator[Page]:  # type: ignore[no-untyped-def]
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    context.add_cookies([session(build.user("marta", first_name="Marta"), live_server.url)])
    yield context.new_page()
    context.close()


def created(players: int, name: str) -> Division:
    marta = User.objects.get(username="marta")
    home = build.division(players, by=marta, play_style="limited", published=True, name=name)
    lists.collect_lists(home.tournament, by=marta, energy_supplied=True)
    return home


def plans(director: Director, subtype: str, players: int) -> None:
    """Fill in the plan and set it up: two presses, and one on the kind of draft."""
    director.goes_to("drafts")
    form = director.page.locator("form", has=director.page.get_by_role("button", name="Make the plan"))
    kind = form.locator(f"[name=subtype][value={subtype}]")
    if kind.count():
        kind.check(force=True)
    else:
        form.locator("[name=subtype]").select_option(subtype)
    director.presses += 1
    form.locator("[name=players]").fill(str(players))
    form.locator("[name=packs_each]").fill("4")
    form.locator("[name=pack_size]").fill("10")
    form.locator("[name=expansion]").fill("PBL")
    director.presses_button("Make the plan")
    director.looks(f"{subtype}-plan")


def begins_with_the_clock(director: Director) -> None:
    director.follows("Run the draft")
    director.follows("Start, with the clock")
    director.sees("Start the draft?")
    director.looks("begin")
    director.page.locator("form", has=director.page.locator("[name=sure]")).get_by_role("button").click()
    director.presses += 1
    director.sees(re.compile("The clock calls"))


def drafts_by_the_clock(director: Director, draft: Draft, seconds: int) -> None:
    director.looks("running")
    pass_time(draft, seconds)
    director.page.reload()
    director.looks("drafted")


def builds_and_plays(director: Director, home: Division, draft: Draft, rounds: int, tables: int) -> None:
    """Let everyone build and hand in, then play to the final standings, with quickly entered results."""
    page = director.page
    while "Build your deck" not in page.locator("#now").inner_text():
        before = page.locator("#now").inner_text()
        director.presses_button(re.compile("^(Next|Continue without these pools)$"))
        expect(page.locator("main")).to_be_visible()
        if page.get_by_role("button", name="Continue without these pools").count():
            director.presses_button("Continue without these pools")
        expect(page.locator("#now")).not_to_have_text(before)
    director.looks("building")
    for entry in home.entries.order_by("pk"):
        lists.submit_list(list_of(entry), text=DECK, unused=UNUSED, supplied=20)
    assert all(entry.deck_list.counts.legal for entry in home.entries.select_related("deck_list__counts"))
    pass_time(draft, 3600)
    page.reload()
    director.presses_button(re.compile("^Next$"))
    expect(page.locator("#now")).to_contain_text("Hand in")
    for number in range(1, rounds + 1):
        plays_a_round(director, number, tables)
    director.goes_to("standings")
    expect(page.locator("main table tbody tr")).to_have_count(home.entries.count())
    director.looks("standings")
    director.sees(f"Standings after round {rounds}")


def plays_a_round(director: Director, number: int, tables: int) -> None:
    page = director.page
    director.goes_to("round")
    director.presses_button(re.compile(rf"^Pair round {number}|^Pair: All ages"))
    director.follows(re.compile(rf"^Post round {number}"))
    director.presses_button(re.compile(rf"^Post round {number}"))
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"Round {number} desk")
    round_ = Round.objects.get(number=number)
    assert round_.matches.count() == tables
    for match in round_.matches.filter(outcome="pending"):
        results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    director.goes_to("round")
    page.get_by_role("link", name="Close and update standings").click()
    page.locator("main form.ask button.primary").click()
    director.sees(re.compile(f"Round {number} was closed|rounds have been played"))


def test_a_booster_draft_of_11_in_pods_of_6_and_5_takes_at_most_ten_presses_r092(
    desk: Page, live_server
) -> None:  # type: ignore[no-untyped-def]
    home = created(11, "Harbor Booster")
    director = Director(desk, f"{live_server.url}/e/{home.tournament.slug}")
    plans(director, "booster", 11)
    director.follows(re.compile(r"Pods of 6 \+ 5"))
    director.presses_button("Set up this draft")
    director.sees("The draft is set up.")
    director.presses_button("Assign the seats")
    director.sees("Seats assigned.")
    draft = Draft.objects.get()
    assert [len(pod) for pod in draft.seats] == [6, 5]
    begins_with_the_clock(director)
    drafts_by_the_clock(director, draft, 6000)
    assert director.presses <= 10, director.presses
    builds_and_plays(director, home, draft, rounds=4, tables=6)


def test_a_rochester_draft_of_8_takes_at_most_twelve_presses_a_pod_r093(desk: Page, live_server) -> None:  # type: ignore[no-untyped-def]
    home = created(8, "Harbor Rochester")
    director = Director(desk, f"{live_server.url}/e/{home.tournament.slug}")
    plans(director, "rochester", 8)
    director.presses_button("Set up this draft")
    director.sees("The draft is set up.")
    director.presses_button("Assign the seats")
    director.sees("Seats assigned.")
    draft = Draft.objects.get()
    assert [len(pod) for pod in draft.seats] == [8]
    begins_with_the_clock(director)
    drafts_by_the_clock(director, draft, 12000)
    assert director.presses <= 12, director.presses
    builds_and_plays(director, home, draft, rounds=3, tables=4)
