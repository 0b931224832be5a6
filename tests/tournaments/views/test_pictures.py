"""Covers and logos on pages: who may upload them, where they are shown, and that browsers may keep them."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from core.models import Cover, Team
from core.queries.pictures import picture_url
from core.services import pictures, teams
from tests import build
from tests.core.pictures import picture
from tests.html import markup

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _media(settings, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    settings.MEDIA_ROOT = tmp_path


def sent(name: str = "hall.png", data: bytes | None = None) -> dict[str, object]:
    return {"image": SimpleUploadedFile(name, picture() if data is None else data)}


def signed_in(user) -> Client:  # type: ignore[no-untyped-def]
    client = Client()
    client.force_login(user)
    return client


def test_a_cover_replaces_the_bowl_on_the_poster(client, django_capture_on_commit_callbacks):
    marta = build.user()
    event = build.event(by=marta)
    url = reverse("tournaments:cover", args=[event.slug])
    front = reverse("tournaments:event", args=[event.slug])
    assert "/bowls/" in markup(client.get(front))

    answer = signed_in(marta).post(url, sent(), follow=True)

    assert answer.redirect_chain[-1][0].endswith("/settings#cover")
    assert "The cover picture is on the event’s page." in markup(answer)
    address = picture_url(Cover.objects.get().image)
    page = markup(client.get(front))
    assert address in page
    assert "/bowls/" not in page

    with django_capture_on_commit_callbacks(execute=True):
        signed_in(marta).post(url, {"do": "remove"})
    assert "/bowls/" in markup(client.get(front))
    assert client.get(address).status_code == 404


def test_a_logo_stands_on_the_posters_of_the_team_alone(client, django_capture_on_commit_callbacks):
    marta = build.user()
    event, other = build.event(by=marta), build.event(by=build.user("luis"), name="Harbour Cup")
    url = reverse("tournaments:team_logo", args=[event.organizer_id])

    answer = signed_in(marta).post(url, sent(), follow=True)

    assert answer.redirect_chain[-1][0].endswith(f"/teams/{event.organizer_id}#logo")
    address = picture_url(Team.objects.get(pk=event.organizer_id).logo)
    assert address in markup(answer)
    assert address in markup(client.get(reverse("tournaments:event", args=[event.slug])))
    assert "crest-host" not in markup(client.get(reverse("tournaments:event", args=[other.slug])))

    with django_capture_on_commit_callbacks(execute=True):
        signed_in(marta).post(url, {"do": "remove"})
    assert client.get(address).status_code == 404


def test_a_browser_may_keep_a_picture_for_good(client):
    cover = pictures.set_cover(build.event(), picture(), by=None)

    answer = client.get(picture_url(cover.image))

    assert answer["Content-Type"] == "image/webp"
    assert "immutable" in answer["Cache-Control"]
    assert answer.content == Path(cover.image.path).read_bytes()


@pytest.mark.parametrize("name", ["../secret_key", "a.webp", "0" * 32 + "-" + "0" * 16 + ".webp"])
def test_other_files_are_not_pictures(client, name):
    assert client.get(f"/pictures/{name}").status_code == 404


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({}, "Choose a picture first."),
        (sent("list.txt", b"no picture"), "This picture cannot be read."),
        (sent("hall.png", bytes(21_000_000)), "larger than 20 MB"),
    ],
)
def test_a_refused_picture_gets_a_sentence_on_the_same_page(more, sentence):
    marta = build.user()
    event = build.event(by=marta)

    assert sentence in markup(
        signed_in(marta).post(reverse("tournaments:cover", args=[event.slug]), more, follow=True)
    )
    assert not Cover.objects.exists()


@pytest.mark.parametrize("role", ["head_judge", "scorekeeper", "judge"])
def test_only_an_organizer_changes_the_cover(role):
    event = build.event(by=build.user())
    url = reverse("tournaments:cover", args=[event.slug])

    assert signed_in(build.staff(event, role)).post(url, sent()).status_code == 403
    assert Client().post(url, sent()).status_code == 302
    assert not Cover.objects.exists()


def test_only_an_owner_changes_the_logo():
    event = build.event(by=build.user())
    member, stranger = build.user("ana"), build.user("luis")
    teams.accept_team_invitation(teams.invite_member(event.organizer, by=None, login="ana"))
    url = reverse("tournaments:team_logo", args=[event.organizer_id])

    assert signed_in(member).post(url, sent()).status_code == 403
    assert signed_in(stranger).post(url, sent()).status_code == 404
    assert not Team.objects.exclude(logo="").exists()
