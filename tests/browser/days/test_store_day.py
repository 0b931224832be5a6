"""A store's Challenge of 17 players and a late one, run by its organizer, who corrects the mistakes of such a day."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from tests import build
from tests.browser.conftest import session
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MASTERS = (
    "Abbott",
    "Becker",
    "Castro",
    "Duarte",
    "Eriksen",
    "Fontana",
    "Garrido",
    "Holm",
    "Ibsen",
    "Jansen",
    "Keller",
)
SENIORS, JUNIORS = ("Lombardi", "Moreau", "Novak"), ("Okafor", "Pereira")
ROSTER = [
    *((last, 1990 + n) for n, last in enumerate(MASTERS)),
    *((last, 2012) for last in SENIORS),
    *((last, 2016) for last in JUNIORS),
]
FORGOTTEN, LATE = "Quiroga", "Rossi"


def says(page: Page, *texts: str) -> None:
    for text in texts:
        expect(page.locator("main")).to_contain_text(text)


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_contain_text(text)


def go(page: Page, name: str) -> None:
    page.locator("nav.nav").get_by_role("link", name=name).click()


def makes_the_event(page: Page, home: str) -> Tournament:
    page.goto(f"{home}/new")
    form = page.locator("form", has=page.get_by_role("button", name="Create event"))
    form.get_by_label("Name", exact=True).fill("Pier Street Challenge")
    form.get_by_label("Day and start").fill(f"{timezone.localdate()}T10:00")
    form.get_by_role("button", name="Create event").click()
    page.wait_for_url("**/e/pier-street-challenge*/**")
    return Tournament.objects.get()


def pastes_the_roster(page: Page, at: str) -> None:
    page.goto(f"{at}/players/import")
    lines = "\n".join(f"{n}. Zoë {last} {born}" for n, (last, born) in enumerate(ROSTER, 1))
    page.get_by_label("Or paste the rows").fill(lines)
    page.get_by_role("button", name="Preview").click()
    says(page, "No column titles: every row is read as a player", *(last for last, _ in ROSTER))
    expect(page.locator(".figures li", has_text="new")).to_contain_text(str(len(ROSTER)))
    page.locator("main button.primary").last.click()
    expect(page.locator(".toast").last).to_contain_text(f"{len(ROSTER)} players")


def checks_everyone_in(page: Page, at: str) -> None:
    page.goto(f"{at}/door")
    page.get_by_role("link", name="Check in everyone").click()
    page.get_by_role("button", name="Check all of them in").click()
    says(page, f"{len(ROSTER)}")


def pairs_and_posts(page: Page, at: str) -> None:
    page.goto(f"{at}/round")
    says(page, "Grouped by the players checked in, as TOM does: Juniors: 2, Seniors: 3, Masters: 11.")
    page.get_by_role("button", name="Pair: All ages").click()
    heading(page, "Review round 1")
    page.get_by_role("button", name="Post round 1").click()
    heading(page, "Round 1 desk")


def adds(page: Page, at: str, last: str) -> None:
    page.goto(f"{at}/players/add")
    says(page, "The event has started")
    page.locator("[name=first_name]").fill("Zoë")
    page.locator("[name=last_name]").fill(last)
    page.locator("[name=birth_year]").fill("1999")
    page.locator("main form[method=post] button.primary").last.click()
    expect(page.locator(".toast").last).to_contain_text(f"Zoë {last}")


def unposts_and_re_pairs(page: Page, at: str) -> None:
    page.goto(f"{at}/round")
    page.get_by_role("link", name="Late entries, drops, re-pair").click()
    page.get_by_role("link", name="Unpost and re-pair").click()
    page.get_by_role("button", name="Unpost and re-pair").click()
    heading(page, "Review round 1")
    expect(page.locator(f"#unposted tr[data-name*='{FORGOTTEN}']")).to_have_count(1)
    for last, _born in ROSTER:
        expect(page.locator(f"#unposted tr[data-name*='{last}']")).to_have_count(1)
    page.get_by_role("button", name="Post round 1").click()
    heading(page, "Round 1 desk")


def takes_the_opponent_with_the_bye(page: Page, at: str) -> None:
    alone = Match.objects.get(outcome=Outcome.BYE).left
    adds(page, at, LATE)
    says(page, f"{alone} has no opponent in Round 1: Zoë {LATE} can still play this round.")
    page.get_by_role("button", name="Pair them now").click()
    expect(page.locator(".toast").last).to_contain_text(f"Zoë {LATE}")
    page.goto(f"{at}/round")
    row = page.locator("#desk .match", has_text=LATE)
    expect(row).to_contain_text(str(alone))
    expect(page.locator("#desk .match")).to_have_count(9)


def reports(round_: Round, leave: int = 0) -> None:
    """Enter the results of all tables except the first `leave`."""
    for match in round_.matches.filter(outcome="pending").order_by("table")[leave:]:
        results.enter_result(match, MatchResult(Outcome.LEFT), by=None)


def opens_result(page: Page) -> None:
    """Open the sheet of the result on the page of a table, unless it stands open."""
    if page.locator("#result-sheet:not([open])").count():
        page.locator("#result-sheet > summary").click()


def drops_the_no_show(page: Page, at: str, round_: Round) -> str:
    """Player 2 of the first table never came: the result says so, and the desk offers to drop them."""
    match = round_.matches.get(outcome="pending")
    gone = str(match.right)
    page.goto(f"{at}/round/{round_.division_id}/{round_.number}/match/{match.pk}")
    opens_result(page)
    page.locator("main label.choice", has_text=f"{match.left}").first.click()
    page.locator("summary", has_text="How it ended").click()
    page.locator("#id_reason").select_option("no_show")
    page.get_by_role("button", name="Save result").click()
    expect(page.locator(".toast").last).to_contain_text(f"{match.left}")
    page.goto(f"{at}/round")
    says(page, "All 9 results are in", "No-shows still in the event")
    page.get_by_role("link", name="Drop 1 no-show").click()
    says(page, "1 no-show is still in the event.", gone)
    page.get_by_role("button", name="Drop the selected players").click()
    expect(page.locator(".toast").last).to_contain_text(f"1 player dropped: {gone}.")
    return gone


def closes(page: Page, number: int) -> None:
    page.get_by_role("link", name="Close and update standings").click()
    page.locator("main form.ask button.primary").click()
    says(page, f"Round {number} was closed at")


def pairs_the_next(page: Page, gone: str) -> None:
    page.get_by_role("button", name="Pair round 2").click()
    heading(page, "Review round 2")
    expect(page.locator(f"#unposted tr[data-name*='{LATE}']")).to_have_count(1)
    expect(page.locator("#unposted")).not_to_contain_text(gone)
    page.get_by_role("button", name="Post round 2").click()
    heading(page, "Round 2 desk")


def corrects_round_one(page: Page, wrong: Match) -> None:
    """While round 2 is in play, the winner's opponent says that it was the other way round."""
    page.get_by_role("navigation", name="Rounds").get_by_role("link", name="Round 1").click()
    heading(page, "Round 1")
    row = page.locator(".match", has_text=str(wrong.right))
    row.get_by_role("link").first.click()
    says(page, "This round is closed.")
    opens_result(page)
    page.locator("main label.choice", has_text=f"{wrong.right}").first.click()
    page.get_by_label("Reason for the change").fill("The slip was read the wrong way around")
    page.get_by_role("button", name="Correct the result").click()
    expect(page.locator(".toast").last).to_contain_text(f"{wrong.right}")
    wrong.refresh_from_db()
    assert wrong.outcome == Outcome.RIGHT


def reads_the_standings(page: Page, at: str, gone: str) -> None:
    page.goto(f"{at}/standings")
    heading(page, "Standings after round 2")
    shown = page.locator("main table")
    for division, names in ((None, (*MASTERS, FORGOTTEN, LATE)), ("Seniors", SENIORS), ("Juniors", JUNIORS)):
        if division:
            page.locator("main").get_by_role("link", name=division).first.click()
        for last in names:
            expect(shown).to_contain_text(f"Zoë {last}")
        expect(shown.locator("tbody tr")).to_have_count(len(names))
        for row in shown.locator("tr", has_text=gone).all():
            expect(row).to_contain_text("dropped")


def test_a_store_puts_right_what_went_wrong(page: Page, live_server) -> None:
    page.context.add_cookies([session(build.user("marta", first_name="Marta"), live_server.url)])
    event = makes_the_event(page, live_server.url)
    at = f"{live_server.url}/e/{event.slug}"
    pastes_the_roster(page, at)
    checks_everyone_in(page, at)
    pairs_and_posts(page, at)
    adds(page, at, FORGOTTEN)
    unposts_and_re_pairs(page, at)
    takes_the_opponent_with_the_bye(page, at)
    first = Round.objects.get()
    reports(first, leave=1)
    gone = drops_the_no_show(page, at, first)
    closes(page, 1)
    pairs_the_next(page, gone)
    wrong = first.matches.filter(outcome=Outcome.LEFT).order_by("table")[1]
    corrects_round_one(page, wrong)
    reports(Round.objects.get(number=2))
    page.goto(f"{at}/round")
    closes(page, 2)
    reads_the_standings(page, at, gone)
