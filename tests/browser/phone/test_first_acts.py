"""The next act of a player and of a judge stands in the first screen of a small phone, in every language."""

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from core.models import JournalEvent
from core.services import undo
from decks.services import lists as list_services
from floor.engine.table import read_tap
from floor.services import calls
from floor.services import table_taps as tables
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.services.reports import result_reports, results
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests.browser.conftest import PATIENCE, session, watch
from tests.decks import lists
from tests.pairings import build
from tests.pairings.views import pages
from tournaments.models import Entry
from tournaments.services import personal_links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SMALL = {"width": 360, "height": 640}
LANGUAGES = [code for code, _name in settings.LANGUAGES]
LEFT, RIGHT = (ResultReport(MatchResult(outcome)) for outcome in (Outcome.LEFT, Outcome.RIGHT))

BELOW = """selector => {
  const bar = document.querySelector(".thumbs")?.getBoundingClientRect().top ?? innerHeight
  const act = [...document.querySelectorAll(selector)].find(one => one.checkVisibility())
  if (!act) return `no ${selector}`
  const box = act.getBoundingClientRect()
  return box.top >= 0 && box.bottom <= bar + 1 ? "" : `${Math.round(box.bottom)} > ${Math.round(bar)}`
}"""
"""Where the act ends if that is below the first screen, above the bar of pages."""


@pytest.fixture
def phone(browser: Browser, live_server) -> Iterator[Page]:
    options = {"viewport": SMALL, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
    with closing(browser.new_context(**options)) as context:
        context.set_default_timeout(PATIENCE)
        page, wrong = context.new_page(), []
        watch(page, live_server.url, wrong)
        yield page
        assert wrong == []


def below(phone: Page, home: str, path: str, act: str) -> dict[str, str]:
    """Return where `act` ends in each language in which it is not whole in the first screen."""
    found = {}
    for language in LANGUAGES:
        phone.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": home}])
        phone.goto(home + path)
        expect(phone.locator("html")).to_have_attribute("lang", language)
        found[language] = phone.evaluate(BELOW, act)
    return {language: where for language, where in found.items() if where}


def own(entry: Entry) -> str:
    return reverse("floor:my", args=[personal_links.ensure_link(entry).token])


def posted(late: int = 0) -> Match:
    """Post a first round and return its first match; `late`: minutes since then."""
    home = build.division(4, best_of=3, round_minutes=50, edition="2026", published=True)
    round_ = rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    Round.objects.update(posted_at=round_.posted_at - timedelta(minutes=late))
    return build.open_matches(Round.objects.get())[0]


def test_what_a_player_does_at_the_table(phone: Page, live_server) -> None:
    match, wrong = posted(), {}
    path = own(match.left)

    def state(name: str, act: str) -> None:
        wrong[name] = below(phone, live_server.url, path, act)

    state("playing", ".result-buttons")
    call = calls.raise_hand(match, entry=match.left)
    state("judge called", ".judge-on-way")
    calls.withdraw_call(call)
    result_reports.submit_report(match, match.right, RIGHT)
    state("to confirm", "main form[action$=confirm] button")
    result_reports.submit_report(match, match.left, LEFT)
    state("reports differ", ".moment h2")
    state("which reports", ".moment .two-reports")
    results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    state("result in", ".moment h2")
    assert not any(wrong.values()), wrong


def test_what_a_player_sees_of_two_equal_reports(phone: Page, live_server) -> None:
    match = posted()
    for entry in (match.left, match.right):
        result_reports.submit_report(match, entry, LEFT)
    path = own(match.left)
    assert below(phone, live_server.url, path, ".moment h2") == {}
    assert below(phone, live_server.url, path, ".moment p") == {}, "the result itself"


def test_what_a_player_does_if_the_desk_undid_the_result_that_both_reported(phone: Page, live_server) -> None:
    match = posted()
    result_reports.submit_report(match, match.left, LEFT)
    results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    result_reports.submit_report(match, match.right, LEFT)
    undo.undo_step(JournalEvent.objects.get(kind="ResultEntered"), by=None)
    path, act = own(match.left), "main form[action$=confirm] button"
    assert below(phone, live_server.url, path, ".moment p") == {}, "the result"
    assert below(phone, live_server.url, path, act) == {}
    phone.emulate_media(color_scheme="dark")
    assert below(phone, live_server.url, path, act) == {}
    phone.locator(act).click()
    expect(phone.locator(".moment")).to_have_attribute("data-state", "done")
    match.refresh_from_db()
    assert match.outcome == Outcome.LEFT


def test_what_a_player_with_the_bye_sees(phone: Page, live_server) -> None:
    home = build.division(5, round_minutes=50, edition="2026", published=True)
    rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    bye = Match.objects.get(outcome=Outcome.BYE)
    assert below(phone, live_server.url, own(bye.left), ".moment h2") == {}


def test_what_a_player_does_who_is_not_checked_in(phone: Page, live_server) -> None:
    home = build.division(4, published=True)
    entry = home.entries.first()
    Entry.objects.filter(pk=entry.pk).update(checked_in_at=None)
    assert below(phone, live_server.url, own(entry), ".moment h2") == {}
    assert below(phone, live_server.url, own(entry), ".moment p") == {}, "where to check in"


def test_what_a_player_does_after_time(phone: Page, live_server) -> None:
    match, wrong = posted(late=53), {}
    for tap in ("won:left:1:", "place:::place=game-2", "time:left::phase=during_turn"):
        tables.record_tap(match, read_tap(tap), by=None)
    wrong["turns"] = below(phone, live_server.url, own(match.left), ".turn-acts button")
    assert not any(wrong.values()), wrong


@pytest.mark.parametrize("handed_in", ["", lists.ILLEGAL], ids=["missing", "faulty"])
def test_what_a_player_does_before_round_1(phone: Page, live_server, handed_in: str) -> None:
    event = lists.event(2, published=True, rules={"deadline": timezone.now() + timedelta(days=1)})
    row = lists.of(event)[0]
    if handed_in:
        list_services.submit_list(row, text=handed_in, by=None)
    assert below(phone, live_server.url, own(row.entry), ".moment a.button") == {}


def test_what_a_judge_does(phone: Page, live_server) -> None:
    match = posted()
    event = match.round.division.tournament
    calls.raise_hand(match, entry=match.left)
    phone.context.add_cookies([session(build.organizer(match.round.division), live_server.url)])
    wrong = {
        "queue": below(
            phone, live_server.url, reverse("floor:calls", args=[event.slug]), "main form button.primary"
        ),
        "table": below(phone, live_server.url, pages.match(match), ".table-main form button"),
    }
    assert not any(wrong.values()), wrong
