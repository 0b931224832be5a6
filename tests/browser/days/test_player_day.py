"""A day of a player with a phone: deck list, table, report, dispute, extension, time called, drop.

The event has three divisions, and the player plays in the Masters. A judge uses a tablet beside the phones.
"""

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from decks.models import DeckList
from decks.services import lists
from pairings.models import Dispute, Match, Round
from pairings.services.reports import time_extensions
from pairings.services.rounds import rounds
from tests import build
from tests.browser.conftest import PATIENCE, PHONE, session, watch
from tests.browser.floor.test_table_story import three_at_once  # noqa: F401
from tests.browser.reports import report
from tests.decks.lists import JULY, LEGAL
from tests.pairings import build as pairings_build
from tournaments.models import Entry, Tournament
from tournaments.services import personal_links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Opens = Callable[[str], Page]

MINUTES = 50


@pytest.fixture
def event() -> Tournament:
    """Create twelve Masters, six Seniors and six Juniors, all checked in; lists are open for another hour."""
    made = build.event(
        divisions=("junior", "senior", "masters"),
        by_age=True,
        edition="2017",
        starts_at=JULY,
        round_minutes=MINUTES,
        published=True,
    )
    build.add_players(made, 24, birth_years=(1990, 1990, 2004, 2010))
    lists.collect_lists(made, by=None, deadline=timezone.now() + timedelta(hours=1))
    return made


@pytest.fixture
def opens(browser: Browser, live_server) -> Iterator[Opens]:
    """Open a phone, which is tapped and not clicked; none of its requests may fail."""
    wrong: list[str] = []
    contexts = []

    def phone(path: str) -> Page:
        context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        watch(page, live_server.url, wrong)
        if path:
            page.goto(live_server.url + path)
        return page

    yield phone
    for context in contexts:
        context.close()
    assert wrong == []


def says(page: Page, *texts: str) -> None:
    for text in texts:
        expect(page.locator("main")).to_contain_text(text)


def mine(entry: Entry) -> str:
    return f"/my/{personal_links.ensure_link(entry).token}"


def hands_in_a_list(phone: Page, entry: Entry) -> None:
    says(phone, "Hand in your deck list.")
    phone.locator("#live .moment a").tap()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("My deck list")
    phone.wait_for_load_state()
    phone.get_by_label("Your list as text").fill(LEGAL)
    phone.get_by_role("button", name="Hand in").first.tap()
    says(phone, "Version 1 of", "60 cards.")
    expect(phone.locator("#fold-counts > summary")).to_contain_text("Legal")
    assert DeckList.objects.get(entry=entry).versions.count() == 1


def post_round(event: Tournament) -> None:
    for division in event.divisions.all():
        rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None, lists_reason="on paper")


def reports(phone: Page, how: str) -> None:
    with phone.expect_navigation():
        report(phone, how)


def match_of(entry: Entry, number: int) -> Match:
    return Match.objects.select_related("round__division").get(round__number=number, seats__entry=entry)


def opponent(match: Match, entry: Entry) -> Entry:
    assert match.right is not None
    return match.right if match.left_id == entry.pk else match.left


def finish(event: Tournament, number: int) -> None:
    for round_ in Round.objects.filter(division__tournament=event, number=number):
        pairings_build.report_all(round_)
        rounds.close_round(round_, by=None)


def test_a_day_of_a_player_with_a_phone(opens: Opens, live_server, event: Tournament) -> None:
    me = event.divisions.get(age_division="masters").entries.order_by("pk")[0]
    phone = opens(mine(me))
    hands_in_a_list(phone, me)

    # Round 1: the table, then a report that the opponent confirms.
    post_round(event)
    match = match_of(me, 1)
    them = opponent(match, me)
    phone.goto(live_server.url + mine(me))
    expect(phone.locator(".pitch .spot b")).to_have_text(str(match.table))
    says(phone, str(them))
    reports(phone, "I won")
    says(phone, f"{them} has not confirmed it yet.")
    theirs = opens(mine(them))
    says(theirs, f"{me} reported a result.")
    with theirs.expect_navigation():
        theirs.get_by_role("button", name="Yes, that is right").tap()
    phone.goto(live_server.url + mine(me))
    says(phone, "Your result is in.")
    finish(event, 1)

    # Round 2: both players report that they won.
    post_round(event)
    match = match_of(me, 2)
    them = opponent(match, me)
    phone.goto(live_server.url + mine(me))
    expect(phone.locator(".pitch .spot b")).to_have_text(str(match.table))
    says(phone, str(them))
    reports(phone, "I won")
    theirs = opens(mine(them))
    theirs.locator("summary", has_text="No, it ended differently").tap()
    reports(theirs, "I won")
    for page in (phone, theirs):
        says(page, "Your results don’t match. A judge has been notified.")
        expect(page.locator("main")).not_to_contain_text("A judge is on the way")

    judge = opens("")
    hana = build.staff(event, "judge", "hana")
    judge.context.add_cookies([session(hana, live_server.url)])
    judge.goto(f"{live_server.url}/e/{event.slug}/calls")
    says(judge, "1 is waiting.", str(me), str(them))
    judge.get_by_role("button", name="I’m going").tap()
    expect(judge.locator("main")).to_contain_text("hana")
    for page in (phone, theirs):
        says(page, "Your results don’t match. A judge is on the way.")
        expect(page.locator("main")).not_to_contain_text("A judge has been notified")
    judge.goto(f"{live_server.url}/e/{event.slug}/disputes")
    with judge.expect_navigation():
        judge.get_by_role("button", name=f"{me} is right").tap()
    says(phone, "Your result is in.")
    assert not Dispute.objects.filter(settled_at=None).exists()
    judge.goto(f"{live_server.url}/e/{event.slug}/calls")
    says(judge, "Nothing is waiting")
    finish(event, 2)

    # Round 3: a judge comes to the table and extends its time; then time is called.
    post_round(event)
    match = match_of(me, 3)
    extension = time_extensions.start_stopwatch(match, by=hana)
    phone.goto(live_server.url + mine(me))
    says(phone, "A judge is at your table.", "You get a time extension.")
    time_extensions.grant_stopwatch_time(extension, seconds=240, by=hana)
    says(phone, "+4 min", "for your table only")
    Round.objects.filter(number=3).update(posted_at=timezone.now() - timedelta(minutes=MINUTES + 7))
    phone.goto(live_server.url + mine(me))
    says(phone, "extra turns left", "time called")
    finish(event, 3)

    # The player drops.
    phone.goto(live_server.url + mine(me))
    phone.locator("summary", has_text="Stop playing (drop)").tap()
    says(phone, "You will not be paired again.")
    with phone.expect_navigation():
        phone.get_by_role("button", name="Drop from the event").tap()
    says(phone, "You keep your results and your place in the standings.")
    phone.get_by_role("button", name="Drop from the event").tap()
    says(phone, "You have dropped from this event.")
    me.refresh_from_db()
    assert me.dropped_in == 3
