"""Photos of a check: sent with and without scripts, seen only by staff of that event, deleted with an undo."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from checks.models import CheckPhoto, DeckCheck
from checks.services import check_photos, check_sheets, deck_checks
from core.engine.snapshots.file import unpack_snapshot
from core.services.snapshots import home_folder
from tests import build
from tests.asking import queries_of, text_of
from tests.core.pictures import photo
from tests.pairings import build as play
from tests.pairings.views import pages

pytestmark = pytest.mark.django_db
STORED = {"X-Unsent": "1"}


@pytest.fixture(autouse=True)
def media(settings, tmp_path: Path) -> Path:  # type: ignore[no-untyped-def]
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.fixture
def check() -> DeckCheck:
    home = play.division(4)
    row = deck_checks.pick_requested_deck(home.entries.earliest("pk"), why="Marks", by=None)
    return check_sheets.begin_check(row, by=None)


@pytest.fixture
def judge(client: Client, check: DeckCheck) -> Client:
    client.force_login(build.staff(check.entry.tournament, "judge"))
    return client


def at(check: DeckCheck, name: str = "check", pk: int = 0) -> str:
    return pages.event(check.entry.division, name, pk or check.pk)


def send(client: Client, check: DeckCheck, data: bytes | None = None, *, key: str = "k1", **more: object):  # type: ignore[no-untyped-def]
    image = SimpleUploadedFile("IMG_1.HEIC.exe", photo() if data is None else data, "text/html")
    return client.post(at(check, "check_photo_add"), {"image": image, "key": key, "note": "Corner"}, **more)


def test_a_photo_is_sent_shown_and_undone(judge: Client, check: DeckCheck) -> None:
    page = send(judge, check, follow=True)
    assert "The photo is stored" in pages.messages(page)[0]
    row = CheckPhoto.objects.get()
    url = at(check, "check_photo", row.pk)
    text = text_of(judge, at(check))
    assert f'src="{url}"' in text
    assert "Corner" in text
    photo = judge.get(url)
    assert (photo["Content-Type"], photo["Cache-Control"]) == ("image/jpeg", "private, no-store")
    assert photo.content.startswith(b"\xff\xd8")
    assert photo["X-Content-Type-Options"] == "nosniff"
    page = judge.post(at(check, "check_photo_withdraw", row.pk), follow=True)
    assert "withdrawn" in pages.messages(page)[0]
    assert judge.get(url).status_code == 404
    assert f'src="{url}"' not in text_of(judge, at(check))
    (message,) = page.context["messages"]
    judge.post(message.extra_tags.removeprefix("undo="))
    assert judge.get(url).status_code == 200


def test_what_the_phone_sends_twice_is_one_photo(judge: Client, check: DeckCheck) -> None:
    for _turn in range(2):
        assert send(judge, check, headers=STORED).json() == {"to": f"{at(check)}#photos"}
    assert CheckPhoto.objects.count() == 1
    known = judge.get(at(check), {"known": ""}).json()
    assert [one["note"] for one in known["photos"]] == ["Corner"]


@pytest.mark.parametrize("data", [b"", b"<svg onload=alert(1)>", b"\xff\xd8\xff\xe0", b"MZ\x90\0"])
def test_what_is_no_photo_is_told_and_not_kept(
    judge: Client, check: DeckCheck, data: bytes, media: Path
) -> None:
    answer = send(judge, check, data, headers=STORED)
    assert answer.status_code == 409
    assert answer.json()["refused"].startswith("This picture cannot be read")
    page = send(judge, check, data, follow=True)
    assert "This picture cannot be read" in pages.messages(page)[0]
    assert 'value="Corner"' in pages.text(page), "what was typed stays"
    judge.post(at(check, "check_photo_add"), {"image": "typed"})
    assert not CheckPhoto.objects.exists()
    assert not list(media.rglob("*.*"))


def test_only_the_staff_of_this_event_sees_it(judge: Client, check: DeckCheck, client: Client) -> None:
    send(judge, check)
    url = at(check, "check_photo", CheckPhoto.objects.get().pk)
    for who, status in ((None, 302), (build.user("stranger"), 403)):
        client.logout()
        if who:
            client.force_login(who)
        assert client.get(url).status_code == status
    other = play.division(4, name="Hill Challenge")
    client.force_login(build.staff(other.tournament, "organizer"))
    assert client.get(url).status_code == 403
    assert client.get(pages.event(other, "check_photo", CheckPhoto.objects.get().pk)).status_code == 404
    assert client.get(f"/media/{CheckPhoto.objects.get().image.name}").status_code == 404


def test_a_file_that_is_lost_is_not_there(judge: Client, check: DeckCheck, media: Path) -> None:
    send(judge, check)
    for file in media.rglob("*.jpg"):
        file.unlink()
    assert judge.get(at(check, "check_photo", CheckPhoto.objects.get().pk)).status_code == 404


def test_queries_do_not_grow_with_photos(judge: Client, check: DeckCheck) -> None:
    send(judge, check, follow=True)
    few = queries_of(judge, at(check))
    for key in "abc":
        send(judge, check, key=key, follow=True)
    assert queries_of(judge, at(check)) == few


def test_a_snapshot_has_the_photos_only_when_they_are_asked_for(
    client: Client, check: DeckCheck, settings, media
):
    event = check.entry.tournament
    settings.VAR_DIR = media
    client.force_login(build.organizer(check.entry.division))
    address = f"/e/{event.slug}/snapshots"
    assert 'name="photos"' not in client.get(address).content.decode()
    check_photos.add_check_photo(check, photo(), key="a", by=None)

    assert 'name="photos"' in client.get(address).content.decode()
    client.post(f"{address}/new")
    client.post(f"{address}/new", {"photos": "on"})

    found = [
        unpack_snapshot(home_folder.read_snapshot(event, one.name))
        for one in home_folder.list_snapshots(event)
    ]
    assert sorted(len(one.photos) for one in found) == [0, 1]
