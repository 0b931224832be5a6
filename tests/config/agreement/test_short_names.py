"""Two children with the same short name are distinguishable on every public page, without showing more of them."""

import re
from html import unescape
from importlib import import_module
from io import BytesIO

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from core.engine.alphabet import name_sort_key
from floor.documents.pokedata import pokedata_standings
from pairings.models import Round
from pairings.services.rounds import rounds
from tests import build
from tests.config.agreement.crawl import pages
from tests.pairings import build as play
from tournaments.models import Entry, Tournament
from tournaments.queries.entries import player_rows
from tournaments.services import entries, personal_links, players

pytestmark = pytest.mark.django_db

UNCLEAR = re.compile(r"(?:Ana L\.|L\., Ana)(?! \([123]\))")
NUMBERED = re.compile(r"(?:Ana L\.|L\., Ana) \([123]\)")
SECRET = re.compile(r"Lopes|Lagoa|50000\d\d|2015|2014")
FILE = re.compile(r'href="(/e/[^"]+\.(?:pdf|csv|json)(?:\?[^"]*)?)"')
CHILDREN = (("Ana", "Lima", "junior"), ("Ana", "Lopes", "senior"), ("Ana", "Lagoa", "junior"))


def enter(event: Tournament, first_name: str, last_name: str, age_division: str) -> Entry:
    return entries.add_entry(
        event,
        by=None,
        first_name=first_name,
        last_name=last_name,
        player_id=str(5_000_001 + event.entries.count()),
        birth_year={"junior": 2015, "senior": 2014, "masters": 1990}[age_division],
        age_division=age_division,
        namesake=True,
    )


@pytest.fixture
def event() -> Tournament:
    made = build.event(name="Children", published=True, by_age=False, divisions=("all",))
    for child in CHILDREN:
        enter(made, *child)
    enter(made, "Bea", "Lima", "junior")
    enter(made, "Ana", "Lima", "masters")
    build.add_players(made, 4)
    made.entries.update(checked_in_at=build.NOON)
    return made


@pytest.fixture
def round_(event: Tournament) -> Round:
    division = event.divisions.select_related("tournament").get()
    play.play(division, 1)
    return rounds.post(rounds.pair_next_round(division, by=None, seed=2), by=None)


def names(event: Tournament) -> list[str]:
    """Return public names in the order of entries."""
    rows = {row.entry: row.name for row in player_rows(event, public=True)}
    return [rows[pk] for pk in sorted(rows)]


def test_children_are_numbered_by_their_short_name(event: Tournament) -> None:
    assert names(event)[:5] == ["Ana L. (1)", "Ana L. (2)", "Ana L. (3)", "Bea L.", "Ana Lima (2)"]
    assert [str(row) for row in event.entries.order_by("pk")][:3] == [
        "Ana Lima (1)",
        "Ana Lopes",
        "Ana Lagoa",
    ]
    assert [row.public_name for row in event.entries.order_by("pk")] == names(event)


def test_a_number_stays_for_the_event(event: Tournament) -> None:
    first, second, third = event.entries.order_by("pk")[:3]
    entries.delete_unpaired_entry(first, by=None)
    enter(event, "Ana", "Luz", "junior")
    assert second.public_name == "Ana L. (2)"
    assert [row.public_name for row in event.entries.order_by("pk")][-1] == "Ana L. (4)"
    renamed = players.correct_person(
        second, by=None, first_name="Bea", last_name="Lopes", player_id=second.player_number
    )
    assert renamed.public_name == "Bea L. (2)"
    assert event.entries.get(pk=third.pk).public_name == "Ana L. (3)"
    grown = entries.change_entry(third, by=None, age_division="masters")
    assert grown.public_name == "Ana Lagoa"


def test_an_adult_who_is_corrected_to_a_junior_is_numbered(event: Tournament) -> None:
    adult = event.entries.get(age_division="masters", last_name="Lima")
    assert entries.change_entry(adult, by=None, age_division="junior").public_name == "Ana L. (4)"


def test_lists_are_sorted_as_they_read(event: Tournament) -> None:
    for _ in range(9):
        enter(event, "Ana", "Luz", "junior")
    rows = [row.sort_name for row in player_rows(event, public=True)]
    assert [name for name in rows if name.startswith("L., Ana")] == [f"L., Ana ({n})" for n in range(1, 13)]
    assert rows == sorted(rows, key=name_sort_key)


def test_events_of_before_get_their_numbers(event: Tournament) -> None:
    before = names(event)
    event.entries.update(short_namesake=0)
    assert "Ana L." in names(event)
    import_module("tournaments.migrations.0011_short_names").number_short_names(apps, None)
    assert names(event) == before


@pytest.mark.parametrize("reader", ["public", "player"])
def test_every_public_page_and_document(event: Tournament, round_: Round, reader: str) -> None:
    client, starts = (
        Client(),
        [f"/e/{event.slug}/{page}" for page in ("", "pairings", "tables", "standings", "screen")],
    )
    if reader == "player":
        adult = event.entries.get(age_division="masters", last_name="Lima")
        starts = [reverse("floor:my", args=[personal_links.ensure_link(adult).token])]
    named, wrong, files = 0, [], set()
    for address, html in pages(client, starts, f"/e/{event.slug}/", each=1):
        text = unescape(html)
        named += len(NUMBERED.findall(text))
        wrong += [
            (address, text[max(0, one.start() - 80) : one.end() + 40]) for one in UNCLEAR.finditer(text)
        ]
        wrong += [(address, one[0]) for one in SECRET.finditer(re.sub(r"<[^>]*>", " ", text))]
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
        wrong += [(address, one[0]) for one in UNCLEAR.finditer(" ".join(text.split()))]
    assert named
    assert wrong == []


def test_programs_read_the_same_names(event: Tournament, round_: Round) -> None:
    client = Client()
    for address in (f"/api/v1/events/{event.slug}/pairings", f"/api/v1/events/{event.slug}/standings"):
        text = client.get(address).content.decode()
        assert NUMBERED.search(text), address
        assert not UNCLEAR.search(text)
    listed = [row["name"] for row in pokedata_standings(round_.division, "all")]
    assert sum(bool(NUMBERED.fullmatch(name)) for name in listed) == 3


def test_the_player_and_the_staff_read_which_of_them_it_is(event: Tournament) -> None:
    second = event.entries.order_by("pk")[1]
    page = Client().get(reverse("floor:my", args=[personal_links.ensure_link(second).token])).content.decode()
    assert "Public lists show you as “Ana L. (2)”." in page
    client = Client()
    client.force_login(build.staff(event, "organizer"))
    page = client.get(reverse("tournaments:player", args=[event.slug, second.pk])).content.decode()
    assert "On public lists: Ana L. (2)" in page
    adult = event.entries.get(age_division="masters", last_name="Lima")
    assert (
        "On public lists"
        not in client.get(reverse("tournaments:player", args=[event.slug, adult.pk])).content.decode()
    )
