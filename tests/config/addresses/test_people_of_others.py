"""A stranger with an account and an event finds, sees and changes no one of other events."""

import re
from collections.abc import Iterator
from datetime import date
from io import BytesIO
from typing import Any
from zipfile import ZipFile, is_zipfile

import pytest
from django.contrib import admin
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse

from core.models import JournalEvent
from tests.config.addresses.test_urls import OF_EVENTS, PAGES, Hall, Page, _fields, _hall
from tests.html import markup
from tests.pairings import tom_files as tf
from tests.papers import pages
from tournaments.models import Entry, Player
from tournaments.services import entries

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

FIRST, LAST, NUMBER, BORN = "Quillon", "Zzyzxander", "88804{:03d}", date(1979, 3, 29)
"""Names, Player IDs and a birthday that no page contains for another reason. A search text is their beginning."""

METHODS = ("get", "post")


@pytest.fixture
def theirs() -> Hall:
    """Create a private event of another organizer, with people who can be recognized in any response."""
    hall = _hall("Harbor Challenge")
    for at, entry in enumerate(hall.event.entries.order_by("pk")):
        facts = {
            "first_name": f"{FIRST}{at}",
            "last_name": f"{LAST}{at}",
            "birth_year": 1979,
            "birth_date": BORN,
        }
        key = f"{FIRST}{at} {LAST}{at}".lower()
        Entry.objects.filter(pk=entry.pk).update(**facts, player_number=NUMBER.format(at), search_key=key)
        Player.objects.filter(pk=entry.player_id).update(**facts, player_id=NUMBER.format(at), search_key=key)
    hall.event.published = False
    hall.event.save()
    hall.objects[""]["player"] = hall.event.entries.earliest("pk").player_id
    return hall


@pytest.fixture
def mine(theirs: Hall) -> Hall:
    """Create the stranger's event, with a player of the other event entered by Player ID, birth year and name."""
    hall = _hall("Hill Challenge")
    typed = {
        "first_name": f"{FIRST}0",
        "last_name": f"{LAST}0",
        "player_id": NUMBER.format(0),
        "birth_year": 1979,
    }
    entries.add_entry(hall.event, by=hall.event.staff.get(role="organizer").user, **typed)
    return hall


@pytest.fixture
def stranger(mine: Hall) -> Iterator[Client]:
    cache.clear()
    client = Client()
    client.force_login(mine.event.staff.get(role="organizer").user)
    yield client
    cache.clear()


def secrets(typed: str = "") -> list[str]:
    """Return what no response may contain; the stranger has entered the first person, except for the birthday."""
    people = [secret for at in range(1, 6) for secret in (f"{FIRST}{at}", f"{LAST}{at}", NUMBER.format(at))]
    return [
        secret for secret in (*people, "1979-03-29", "29 March 1979", "March 29, 1979") if secret not in typed
    ]


def leaks(answer: Any, typed: str = "") -> list[str]:
    content = answer.getvalue() if answer.streaming else answer.content
    if answer.get("Content-Type") == "application/pdf":
        content = " ".join(pages(content)).encode()
    elif is_zipfile(BytesIO(content)):
        with ZipFile(BytesIO(content)) as book:
            content = b" ".join(book.read(name) for name in book.namelist())
    text = content.decode("utf-8", "replace") + str(answer.headers)
    return [secret for secret in secrets(typed) if secret in text]


def everything(hall: Hall) -> list[object]:
    """Return the people of the other event, as its staff and an administrator see them."""
    return [
        list(Entry.objects.filter(tournament=hall.event).order_by("pk").values()),
        list(Player.objects.filter(entries__tournament=hall.event).order_by("pk").values()),
        JournalEvent.objects.filter(tournament=hall.event).count(),
    ]


def leaks_of(
    client: Client, method: str, url: str, theirs: Hall, typed: str = "", /, **data: Any
) -> list[str]:
    """Return what the response reveals, "CHANGED" if the other event was changed. Everything is rolled back."""
    with transaction.atomic():
        before = everything(theirs) if method == "post" else None
        found = leaks(getattr(client, method)(url, data), typed)
        if before is not None and everything(theirs) != before:
            found.append("CHANGED")
        transaction.set_rollback(True)
    return found


def addresses(mine: Hall, theirs: Hall, page: Page) -> Iterator[str]:
    """Yield the stranger's URL, the same with each number of the other event in turn, and the other event's URL."""
    own, other = mine.facts(page), theirs.facts(page)
    for name in (None, *(name for name, value in other.items() if isinstance(value, int))):
        yield reverse(page.name, kwargs=own | ({name: other[name]} if name else {}))
    yield reverse(page.name, kwargs=other)


def test_the_pages_that_know_people_are_among_those_asked():
    names = {page.name for page in OF_EVENTS}
    assert {
        *("pairings:enter", "pairings:find_player", "tournaments:merge", "tournaments:merge_with"),
        *("pairings:regulars", "pairings:known_players_here"),
        *("tournaments:player_save", "tournaments:player", "registration:roster", "pairings:take_roster"),
    } <= names


@pytest.mark.parametrize("method", METHODS)
def test_no_address_shows_or_changes_anybody(theirs, mine, stranger, method):
    found = {
        url: leaked
        for page in OF_EVENTS
        for url in addresses(mine, theirs, page)
        if (leaked := leaks_of(stranger, method, url, theirs))
    }
    assert not found


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("kind", ["player_id", "name", "key", "entry"])
def test_nothing_typed_into_any_field_finds_or_changes_anybody(theirs, mine, stranger, method, kind):
    one = theirs.event.entries.order_by("pk")[1]
    typed = {
        "name": LAST[:6],
        "player_id": NUMBER.format(1),
        "key": str(one.player_id),
        "entry": str(one.pk),
    }[kind]
    data = dict.fromkeys(_fields(), typed)
    urls = [mine.url(page) for page in OF_EVENTS] + [
        reverse(page.name) for page in PAGES if not page.parameters
    ]
    assert len(urls) > 100
    assert not {
        url: leaked for url in urls if (leaked := leaks_of(stranger, method, url, theirs, typed, **data))
    }


def test_a_player_id_and_birth_year_guessed_in_the_form_tell_nothing(theirs, mine, stranger):
    """Right or wrong, the response is the same: the form enters a player with the typed name."""
    url = reverse("pairings:enter", args=[mine.event.slug])
    answers = set()
    for number, year in ((NUMBER.format(1), 1979), (NUMBER.format(1), 1980), ("888049", 1979)):
        typed = {"first_name": "Ana", "last_name": "Silva", "player_id": number, "birth_year": year}
        with transaction.atomic():
            answer = stranger.post(url, typed, follow=True)
            answers.add(tuple(str(message) for message in answer.context["messages"]))
            assert not leaks(answer, number)
            transaction.set_rollback(True)
    assert answers == {("Ana Silva is added and plays from round 3.",)}


def csv_of(*, first: str, last: str, born: str) -> bytes:
    rows = [f"{first.format(at)},{last.format(at)},{NUMBER.format(at)},{born}" for at in range(1, 6)]
    return "\n".join(["First name,Last name,Player ID,Birth year", *rows]).encode()


@pytest.mark.parametrize("born", ["1979", "1980"])
def test_a_roster_of_their_player_ids_finds_nobody(theirs, mine, stranger, born):
    """Its preview and the event only show the names of the file."""
    data = csv_of(first="Ana{}", last="Silva{}", born=born)
    typed = " ".join(NUMBER.format(at) for at in range(1, 6))
    before, url = everything(theirs), reverse("registration:roster", args=[mine.event.slug])
    seen = stranger.post(url, {"file": SimpleUploadedFile("list.csv", data)})
    assert not leaks(seen, typed)
    assert seen.context["seen"].counts == {"new": 5, "known": 0, "entered": 0, "choose": 0}
    hidden = dict(re.findall(r'name="(content|filename)" value="([^"]*)"', markup(seen)))
    assert not leaks(stranger.post(url, hidden, follow=True), typed)
    assert (
        mine.event.entries.filter(first_name__startswith="Ana", player_number__startswith="88804").count()
        == 5
    )
    assert everything(theirs) == before


def test_a_roster_of_their_names_finds_nobody(theirs, mine, stranger):
    rows = "\n".join(f"{FIRST}{at},{LAST}{at},,1979" for at in range(1, 6))
    data = f"First name,Last name,Player ID,Birth year\n{rows}".encode()
    url = reverse("registration:roster", args=[mine.event.slug])
    seen = stranger.post(url, {"file": SimpleUploadedFile("list.csv", data)})
    assert {line.status for line in seen.context["seen"].lines} == {"new"}
    assert not leaks(seen, " ".join(f"{FIRST}{at} {LAST}{at}" for at in range(6)))


@pytest.mark.parametrize("name", ["pairings:take_over", "pairings:take_roster"])
def test_a_file_of_tom_with_their_player_ids_finds_nobody(theirs, mine, stranger, name):
    Entry.objects.filter(tournament=theirs.event, player_number=NUMBER.format(1)).update(
        player_number=tf.user_id(1)
    )
    Player.objects.filter(player_id=NUMBER.format(1)).update(
        player_id=tf.user_id(1), birth_year=1990, birth_date=None
    )
    before = everything(theirs)
    url = reverse(name, args=[mine.event.slug] if name == "pairings:take_roster" else [])
    sent = {"file": SimpleUploadedFile("cup.tdf", tf.swiss(4)), "timezone": "UTC"}
    answer = stranger.post(url, sent, follow=True)
    assert not leaks(answer)
    if "confirm" in (answer.context or {}):
        assert answer.context["seen"].known == 0
        answer = stranger.post(url, answer.context["confirm"].initial, follow=True)
        assert not leaks(answer)
    assert Entry.objects.exclude(tournament=theirs.event).filter(player_number=tf.user_id(1)).count() == 1
    assert everything(theirs) == before


def test_a_list_of_known_players_with_their_player_ids_finds_nobody(theirs, mine, stranger):
    rows = "".join(
        f'<player userid="{NUMBER.format(at)}"><lastname>Silva{at}</lastname></player>' for at in range(1, 6)
    )
    data = f"<players>{rows}</players>".encode()
    typed, before = " ".join(NUMBER.format(at) for at in range(1, 6)), everything(theirs)
    url = reverse("pairings:known_players_here", args=[mine.event.slug])
    seen = stranger.post(url, {"tom_files": SimpleUploadedFile("players.xml", data)})
    assert not leaks(seen, typed)
    assert len(seen.context["seen"].new) == 5
    assert not leaks(stranger.post(url, seen.context["confirm"].initial, follow=True), typed)
    found = stranger.get(reverse("pairings:find_player", args=[mine.event.slug]), {"q": "888"})
    assert not leaks(found, typed)
    assert everything(theirs) == before


def test_the_administration_is_not_theirs(theirs, stranger):
    for model in admin.site._registry:
        base = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        for url in (reverse(f"{base}_changelist"), reverse(f"{base}_change", args=[1])):
            assert stranger.get(url).status_code in (302, 403), url
            assert not leaks(stranger.get(url, follow=True)), url
