"""Covers and logos: only real pictures, small, without location, each in a file of its own that goes with its row."""

from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from PIL import Image

from core.engine.snapshots import file
from core.models import Cover, JournalEvent
from core.services import pictures, teams
from tests import build
from tests.core.pictures import photo, picture
from tournaments.services import events, snapshots

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _media(settings, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    settings.MEDIA_ROOT = tmp_path


def on_disk() -> list[str]:
    return sorted(path.name for path in Path(settings.MEDIA_ROOT).rglob("*.webp"))


def test_a_cover_stands_upright_and_tells_neither_place_nor_phone():
    cover = pictures.set_cover(build.event(), photo(4000, 2000), by=None)

    with Image.open(cover.image) as made:
        assert (made.format, made.size, dict(made.getexif())) == ("WEBP", (800, 1600), {})


def test_a_logo_keeps_its_transparent_ground():
    made = BytesIO()
    Image.new("RGBA", (900, 900), (255, 0, 0, 0)).save(made, "PNG")

    team = pictures.set_logo(teams.team_for_creator(build.user()), made.getvalue(), by=None)

    with Image.open(team.logo) as logo:
        assert (logo.size, logo.convert("RGBA").getpixel((9, 9))[3]) == ((384, 384), 0)


def test_the_name_of_a_file_begins_with_the_digest_of_its_content():
    cover = pictures.set_cover(build.event(), picture(), by=None)

    content = Path(cover.image.path).read_bytes()
    assert Path(cover.image.name).name.startswith(sha256(content).hexdigest()[:32])


@pytest.mark.django_db(transaction=True)
def test_another_cover_replaces_the_one_before_and_its_file():
    event = build.event()
    pictures.set_cover(event, picture(), by=None)
    before = on_disk()

    pictures.set_cover(event, picture(color="blue"), by=None)

    assert Cover.objects.count() == len(on_disk()) == 1
    assert on_disk() != before


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("by_deletion", [True, False])
def test_the_file_of_a_cover_goes_with_it(by_deletion):
    event, other = build.event(), build.event(name="Harbour Cup")
    for one in (event, other):  # the same picture twice is two files
        pictures.set_cover(one, picture(), by=None)
    assert len(on_disk()) == 2

    if by_deletion:
        events.delete_event(event, by=None, typed_name=event.name)
    else:
        pictures.remove_cover(event, by=None)

    assert on_disk() == [Path(Cover.objects.get().image.name).name]
    assert Cover.objects.get().tournament == other


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("by_deletion", [True, False])
def test_the_file_of_a_logo_goes_with_it(by_deletion):
    team = pictures.set_logo(teams.team_for_creator(build.user()), picture(), by=None)
    team = pictures.set_logo(team, picture(color="blue"), by=None)
    assert len(on_disk()) == 1

    if by_deletion:
        team.delete()
    else:
        assert not pictures.remove_logo(team, by=None).logo

    assert on_disk() == []


@pytest.mark.django_db(transaction=True)
def test_a_cover_that_was_not_saved_leaves_no_file(monkeypatch):
    event = build.event()

    def fails(*_all: object, **_more: object) -> None:
        raise KeyError

    monkeypatch.setattr(pictures.journal, "write_journal_line", fails)
    with pytest.raises(KeyError):
        pictures.set_cover(event, picture(), by=None)
    assert (Cover.objects.count(), on_disk()) == (0, [])


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "PICTURE_UNREADABLE"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "PICTURE_UNREADABLE"),
        (picture()[:50], "PICTURE_UNREADABLE"),
        (picture() + b"\0" * 21_000_000, "PICTURE_TOO_BIG"),
    ],
)
def test_what_is_no_picture_changes_nothing(data, code):
    event = build.event()
    cover = pictures.set_cover(event, picture(), by=None)

    assert build.refusal(pictures.set_cover, event, data, by=None).code == code

    assert Cover.objects.get().image == cover.image
    assert len(on_disk()) == 1


def test_the_journal_names_each_step_with_a_cover_once():
    event = build.event()
    pictures.set_cover(event, picture(), by=None)
    for _twice in range(2):
        pictures.remove_cover(event, by=None)

    lines = JournalEvent.objects.filter(tournament=event, kind__startswith="Cover")
    assert list(lines.values_list("kind", flat=True).order_by("pk")) == ["CoverSet", "CoverRemoved"]


def test_a_snapshot_carries_the_cover_in_a_new_file_and_the_logo_stays_with_the_team():
    event = build.event(by=build.user())
    there = pictures.set_cover(event, photo(), by=None)
    pictures.set_logo(event.organizer, picture(), by=None)

    back = snapshots.restore_event(snapshots.make_snapshot(event).data, by=build.user("luis"))

    here = Cover.objects.get(tournament=back)
    assert here.image.name != there.image.name
    with Image.open(here.image) as copy, Image.open(there.image) as original:
        assert copy.size == original.size
    assert not back.organizer.logo


def test_a_snapshot_without_the_file_of_the_cover_is_restored_without_it():
    event = build.event()
    Path(pictures.set_cover(event, picture(), by=None).image.path).unlink()
    data = snapshots.make_snapshot(event).data
    assert file.unpack_snapshot(data).photos == {}

    back = snapshots.restore_event(data, by=None)

    assert not Cover.objects.filter(tournament=back).exists()
