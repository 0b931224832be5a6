"""Two phones and a judge's tablet at one table: time is called, three turns, Prizes, result, dispute, decision."""

import os
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.backends.signals import connection_created
from playwright.sync_api import Browser, Page, expect

from pairings.models import Dispute, Match, Report
from pairings.services.rounds import rounds
from tests import build
from tests.browser.conftest import PATIENCE, PHONE, session, watch
from tests.browser.reports import report
from tests.pairings import build as pairings_build
from tournaments.services import personal_links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TABLET = {"width": 820, "height": 1180}
LOOK_AT = os.environ.get("STADIUM_SHOTS", "")
"""A folder for screenshots of each step, to look at."""

Opens = Callable[[str, dict[str, int]], Page]


def _patient(connection: Any, **_more: object) -> None:
    """In-memory SQLite refuses to read a table while another device writes it; files and PostgreSQL wait."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA read_uncommitted = 1")


@pytest.fixture(autouse=True)
def three_at_once(transactional_db) -> Iterator[None]:
    """Three devices send requests at the same moment."""
    _patient(connection)
    connection_created.connect(_patient)
    yield
    connection_created.disconnect(_patient)


@pytest.fixture
def opens(browser: Browser, live_server) -> Iterator[Opens]:
    """Open a device of one person, which is tapped and not clicked."""
    wrong: list[str] = []
    contexts = []

    def device(path: str, size: dict[str, int]) -> Page:
        context = browser.new_context(viewport=size, has_touch=True, is_mobile=True, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        watch(page, live_server.url, wrong)
        if path:
            page.goto(live_server.url + path)
        return page

    yield device
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture
def match() -> Match:
    """Create a match of a top cut, three minutes after its time."""
    home = pairings_build.division(
        4, structure="elimination", cut_best_of=3, cut_round_minutes=75, edition="2026", published=True
    )
    round_ = rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    round_.posted_at -= timedelta(minutes=78)
    round_.save(update_fields=["posted_at"])
    return pairings_build.open_matches(round_)[0]


def picture(page: Page, name: str) -> None:
    if LOOK_AT:
        page.screenshot(path=Path(LOOK_AT) / f"{name}.png", full_page=True)


def tap(page: Page, label: str) -> None:
    page.locator("#record .dock-main button:visible", has_text=label).first.tap()


def question(page: Page, text: str) -> None:
    expect(page.locator("#record h2", has_text=text)).to_be_visible()


def test_time_is_called_at_a_table_of_the_top_cut(opens: Opens, live_server, match: Match) -> None:
    ours, theirs = (
        opens(f"/my/{personal_links.ensure_link(entry).token}", PHONE) for entry in (match.left, match.right)
    )
    judge = opens("", TABLET)
    hana = build.staff(match.round.division.tournament, "judge", "hana")
    judge.context.add_cookies([session(hana, live_server.url)])
    slug, round_ = match.round.division.tournament.slug, match.round
    table = f"{live_server.url}/e/{slug}/round/{round_.division_id}/{round_.number}/match/{match.pk}"
    judge.goto(table)

    # Time: one phone says where the match was, and the other one shows it without any action.
    expect(ours.locator(".extra-turns")).to_contain_text("Which game are you playing?")
    picture(ours, "1-phone-where")
    ours.locator(".extra-turns button", has_text="Game 1").tap()
    for page in (ours, theirs):
        expect(page.locator(".extra-turns")).to_contain_text("The current turn is over")
        page.locator("#games > summary").tap()
    question(theirs, "When was time called?")
    tap(theirs, f"In {match.left}’s turn")
    question(ours, "Play on")
    picture(ours, "2-phone-turns")

    # Three turns, tapped by both players and the judge; the last one twice.
    ours.locator("#record .tile").nth(0).tap()
    expect(ours.locator("#record .tile[aria-pressed=true]")).to_have_count(1)
    expect(theirs.locator("#record .tile[aria-pressed=true]")).to_have_count(1)
    theirs.locator("#record .tile").nth(1).tap()
    expect(judge.locator("#record .tile[aria-pressed=true]")).to_have_count(2)
    expect(ours.locator("#record .tile[aria-pressed=true]")).to_have_count(2)
    judge.locator("#record .tile").nth(2).tap()
    ours.locator("#record .tile").nth(2).tap()
    question(judge, "Was a player late, or away without permission?")
    question(ours, "Was a player late, or away without permission?")
    expect(ours.locator("#record")).to_contain_text("A judge answers this.")
    assert match.marks.filter(kind="turns", facts__count="3").exists()

    # Only a judge answers that; then Prizes are asked for, which the phones may enter.
    picture(judge, "3-tablet-late")
    tap(judge, "No")
    question(ours, f"How many Prize cards does {match.left}")
    picture(ours, "4-phone-prizes")
    tap(ours, "2")
    question(theirs, f"How many Prize cards does {match.right}")
    tap(theirs, "3")
    expect(theirs.locator("#record .verdict")).to_contain_text(f"{match.left} wins")
    expect(ours.locator("#record .verdict")).to_contain_text("wins")
    picture(ours, "5-phone-verdict")

    # One player reports the result given by the rules; the other one does not agree.
    with ours.expect_navigation():
        ours.locator(".extra-turns button", has_text="Report:").tap()
    theirs.goto(f"{live_server.url}/my/{personal_links.ensure_link(match.right).token}")
    picture(theirs, "6-phone-asked")
    theirs.locator("summary", has_text="No, it ended differently").tap()
    with theirs.expect_navigation():
        report(theirs, "I won")
    assert Dispute.objects.filter(match=match, settled_at=None).count() == 1
    picture(theirs, "7-phone-dispute")

    # The judge sees the dispute, goes to the table, and confirms the result given by the rules.
    judge.goto(f"{live_server.url}/e/{slug}/disputes")
    expect(judge.locator("main")).to_contain_text(str(match.right))
    picture(judge, "8-tablet-disputes")
    judge.goto(table)
    picture(judge, "9-tablet-decision")
    judge.locator("button", has_text="Confirm:").tap()
    expect(judge.locator("main")).to_contain_text("Result saved")
    match.refresh_from_db()
    assert match.outcome == "left"
    assert Report.objects.filter(match=match, source="judge", note="M-064").exists()
    assert not Dispute.objects.filter(match=match, settled_at=None).exists()
    picture(judge, "10-tablet-done")
    ours.goto(f"{live_server.url}/my/{personal_links.ensure_link(match.left).token}")
    expect(ours.locator("main")).to_contain_text("Your result is in")
    picture(ours, "11-phone-done")
