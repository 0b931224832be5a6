"""The navigation of each role before, during and after an event."""

import re
from copy import deepcopy

import pytest
from django.test import Client
from django.urls import reverse

from floor.navigation import MAX_LINKS, PAGES, PAGES_BY_ROLE, StaffNavigation
from pairings.services.rounds import rounds
from tests import build, databases
from tests.drafts.drafts import draft
from tests.html import markup
from tests.pairings import build as play
from tournaments.models import StaffMember, Tournament
from tournaments.services import personal_links, schedule

pytestmark = pytest.mark.django_db

ROLES = [*StaffMember.Role.values, "player", "public"]
FIRST = {
    "before": {"organizer": "", "head_judge": "lists", "scorekeeper": "door", "judge": "lists"},
    "running": {"organizer": "round", "head_judge": "floor", "scorekeeper": "round", "judge": "floor"},
    "over": {"organizer": "", "head_judge": "penalties", "scorekeeper": "standings", "judge": "penalties"},
}
"""The page that each role opens first."""


def event_of(phase: str, **fields: object) -> Tournament:
    division = play.division(4, published=True, **fields)
    if phase == "running":
        rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    if phase == "over":
        division.rounds_planned = 1
        division.save()
        play.play(division, 1)
    return division.tournament


STYLES = ("constructed", "limited")
Events = dict[tuple[str, str], Tournament]
built = databases.built_once(
    lambda: {(phase, style): event_of(phase, play_style=style) for phase in FIRST for style in STYLES}
)


@pytest.fixture
def events(built: Events) -> Events:
    return deepcopy(built)


def sidebar(event: Tournament, role: str) -> tuple[list[str], list[str]]:
    """Return the event's pages beside a page and those under More, without the event's URL prefix."""
    client, address = Client(), f"/e/{event.slug}/standings"
    if role == "player":
        address = reverse("floor:my", args=[personal_links.ensure_link(event.entries.earliest("pk")).token])
    elif role != "public":
        client.force_login(build.staff(event, role))
    page = str(markup(client.get(address)))
    found = re.search(r'<nav class="nav".*?</nav>', page, re.DOTALL)
    assert found is not None
    listed = found.group().split('class="nav-account"')[0]
    head, _, tail = listed.partition('<details class="nav-more"')
    return tuple(re.findall(r'href="(?:/e/[\w-]+/|(?=/my/))([^"#]*)"', part) for part in (head, tail))  # type: ignore[return-value]


@pytest.mark.parametrize("play_style", STYLES)
@pytest.mark.parametrize("phase", FIRST)
@pytest.mark.parametrize("role", ROLES)
def test_each_role_has_fourteen_links_at_most_and_its_work_first(events, role, phase, play_style):
    event = events[phase, play_style]
    main, more = sidebar(event, role)
    assert 0 < len(main) <= MAX_LINKS
    assert len({*main, *more}) == len(main) + len(more)
    if role in FIRST[phase]:
        assert main[0] == FIRST[phase][role]
        limited = play_style == "limited"
        assert ("drafts" in main) == (limited and phase != "over")


@pytest.mark.parametrize("role", ["player", "public"])
def test_players_find_the_schedule_of_an_event_that_has_one(events, role):
    event = events["running", "constructed"]
    assert "schedule" not in sidebar(event, role)[0]
    schedule.plan_day(event, by=None, first_start=event.starts_at, rounds=3)
    assert "schedule" in sidebar(event, role)[0]
    assert Client().get(f"/e/{event.slug}/schedule").status_code == 200


def test_a_phone_with_a_personal_link_finds_the_schedule_from_every_page(events):
    event = events["running", "constructed"]
    schedule.plan_day(event, by=None, first_start=event.starts_at, rounds=3)
    phone = Client()
    phone.get(reverse("floor:my", args=[personal_links.ensure_link(event.entries.earliest("pk")).token]))
    for page in ("standings", "pairings", "schedule"):
        assert f'href="/e/{event.slug}/schedule"' in str(markup(phone.get(f"/e/{event.slug}/{page}")))


@pytest.mark.parametrize("role", StaffMember.Role.values)
def test_nothing_is_lost_and_everything_opens(events, role):
    event = events["running", "limited"]
    main, more = sidebar(event, role)
    client = Client()
    client.force_login(build.staff(event, role))
    for page in (*main, *more):
        assert client.get(f"/e/{event.slug}/{page}").status_code == 200, page
    shut = [
        link
        for link in PAGES.values()
        if client.get(reverse(link.name, args=[event.slug])).status_code == 403
    ]
    assert len(main) + len(more) == len(PAGES) - len(shut)


def test_the_page_one_is_on_is_never_folded_away(events):
    event = events["running", "constructed"]
    client = Client()
    client.force_login(build.staff(event, "judge"))
    for page, folded in (("journal", False), ("floor", True)):
        html = markup(client.get(f"/e/{event.slug}/{page}"))
        assert ('<details class="nav-more" open' in html) != folded


def test_every_page_named_is_known():
    named = {key for phases in PAGES_BY_ROLE.values() for keys in phases.values() for key in keys.split()}
    assert named <= set(PAGES)


def test_the_bar_of_a_phone_has_drafts_while_one_runs() -> None:
    home = play.division(4, play_style="limited", published=True)
    event = Tournament.objects.get(pk=home.tournament_id)
    judge = dict.fromkeys(StaffMember.MAY, False) | {"view": True, "report": True}
    assert "drafts" not in [link.key for link in StaffNavigation(event, judge).bar]
    draft(home, "sealed")
    for can in (judge, dict.fromkeys(StaffMember.MAY, True)):
        keys = [link.key for link in StaffNavigation(event, can).bar]
        assert (keys[0], len(keys)) == ("drafts", 4)
    rounds.post(rounds.pair_next_round(home, by=None), by=None)
    assert "drafts" not in [link.key for link in StaffNavigation(event, judge).bar]
