"""Importing a whole event of TOM: the file, its preview, then the event."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from pairings.models import TomFile
from tests import build
from tests.asking import text_of
from tests.html import markup
from tests.pairings import tom_files as tf
from tests.pairings.services.tom.test_tom_bad_files import counts
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

URL = "/import"


def look(client: Client, data: bytes, **more: str) -> HttpResponse:
    return client.post(URL, {"file": SimpleUploadedFile("cup.tdf", data), **more})


def take(client: Client, data: bytes, **more: str) -> HttpResponse:
    """Upload the file and confirm its preview."""
    return client.post(URL, look(client, data, **more).context["confirm"].initial)


def test_strangers_sign_in_first(client):
    assert client.get(URL)["Location"] == "/account/login/?next=/import"


def test_a_whole_event_comes_in_and_is_theirs(client):
    maya = build.user("maya")
    client.force_login(maya)
    data = tf.swiss(4, [tf.round_(1, [(1, 1, 2), (3, 3, 4)])])
    response = take(client, data, name="Taken over")
    event = Tournament.objects.get()
    assert event.name == "Taken over"
    assert response["Location"] == reverse("pairings:standings", args=[event.slug])
    assert event.staff.get().user == maya
    assert bytes(TomFile.objects.get().data) == data
    assert "Standings" in text_of(client, response["Location"])


def test_a_preview_says_what_would_be_made_and_stores_nothing(client):
    maya = build.user("maya")
    client.force_login(maya)
    build.event(by=maya, name="Earlier", sanction_id="26-11-000001")
    build.known("Ana", "Núñez", tf.user_id(1), by=maya)
    before = counts()
    rounds = [tf.round_(1, [(1, 1, 2), (9, 3, 4), (5, 5, 0)]), tf.round_(2, [(0, 1, 3), (1, 2, 4)], stage=4)]
    response = look(client, tf.swiss(5, rounds, mode="VGC"))
    page = markup(response)
    assert counts() == before
    assert response["Cache-Control"] == "private, no-store"
    for text in (
        "Autumn Challenge",
        "26-11-000001",
        "Nothing is stored yet",
        "5 players, 2 rounds, round 2 has no result at 1 table",
        "5, 0 already known",
        "You already have an event with this sanction number: Earlier.",
        "Deleted matches in the file, not imported: 1.",
        "mode VGC",
        "is known here as Ana Núñez",
    ):
        assert text in page


@pytest.mark.parametrize("ticked", [True, False])
def test_a_person_known_under_another_name_is_asked_about(client, ticked):
    maya = build.user("maya")
    client.force_login(maya)
    ana = build.known("Ana", "Ruiz", tf.user_id(1), by=maya)
    response = look(client, tf.swiss(4))
    page = markup(response)
    assert f'<input type="checkbox" name="same" value="{tf.user_id(1)}">' in page
    assert page.count('name="same"') == 1
    more = {"same": [tf.user_id(1)]} if ticked else {}
    client.post(URL, response.context["confirm"].initial | more)
    entry = (
        Tournament.objects.exclude(name__startswith="Known")
        .latest("pk")
        .entries.get(player_number=tf.user_id(1))
    )
    assert (entry.player_id == ana.pk) is ticked
    assert str(entry) == ("Ana Ruiz" if ticked else "Zoë 1 Núñez")


def test_a_preview_that_nobody_confirms_is_nothing(client):
    client.force_login(build.user("maya"))
    before = counts()
    look(client, tf.swiss(4))
    client.get(URL)
    assert counts() == before


@pytest.mark.parametrize("sent", [{"content": "%%%"}, {"content": ""}, {"content": "bm90aGluZw=="}])
def test_a_confirmed_file_that_got_lost(client, sent):
    client.force_login(build.user("maya"))
    response = client.post(URL, {"filename": "x.tdf", **sent})
    assert response.status_code == 422
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("country", "chosen", "zone"),
    [
        ("Poland", "", "Europe/Warsaw"),
        ("United States", "", "Asia/Tokyo"),
        ("United States", "America/Denver", "America/Denver"),
    ],
)
def test_its_time_zone_is_chosen_or_that_of_its_country_or_of_the_browser(client, country, chosen, zone):
    client.force_login(build.user("maya"))
    client.cookies["zone"] = "Asia/Tokyo"
    take(client, tf.swiss(4, country=country), timezone=chosen)
    assert Tournament.objects.get().timezone == zone


def test_a_wrong_file_keeps_the_name_and_makes_no_event(client):
    client.force_login(build.user("maya"))
    response = look(client, b"nothing", name="Spring Cup")
    assert response.status_code == 422
    assert "Spring Cup" in markup(response)
    assert not Tournament.objects.exists()
