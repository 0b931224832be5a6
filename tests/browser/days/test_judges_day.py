"""The head judge and a judge on a day of three divisions: each role sees its pending work until there is none."""

import re
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from checks.services import deck_checks
from floor.services import calls
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.services.reports import result_reports, results
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests import build
from tests.browser.conftest import LAPTOP, PATIENCE, PHONE, session, watch
from tests.browser.floor.test_table_story import three_at_once  # noqa: F401
from tests.pairings import build as pairings_build
from tests.pairings.views import pages
from tournaments.models import Tournament, User
from tournaments.services import personal_links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AGES = {"masters": 1990, "senior": 2012, "junior": 2017}

Opens = Callable[[User | None, dict[str, int]], Page]
Address = Callable[[str], str]
"""The URL of a page of the event, by its name."""


@pytest.fixture
def event() -> Tournament:
    made = build.event(
        name="Harbour Cup",
        kind="league_cup",
        divisions=tuple(AGES),
        edition="2026",
        round_minutes=50,
        published=True,
    )
    for year in AGES.values():
        build.add_players(made, 4, birth_years=(year,))
    for division in made.divisions.order_by("pk"):
        rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    return made


@pytest.fixture
def opens(browser: Browser, live_server, event: Tournament) -> Iterator[Opens]:
    """Open a browser window for a staff member, or for a player if no one signs in."""
    wrong: list[str] = []
    contexts = []

    def window(who: User | None, size: dict[str, int]) -> Page:
        context = browser.new_context(viewport=size, reduced_motion="reduce")
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        if who is not None:
            context.add_cookies([session(who, live_server.url)])
        page = context.new_page()
        watch(page, live_server.url, wrong)
        return page

    yield window
    for context in contexts:
        context.close()
    assert wrong == []


def round_of(event: Tournament, age: str) -> Round:
    return Round.objects.select_related("division__tournament").get(
        division__tournament=event, division__age_division=age
    )


def table(event: Tournament, age: str, place: int) -> Match:
    """Return one of the two tables of a division."""
    return pairings_build.open_matches(round_of(event, age))[place]


def waits(page: Page, number: int) -> None:
    """Return the number beside the queue in the navigation."""
    link = page.locator("nav a", has_text="Calls and queue").first
    if number:
        expect(link.locator(".count")).to_have_text(str(number))
    else:
        expect(link.locator(".count")).to_have_count(0)


def entry(page: Page, label: str) -> Locator:
    return page.locator("article.call", has_text=label)


def test_nothing_waits_unseen_on_a_day_of_three_divisions(
    opens: Opens, live_server, event: Tournament
) -> None:
    home = live_server.url
    rosa, theo, iris = (
        build.staff(event, role, name)
        for role, name in (("head_judge", "rosa"), ("judge", "theo"), ("scorekeeper", "iris"))
    )
    head, judge, desk = opens(rosa, LAPTOP), opens(theo, LAPTOP), opens(iris, LAPTOP)
    player = opens(None, PHONE)
    at = partial(_address, home, event)
    dispute_is_claimed_and_decided(at, home, head, judge, player, table(event, "senior", 0))
    call_ends_with_its_extension(at, home, head, judge, player, table(event, "junior", 0))
    last = table(event, "masters", 1)
    for match in (table(event, "masters", 0), table(event, "senior", 0)):
        results.enter_result(match, MatchResult(Outcome.LEFT), by=iris)
    game_loss_waits_for_the_head_judge(at, home, head, judge, last)
    closing_names_the_penalty(home, desk, last)
    head_judge_confirms(at, head, judge)
    closing_ends_the_calls(at, home, desk, judge, last)
    last_step_is_of_the_division(home, head, event)


def _address(url: str, event: Tournament, name: str) -> str:
    return url + pages.event(event.divisions.all()[0], name)


def dispute_is_claimed_and_decided(
    at: Address, home: str, head: Page, judge: Page, player: Page, match: Match
) -> None:
    """A dispute of the Seniors: both judges see it; one claims it, which the other judge and the player see."""
    label = "The players reported different results"
    for page in (head, judge):
        page.goto(at("calls"))
        expect(page.get_by_text("Nothing is waiting")).to_be_visible()
        waits(page, 0)
    result_reports.submit_report(match, match.left, ResultReport(MatchResult(Outcome.LEFT)))
    result_reports.submit_report(match, match.right, ResultReport(MatchResult(Outcome.RIGHT)))
    mine = f"{home}/my/{personal_links.ensure_link(match.left).token}"
    player.goto(mine)
    expect(player.locator("main")).to_contain_text("Your results don’t match. A judge has been notified.")
    for page in (head, judge):
        page.goto(at("calls"))
        waits(page, 1)
        expect(entry(page, label)).to_contain_text(f"{match.left} – {match.right}")
    with judge.expect_navigation():
        entry(judge, label).get_by_role("button", name="I’m going").click()
    expect(judge.get_by_text(f"You are going to table {match.table}.")).to_be_visible()
    assert judge.url == home + pages.match(match)
    for page in (head, judge):
        page.goto(at("calls"))
        waits(page, 0)
        expect(page.get_by_role("heading", name="In progress")).to_be_visible()
        expect(entry(page, label)).to_contain_text("theo")
        expect(entry(page, label).get_by_role("button", name="I’m going")).to_have_count(0)
    player.goto(mine)
    expect(player.locator("main")).to_contain_text("Your results don’t match. A judge is on the way.")
    entry(judge, label).get_by_role("link", name="Decide").click()
    with judge.expect_navigation():
        judge.get_by_role("button", name=f"{match.right} is right").click()
    expect(judge.get_by_text(f"Table {match.table} decided")).to_be_visible()
    head.goto(at("calls"))
    expect(head.get_by_text("Nothing is waiting")).to_be_visible()
    expect(entry(head, label)).to_have_count(0)
    player.goto(mine)
    expect(player.locator("main")).not_to_contain_text("on the way")


def call_ends_with_its_extension(
    at: Address, home: str, head: Page, judge: Page, player: Page, match: Match
) -> None:
    """A call of the Juniors: open, on the way, at the table, done; each window follows."""
    calls.raise_hand(match, entry=match.left)
    mine = f"{home}/my/{personal_links.ensure_link(match.left).token}"
    player.goto(mine)
    expect(player.locator("main")).to_contain_text("A judge has been notified.")
    for page in (head, judge):
        page.goto(at("calls"))
        waits(page, 1)
    with judge.expect_navigation():
        judge.get_by_role("button", name="I’m going").click()
    expect(judge.get_by_text("You are on the way")).to_be_visible()
    head.goto(at("calls"))
    waits(head, 0)
    expect(head.get_by_text("theo is on the way")).to_be_visible()
    player.goto(mine)
    expect(player.locator("main")).to_contain_text("A judge is on the way.")
    judge.get_by_role("button", name="At the table").click()
    judge.locator("summary", has_text="Other minutes, or a reason").click()
    judge.get_by_label("Minutes of time extension").fill("4")
    expect(judge.get_by_role("button", name="Done: +4 min, close the call")).to_be_visible()
    head.goto(at("calls"))
    expect(head.get_by_text("theo is there")).to_be_visible()
    player.goto(mine)
    expect(player.locator("main")).to_contain_text("A judge is at your table.")
    judge.get_by_role("button", name="Done: +4 min, close the call").click()
    expect(judge.get_by_text("+4 minutes").first).to_be_attached()
    for page in (head, judge):
        page.goto(at("calls"))
        waits(page, 0)
        expect(page.get_by_text("Nothing is waiting")).to_be_visible()
        expect(page.get_by_text("on the way")).to_have_count(0)
        expect(page.locator("article.call")).to_have_count(0)
    player.goto(mine)
    expect(player.locator("main")).not_to_contain_text("A judge is")
    expect(player.get_by_text("Call a judge").first).to_be_visible()


def game_loss_waits_for_the_head_judge(at: Address, home: str, head: Page, judge: Page, match: Match) -> None:
    """A penalty of the Masters, at a table still in play: it does not count yet, and only users who may confirm it
    see it.
    """
    judge.goto(home + pages.match(match))
    judge.locator("summary", has_text="Penalty").click()
    judge.get_by_role("link", name=re.compile(f"{re.escape(str(match.right))}.*Add a penalty")).click()
    judge.get_by_label("Infraction").select_option("late")
    judge.locator("#id_level").select_option("game_loss")
    judge.get_by_label("What happened").fill("Seven minutes late")
    judge.get_by_role("button", name="Issue the penalty").click()
    expect(judge.locator("main")).to_contain_text("It counts once the head judge confirms it.")
    judge.goto(at("calls"))
    waits(judge, 0)
    expect(entry(judge, "Penalty to confirm")).to_have_count(0)
    head.goto(at("calls"))
    waits(head, 1)
    expect(entry(head, "Penalty to confirm")).to_contain_text("Game Loss")
    expect(entry(head, "Penalty to confirm")).to_contain_text(str(match.right))


def closing_names_the_penalty(home: str, desk: Page, match: Match) -> None:
    """The scorekeeper has the last result of the Masters, but may not close the round while the penalty is open."""
    results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    desk.goto(home + pages.desk(match.round.division))
    desk.get_by_role("link", name="Close and update standings").first.click()
    expect(desk.locator("main")).to_contain_text("1 thing is still open:")
    expect(desk.locator("main")).to_contain_text(
        f"Table {match.table}: a penalty for {match.right} still has to be confirmed."
    )
    expect(desk.locator("main")).to_contain_text(
        "The head judge or the organizer must confirm or withdraw it"
    )
    expect(desk.locator("main").get_by_role("button", name="Close and update standings")).to_have_count(0)


def head_judge_confirms(at: Address, head: Page, judge: Page) -> None:
    entry(head, "Penalty to confirm").get_by_role("link", name="Open the penalty").click()
    expect(head.locator("main")).to_contain_text("Seven minutes late")
    head.get_by_role("button", name="Confirm as head judge").click()
    expect(head.get_by_text("Confirmed: Game Loss for")).to_be_visible()
    expect(head.locator("main li", has_text="Confirmed")).to_contain_text("rosa")
    head.goto(at("calls"))
    waits(head, 0)
    judge.goto(at("penalties"))
    expect(judge.locator("main")).not_to_contain_text("waiting for the head judge")


def closing_ends_the_calls(at: Address, home: str, desk: Page, judge: Page, match: Match) -> None:
    """An unanswered call is named, and closed with its round."""
    calls.raise_hand(match, entry=match.left)
    judge.goto(at("calls"))
    waits(judge, 1)
    desk.reload()
    expect(desk.locator("main")).to_contain_text(
        f"Table {match.table}: a judge call ({match.left}). It ends with the round."
    )
    expect(desk.locator("main")).not_to_contain_text("still has to be confirmed")
    desk.get_by_role("button", name="Close and update standings").click()
    expect(desk.get_by_text("Round 1 is closed and ranked.")).to_be_visible()
    judge.goto(at("calls"))
    waits(judge, 0)
    expect(judge.get_by_text("Nothing is waiting")).to_be_visible()
    judge.goto(at("journal"))
    ended = f"Round 1: calls ended with the round, tables {match.table} ({match.left})"
    expect(judge.locator("main")).to_contain_text(ended)


def last_step_is_of_the_division(home: str, head: Page, event: Tournament) -> None:
    """Masters: their closing; Juniors: the last selected deck check; Seniors: neither, but their newest two, in
    turn.
    """
    masters, seniors, juniors = (round_of(event, age).division for age in AGES)
    last = seniors.rounds.get().matches.order_by("table").last()
    picked = table(event, "junior", 1).left
    deck_checks.pick_requested_deck(picked, why="Marked sleeves", by=User.objects.get(username="theo"))
    steps = head.locator("#fold-changes .pad")
    head.goto(home + pages.desk(masters))
    expect(steps).to_contain_text(
        "Round 1 is open again and its standings are removed. No results are lost. (iris)"
    )
    head.goto(home + pages.desk(juniors))
    expect(steps).to_contain_text(f"These decks are removed from the list: {picked}. (theo)")
    head.goto(home + pages.desk(seniors))
    expect(steps).to_contain_text(f"Table {last.table}, {last.left} against {last.right}, goes back to:")
    expect(steps).to_contain_text("(iris)")
    with head.expect_navigation():
        steps.get_by_role("button", name="Undo last step").click()
    expect(head.get_by_text(f"Undone: Round 1, table {last.table}: {last.left} beats").first).to_be_visible()
    expect(steps).to_contain_text("is in dispute again. (theo)")
    assert round_of(event, "masters").state == Round.State.CLOSED
    assert list(round_of(event, "senior").matches.filter(outcome="pending")) == [last]
