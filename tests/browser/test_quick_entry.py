"""Results by the number pad, typed without looking and on a bad connection: no table gets the result of another."""

import itertools

import pytest
from playwright.sync_api import Page, expect

from core.engine.refused import Refused
from pairings.engine import typed_results
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests import build
from tests.browser.conftest import PHONE
from tests.browser.slow_phone import SlowPhone
from tests.pairings.build import division, organizer
from tests.pairings.views import pages
from tournaments.models import Tournament, User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

READ = """async ([texts, best]) => {
  const { resultOf } = await import("/static/js/desk/typed_results.js"),
    row = document.createElement("i")
  row.dataset.best = best
  return texts.map((typed) => resultOf(row, typed))
}"""
"""What the page reads from texts at a table whose match is of `best` games."""


@pytest.fixture
def round_() -> Round:
    return rounds.post(rounds.pair_next_round(division(8), by=None, seed=1), by=None)


@pytest.fixture
def page(slow_phone: SlowPhone, round_: Round) -> Page:
    slow_phone.signs_in(organizer(round_.division))
    opened = slow_phone.opens(pages.desk(round_.division))
    opened.locator("#entry-table").focus()
    return opened


def types(page: Page, keys: str) -> None:
    """Type keys; `/` is Enter."""
    for key in keys:
        page.keyboard.press("Enter" if key == "/" else key)


def outcomes(round_: Round) -> list[str]:
    return list(round_.matches.order_by("table").values_list("outcome", flat=True))


def are(page: Page, round_: Round, *wanted: str) -> None:
    """Check the results of the tables in order, on the up-to-date page and in the database."""
    for table, outcome in enumerate(wanted, start=1):
        stands = "not([data-outcome])" if outcome == "pending" else f"is([data-outcome={outcome}])"
        expect(page.locator(f"#table-{table}:{stands}")).to_have_count(1)
    assert outcomes(round_) == list(wanted)


def entered(round_: Round, table: int, outcome: str, *, by: User | None = None) -> Match:
    return results.enter_result(round_.matches.get(table=table), MatchResult(Outcome(outcome)), by=by)


def notes(page: Page):  # type: ignore[no-untyped-def]
    return page.locator("[data-notes] .message")


@pytest.mark.slow
def test_the_result_of_a_refused_table_is_no_table(slow_phone: SlowPhone, page: Page, round_: Round) -> None:
    """There is no table 33: 1 was its result, 2 the next table."""
    slow_phone.is_slow()
    types(page, "33/1/2/")
    expect(page.locator("#entry-result")).to_be_focused()
    expect(page.locator("#entry-table")).to_have_value("2")
    expect(notes(page)).to_contain_text("Nothing was saved for table 33")
    expect(notes(page)).to_contain_text("You typed 1.")
    types(page, "1/4/2/")
    are(page, round_, "pending", "left", "pending", "right")
    expect(page.get_by_role("heading", name="No result yet")).to_contain_text("2")
    expect(notes(page)).to_have_count(1)
    page.get_by_role("button", name="Saved").tap()
    expect(notes(page)).to_have_count(0)


def test_another_number_after_a_refused_table_is_a_table(page: Page, round_: Round) -> None:
    """If the right number is typed next, it is understood at once, as 3 is not a result."""
    types(page, "33/3/2/")
    are(page, round_, "pending", "pending", "right", "pending")
    types(page, "33/")
    page.keyboard.press("Escape")
    types(page, "1/1/")
    are(page, round_, "left", "pending", "right", "pending")
    expect(notes(page)).to_have_count(0)


@pytest.mark.slow
def test_a_saved_result_takes_its_own_key_to_change(slow_phone: SlowPhone, page: Page, round_: Round) -> None:
    match = entered(round_, 1, "left")
    page.reload()
    slow_phone.is_slow()
    page.locator("#entry-table").focus()
    types(page, "1/2")
    readback = page.locator("[data-readback]")
    expect(readback).to_have_text(
        f"{match.right} beats {match.left}. Was: {match.left} won. Press + to change it."
    )
    types(page, "/2/1/")
    are(page, round_, "left", "left", "pending", "pending")
    expect(notes(page)).to_contain_text("Table 1 was not changed. Was: ")
    types(page, "1/2+")
    are(page, round_, "right", "left", "pending", "pending")
    expect(page.locator(".toast").last).to_contain_text(f"(was: {match.left} beats {match.right})")


@pytest.mark.slow
def test_a_saved_result_is_changed_by_a_button(page: Page, round_: Round) -> None:
    """A phone's number pad has no plus; a refused entry also offers the change."""
    entered(round_, 1, "left")
    page.reload()
    page.locator("#entry-table").fill("1")
    expect(page.get_by_role("button", name="Change result")).to_be_hidden()
    page.locator("#entry-result").fill("2")
    page.get_by_role("button", name="Change result").tap()
    are(page, round_, "right", "pending", "pending", "pending")
    expect(page.locator("#table-1")).to_have_attribute("data-outcome", "right")
    page.locator("#entry-table").fill("1")
    page.locator("#entry-result").fill("0")
    expect(page.get_by_role("button", name="Save result")).to_be_hidden()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Change table 1").tap()
    are(page, round_, "tie", "pending", "pending", "pending")
    expect(notes(page)).to_have_count(0)


def test_scores_of_a_best_of_three(page: Page, round_: Round) -> None:
    """A second digit never replaces the first."""
    of_three(page, round_)
    types(page, "1/20")
    left, right = (round_.matches.get(table=1).left, round_.matches.get(table=1).right)
    readback = page.locator("[data-readback]")
    expect(readback).to_have_text(f"{left} beats {right}. Games: 2-0. Enter saves it.")
    types(page, "/2/1-1/3/02/4/22/")
    expect(readback).to_have_text("Type 1, 2, 0 or 9, or the score in games: 20, 21, 12, 02 or 11.")
    expect(page.locator("#entry-result")).to_have_value("22")
    are(page, round_, "left", "tie", "right", "pending")
    games = list(round_.matches.order_by("table").values_list("games_left", "games_right"))
    assert games == [(2, 0), (1, 1), (0, 2), (None, None)]
    page.keyboard.press("Escape")
    types(page, "1/21/")
    expect(notes(page)).to_contain_text("Table 1 was not changed.")
    page.get_by_role("button", name="Change table 1").tap()
    expect(page.locator('#table-1[data-games="2-1"]')).to_have_count(1)


def test_a_single_game_takes_one_key(page: Page, round_: Round) -> None:
    types(page, "1/20/")
    expect(page.locator("[data-readback]")).to_have_text("Type 1, 2, 0 or 9.")
    expect(page.locator("#entry-result")).to_have_value("20")
    are(page, round_, "pending", "pending", "pending", "pending")


def test_a_score_behind_a_refused_table_is_no_table(page: Page, round_: Round) -> None:
    """There is no table 33; 2 and 0 were its games, although a larger hall has a table 20."""
    of_three(page, round_)
    types(page, "33/20/")
    expect(notes(page)).to_contain_text("You typed 20.")
    expect(page.locator("#entry-table")).to_have_value("")


def test_the_page_reads_results_as_the_server_does(page: Page) -> None:
    """This covers every text of up to three letters that staff could type."""
    texts = ["".join(one) for n in range(4) for one in itertools.product("012359-: ", repeat=n)]
    names = {"left": "left", "right": "right", "tie": "tie", "double_loss": "lose"}
    for best_of in (1, 3):
        read = page.evaluate(READ, [texts, best_of])
        for typed, found in zip(texts, read, strict=True):
            try:
                outcome, games = typed_results.parse_result(typed, best_of=best_of)
                wanted = {"kind": names[outcome.value]} | (
                    {"games": f"{games[0]}-{games[1]}"} if games else {}
                )
            except Refused:
                wanted = None
            assert found == wanted, typed


def of_three(page: Page, round_: Round) -> None:
    Tournament.objects.filter(pk=round_.division.tournament_id).update(best_of=3)
    page.reload()
    page.locator("#entry-table").focus()


def test_results_typed_without_a_connection_wait_and_arrive(
    slow_phone: SlowPhone, page: Page, round_: Round
) -> None:
    slow_phone.goes_offline()
    types(page, "1/1/2/2/")
    expect(page.locator("#unsent")).to_contain_text("2 entries are waiting here")
    expect(page.locator("#entry-table")).to_have_value("")
    assert outcomes(round_) == ["pending"] * 4
    slow_phone.comes_online()
    types(page, "3/0/")
    are(page, round_, "left", "right", "tie", "pending")
    expect(page.locator("#unsent")).to_be_hidden()
    expect(page.get_by_role("heading", name="No result yet")).to_contain_text("1")


@pytest.mark.slow
def test_a_result_that_meets_a_stopped_server_disturbs_no_typing(
    slow_phone: SlowPhone, page: Page, round_: Round
) -> None:
    """Entries that could not be sent used to return to the fields, between the digits of the next table."""
    slow_phone.is_slow(500)
    slow_phone.server_stops()
    types(page, "1/1/2")
    expect(page.locator("#unsent")).to_contain_text("1 entry is waiting here")
    expect(page.locator("#entry-table")).to_have_value("2")
    types(page, "/2/")
    expect(page.locator("#unsent")).to_contain_text("2 entries are waiting here")
    slow_phone.server_returns()
    are(page, round_, "left", "right", "pending", "pending")
    expect(page.locator("#unsent")).to_be_hidden()


def test_what_somebody_else_entered_is_said_until_it_is_noted(page: Page, round_: Round) -> None:
    entered(round_, 1, "tie")
    types(page, "1/1/2/1/")
    are(page, round_, "tie", "left", "pending", "pending")
    expect(notes(page)).to_contain_text("You typed:")
    types(page, "3/1/")
    are(page, round_, "tie", "left", "left", "pending")
    expect(notes(page)).to_contain_text("You typed:")


@pytest.mark.slow
def test_a_whole_round_on_a_connection_that_comes_and_goes(slow_phone: SlowPhone) -> None:
    """Eight tables on a phone, two seconds per response: a wrong number, a lost response, airplane mode, a table
    entered by someone else, a server that stops between two digits. Each table has what was typed for it, once.
    """
    round_ = rounds.post(rounds.pair_next_round(division(16), by=None, seed=1), by=None)
    slow_phone.signs_in(organizer(round_.division))
    page = slow_phone.opens(pages.desk(round_.division))
    assert page.evaluate("innerWidth") == PHONE["width"]
    page.locator("#entry-table").focus()
    slow_phone.is_slow()
    types(page, "1/1/33/2/2/2/")
    are(page, round_, "left", "right", *["pending"] * 6)
    slow_phone.server_is_mute()
    types(page, "3/1/")
    for _again in range(200):
        if slow_phone.answered:
            break
        page.wait_for_timeout(50)
    slow_phone.server_returns()
    types(page, "4/0/")
    are(page, round_, "left", "right", "left", "tie", *["pending"] * 4)
    fifth = entered(round_, 5, "tie", by=build.user("hana"))
    slow_phone.goes_offline()
    types(page, "5/1/6/1/")
    expect(page.locator("#unsent")).to_contain_text("2 entries are waiting here")
    slow_phone.comes_online()
    are(page, round_, "left", "right", "left", "tie", "tie", "left", "pending", "pending")
    types(page, "7/2/8")
    slow_phone.server_stops()
    types(page, "/1/")
    expect(page.locator("#unsent")).to_contain_text("wait")
    slow_phone.server_returns()
    are(page, round_, "left", "right", "left", "tie", "tie", "left", "right", "left")
    expect(notes(page)).to_contain_text(
        ["Nothing was saved for table 33: it already has a result, or doesn’t exist. You typed 2."]
    )
    expect(page.locator("#unsent")).to_contain_text(
        f"Not accepted: Table 5: {fifth.left} beats {fifth.right}. hana"
    )
    expect(page.locator("#unsent")).to_contain_text(
        "entered table 5 a moment ago: Tie. Nothing was overwritten."
    )
    lines = round_.division.journal.filter(kind="ResultEntered").values_list("facts__table", flat=True)
    assert sorted(lines) == list(range(1, 9))
