"""My table names the next action: list, check-in, table, report, confirm; in Limited pool, build, list, seat."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from checks.services import check_sheets, deck_checks
from decks.services import lists
from decks.services.lists import locking
from drafts.services import building_clocks
from pairings.engine.outcomes import Outcome
from pairings.models import ClockMark, Match, Round
from pairings.services.reports import clocks, result_reports
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, rounds
from tests.decks import lists as decks
from tests.drafts import pools
from tests.html import markup
from tests.pairings.build import division, open_matches
from tournaments.models import Entry, Tournament
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db

WON = ResultReport(MatchResult(Outcome.LEFT))


def acts(client: Client, entry: Entry) -> tuple[list[str], str, str]:
    """Return the labels of the line, the current one, and the title of the message."""
    context = client.get(reverse("floor:my", args=[personal_links.ensure_link(entry).token])).context
    line = context["line"]
    return (
        [one["label"] for one in line],
        next((o["label"] for o in line if o["current"]), ""),
        context["step"]["title"],
    )


def fresh(entry: Entry) -> Entry:
    return Entry.objects.select_related("player", "division__tournament", "tournament").get(pk=entry.pk)


def open_match() -> Match:
    of = division(4, round_minutes=50, clock_delay=None)
    return open_matches(rounds.post(rounds.pair_next_round(of, by=None, seed=1), by=None))[0]


def test_the_list_the_check_in_and_the_first_table(client: Client) -> None:
    event = decks.event(2, rules={"deadline": timezone.now() + timedelta(days=1)})
    row = decks.of(event)[0]
    entry = fresh(row.entry)
    Entry.objects.update(checked_in_at=None)
    line = ["Deck list", "Check in", "Round 1"]
    assert acts(client, entry) == (line, "Deck list", "Hand in your deck list.")
    assert "Lists close on" in markup(
        client.get(reverse("floor:my", args=[personal_links.ensure_link(entry).token]))
    )
    lists.submit_list(row, text=decks.ILLEGAL, by=None)
    assert acts(client, entry) == (line, "Deck list", "Your deck list needs a change.")
    lists.submit_list(row, text=decks.LEGAL, by=None)
    assert acts(client, entry) == (line, "Check in", "You are not checked in.")
    attendance.check_in_player(fresh(entry), by=None)
    assert acts(client, entry) == (line, "Round 1", "You are checked in. Round 1 is not posted yet.")


def test_why_a_list_was_sent_back_is_read_as_it_was_written(client: Client) -> None:
    event = decks.event(1, rules={"deadline": timezone.now() + timedelta(days=1)})
    row = decks.of(event)[0]
    lists.submit_list(row, text=decks.LEGAL, by=None)
    locking.send_list_back(row, by=None, reason="60 % of %(name)s is missing")
    page = markup(client.get(reverse("floor:my", args=[personal_links.ensure_link(fresh(row.entry)).token])))
    assert "60 % of %(name)s is missing" in page


def test_lists_are_closed_and_mine_is_not_in(client: Client) -> None:
    row = decks.of(decks.event(1))[0]
    assert acts(client, fresh(row.entry))[1:] == ("Deck list", "Bring your deck list to the desk.")


def test_from_the_table_to_the_next_round(client: Client) -> None:
    match = open_match()
    left, right = match.left, match.right
    line = [f"Table {match.table}", "Play", "Report", "Confirm", "Round 2"]
    assert acts(client, left) == (line, line[0], f"Go to table {match.table}.")
    clocks.press_clock(match.round, ClockMark.Kind.STARTED, by=None)
    assert acts(client, left) == (line, "Play", "Play your match.")
    result_reports.submit_report(match, left, WON)
    assert acts(client, left)[1] == "Confirm"
    assert acts(client, right)[1:] == ("Confirm", f"{left} reported a result.")
    result_reports.submit_report(match, right, ResultReport(MatchResult(Outcome.RIGHT)))
    assert acts(client, left) == (
        [*line[:3], "Judge", "Round 2"],
        "Judge",
        "Your results don’t match. A judge has been notified.",
    )
    result_reports.submit_report(match, right, WON)
    assert acts(client, right) == (line, "Round 2", "Your result is in.")


@pytest.mark.parametrize(
    ("delay", "minutes", "now"), [(0, 4, "Table"), (0, 6, "Play"), (10, 6, "Table"), (None, 60, "Table")]
)
def test_a_clock_that_starts_by_itself_leads_to_play(
    client: Client, delay: int | None, minutes: int, now: str
) -> None:
    match = open_match()
    Tournament.objects.update(clock_delay=delay)
    page = reverse("floor:my_live", args=[personal_links.ensure_link(match.left).token])
    seen = client.get(page, {"match": match.pk}).context["stamp"]
    Round.objects.update(posted_at=timezone.now() - timedelta(minutes=minutes))
    assert acts(client, match.left)[1].startswith(now)
    assert (client.get(page, {"match": match.pk, "seen": seen}).status_code == 204) is (now == "Table")


def test_results_on_paper_end_with_the_match_slip(client: Client) -> None:
    match = open_match()
    Tournament.objects.update(phone_reports=False)
    line, _now, title = acts(client, match.left)
    assert line == [f"Table {match.table}", "Play", "Match slip", "Round 2"]
    assert title == f"Go to table {match.table}."


def test_a_deck_check_comes_before_play(client: Client) -> None:
    event = decks.event(2, round_minutes=50)
    for row in decks.of(event):
        lists.submit_list(row, text=decks.LEGAL, by=None, by_player=False)
    home = event.divisions.get()
    match = open_matches(rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None))[0]
    check = deck_checks.pick_requested_deck(match.left, why="Marks", by=None)
    assert acts(client, match.left)[2] == f"Go to table {match.table}."
    check_sheets.begin_check(check, by=None)
    assert acts(client, match.left)[2] == "Deck check: stay at your table."


def test_limited_leads_from_the_pool_over_the_deck_to_the_seat(client: Client) -> None:
    row = pools.sealed()
    entry = pools.seated(row)
    line = ["Check in", "Pool", "Build", "Deck list", "Round 1"]
    assert acts(client, entry) == (line, "Pool", "Register your pool.")
    for seat in range(1, 5):
        pools.verified(row, seat)
    assert acts(client, entry)[1] == "Build"
    building_clocks.start_building(row, 0, by=None)
    assert acts(client, entry)[1:] == ("Build", "Build your deck.")
    building_clocks.end_building(row, 0, by=None, sure=True)
    assert acts(client, entry)[1] == "Deck list"


def test_the_open_page_hears_that_one_is_checked_in_and_the_clock_has_started(client: Client) -> None:
    match = open_match()
    seen = client.get(reverse("floor:my", args=[personal_links.ensure_link(match.left).token])).context[
        "stamp"
    ]
    live = (
        reverse("floor:my_live", args=[personal_links.ensure_link(match.left).token])
        + f"?match={match.pk}&seen={seen}"
    )
    assert client.get(live).status_code == 204
    clocks.press_clock(match.round, ClockMark.Kind.STARTED, by=None)
    assert client.get(live).status_code == 200
