"""Photos of a deck check: only real images, small, upright, without location, as private files deleted with the
event.
"""

from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from PIL import Image

from checks.models import CheckPhoto, DeckCheck
from checks.services import check_photos, check_sheets, deck_checks
from core.models import JournalEvent
from core.services import picture_scaling, undo
from tests import build as units
from tests.checks.checks import counted
from tests.core.pictures import PLACE, photo
from tests.pairings import build
from tournaments.services import events

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _media(settings, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def check() -> DeckCheck:
    home = build.division(4)
    check = deck_checks.pick_requested_deck(home.entries.earliest("pk"), why="Marks", by=None)
    return check_sheets.begin_check(check, by=None)


def test_a_photo_stands_upright_and_tells_neither_place_nor_phone():
    data = photo()
    assert Image.open(BytesIO(data)).getexif().get_ifd(PLACE)
    made = Image.open(BytesIO(picture_scaling.shrink_photo(data)))
    assert (made.format, made.size, dict(made.getexif())) == ("JPEG", (200, 400), {})
    top, bottom = made.getpixel((100, 50)), made.getpixel((100, 350))
    assert top[0] > 200 > 100 > top[2]
    assert bottom[2] > 200 > 100 > bottom[0]


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "GIF"])
def test_a_large_photo_becomes_small(kind):
    made = Image.open(BytesIO(picture_scaling.shrink_photo(photo(4000, 1000, kind))))
    assert (made.format, max(made.size)) == ("JPEG", 1600)


def test_what_is_clear_becomes_white():
    drawn, made = Image.new("RGBA", (20, 20), (0, 0, 0, 0)), BytesIO()
    drawn.save(made, "PNG")
    assert min(Image.open(BytesIO(picture_scaling.shrink_photo(made.getvalue()))).getpixel((9, 9))) > 250


@pytest.mark.parametrize(
    "data", [b"", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"\xff\xd8\xff", photo()[:300], b"%PDF-1.4"]
)
def test_what_is_no_photo_is_refused(data):
    assert units.refusal(picture_scaling.shrink_photo, data).code == "PICTURE_UNREADABLE"


def test_a_photo_too_heavy_or_too_wide_is_refused_before_it_is_read():
    heavy = photo() + b"\0" * picture_scaling.MAX_BYTES
    assert units.refusal(picture_scaling.shrink_photo, heavy).facts == {"limit": 20}
    for height in (8_500, 18_000):
        made = BytesIO()
        Image.new("1", (10_000, height)).save(made, "PNG")
        assert units.refusal(picture_scaling.shrink_photo, made.getvalue()).code == "PICTURE_TOO_WIDE"


def test_the_same_key_is_one_photo(check):
    first = check_photos.add_check_photo(check, photo(), key="k1", by=None, note=" Corner ")
    assert check_photos.add_check_photo(check, b"", key="k1", by=None) == first
    assert (CheckPhoto.objects.count(), first.note) == (1, "Corner")
    assert len(list(Path(settings.MEDIA_ROOT).rglob("*.jpg"))) == 1


def test_photos_belong_to_a_check_that_runs_or_is_over(check):
    check_sheets.end_check(counted(check), outcome="passed", by=None)
    check_photos.add_check_photo(check, photo(), key="k1", by=None)
    waiting = deck_checks.pick_requested_deck(check.entry.division.entries.latest("pk"), why="Marks", by=None)
    assert (
        units.refusal(check_photos.add_check_photo, waiting, photo(), key="k", by=None).code
        == "CHECK_NOT_RUNNING"
    )
    assert (
        units.refusal(check_photos.add_check_photo, check, photo(), key="", by=None).code == "CHECK_TAP_ODD"
    )


def test_a_check_holds_so_many_photos(check, monkeypatch):
    monkeypatch.setattr(check_photos, "MAX_PHOTOS", 1)
    first = check_photos.add_check_photo(check, photo(), key="k1", by=None)
    assert units.refusal(check_photos.add_check_photo, check, photo(), key="k2", by=None).facts == {"most": 1}
    check_photos.withdraw_check_photo(first, by=None)
    check_photos.add_check_photo(check, photo(), key="k2", by=None)


def test_taken_and_withdrawn_are_undone_newest_first(check):
    row = check_photos.add_check_photo(check, photo(), key="k1", by=None)
    check_photos.withdraw_check_photo(row, by=None)
    assert units.refusal(check_photos.withdraw_check_photo, row, by=None).code == "PHOTO_NOT_FOUND"
    taken, withdrawn = JournalEvent.objects.filter(kind__startswith="CheckPhoto").order_by("pk")
    assert units.refusal(undo.undo_step, taken, by=None).code == "UNDO_OVERTAKEN"
    undo.undo_step(withdrawn, by=None)
    assert CheckPhoto.objects.get().withdrawn_at is None
    undo.undo_step(taken, by=None)
    assert CheckPhoto.objects.get().withdrawn_at is not None


@pytest.mark.django_db(transaction=True)
def test_no_picture_stays_behind_when_the_event_is_deleted(check):
    check_photos.add_check_photo(check, photo(), key="k1", by=None)
    event = check.entry.tournament
    events.delete_event(event, by=None, typed_name=event.name)
    assert list(Path(settings.MEDIA_ROOT).rglob("*.jpg")) == []
