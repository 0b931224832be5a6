"""Photos in a snapshot: each row has a separate image, and a failed restore leaves no file on the disk."""

from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings
from PIL import Image

from checks.models import CheckPhoto
from checks.services import check_photos, check_sheets, deck_checks
from core.engine.refused import Refused
from core.engine.snapshots import file
from core.engine.snapshots.file import Snapshot, SnapshotTable
from tests import build
from tests.core.pictures import photo
from tournaments.services import snapshots
from tournaments.services.snapshots import restoring

pytestmark = pytest.mark.django_db

PHOTO, ORIGIN = "checks.CheckPhoto", "tournaments.EventOrigin"


@pytest.fixture(autouse=True)
def _media(settings, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def read() -> Snapshot:
    """Return a snapshot with one photo."""
    home = build.division(4)
    check = deck_checks.pick_requested_deck(home.entries.earliest("pk"), why="Marks", by=None)
    check_photos.add_check_photo(check_sheets.begin_check(check, by=None), photo(), key="k", by=None)
    return file.unpack_snapshot(snapshots.make_snapshot(home.tournament, photos=True).data)


def on_disk() -> int:
    return len(list(Path(settings.MEDIA_ROOT).rglob("*.jpg")))


def more(read: Snapshot, count: int, *, own: bool) -> bytes:
    """Return it with this many rows of the photo, each with its `own` image or all with the same."""
    table = read.tables[PHOTO]
    (row,) = table.dicts()
    photos = {f"{at}.jpg" if own else row["image"]: photo() for at in range(count)}
    rows = [
        {**row, "id": row["id"] + at, "key": f"k{at}", "image": f"{at}.jpg" if own else row["image"]}
        for at in range(count)
    ]
    tables = {**read.tables, PHOTO: SnapshotTable(table.names, [list(one.values()) for one in rows])}
    return file.pack_snapshot(replace(read, tables=tables, photos=photos))


def test_a_picture_comes_along_where_it_was_asked_for(read):
    there = CheckPhoto.objects.get()
    assert list(read.photos) == [there.image.name]

    back = snapshots.restore_event(file.pack_snapshot(read), by=None)

    here = CheckPhoto.objects.get(check_of__entry__tournament=back)
    assert here.image.name != there.image.name
    with Image.open(here.image) as copy, Image.open(there.image) as original:  # it is scaled down again
        assert copy.size == original.size
        assert copy.resize((1, 1)).getpixel((0, 0)) == pytest.approx(
            original.resize((1, 1)).getpixel((0, 0)), abs=4
        )
    assert (here.key, here.at, here.note) == (there.key, there.at, there.note)


def test_without_pictures_their_rows_stay_behind(read):
    event = CheckPhoto.objects.get().check_of.entry.tournament
    plain = file.unpack_snapshot(snapshots.make_snapshot(event).data)
    assert plain.photos == {}

    back = snapshots.restore_event(file.pack_snapshot(plain), by=None)

    assert not CheckPhoto.objects.filter(check_of__entry__tournament=back).exists()
    assert back.entries.filter(deck_checks__isnull=False).count() == 1


def test_many_rows_of_one_picture_are_one(read):
    snapshots.restore_event(more(read, 20, own=False), by=None)

    assert (CheckPhoto.objects.count(), on_disk()) == (2, 2)


def test_a_check_that_is_restored_holds_so_many_photos(read, monkeypatch):
    monkeypatch.setattr(check_photos, "MAX_PHOTOS", 3)

    snapshots.restore_event(more(read, 5, own=True), by=None)

    assert (CheckPhoto.objects.count(), on_disk()) == (1 + 3, 1 + 3)


def test_an_uploaded_file_has_so_many_photos(read, monkeypatch):
    monkeypatch.setattr(restoring, "MAX_PHOTOS", 3)
    data = more(read, 4, own=True)

    assert build.refusal(snapshots.restore_event, data, by=None).facts == {"most": 3}
    snapshots.restore_event(data, by=None, trusted=True)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("bad", [b"no photo", None])
def test_nothing_stays_of_a_restore_that_failed(read, monkeypatch, bad):
    data = more(read, 2, own=True)
    if bad:
        odd = file.unpack_snapshot(data)
        data = file.pack_snapshot(replace(odd, photos={**odd.photos, "1.jpg": bad}))
    else:

        def fails(*_all: object, **_more: object) -> None:
            raise KeyError

        monkeypatch.setattr(restoring.seals, "seal_restored_journal", fails)

    with pytest.raises((Refused, KeyError)):
        snapshots.restore_event(data, by=None)

    assert (CheckPhoto.objects.count(), on_disk()) == (1, 1)
