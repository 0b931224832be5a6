"""A print is made once per press, stored unchanged, and deleted with the event, even if a process dies on the way."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.core.files.storage import default_storage
from django.utils import timezone

from pairings.documents import prints as documents
from pairings.engine.print_choice import PrintChoice
from pairings.models import PrintedRound, StoredPrint
from pairings.queries.print import stored_prints as queries
from pairings.services import prints
from pairings.services.rounds import manual_pairing, rounds
from tests.build import refusal
from tests.pairings import build
from tests.papers import pages
from tournaments.models import Tournament
from tournaments.services import events

pytestmark = pytest.mark.django_db
IN_PACK = ("names", "tables", "slips", "playing")
PACK = PrintChoice(IN_PACK)


@pytest.fixture(autouse=True)
def folder(settings, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.fixture
def event() -> Tournament:
    """Create eight players, with round 1 posted."""
    division = build.division(8)
    rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    return division.tournament


def ordered(event: Tournament, key: str = "press", choice: PrintChoice = PACK) -> StoredPrint:
    return prints.order_print(event, choice, key=key, by=None, site="https://stadium.example", kind="pack")[0]


def made(event: Tournament, key: str = "press", choice: PrintChoice = PACK) -> StoredPrint:
    row = ordered(event, key, choice)
    documents.render_print(row.pk)
    row.refresh_from_db()
    return row


def files(folder: Path) -> list[Path]:
    return list(folder.rglob("*.pdf"))


def test_what_was_printed_is_kept_with_the_rounds_it_shows(event, folder):
    row = made(event)
    assert (row.state, row.size) == ("done", len(files(folder)[0].read_bytes()))
    assert row.pages == len(pages(default_storage.open(row.file.name).read()))
    assert list(row.rounds.values_list("round__number", "revision")) == [(1, 1)]


def test_two_presses_make_one_file(event, folder):
    assert made(event).pk == made(event).pk
    running = ordered(event, "one")
    assert ordered(event, "two").pk == running.pk
    assert len(files(folder)) == 1
    assert refusal(prints.order_print, event, PACK, key="", by=None, site="").code == "PRINT_ODD"


def test_another_button_of_an_open_page_prints_another_document(event, folder):
    """Some browsers save the PDF and stay on the page, whose key is that of the first press."""
    names, slips = (made(event, choice=PrintChoice((name,))) for name in ("names", "slips"))
    assert names.pk != slips.pk
    assert slips.choice["documents"] == ["slips"]
    assert ordered(event, choice=PrintChoice(("names",))).pk == names.pk
    assert len(files(folder)) == 2


def test_the_same_button_after_a_minute_prints_the_newest_pairings(event):
    first = made(event)
    StoredPrint.objects.filter(pk=first.pk).update(at=timezone.now() - timedelta(minutes=1, seconds=1))
    second = made(event)
    assert second.pk != first.pk
    assert ordered(event).pk == second.pk


def test_the_next_try_makes_what_stopped_or_was_left_behind_and_nothing_else(event, folder):
    row, own = ordered(event), StoredPrint.objects.filter(pk=ordered(event).pk)
    own.update(state="failed", problem="PRINT_FAILED")
    assert prints.start_print(row.pk) is None
    assert prints.start_print(row.pk, again=True).attempt == 2
    assert prints.start_print(row.pk, again=True) is None
    own.update(last_seen_at=timezone.now() - timedelta(seconds=31))
    documents.render_print(row.pk, again=True)
    row.refresh_from_db()
    assert (row.state, row.attempt, row.problem, len(files(folder))) == ("done", 3, "", 1)
    documents.render_print(row.pk, again=True)
    assert len(files(folder)) == 1


def test_a_change_of_the_pairings_makes_it_out_of_date(event):
    row = made(event)
    round_ = event.divisions.get().rounds.select_related("division__tournament", "stage").get()
    now = timezone.now()
    assert queries.latest_prints(event, now=now)[0].outdated == ()
    one, two = round_.matches.select_related("left__player", "right__player").order_by("table")[:2]
    manual_pairing.make_match(round_, one.left, two.right, by=None)
    assert [found.revision for found in queries.latest_prints(event, now=now)[0].outdated] == [1]
    second = made(event, "again")
    assert [found.row.pk for found in queries.latest_prints(event, now=now) if not found.outdated] == [
        second.pk
    ]
    assert default_storage.open(row.file.name).read() != default_storage.open(second.file.name).read()


def test_nothing_to_print_stops_it_and_says_so(folder):
    event = build.division(4).tournament
    row = made(event)
    assert (row.state, row.problem, files(folder)) == ("failed", "NOTHING_TO_PRINT", [])


def test_a_bug_is_noted_and_raised_and_it_can_be_started_anew(event, monkeypatch):
    row = ordered(event)
    monkeypatch.setattr(documents, "gather_sheets", lambda *_args, **_more: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        documents.render_print(row.pk)
    monkeypatch.undo()
    row.refresh_from_db()
    assert (row.state, row.problem) == ("failed", "PRINT_FAILED")
    assert prints.restart_print(row)
    documents.render_print(row.pk)
    row.refresh_from_db()
    assert (row.state, row.attempt) == ("done", 2)
    assert not prints.restart_print(row)


def test_a_worker_that_died_and_comes_back_keeps_nothing(event, folder):
    row = ordered(event)
    dead = prints.start_print(row.pk)
    assert prints.start_print(row.pk) is None
    assert not prints.restart_print(row)
    later = timezone.now() + timedelta(minutes=3)
    assert queries.latest_prints(event, now=later)[0].silent
    assert prints.restart_print(row, now=later)
    documents.render_print(row.pk)
    assert not prints.store_print_pdf(dead, b"%PDF", pages=1, rounds=[])
    assert len(files(folder)) == 1
    assert StoredPrint.objects.get().attempt == 2


def test_how_far_it_is_is_written_once_a_second(event):
    row = prints.start_print(ordered(event).pk)
    now = row.last_seen_at
    prints.record_print_progress(row, sheet=1, sheets=3, pages=7, now=now + timedelta(milliseconds=10))
    assert StoredPrint.objects.get().pages == 0
    prints.record_print_progress(row, sheet=2, sheets=3, pages=9, now=now + timedelta(seconds=2))
    assert list(StoredPrint.objects.values_list("sheet", "sheets", "pages")) == [(2, 3, 9)]


def test_files_go_with_the_event_and_with_a_name_that_is_forgotten(
    event, folder, django_capture_on_commit_callbacks
):
    made(event)
    with django_capture_on_commit_callbacks(execute=True):
        prints.delete_prints(event)
    assert (files(folder), StoredPrint.objects.count()) == ([], 0)
    made(event)
    with django_capture_on_commit_callbacks(execute=True):
        events.delete_event(event, by=None, typed_name=event.name)
    assert (files(folder), PrintedRound.objects.count()) == ([], 0)


def test_the_oldest_make_room(event, folder, monkeypatch, django_capture_on_commit_callbacks):
    monkeypatch.setattr(prints, "MAX_STORED_PRINTS", 2)
    with django_capture_on_commit_callbacks(execute=True):
        rows = [made(event, key) for key in ("a", "b", "c")]
    assert list(StoredPrint.objects.order_by("pk")) == rows[1:]
    assert len(files(folder)) == 2


def test_the_pack_is_of_the_whole_hall_with_copies_and_an_outline(event):
    choice = PrintChoice(IN_PACK, boards="A–M, N–Z", copies=2, opponent=False, language="es")
    row = made(event, choice=choice)
    texts = pages(default_storage.open(row.file.name).read())
    assert [("scan" in text or "escanear" in text.lower()) for text in texts].count(True) == 1
    assert not any("A–M" in text for text in texts)  # the names of all boards fit on one page
    assert sum("Emparejamientos por nombre" in text for text in texts) == 2
    assert any("Revisión 1" in text for text in texts)
