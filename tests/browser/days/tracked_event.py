"""The pages that a director uses in an event with a tracked draft, from the plan to the final standings."""

import os
import re
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from django.utils import timezone
from playwright.sync_api import Page, expect

from decks.models import Draft
from decks.queries.drafts import pod_and_seat
from decks.services import lists
from drafts.queries import tracking
from drafts.queries.tracking import TrackedPod
from pairings.engine.outcomes import Outcome
from pairings.models import Round
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from tests import build
from tests.browser.conftest import LAPTOP
from tests.browser.draft.test_draft_story import NAMES, known_set
from tests.drafts.pools import list_of
from tournaments.models import Entry, Tournament

PLAYERS = 8
SWISS_ROUNDS = 3
LOOK_AT = os.environ.get("STADIUM_SHOTS", "")
"""A folder for screenshots of each step, to look at."""

Opens = Callable[..., Page]


def picture(page: Page, name: str) -> None:
    if LOOK_AT:
        page.screenshot(path=Path(LOOK_AT) / f"tracked-{name}.png", full_page=True)


def event_of(subtype: str) -> Tournament:
    """An event whose players are checked in and whose lists are collected."""
    known_set()
    home = build.division(PLAYERS, play_style="limited", published=True, name=f"{subtype} night")
    tomorrow = timezone.now() + timedelta(days=1)
    lists.collect_lists(home.tournament, by=None, energy_supplied=True, deadline=tomorrow)
    return home.tournament


def director_of(opens: Opens, event: Tournament) -> Page:
    home = event.divisions.get()
    return opens(f"/e/{event.slug}/drafts", build.organizer(home), LAPTOP)


def toast(page: Page, text: str) -> None:
    expect(page.locator(".toast").last).to_contain_text(text)


def sets_up(page: Page, subtype: str, **fields: str) -> None:
    """Plan a tracked draft on the page of drafts, and save the plan."""
    plan = page.locator("form[method=get]", has=page.get_by_role("button", name="Make the plan"))
    folded = page.locator("summary", has_text="Plan again, or a redraft")
    if folded.count():
        folded.click()
    plan.locator("[name=subtype]").select_option(subtype)
    plan.locator("[name=way][value=tracked]").check()
    plan.locator("summary").first.click()
    for name, value in {"players": str(PLAYERS), "expansion": "TST", **fields}.items():
        plan.locator(f"[name={name}]").fill(value)
    plan.get_by_role("button", name="Make the plan").click()
    page.get_by_role("button", name="Set up this draft").click()
    toast(page, "The draft is set up.")


def announces(page: Page) -> None:
    """Announce every notice that has a button."""
    while (buttons := page.get_by_role("button", name=re.compile("^Announce"))).count():
        left = buttons.count()
        buttons.first.click()
        expect(page.get_by_role("button", name=re.compile("^Announce"))).to_have_count(left - 1)


def assigns_seats(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Assign the seats")).click()
    toast(page, "Seats assigned")


def pod_of(draft: Draft, pod: int = 1) -> TrackedPod:
    return tracking.tracked_pod(draft, pod)


def waits_for(holds: Callable[[], bool], what: str) -> None:
    for _again in range(600):
        if holds():
            return
        time.sleep(0.1)
    raise AssertionError(what)


def taps(draft: Draft, page: Page, seat: int, name: str, pod: int = 1) -> None:
    """The player taps a card of the checklist; wait until the server has it."""
    before = len(pod_of(draft, pod).game.pools[seat])
    expect(page.get_by_text("Which card is it?")).to_be_visible()
    page.get_by_label("Name or number").fill(name[:4].lower())
    page.locator("#checklist").get_by_role("button", name=re.compile(name)).click()
    waits_for(lambda: len(pod_of(draft, pod).game.pools[seat]) > before, f"seat {seat} picks {name}")


def picks_of(draft: Draft, entry: int) -> list[str]:
    pod, seat = pod_and_seat(draft, entry)
    return [card.name for card in pod_of(draft, pod).game.pools[seat]]


def hands_in(draft: Draft, seat: int, pod: int = 1) -> None:
    """Hand in a deck of all cards that the player drafted so far, and basic Energy."""
    entry = draft.seats[pod - 1][seat - 1]
    names = [name for row in Draft.objects.order_by("number") for name in picks_of(row, entry)]
    row = list_of(Entry.objects.get(pk=entry))
    lines = [f"{names.count(name)} {name} TST {NAMES.index(name) + 1}" for name in dict.fromkeys(names)]
    lists.submit_list(row, text="\n".join([*lines, f"{40 - len(names)} Grass Energy"]))
    row.refresh_from_db()
    # The invented set is in no format; nothing else may be wrong.
    assert row.counts is not None
    assert {problem["code"] for problem in row.counts.problems} <= {"CARD_NOT_IN_FORMAT"}


def ends_building(page: Page, event: Tournament, draft: Draft) -> None:
    """Deck building began with the last pick and has minutes left; everyone has handed in a list."""
    page.goto(page.url.partition("/e/")[0] + f"/e/{event.slug}/drafts/{draft.pk}")
    over = page.get_by_role("button", name="Building is over")
    if not over.is_visible():
        page.locator("summary", has_text="Start, add minutes, pause, end").click()
    over.click()
    expect(page.locator("main")).to_contain_text("Deck building is not over: everyone")
    page.get_by_role("button", name="End deck building now").click()
    toast(page, "Deck building is over")


def plays_a_round(page: Page, event: Tournament, number: int, tables: int) -> None:
    """Pair and post on the pages; enter the results at the desk; close on the page."""
    at = page.url.partition("/e/")[0] + f"/e/{event.slug}"
    page.goto(f"{at}/round")
    page.get_by_role("button", name=re.compile(rf"^Pair round {number}|^Pair: All ages")).click()
    picture(page, f"{event.slug}-round-{number}")
    page.get_by_role("link", name=f"Post round {number}").click()
    expect(page.locator("main form.ask")).to_be_visible()
    reason = page.locator("main form.ask [name=lists_reason]")
    if reason.count():
        reason.fill("The invented set is in no format")
    page.locator("main form.ask button.primary").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"Round {number} desk")
    round_ = Round.objects.get(number=number)
    assert round_.matches.count() == tables
    for match in round_.matches.filter(outcome="pending"):
        results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    page.goto(f"{at}/round")
    page.get_by_role("link", name="Close and update standings").click()
    page.locator("main form.ask button.primary").click()
    expect(page.locator("main")).to_contain_text(f"Round {number} was closed at")


def reads_standings(page: Page, event: Tournament) -> None:
    page.goto(page.url.partition("/e/")[0] + f"/e/{event.slug}/standings")
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"Standings after round {SWISS_ROUNDS}")
    for match in Round.objects.get(number=SWISS_ROUNDS).matches.select_related("left__player"):
        expect(page.locator("main table")).to_contain_text(match.left.player.last_name)
