"""The page of snapshots: create, download, delete, make a practice copy, and restore an event from a file."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from core.queries import seals as stored
from core.services import undo
from core.services.snapshots import home_folder
from tests import build
from tests.asking import text_of
from tournaments.models import Tournament, User
from tournaments.services import entries, snapshots

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.VAR_DIR = tmp_path


@pytest.fixture
def marta():
    return build.user()


@pytest.fixture
def event(client: Client, marta) -> Tournament:
    client.force_login(marta)
    return build.event(by=marta)


def at(event: Tournament, path: str = "") -> str:
    return f"/e/{event.slug}/snapshots{path}"


def uploaded(data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("cup.stadium", data)


def test_a_snapshot_is_made_downloaded_and_deleted(client, event):
    page = client.post(at(event, "/new"), follow=True)
    (file,) = home_folder.list_snapshots(event)
    assert file.name in page.content.decode()

    answer = client.get(at(event, f"/{file.name}"))
    assert answer.content == home_folder.read_snapshot(event, file.name)
    assert answer["Cache-Control"] == "private, no-store"

    question = client.get(at(event, f"/{file.name}/delete"))
    assert "Delete this snapshot" in question.content.decode()
    assert len(home_folder.list_snapshots(event)) == 1
    client.post(at(event, f"/{file.name}/delete"))
    assert home_folder.list_snapshots(event) == []
    assert client.get(at(event, f"/{file.name}/delete"), follow=True).status_code != 500
    assert client.get(at(event, f"/{file.name}")).status_code != 500


def test_the_journal_says_who_made_downloaded_and_copied_a_snapshot(client, event, marta):
    """A snapshot contains the cards of a draft that is still secret, and personal links."""
    client.post(at(event, "/new"))
    (file,) = home_folder.list_snapshots(event)
    client.get(at(event, f"/{file.name}"))
    client.post(at(event, "/copy"))
    client.post(at(event, "/copy"), {"name": file.name})

    lines = event.journal.filter(kind__startswith="Snapshot").order_by("pk")
    assert [(line.kind, line.by, line.facts.get("filename")) for line in lines] == [
        ("SnapshotMade", marta, file.name),
        ("SnapshotDownloaded", marta, file.name),
        ("SnapshotCopied", marta, None),
        ("SnapshotCopied", marta, None),
    ]
    page = client.get(f"/e/{event.slug}/journal").content.decode()
    assert f"Snapshot downloaded: {file.name}" in page


def test_only_organizers_have_snapshots(client, event):
    home_folder.save_snapshot(event)
    (file,) = home_folder.list_snapshots(event)
    judge = build.user("jana")
    event.staff.create(user=judge, role="head_judge")
    client.force_login(judge)

    for path in ("", f"/{file.name}"):
        assert client.get(at(event, path)).status_code == 403
    for path in ("/new", "/copy", f"/{file.name}/delete"):
        assert client.post(at(event, path)).status_code == 403
    assert home_folder.list_snapshots(event) == [file]


def test_a_copy_to_try_things_on(client, event, marta):
    client.post(at(event, "/copy"))

    copy = Tournament.objects.exclude(pk=event.pk).get()
    assert copy.slug == f"{event.slug}-rehearsal"
    assert not copy.published
    assert copy.origins.get().rehearsal
    assert copy.staff.get().user == marta
    assert "This event is a test copy" in client.get(at(copy)).content.decode()

    client.post(at(event, "/new"))
    client.post(at(event, "/copy"), {"name": home_folder.list_snapshots(event)[0].name})
    assert Tournament.objects.filter(slug=f"{event.slug}-rehearsal-2").exists()


def test_nobody_else_has_a_copy_beside_the_event(client, event, marta):
    judge = build.staff(event, "head_judge", "jana")

    client.post(at(event, "/copy"))

    copy = Tournament.objects.exclude(pk=event.pk).get()
    assert [row.user for row in copy.staff.all()] == [marta]
    assert stored.verify_journal(copy, now=timezone.now()).faults == []
    client.force_login(judge)
    assert copy.name not in client.get("/").content.decode()
    assert event.name in client.get("/").content.decode()


def test_an_event_comes_out_of_a_file(client, event):
    data = snapshots.make_snapshot(event).data

    client.post("/restore", {"file": uploaded(data), "slug": "spring-cup"})
    assert Tournament.objects.get(slug="spring-cup").name == event.name

    again = client.post("/restore", {"file": uploaded(data), "slug": "spring-cup"})
    assert again.status_code == 422
    assert "Choose another one." in again.content.decode()


@pytest.mark.parametrize("requested", [True, False])
def test_a_restored_event_gives_roles_only_where_that_was_chosen(client, event, marta, requested):
    judge = build.staff(event, "head_judge", "jana")
    data = snapshots.make_snapshot(event).data
    sent = {"file": uploaded(data), "slug": "spring-cup"} | ({"staff": "on"} if requested else {})

    page = client.post("/restore", sent, follow=True).content.decode()

    copy = Tournament.objects.get(slug="spring-cup")
    assert {row.user for row in copy.staff.all()} == ({marta, judge} if requested else {marta})
    assert ("Staff roles restored: " in page) == requested
    assert stored.verify_journal(copy, now=timezone.now()).faults == []


@pytest.mark.parametrize("administrator", [True, False])
def test_an_administrator_can_vouch_for_a_file_so_that_its_steps_can_be_undone(
    client, event, marta, administrator
):
    division = build.division(2)
    event = division.tournament
    entries.drop_entry(division.entries.earliest("pk"), by=marta, round_number=0)
    User.objects.filter(pk=marta.pk).update(is_superuser=administrator)
    sent = {"file": uploaded(snapshots.make_snapshot(event).data), "slug": "spring-cup", "trusted": "on"}

    client.post("/restore", sent)

    copy = Tournament.objects.get(slug="spring-cup")
    drop = copy.journal.get(kind="EntryDropped")
    assert copy.origins.get().trusted == administrator
    if administrator:
        assert undo.undo_step(drop, by=marta).kind == "Undone"
    else:
        assert build.refusal(undo.undo_step, drop, by=marta).code == "UNDO_BEFORE_RESTORE"
    assert ("Earlier steps can then be undone" in text_of(client, "/restore")) == administrator


@pytest.mark.parametrize("data", [b"", b"PK\x05\x06" + 18 * b"\0", b"nothing"])
def test_another_file_is_refused_with_a_sentence(client, event, data):
    page = client.post("/restore", {"file": uploaded(data)})

    assert page.status_code == 422
    assert "not a snapshot" in page.content.decode()
    assert Tournament.objects.count() == 1


def test_strangers_restore_nothing(client, event):
    client.logout()

    assert client.get("/restore").status_code == 302
    assert client.post("/restore", {"file": uploaded(snapshots.make_snapshot(event).data)}).status_code == 302
    assert Tournament.objects.count() == 1
