"""`manage.py snapshot` and `restore`: a file, an event restored from it, and an error message if that is impossible."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from core.engine.snapshots import file
from tests import build
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return build.event(name="Harbor Cup")


def restored(path: Path, **options: object) -> Tournament:
    out = StringIO()
    call_command("restore", str(path), stdout=out, **options)
    return Tournament.objects.get(slug=out.getvalue().splitlines()[-1])


def test_a_file_is_named_by_its_event_where_no_name_is_given(event, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    out = StringIO()

    call_command("snapshot", event.slug, stdout=out)

    (path,) = tmp_path.iterdir()
    assert path.name == out.getvalue().strip()
    assert path.name.startswith("harbor-cup-before-round-1-")
    assert file.unpack_snapshot(path.read_bytes()).slug == event.slug


def test_it_goes_to_stdout(event, capfdbinary):
    call_command("snapshot", event.slug, output="-")

    assert file.unpack_snapshot(capfdbinary.readouterr().out).name == "Harbor Cup"


def test_who_is_named_organizes_it_in_their_team(event, tmp_path):
    path, otto = tmp_path / "cup.stadium", build.user("otto")
    call_command("snapshot", event.slug, output=str(path), stdout=StringIO())

    back = restored(path, organizer="otto", slug="otto-cup")

    assert back.staff.get(user=otto).role == "organizer"
    assert back.organizer != event.organizer
    assert back.organizer.members.get().user == otto
    nobodys = restored(path)
    assert nobodys.slug == "harbor-cup-2"
    assert not nobodys.organizer.members.exists()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"organizer": "nobody"}, "There is no account nobody."),
        ({"slug": "harbor-cup"}, "The address “harbor-cup” is taken. Choose another one."),
        ({"slug": "Harbor Cup"}, "“Harbor Cup” cannot be an address"),
    ],
)
def test_what_cannot_be_is_said(event, tmp_path, options, sentence):
    path = tmp_path / "cup.stadium"
    call_command("snapshot", event.slug, output=str(path), stdout=StringIO())

    with pytest.raises(CommandError, match=sentence):
        restored(path, **options)

    assert Tournament.objects.count() == 1


def test_a_file_that_is_none_and_an_event_that_is_none(event, tmp_path):
    path = tmp_path / "cup.stadium"
    with pytest.raises(CommandError, match="No such file"):
        restored(path)
    path.write_bytes(b"PK")
    with pytest.raises(CommandError, match="not a snapshot"):
        restored(path)
    with pytest.raises(CommandError, match="There is no event nothing"):
        call_command("snapshot", "nothing")
