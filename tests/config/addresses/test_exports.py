"""Each file requires the permission of the page that offers it."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.db import transaction
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from core.services.snapshots import home_folder
from decks.services import lists
from tests.config.addresses.test_personal_links import words
from tests.config.addresses.test_urls import OF_EVENTS, ROLES, Hall, _client, _hall
from tests.decks.lists import LEGAL
from tournaments.models import Entry
from tournaments.rules import MAY

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

LEADS = re.compile(r"""(?:href|action|formaction|src|hx-get|data-href)="([^"#]+)""")
BORN = range(1931, 1937)
"""Years that are on pages for another reason."""

LATER = {
    "checks:checks_report": "checks:checks",
    "drafts:draft_seats_export": "drafts:drafts",
    "drafts:pods_export": "drafts:drafts",
    "drafts:pods_sheet": "drafts:drafts",
    "decks:pool_prints": "decks:pools",
    "decks:pools_export": "decks:pools",
    "pairings:bubble_export": "pairings:bubble",
    "pairings:prizes_export": "pairings:prizes",
}
"""Files for which this event has no data yet, and the pages that link to them later."""


@pytest.fixture
def hall(settings: Any, tmp_path: Any) -> Hall:
    settings.VAR_DIR = tmp_path
    hall = _hall("Harbor Challenge")
    lists.collect_lists(hall.event, by=None)
    for year, entry in zip(BORN, hall.event.entries.order_by("pk"), strict=True):
        Entry.objects.filter(pk=entry.pk).update(birth_year=year, birth_date=None)
    first = hall.event.entries.earliest("pk")
    lists.submit_list(first.deck_list, text=LEGAL, by_player=False)
    hall.objects[""]["name"] = home_folder.save_snapshot(hall.event)
    return hall


def urls(hall: Hall) -> Iterator[tuple[str, str]]:
    for page in OF_EVENTS:
        facts = hall.facts(page)
        if page.name in ("tournaments:snapshot_file", "tournaments:snapshot_delete"):
            facts["name"] = hall.objects[""]["name"]
        yield named(page.name, page.power), reverse(page.name, kwargs=facts)


def named(name: str, power: str | None) -> str:
    """Return the name of a URL; sheets for everyone and sheets for staff share a name."""
    return f"{name} ({power})" if name == "pairings:sheet" else name


def asked(client: Client, url: str) -> Any:
    with transaction.atomic():
        answer = client.get(url)
        transaction.set_rollback(True)
    return answer


def is_file(answer: Any) -> bool:
    kind = answer.get("Content-Type", "")
    return answer.status_code == 200 and not kind.startswith(("text/html", "application/json"))


def offered(answers: dict[str, Any]) -> set[str]:
    """Return the names of all URLs to which pages link."""
    found = set[str]()
    for url, answer in answers.items():
        if answer.get("Content-Type", "").startswith("text/html"):
            for link in LEADS.findall(answer.content.decode()):
                try:
                    there = resolve(urlsplit(urljoin(url, link)).path)
                except Resolver404:
                    continue
                found.add(named(there.view_name, getattr(there.func, "power", None)))
    return found


def test_whoever_is_offered_a_file_may_have_it_and_nobody_else(hall):
    may, links, opened = (dict[str, set[str]]() for _each in range(3))
    for who in ROLES:
        client = _client(hall.event, who)
        answers = {name: (url, asked(client, url)) for name, url in urls(hall)}
        may[who] = {name for name, (_url, answer) in answers.items() if is_file(answer)}
        opened[who] = {name for name, (_url, answer) in answers.items() if answer.status_code == 200}
        links[who] = offered(dict(answers.values()))
    files = set[str]().union(*may.values())
    assert len(files) > 30
    assert LATER.keys() <= files
    assert {who: files & links[who] - may[who] for who in ROLES} == {who: set() for who in ROLES}
    unasked = {
        who: {one for one in may[who] - links[who] if LATER.get(one) not in opened[who]} for who in ROLES
    }
    assert unasked == {who: set() for who in ROLES}


@pytest.mark.parametrize("who", ROLES)
def test_no_file_lists_birth_years_for_those_who_correct_no_players(hall, who):
    client, found = _client(hall.event, who), set[str]()
    for name, url in urls(hall):
        answer = asked(client, url)
        if is_file(answer) and name != "tournaments:snapshot_file":
            text = words(answer)
            if sum(str(year) in text for year in BORN) > 1:
                found.add(name)
    assert "tournaments:players_export" in found or who not in MAY["run"]
    assert not found or who in MAY["run"]
