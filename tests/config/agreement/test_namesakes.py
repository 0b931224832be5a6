"""Two players of one name in an event are told apart on every page, document and line of the journal."""

import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from pairings.models import Round
from pairings.services.rounds import attendance, rounds
from tests import build
from tests.config.agreement.crawl import pages
from tests.pairings import build as play
from tournaments.models import Entry, Tournament
from tournaments.queries.entries import player_rows
from tournaments.sentences import journal_text
from tournaments.services import entries, links, players

pytestmark = pytest.mark.django_db

UNCLEAR = re.compile(r"(?:Ana Lima|Lima, Ana)(?! \([12]\))")
NUMBERED = re.compile(r"(?:Ana Lima|Lima, Ana) \([12]\)")
BEFORE = "Ana Lima added to"
"""The journal when she was the only one of her name."""

FILE = re.compile(r'href="(/e/[^"]+\.(?:pdf|csv)(?:\?[^"]*)?)"')


@pytest.fixture
def event() -> Tournament:
    made = build.event(name="Two of one name", published=True, by_age=False, divisions=("masters",))
    for number, year in ((None, 1990), ("5000001", 1991)):
        entries.add(
            made,
            by=None,
            first_name="Ana",
            last_name="Lima",
            player_id=number,
            birth_year=year,
            age_division="masters",
            namesake=True,
        )
    build.add_players(made, 4)
    made.entries.update(checked_in_at=build.NOON)
    return made


@pytest.fixture
def round_(event: Tournament) -> Round:
    division = event.divisions.select_related("tournament").get()
    play.play(division, 1)
    return rounds.post(rounds.pair_next(division, by=None, seed=2), by=None)


def both(event: Tournament) -> list[Entry]:
    return list(event.entries.filter(last_name="Lima").order_by("pk"))


def unclear(text: str) -> Iterator[str]:
    """Where a text has the name without a number, with the text around it."""
    for found in UNCLEAR.finditer(text):
        yield text[max(0, found.start() - 80) : found.end() + 40]


def test_the_second_one_numbers_both(event: Tournament) -> None:
    assert [str(entry) for entry in both(event)] == ["Ana Lima (1)", "Ana Lima (2)"]
    assert [entry.sort_name for entry in both(event)] == ["Lima, Ana (1)", "Lima, Ana (2)"]
    third = entries.add(
        event, by=None, first_name="ana", last_name="LIMA", age_division="masters", namesake=True
    )
    assert str(third) == "ana LIMA (3)"
    assert {entry.namesake for entry in event.entries.exclude(search_key="ana lima")} == {0}


def test_a_corrected_name_is_numbered_too(event: Tournament) -> None:
    other = event.entries.exclude(last_name="Lima").earliest("pk")
    renamed = players.correct(other, by=None, first_name="Ana", last_name="Lima", player_id=None)
    assert str(renamed) == "Ana Lima (3)"
    back = players.correct(renamed, by=None, first_name="Anabel", last_name="Lima", player_id=None)
    assert str(back) == "Anabel Lima"
    second = event.entries.exclude(last_name="Lima").earliest("pk")
    assert str(players.correct(second, by=None, first_name="Anabel", last_name="Lima")) == "Anabel Lima (2)"
    assert str(event.entries.get(pk=back.pk)) == "Anabel Lima (1)"


def test_the_name_that_pages_show_finds_both(event: Tournament) -> None:
    assert {row.entry for row in player_rows(event, text="Ana Lima (2)")} == {one.pk for one in both(event)}


@pytest.mark.parametrize("role", ["organizer", "judge", "public", "player"])
def test_every_page_and_document(event: Tournament, round_: Round, role: str) -> None:
    client, starts = Client(), [f"/e/{event.slug}/{page}" for page in ("", "pairings", "tables", "standings")]
    if role == "player":
        starts = [reverse("floor:my", args=[links.of(both(event)[0]).token])]
    elif role != "public":
        client.force_login(build.staff(event, role))
        starts += [f"/e/{event.slug}/{page}" for page in ("round", "door", "players", "journal", "penalties")]
    named, wrong, files = 0, [], set()
    for address, html in pages(client, starts, f"/e/{event.slug}/", each=1):
        named += len(NUMBERED.findall(unescape(html)))
        wrong += [(address, text) for text in unclear(unescape(html).replace(BEFORE, ""))]
        files |= {unescape(link) for link in FILE.findall(html)}
    for address in sorted(files)[:20]:
        answer = client.get(address)
        if answer.status_code != 200:
            continue
        data = b"".join(answer) if answer.streaming else answer.content
        if data.startswith(b"%PDF"):
            text = " ".join(page.extract_text() for page in PdfReader(BytesIO(data)).pages)
        else:
            text = data.decode("utf-8-sig", errors="replace")
        wrong += [(address, one) for one in unclear(" ".join(text.split()).replace(BEFORE, ""))]
    assert named
    assert wrong == []


def test_every_line_of_the_journal_after_both_are_in(event: Tournament, round_: Round) -> None:
    first, second = both(event)
    attendance.drop(second, by=None)
    attendance.reinstate(second, by=None)
    attendance.drop(first, by=None)
    lines = [journal_text(line.kind, line.facts) for line in event.journal.order_by("pk")]
    assert sum(bool(NUMBERED.search(line)) for line in lines) >= 3
    assert [line for line in lines if UNCLEAR.search(line) and not line.startswith(BEFORE)] == []
