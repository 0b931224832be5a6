"""The scoreboard of a page about one player, table or check belongs to their division, never to another one."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import get_resolver, resolve, reverse

from checks.models import CheckPhoto, DeckCheck
from checks.services import deck_checks
from decks.services import lists, proxies
from floor.queries import division_of_page
from floor.services import calls, penalties
from pairings.models import Dispute, EntryWish, Report
from pairings.services.rounds import rounds
from tests import build
from tests.html import markup
from tests.pairings.build import open_matches
from tournaments.models import Division, Entry
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db

LINE = re.compile(r'<a href="/e/[\w-]+/">[^<]*</a></b><span>([^<]*)</span>')
CLOCK = re.compile(r'data-clock="(\d+)"')


@pytest.fixture
def homes() -> dict[str, Division]:
    """Create Seniors in round 1, Masters who posted theirs later, and Juniors who have not started."""
    event = build.event(divisions=("junior", "senior", "masters"), published=True, name="Harbor Cup")
    lists.collect_lists(event, by=None)
    homes = {one.age_division: one for one in event.divisions.select_related("tournament")}
    for home in homes.values():
        build.add_players(event, 4, division=home)
    for age_division in ("senior", "masters"):
        rounds.post(
            rounds.pair_next_round(homes[age_division], by=None, seed=1), by=None, lists_reason="A test"
        )
    return homes


def pages(home: Division, entry: Entry) -> list[str]:
    slug = home.tournament.slug
    found = [
        reverse("tournaments:player", args=[slug, entry.pk]),
        reverse("floor:player_matches", args=[slug, entry.pk]),
        reverse("pairings:player_link", args=[slug, entry.pk]),
        reverse("floor:my", args=[personal_links.ensure_link(entry).token]),
        f"{reverse('floor:penalty_new', args=[slug])}?entry={entry.pk}",
        reverse("checks:check", args=[slug, deck_checks.pick_requested_deck(entry, why="Marks", by=None).pk]),
    ]
    given = penalties.give_penalty(entry, infraction="pace", level="caution", by=None)
    found.append(reverse("floor:penalty", args=[slug, given.pk]))
    return found


def on_top(page: object) -> tuple[str, str | None]:
    """Return the line of the round on the scoreboard, and the key of the round whose clock runs.

    Pages about one table have its clock beside the table instead.
    """
    text = markup(page)
    board = text.partition("<main")[0]
    (line,) = LINE.findall(board)
    return unescape(line), next(iter(CLOCK.findall(board) or CLOCK.findall(text)), None)


def clock_of(home: Division) -> str:
    return str(home.rounds.get().pk)


@pytest.mark.parametrize(
    ("age_division", "line", "others"),
    [
        ("senior", "Seniors · Round 1 of 3", "Masters · Round"),
        ("masters", "Masters · Round 1 of 3", "Seniors · Round"),
    ],
)
def test_the_round_of_the_own_division_stands_on_top(
    homes: dict[str, Division], age_division: str, line: str, others: str
) -> None:
    home, client = homes[age_division], Client()
    client.force_login(build.staff(home.tournament, "head_judge"))
    entry = home.entries.select_related("player", "division__tournament", "tournament").earliest("pk")
    match = open_matches(home.rounds.get())[0]
    hand = calls.raise_hand(match, by=None)
    place = [home.tournament.slug, home.pk, 1, match.pk]
    table = [reverse("floor:match", args=place), reverse("floor:call", args=[place[0], hand.pk])]
    for url in (*pages(home, entry), *table):
        answer = client.get(url)
        assert answer.status_code in (200, 405), url
        if answer.status_code == 200:
            assert on_top(answer) == (line, clock_of(home)), url
            assert others not in markup(answer).partition("<main")[0], url


def test_who_plays_nothing_yet_gets_no_clock_of_others(homes: dict[str, Division]) -> None:
    home, client = homes["junior"], Client()
    client.force_login(build.staff(home.tournament, "head_judge"))
    entry = home.entries.earliest("pk")
    url = reverse("tournaments:player", args=[home.tournament.slug, entry.pk])
    assert on_top(client.get(url)) == ("", None)
    players = reverse("tournaments:players", args=[home.tournament.slug])
    assert on_top(client.get(players)) == ("Round 1", None)
    homes["masters"].rounds.update(number=2)
    assert on_top(client.get(players)) == ("Rounds in play", None)


OF_WHOLE_EVENT = {
    "announcements",
    "api",
    "invitations",
    "rulings",
    "schedule",
    "screens",
    "sectors",
    "staff",
    "stored",
    "webhooks",
}
"""Parts of a route whose `pk` does not belong to a division."""


def _routes() -> list[str]:
    """Return every route of an event that identifies something by `pk`."""
    rooms = (getattr(room, "url_patterns", ()) for room in get_resolver().url_patterns)
    found = (one.pattern for room in rooms for one in room)
    return [str(one) for one in found if {"slug", "pk"} <= one.regex.groupindex.keys()]


@pytest.mark.parametrize("route", _routes())
def test_every_route_with_a_key_says_whose_division_it_is(route: str) -> None:
    if not any(f":{name}>" in route for name in division_of_page.PLACES_BY_PARAMETER):
        folder = division_of_page.FOLDER_OF_PK.search(route)
        assert folder is not None
        assert (folder[1] in division_of_page.BY_FOLDER) != (folder[1] in OF_WHOLE_EVENT)


def test_a_key_is_read_as_what_its_address_names(homes: dict[str, Division]) -> None:
    """The first entry, check, photo, proxy, dispute and report often share a key, but belong to several divisions."""
    event, senior, masters = homes["senior"].tournament, homes["senior"], homes["masters"]
    entry, other = senior.entries.earliest("pk"), masters.entries.earliest("pk")
    match = open_matches(masters.rounds.get())[0]
    check = deck_checks.pick_requested_deck(entry, why="Marks", by=None)
    deck_checks.pick_requested_deck(other, why="Marks", by=None)
    shot = {"check_of": check, "key": "a", "image": "checks/lost.jpg", "at": build.NOON}
    photo = CheckPhoto.objects.create(pk=DeckCheck.objects.get(entry=other).pk, **shot)
    data = {"outcome": "left", "source": "phone", "at": build.NOON}
    objects = {
        "pairings:check_in": (entry.pk, senior),
        "pairings:drop": (other.pk, masters),
        "pairings:reinstate": (entry.pk, senior),
        "floor:disqualify": (entry.pk, senior),
        "floor:lift": (entry.pk, senior),
        "pairings:player_new_link": (entry.pk, senior),
        "checks:check_off": (check.pk, senior),
        "checks:check_photo": (photo.pk, senior),
        "checks:check_photo_withdraw": (photo.pk, senior),
        "checks:proxy_withdraw": (
            proxies.grant_proxy(entry, card="N", reason="damaged", by=None, head_judge=True).pk,
            senior,
        ),
        "pairings:decide": (Dispute.objects.create(match=match, opened_at=build.NOON).pk, masters),
        "pairings:accept_report": (Report.objects.create(match=match, entry=match.left, **data).pk, masters),
        "pairings:unwish": (EntryWish.objects.create(entry=entry, table=1).pk, senior),
    }
    for name, (pk, home) in objects.items():
        found = resolve(reverse(name, args=[event.slug, pk]))
        assert division_of_page.division_of_page(event, found.route, found.kwargs, {}) == home, name
