"""What the pictures of the manual and of docs/pages.md show: who opens what on which device."""

from collections.abc import Callable
from datetime import timedelta
from typing import Unpack

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, ViewportSize

from checks.models import DeckCheck
from checks.services import check_sheets
from decks.models import DeckList
from decks.services import lists
from pairings.engine.open_entries import ALL_OPEN_ENTRIES
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round, Stage
from pairings.services.reports import result_reports, results
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests.browser import visits
from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.hall import Hall, address
from tests.browser.store import test_tutorial as tutorial
from tests.decks.lists import ILLEGAL
from tests.pairings.build import report_all
from tournaments.models import Tournament, User
from tournaments.services import entries, events, personal_links
from tournaments.services.arrivals import Arrival
from tournaments.services.events import EventFields

Opened = Callable[[Hall], list[str]]
"""The URLs opened one after the other; the picture shows the last one."""


def page(name: str) -> Opened:
    return lambda hall: visits.addresses(hall)[name][:1]


def dispute(hall: Hall) -> list[str]:
    """Let both players of a table report that they won."""
    match = hall.playing.matches.filter(outcome="pending").exclude(pk=hall.match.pk).earliest("table")
    for entry, outcome in ((match.left, Outcome.LEFT), (match.right, Outcome.RIGHT)):
        result_reports.submit_report(match, entry, ResultReport(MatchResult(outcome)))
    return [address("pairings:disputes", hall.cup)]


def seats_of_two_children(hall: Hall) -> list[str]:
    """Open the phone of a parent with the personal links of two children."""
    playing = Match.objects.filter(round__division__tournament=hall.cup, outcome="pending")
    children = [
        playing.filter(round__division__age_division=division).earliest("table").left
        for division in ("junior", "senior")
    ]
    own = [reverse("floor:my", args=[personal_links.ensure_link(child).token]) for child in children]
    return [*own, address("pairings:pairings", hall.cup)]


def day_two(hall: Hall) -> list[str]:
    """Finish day 1 of the Masters, so that day 2 can be opened."""
    last = hall.playing
    gate = {"day_two_by": "either", "day_two_points": 9, "day_two_size": 8, "day_two_rounds": 2}
    hall.cup.divisions.filter(pk=last.division_id).update(rounds_planned=last.number, **gate)
    Stage.objects.filter(pk=last.stage_id).update(rounds_planned=last.number)
    report_all(last)
    rounds.close_round(last, by=None, seen=ALL_OPEN_ENTRIES)
    return [address("pairings:day_two", hall.cup, division=last.division_id)]


def doctor(hall: Hall) -> list[str]:
    User.objects.filter(username="organizer").update(is_superuser=True)
    return [reverse("doctor")]


def small_event(hall: Hall, **settings: Unpack[EventFields]) -> Tournament:
    """Create the League Challenge of docs/organizer.md with its nine players, 55 minutes after its start."""
    marta = User.objects.get(username="organizer")
    event = events.create_event(
        by=marta,
        name=tutorial.TYPED["Name"],
        kind="league_challenge",
        starts_at=timezone.now() - timedelta(minutes=55),
        published=True,
        country=hall.cup.country,
        timezone=hall.cup.timezone,
        **settings,
    )
    arrivals = [
        Arrival(first, last, birth_year=int(year), checked_in_at=event.starts_at)
        for first, last, year in tutorial.PLAYERS
    ]
    entries.add_entries(event, arrivals, by=marta, filename="players.csv")
    return event


def store_event(hall: Hall) -> list[str]:
    """Open the front page of a League Challenge in round 2 with two results."""
    event, marta = small_event(hall), User.objects.get(username="organizer")
    first = rounds.pair_next_round(event.divisions.first(), by=marta, seed=3)
    rounds.post(first, by=marta, now=event.starts_at)
    report_all(first)
    rounds.close_round(first, by=marta, seen=ALL_OPEN_ENTRIES)
    second = rounds.pair_next_round(first.division, by=marta, seed=3)
    rounds.post(second, by=marta, now=timezone.now() - timedelta(minutes=12))
    for match in second.matches.filter(outcome="pending").order_by("table")[:2]:
        results.enter_result(match, MatchResult(Outcome.LEFT), by=marta)
    return [address("tournaments:event", event)]


def deck_list(hall: Hall) -> list[str]:
    """Open the list of a player who has pasted a card too many, in Expanded."""
    event = small_event(hall, card_format="expanded")
    lists.collect_lists(event, by=None, deadline=timezone.now() + timedelta(hours=2))
    row = DeckList.objects.filter(entry__tournament=event).earliest("pk")
    lists.submit_list(row, text=ILLEGAL)
    return [reverse("decks:mine", args=[personal_links.ensure_link(row.entry).token])]


def attendance(hall: Hall) -> list[str]:
    return [address("tournaments:door", hall.coming)]


def names_on_a_screen(hall: Hall) -> list[str]:
    return [address("floor:hall_screen", hall.cup, "?show=names")]


def deck_check(hall: Hall) -> list[str]:
    """Begin the check of a deck of the running event."""
    judge = User.objects.get(username="judge")
    picked = DeckCheck.objects.filter(entry__tournament=hall.cup, state="picked").earliest("pk")
    check_sheets.begin_check(picked, by=judge)
    return [address("checks:check", hall.cup, pk=picked.pk)]


def slips(hall: Hall) -> list[str]:
    return [address("pairings:sheet", hall.cup, f"?division={hall.playing.division_id}", name="slips")]


def player(*names: str) -> Opened:
    """Open the personal link of the player at the match that waits for a judge, then pages of the event by name."""
    return lambda hall: [
        *visits.addresses(hall)["floor:my"][:1],
        *(visits.addresses(hall)[name][0] for name in names),
    ]


def finished(hall: Hall) -> list[str]:
    return [address("tournaments:event", hall.over)]


def with_extension(hall: Hall) -> list[str]:
    """Open my table where a judge has added four minutes."""
    match = hall.playing.matches.filter(outcome="pending").latest("table")
    return [reverse("floor:my", args=[personal_links.ensure_link(match.left).token])]


def after_time(hall: Hall) -> list[str]:
    """Let the 50 minutes of the Masters run out a minute ago, at a table that no judge has been called to."""
    Round.objects.filter(pk=hall.playing.pk).update(posted_at=timezone.now() - timedelta(minutes=51))
    match = hall.playing.matches.filter(outcome="pending").exclude(pk=hall.match.pk).earliest("table")
    return [reverse("floor:my", args=[personal_links.ensure_link(match.left).token])]


def standings_with_reasons(hall: Hall) -> list[str]:
    """Open the standings with the bars of the reader's own row."""
    entry = hall.match.left
    why = f"?division={entry.division_id}&why={entry.pk}"
    return [*player()(hall), address("pairings:standings", hall.cup, why)]


def check_in(shown: Page) -> None:
    """Check the first player in, which shows a message with its undo."""
    shown.locator(".door .line").first.click()
    shown.locator("[data-toast]").first.wait_for()


def scroll_down(shown: Page) -> None:
    shown.evaluate("scrollTo(0, document.documentElement.scrollHeight)")


HIGH: ViewportSize = {"width": 1440, "height": 1260}
"""A laptop and what is below its first screen."""

TELEVISION: ViewportSize = {"width": 1280, "height": 720}
TABLET: ViewportSize = {"width": 1024, "height": 768}
PAPER: ViewportSize = {"width": 1240, "height": 1754}
"""A4 at 150 dots per inch: the picture is the first page of a PDF."""

THEN: dict[str, Callable[[Page], None]] = {"feedback": check_in, "short-foot": scroll_down}
"""What is done on the page before its picture is taken, by the name of the picture."""

PICTURES: dict[str, tuple[str, Opened, ViewportSize]] = {
    "front-page": ("organizer", store_event, LAPTOP),
    "desk": ("scorekeeper", page("pairings:desk"), LAPTOP),
    "dispute": ("headjudge", dispute, PHONE),
    "tables": ("judge", page("floor:floor"), PHONE),
    "table": ("judge", page("floor:match"), PHONE),
    "my-table": ("", page("floor:my"), PHONE),
    "my-deck-list": ("", deck_list, PHONE),
    "two-children": ("", seats_of_two_children, PHONE),
    "day-two": ("organizer", day_two, LAPTOP),
    "doctor": ("organizer", doctor, PHONE),
    "poster": ("", player("tournaments:event"), LAPTOP),
    "podium": ("", finished, LAPTOP),
    "my-clock": ("", with_extension, PHONE),
    "extra-turns": ("", after_time, PHONE),
    "queue": ("judge", page("floor:calls"), PHONE),
    "deck": ("", page("pairings:deck"), PHONE),
    "standings": ("", standings_with_reasons, PHONE),
    "pairings": ("", player("pairings:pairings"), PHONE),
    "table-sheet": ("judge", page("floor:match"), LAPTOP),
    "short-foot": ("", page("tournaments:schedule"), PHONE),
    "my-table-laptop": ("", page("floor:my"), LAPTOP),
    "clocks": ("", page("floor:hall_screen"), LAPTOP),
    "feedback": ("organizer", page("tournaments:door"), PHONE),
    "arriving": ("", page("pairings:arrive"), PHONE),
    "check-in": ("organizer", attendance, TABLET),
    "hall-screen": ("", names_on_a_screen, TELEVISION),
    "print": ("scorekeeper", page("pairings:print"), HIGH),
    "slips": ("scorekeeper", slips, PAPER),
    "deck-check": ("judge", deck_check, PHONE),
}
"""Who opens what on which device, by the name of the picture."""
