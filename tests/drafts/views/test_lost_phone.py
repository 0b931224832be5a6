"""Help beside a lost phone: each reader is sent only where their role may go (R-091)."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tests import build
from tests.drafts import tracked
from tests.html import markup

pytestmark = pytest.mark.django_db

LINK = re.compile(r'href="([^"]+)"')
ROLES = ("organizer", "head_judge", "scorekeeper", "judge")
SHOWS_LINKS = ROLES[:3]
FOLD = re.compile(r'<details[^>]*id="phones"[^>]*>.*?</details>')


def links(part: str) -> list[str]:
    return [unescape(address) for address in LINK.findall(part)]


@pytest.mark.parametrize("role", ROLES)
def test_each_link_of_the_help_can_be_opened(role: str) -> None:
    draft = tracked.draft(players=8)
    tracked.open_packs(draft)
    event = draft.division.tournament
    client = Client()
    client.force_login(build.staff(event, role))
    page = reverse("drafts:draft", args=[event.slug, draft.pk])
    (fold,) = FOLD.findall(markup(client.get(page)))
    targets = links(fold)
    names = {reverse("tournaments:player", args=[event.slug, entry]) for entry in draft.seats[0]}
    assert len(targets) >= 8, "one link for each player at least"
    assert bool(names & set(targets)) == (role in SHOWS_LINKS)
    for target in targets:
        assert client.get(target).status_code == 200, target
    for target in sorted(names & set(targets))[:1]:
        link_page = reverse("pairings:player_link", args=[event.slug, int(target.rsplit("/", 1)[-1])])
        assert link_page in markup(client.get(target)), "the page of the player leads to the link"
    assert ("can show the link" in fold) == (role not in SHOWS_LINKS)


@pytest.mark.parametrize("role", ROLES)
def test_the_page_on_which_staff_tap_for_a_player_links_only_where_they_may_go(role: str) -> None:
    draft = tracked.draft(players=8)
    tracked.open_packs(draft)
    event = draft.division.tournament
    client = Client()
    client.force_login(build.staff(event, role))
    page = reverse("drafts:draft_stand_in", args=[event.slug, draft.pk]) + "?pod=1&seat=1"
    (main,) = re.findall(r"<main.*?</main>", markup(client.get(page)))
    for target in links(main):
        assert client.get(target).status_code == 200, target


@pytest.mark.parametrize("role", [*ROLES, ""])
def test_each_link_of_the_guide_to_drafts_can_be_opened(role: str) -> None:
    draft = tracked.draft(players=8)
    client = Client()
    if role:
        client.force_login(build.staff(draft.division.tournament, role))
    (main,) = re.findall(r"<main.*?</main>", markup(client.get("/guide/drafts")))
    targets = {target.split("#")[0] for target in links(main) if target.startswith("/")}
    for target in targets - {""}:
        assert client.get(target).status_code == 200, target
