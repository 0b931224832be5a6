"""Every page that accepts a file: too many bytes, or a small file that expands to too much, get a message.

A new file field, or a new view that reads `request.FILES`, belongs in UPLOADS.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from inspect import getsourcefile, unwrap
from pathlib import Path
from time import perf_counter

import pytest
from django.contrib import admin
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import models
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone

from cards import tasks
from cards.engine.sources.card_files import MAX_GIVEN
from cards.models import CardImport
from checks.services import check_sheets, deck_checks
from config.middleware.uploads import MAX_BODY
from core.forms.snapshots import MAX_BYTES as MAX_SNAPSHOT
from core.services.picture_scaling import MAX_BYTES as MAX_PHOTO_SIZE
from decks.engine.lists.files import MAX_FILE_SIZE as MAX_LIST_SIZE
from drafts.forms.draft_file import MAX_FILE_SIZE as MAX_LOG
from pairings.services.tom import MAX_BYTES as MAX_TDF_SIZE
from registration.engine.roster import MAX_FILE_SIZE as MAX_ROSTER
from tests import build
from tests.config.addresses.bombs import (
    card_archive,
    entities,
    many_backs,
    nested,
    packed_zeros,
    wide_csv,
    wide_picture,
    zipped,
)
from tests.config.addresses.file_readers import (
    ALL_ROOMS,
    ROOT,
    fields_of_files,
    readers_of_files,
    resolve_view,
)
from tests.config.addresses.table_bombs import LIST_BOMBS, ROSTER_BOMBS, TEAM_BOMBS
from tests.decks.lists import event as event_with_lists
from tests.decks.lists import of as lists_of
from tests.drafts.services.test_tracking import tracked_draft
from tests.html import markup
from tests.pairings import build as play
from tournaments.engine.team_entries import MAX_FILE_SIZE as MAX_TEAMS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folders(settings, tmp_path):
    settings.VAR_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path


@dataclass(frozen=True)
class Upload:
    """A file field of a page.

    `prepare`: signs in and returns the URL. `bombs`: name, data, and the message of the page. `form`: the class of
    its form, "" if the view reads the file without one.
    """

    name: str
    form: str
    field: str
    largest: int
    says: str
    prepare: Callable[[Client], str]
    bombs: tuple[tuple[str, Callable[[], bytes], str], ...]
    more: tuple[tuple[str, str], ...] = ()
    job: bool = False


def of_event(name: str, role: str = "organizer") -> Callable[[Client], str]:
    def prepare(client: Client) -> str:
        event = build.division(4).tournament
        client.force_login(
            event.staff.get(role="organizer").user if role == "organizer" else build.staff(event, role)
        )
        return reverse(name, args=[event.slug])

    return prepare


def signed_in(name: str) -> Callable[[Client], str]:
    def prepare(client: Client) -> str:
        user = build.user("marta")
        user.user_permissions.add(build.permission("change_card"), build.permission("add_tournament"))
        client.force_login(user)
        return reverse(name)

    return prepare


def teams(client: Client) -> str:
    marta = build.user("marta")
    client.force_login(marta)
    return reverse("tournaments:team_entries_load", args=[build.event(by=marta, kind="team_battle").slug])


def deck_list(client: Client) -> str:
    row = lists_of(event_with_lists(players=2))[0]
    client.force_login(build.staff(row.entry.tournament, "head_judge"))
    return reverse("decks:list", args=[row.entry.tournament.slug, row.entry_id])


def own_deck_list(_client: Client) -> str:
    rules = {"deadline": timezone.now() + timedelta(days=2)}
    return reverse("decks:mine", args=[lists_of(event_with_lists(players=2, rules=rules))[0].token])


def anyone(client: Client) -> str:
    return reverse("decks:check")


def draft_log(client: Client) -> str:
    row = tracked_draft()
    event = row.division.tournament
    client.force_login(build.staff(event, "head_judge", "checker"))
    return reverse("drafts:draft_log_check", args=[event.slug, row.pk]) + "?pod=1"


def photo_of_a_check(client: Client) -> str:
    home = play.division(4)
    row = check_sheets.begin_check(
        deck_checks.pick_requested_deck(home.entries.earliest("pk"), why="Marks", by=None), by=None
    )
    client.force_login(build.staff(home.tournament, "judge"))
    return reverse("checks:check_photo_add", args=[home.tournament.slug, row.pk])


def own_team(client: Client) -> str:
    client.force_login(marta := build.user("marta"))
    return reverse("tournaments:team_logo", args=[build.event(by=marta).organizer_id])


STANDARD = (("date", "2017-07-29"), ("format", "standard"), ("style", "constructed"), ("event", "other"))
TDF_BOMBS = (("event.tdf", entities, "TOM"),)

UPLOADS = (
    *(
        Upload(name, "TableUpload", "file", MAX_ROSTER, "larger than 5 MB", of_event(name), ROSTER_BOMBS)
        for name in ("registration:roster", "registration:payments")
    ),
    Upload(
        "tournaments:team_entries_load",
        "TeamsUpload",
        "file",
        MAX_TEAMS,
        "larger than 2 MB",
        teams,
        TEAM_BOMBS,
    ),
    Upload(
        "tournaments:restore",
        "RestoreForm",
        "file",
        MAX_SNAPSHOT,
        "larger than a snapshot can be",
        signed_in("tournaments:restore"),
        (("cup.stadium", lambda: zipped("manifest.json", 200), "larger than a snapshot can be"),),
    ),
    Upload(
        "cards:card_import",
        "CardImportForm",
        "file",
        MAX_GIVEN,
        "larger than 64 MB",
        signed_in("cards:card_import"),
        (
            ("cards.zip", card_archive, "too large for card data"),
            ("names.json.gz", packed_zeros, "too large for card data"),
            ("cards.csv", wide_csv, "has 40001 columns; at most 200 are read"),
        ),
        job=True,
    ),
    Upload("decks:list", "EnterListForm", "file", MAX_LIST_SIZE, "too large", deck_list, LIST_BOMBS),
    Upload("decks:check", "CheckForm", "file", MAX_LIST_SIZE, "too large", anyone, LIST_BOMBS, more=STANDARD),
    Upload(
        "decks:mine",
        "",
        "file",
        MAX_LIST_SIZE,
        "too large",
        own_deck_list,
        LIST_BOMBS,
        more=(("do", "check"),),
    ),
    Upload(
        "drafts:draft_log_check",
        "DraftFileForm",
        "file",
        MAX_LOG,
        "larger than 2 MB",
        draft_log,
        (("log.json", nested, "cannot be read"), ("log.json", many_backs, "too many to replay")),
    ),
    Upload(
        "pairings:known_players",
        "KnownPlayersForm",
        "tom_files",
        MAX_TDF_SIZE,
        "larger than 8 MB",
        signed_in("pairings:known_players"),
        TDF_BOMBS,
    ),
    Upload(
        "pairings:known_players_here",
        "KnownPlayersForm",
        "tom_files",
        MAX_TDF_SIZE,
        "larger than 8 MB",
        of_event("pairings:known_players_here"),
        TDF_BOMBS,
    ),
    Upload(
        "pairings:tom_compare",
        "TomFileForm",
        "file",
        MAX_TDF_SIZE,
        "larger than 8 MB",
        of_event("pairings:tom_compare"),
        TDF_BOMBS,
    ),
    Upload(
        "pairings:take_roster",
        "TomRosterForm",
        "file",
        MAX_TDF_SIZE,
        "larger than 8 MB",
        of_event("pairings:take_roster"),
        TDF_BOMBS,
    ),
    Upload(
        "pairings:take_over",
        "TakeOverForm",
        "file",
        MAX_TDF_SIZE,
        "larger than 8 MB",
        signed_in("pairings:take_over"),
        TDF_BOMBS,
    ),
    Upload(
        "checks:check_photo_add",
        "",
        "image",
        MAX_PHOTO_SIZE,
        "larger than 20 MB",
        photo_of_a_check,
        (("photo.png", wide_picture, "million pixels"),),
    ),
    Upload(
        "tournaments:cover",
        "",
        "image",
        MAX_PHOTO_SIZE,
        "larger than 20 MB",
        of_event("tournaments:cover"),
        (("hall.png", wide_picture, "million pixels"),),
    ),
    Upload(
        "tournaments:team_logo",
        "",
        "image",
        MAX_PHOTO_SIZE,
        "larger than 20 MB",
        own_team,
        (("logo.png", wide_picture, "million pixels"),),
    ),
)
HELPERS = {"decks/views/lists/deck_check.py": "decks/views/lists/unstored_lists.py"}
"""Modules that read the file on behalf of a view."""

NAMES = [one.name for one in UPLOADS]


def send(client: Client, upload: Upload, name: str, data: bytes) -> str:
    """Return the message of the page about the file; a job is run first."""
    url = upload.prepare(client)
    sent = {upload.field: SimpleUploadedFile(name, data), **dict(upload.more)}
    answer = client.post(url, sent, follow=True)
    if upload.job and answer.status_code == 200 and (job := CardImport.objects.last()) is not None:
        tasks.import_cards(job.pk)
        answer = client.get(reverse("cards:card_import_job", args=[job.pk]))
    assert answer.status_code < 500
    return markup(answer)


@pytest.mark.parametrize("upload", UPLOADS, ids=NAMES)
def test_too_many_bytes_get_a_sentence(client, upload):
    assert upload.says in send(client, upload, f"large.{upload.bombs[0][0]}", bytes(upload.largest + 1))


@pytest.mark.parametrize(
    ("upload", "name", "data", "says"),
    [(upload, *bomb) for upload in UPLOADS for bomb in upload.bombs],
    ids=[f"{upload.name}-{bomb[1].__name__}" for upload in UPLOADS for bomb in upload.bombs],
)
def test_what_unfolds_to_too_much_gets_a_sentence(client, upload, name, data, says):
    made = data()
    assert len(made) <= upload.largest
    began = perf_counter()
    page = send(client, upload, name, made)
    assert says in page
    assert len(page) < 500_000
    assert perf_counter() - began < 15


def test_a_request_larger_than_any_file_is_not_read(client):
    """Neither by the program nor by a proxy, which requests the error page at a separate URL."""
    answer = client.generic("POST", reverse("decks:check"), b"", CONTENT_LENGTH=str(MAX_BODY + 1))
    of_proxy = client.get(reverse("too_large"))
    for one in (answer, of_proxy):
        assert one.status_code == 413
        assert "No file here may be larger than 64 MB" in markup(one)
    assert max(one.largest for one in UPLOADS) < MAX_BODY


def test_each_field_of_a_file_is_in_the_table():
    get_resolver().url_patterns  # noqa: B018 - loads every view, and with it every form
    known = {(one.form, one.field) for one in UPLOADS if one.form}
    assert {(form.__name__, field) for form, field in fields_of_files()} == known


def test_each_view_that_reads_files_is_in_the_table():
    files = {getsourcefile(unwrap(resolve_view(name))) or "" for name in NAMES}
    views = {Path(file).relative_to(ROOT).as_posix() for file in files}
    assert set(readers_of_files()) == {HELPERS.get(view, view) for view in views}


def test_the_administration_takes_no_files():
    pages_by_model = {
        model: pages for model, pages in admin.site._registry.items() if model._meta.app_label in ALL_ROOMS
    }
    assert pages_by_model
    fields = [
        field
        for model, pages in pages_by_model.items()
        for field in model._meta.get_fields()
        if isinstance(field, models.FileField) and field.name not in (pages.exclude or ())
    ]
    assert not fields
