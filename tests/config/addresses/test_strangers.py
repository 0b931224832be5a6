"""What strangers can reach by following every link, and what they must not learn there."""

import re
from collections import deque
from datetime import date
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from core.documents.spreadsheets import XLSX
from pairings.services.bracket import cuts
from tests import build
from tests.pairings import build as play
from tests.papers import pages
from tournaments.models import Tournament
from tournaments.services import players

pytestmark = [pytest.mark.django_db]

LINK = re.compile(r'(?:href|hx-get)="([^"#]+)')
OF_EVENTS = re.compile(r"/($|\?|e/|events)")
MOST = 400
BIRTHDAY = date(2017, 2, 23)


@pytest.fixture
def cup() -> Tournament:
    """Create a cup with children and adults that plays its cut, with announcements and a schedule."""
    event = build.event(structure="swiss_cut", kind="league_cup", published=True)
    for entry in build.add_players(event, 12, birth_years=(2017, 2012, 1987)):
        born = BIRTHDAY.replace(year=entry.player.birth_year)
        players.set_birth_date(entry, by=None, birth_date=born)
    division = event.divisions.select_related("tournament").get()
    division.cut_size, division.rounds_planned = 2, 2
    division.save()
    play.play(division, 2)
    cuts.start_cut(division, by=None)
    play.play(division)
    return event


def walk(client: Client, *starts: str) -> dict[str, str]:
    """Return the text of every page and file that links from `starts` lead to."""
    seen: dict[str, str] = {}
    todo = deque(starts)
    while todo and len(seen) < MOST:
        url = todo.popleft().replace("&amp;", "&")
        if url in seen or not OF_EVENTS.match(url):
            continue
        answer = client.get(url)
        seen[url] = _text(answer)
        if answer.status_code == 302:
            todo.append(answer["Location"])
        elif answer["Content-Type"].startswith("text/html"):
            here = url.partition("?")[0]
            todo += [here + link if link.startswith("?") else link for link in LINK.findall(seen[url])]
    return seen


def _text(answer: object) -> str:
    kind, content = answer["Content-Type"], answer.content  # type: ignore[index,attr-defined]
    if kind == XLSX:
        rows = load_workbook(BytesIO(content)).worksheets[0].iter_rows(values_only=True)
        return " ".join(str(value) for row in rows for value in row)
    # The share card has its words from the page of the event, which is read too.
    if kind == "image/png":
        return ""
    return " ".join(pages(content)) if kind == "application/pdf" else content.decode()


def test_strangers_learn_no_birth_no_player_id_and_no_last_name_of_a_child(client, cup):
    seen = walk(client, "/", f"/e/{cup.slug}/", reverse("floor:hall_screen", args=[cup.slug]))
    assert {
        kind for url in seen for kind in ("pairings", "tables", "standings", "cut", "schedule") if kind in url
    }
    assert sum(cup.slug in url for url in seen) > 10
    entries = cup.entries.select_related("player")
    children = [entry.player for entry in entries if entry.player.birth_year > 2010]
    adults = [entry.player for entry in entries if entry.player.birth_year < 2000]
    for url, text in seen.items():
        for player in children:
            assert f"{player.first_name} {player.last_name}" not in text, url
            assert f"{player.last_name}, {player.first_name}" not in text, url
        for entry in entries:
            assert not re.search(rf"(?<!\d){entry.player.player_id}(?!\d)", text), url
        assert not re.search(r"\b(2017|2012|1987)\b", text), url
        assert not re.search(r"\b(02-23|23/02|02/23|23 Feb|Feb\w* 23)", text), url
    everything = " ".join(seen.values())
    assert f"{children[0].first_name} {children[0].last_name[0]}." in everything
    assert str(adults[0]) in everything


def test_nothing_leads_to_an_event_that_is_not_public(client, cup):
    reached = [url for url in walk(client, "/", f"/e/{cup.slug}/") if cup.slug in url]
    cup.published = False
    cup.save()
    assert not [url for url in walk(client, "/") if cup.slug in url]
    assert {client.get(url).status_code for url in reached} == {404}
