"""Where only teams play, pages and documents say teams of what is paired, ranked, listed and dropped (R-103)."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from html import unescape
from urllib.parse import urldefrag, urljoin

import pytest
from django.test import Client
from django.urls import reverse

from pairings.engine.outcomes import Outcome
from pairings.models import Match
from pairings.services.reports import result_reports
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from tests.config.agreement import short_days
from tests.config.agreement.crawl import FILE, LINK, pattern
from tests.config.agreement.day import Day
from tests.config.agreement.sentences import of_document, of_page
from tests.config.agreement.team_sentences import ALLOWED, PLAYERS_ALONE
from tests.config.agreement.test_pages_agree import walk
from tests.html import markup

pytestmark = pytest.mark.django_db

PLAYER = re.compile(r"\bplayers?\b(?! IDs?\b)", re.IGNORECASE)
"""The word player, but not the ID of a person."""

Said = dict[str, list[str]]


def refused(said: Said, allowed_sentences: Iterable[str] = ALLOWED) -> dict[str, list[str]]:
    """Return sentences about players that are not allowed, with two places of each."""
    return {
        sentence: on[:2]
        for sentence, on in said.items()
        if not any(re.match(allowed, sentence) for allowed in allowed_sentences)
    }


def moments(day: Day) -> Iterator[str]:
    yield "before round 1"
    yield from short_days.team_moments(day)


@pytest.mark.parametrize("kind", ["team_battle", "two_on_two"])
def test_every_page_of_a_team_event_speaks_of_teams(kind: str) -> None:
    day, said, files = short_days.begin_teams(kind), defaultdict[str, list[str]](list), dict[object, str]()
    for moment in moments(day):
        for reader in day.readers:
            for address, html in walk(day, reader):
                for sentence in filter(PLAYER.search, of_page(html)):
                    said[sentence].append(f"{moment}, {reader}: {address}")
                if reader == "organizer":
                    for target in (
                        urldefrag(urljoin(address, unescape(link)))[0] for link in LINK.findall(html)
                    ):
                        if FILE.search(target) and target.startswith("/e/"):
                            files.setdefault(pattern(target), target)
    organizer = Client()
    organizer.force_login(day.staff["organizer"])
    for target in files.values():
        answer = organizer.get(target, follow=True)
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        for sentence in filter(PLAYER.search, of_document(content, answer["Content-Type"])):
            said[sentence].append(target)
    assert refused(said, ALLOWED if kind == "team_battle" else (*ALLOWED, *PLAYERS_ALONE)) == {}


@pytest.fixture
def playing() -> Day:
    """Create a Team Battle with a posted round whose first match is in dispute."""
    day = short_days.begin_teams()
    next(short_days.team_moments(day))
    match = Match.objects.select_related("left", "right").order_by("pk").first()
    assert match is not None
    for entry in (match.left, match.right):
        assert entry is not None
        result_reports.submit_report(
            match, entry, ResultReport(MatchResult(Outcome.LEFT if entry == match.left else Outcome.RIGHT))
        )
    return day


TABLE = [
    ("organizer", "pairings:explain", ("Find a team", "Teams with the same points play each other.")),
    ("organizer", "pairings:disputes", ("Both teams reported, and their results don’t match.",)),
    ("organizer", "tournaments:players", ("Teams of this event", "A Ana Alvarez1 · B Luis Benitez1")),
    ("organizer", "tournaments:door", ("Find a team", "All teams", "A Ana Alvarez1 · B Luis Benitez1")),
    ("organizer", "tournaments:player", ("Drop team", "More about this team")),
    ("judge", "floor:match", ("A Ana Alvarez", "Drop the team that did not come or left")),
    ("organizer", "pairings:change", ("Their teams are re-paired among themselves",)),
]


@pytest.mark.parametrize(("reader", "page", "texts"), TABLE, ids=[page for _, page, _ in TABLE])
def test_a_page_of_play_names_teams_and_their_members(
    playing: Day, reader: str, page: str, texts: tuple[str, ...]
) -> None:
    client = Client()
    client.force_login(playing.staff[reader])
    round_, match = playing.round("all"), Match.objects.order_by("pk").first()
    assert match is not None
    place = [playing.event.slug, round_.division_id, round_.number]
    arguments = {
        "floor:match": [*place, match.pk],
        "tournaments:player": [playing.event.slug, match.left_id],
        "pairings:explain": place,
        "pairings:change": place,
    }
    address = reverse(page, args=arguments.get(page, [playing.event.slug]))
    text = markup(client.get(address, {"show": "all"} if page == "tournaments:door" else {}))
    for expected in texts:
        assert expected in text


@pytest.mark.parametrize("query", ["Benitez3", "ana alvarez3", "crew 3"])
def test_a_team_is_found_by_the_name_of_a_member_wherever_names_are_searched(
    playing: Day, query: str
) -> None:
    client = Client()
    client.force_login(playing.staff["organizer"])
    round_ = playing.round("all")
    explain = reverse("pairings:explain", args=[playing.event.slug, round_.division_id, round_.number])
    players = reverse("tournaments:players", args=[playing.event.slug])
    door = reverse("tournaments:door", args=[playing.event.slug])
    for address in (explain, players, door):
        page = markup(client.get(address, {"q": query, "show": "all"}))
        assert "Crew 3" in page, address
    review = markup(client.get(reverse("pairings:tables", args=[playing.event.slug])))
    assert re.search(r'data-name="[^"]*Crew 3 A Ana Alvarez3 · B Luis Benitez3', review)


def test_the_sheet_of_open_tables_has_columns_of_teams(playing: Day) -> None:
    client = Client()
    client.force_login(playing.staff["judge"])
    answer = client.get(reverse("floor:hall_sheet", args=[playing.event.slug, "open-tables"]))
    lines = list(of_document(answer.content, answer["Content-Type"]))
    assert any("Team 1" in line for line in lines)
    assert not any("Player 1" in line for line in lines)
