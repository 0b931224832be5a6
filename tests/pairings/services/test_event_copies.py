"""Copies of an event on a stick: complete, in turn, never in the way, and enough to continue elsewhere."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from core.engine.snapshots import file
from core.models import JournalEvent
from core.services import public_address, undo
from pairings.documents.event_copies import write_event_copy
from pairings.engine import tdf
from pairings.engine.outcomes import Outcome
from pairings.models import EventCopies, Round
from pairings.queries import event_copies as queries
from pairings.services import event_copies
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests import build
from tests.pairings import build as pairings
from tests.papers import pages
from tournaments.models import Division, User
from tournaments.services import snapshots

pytestmark = pytest.mark.django_db(transaction=True)  # copies are made after a commit


@pytest.fixture(autouse=True)
def own_machine(settings) -> None:
    settings.OWN_MACHINE = True


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    place = tmp_path / "stick"
    place.mkdir()
    return place


@pytest.fixture
def admin() -> User:
    return build.user("anna", is_superuser=True)


@pytest.fixture
def division(stick: Path, admin: User) -> Division:
    """Create four players, with copies on a stick."""
    made = pairings.division(4)
    for number, entry in enumerate(made.entries.order_by("pk"), start=1):
        entry.player_number, entry.birth_year = str(700 + number), 1990
        entry.save()
    event_copies.choose_copy_folder(made.tournament, str(stick), by=admin)
    return made


def folder(stick: Path, division: Division) -> Path:
    return event_copies.event_folder(stick, division.tournament)


def copies(stick: Path, division: Division) -> list[Path]:
    """Return the snapshots on the stick, oldest first; those of the same second are numbered."""
    return sorted(folder(stick, division).glob("*.stadium"), key=lambda path: path.stat().st_mtime_ns)


def row(division: Division) -> EventCopies:
    return queries.copies_of_event(division.tournament)


def posted(division: Division) -> Round:
    return rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)


def rounds_in(snapshot: Path) -> list[str]:
    return [
        row["state"] for row in file.unpack_snapshot(snapshot.read_bytes()).tables["pairings.Round"].dicts()
    ]


class TestChoosing:
    @pytest.mark.parametrize(
        ("typed", "code"),
        [
            ("stick", "COPY_FOLDER_NOT_ABSOLUTE"),
            ("/no/such/folder", "COPY_FOLDER_MISSING"),
            ("/etc/hostname", "COPY_FOLDER_MISSING"),
            ("/a\0b", "COPY_FOLDER_NOT_ABSOLUTE"),
            ("/" + "x" * 399, "COPY_FOLDER_READ_ONLY"),
            ("/proc", "COPY_FOLDER_READ_ONLY"),
            (str(Path(__file__).parent), "COPY_FOLDER_IS_STADIUMS"),
        ],
    )
    def test_a_folder_that_takes_no_copy_is_refused(self, admin, typed, code):
        event = build.event()
        assert build.refusal(event_copies.choose_copy_folder, event, typed, by=admin).code == code
        assert queries.copies_of_event(event).folder == ""

    def test_only_an_administrator_chooses(self, stick):
        event = build.event()
        organizer = build.staff(event, "organizer")
        refused = build.refusal(event_copies.choose_copy_folder, event, str(stick), by=organizer)
        assert refused.code == "COPIES_ADMINISTRATOR_ONLY"
        assert list(stick.iterdir()) == []

    @pytest.mark.parametrize(
        "server", [{"OWN_MACHINE": False}, {"HTTPS": True}, {"ALLAUTH_TRUSTED_PROXY_COUNT": 1}]
    )
    def test_a_server_writes_to_no_folder(self, settings, stick, admin, server):
        for name, value in server.items():
            setattr(settings, name, value)
        refused = build.refusal(event_copies.choose_copy_folder, build.event(), str(stick), by=admin)
        assert refused.code == "COPIES_NOT_HERE"
        assert list(stick.iterdir()) == []

    def test_the_choice_is_in_the_journal_and_can_be_undone(self, division, stick, admin, tmp_path):
        other = tmp_path / "other"
        other.mkdir()
        event_copies.choose_copy_folder(division.tournament, str(other), by=admin)
        line = JournalEvent.objects.filter(kind="CopyFolderChosen").latest("pk")
        assert line.facts == {"before": str(stick), "after": str(other)}
        undo.undo_step(line, by=admin)
        assert row(division).folder == str(stick)

    def test_an_older_choice_is_not_undone_under_a_newer_one(self, division, admin):
        first = JournalEvent.objects.get(kind="CopyFolderChosen")
        event_copies.choose_copy_folder(division.tournament, "", by=admin)
        assert build.refusal(undo.undo_step, first, by=admin).code == "UNDO_OVERTAKEN"


class TestCopies:
    def test_each_posted_and_each_closed_round_is_copied_whole(self, division, stick):
        round_ = posted(division)
        assert {one.name for one in folder(stick, division).iterdir()} == {
            "README.txt",
            "crash-pack.pdf",
            f"{division.tournament.slug}.xlsx",
            f"{division.tournament.slug}.tdf",
            "pairings-round-1.pdf",
            copies(stick, division)[0].name,
        }
        assert copies(stick, division)[0].name.startswith(f"{division.tournament.slug}-round-1-")
        assert rounds_in(copies(stick, division)[0]) == ["posted"]
        pairings.report_all(round_)
        rounds.close_round(round_, by=None)
        assert rounds_in(copies(stick, division)[-1]) == ["closed"]
        assert (folder(stick, division) / "standings.pdf").read_bytes().startswith(b"%PDF")
        data = (folder(stick, division) / f"{division.tournament.slug}.tdf").read_bytes()
        assert len(tdf.read_tdf_file(data).players) == 4

    def test_codes_lead_to_the_address_for_phones_of_now(self, division, stick, admin):
        """Without such an address, they lead to the address of the browser in which the folder was chosen."""
        sheet = folder(stick, division) / "pairings-round-1.pdf"
        event_copies.choose_copy_folder(
            division.tournament, str(stick), by=admin, site="http://192.168.1.4:8000"
        )
        posted(division)
        assert "192.168.1.4:8000/" in pages(sheet.read_bytes())[0]
        for address in ("http://192.168.1.20:8000", "http://hall.example:8000"):
            public_address.save_public_address(by=admin, address=address)
            assert write_event_copy(division.tournament.pk)
            (text,) = pages(sheet.read_bytes())
            assert address.removeprefix("http://") in text
            assert "192.168.1.4" not in text
        public_address.remove_public_address(by=admin)
        assert write_event_copy(division.tournament.pk)
        assert "192.168.1.4:8000/" in pages(sheet.read_bytes())[0]

    def test_a_correction_in_a_closed_round_is_copied_and_its_undo_too(self, division, stick):
        pairings.play(division, 1)
        table = folder(stick, division) / f"{division.tournament.slug}.tdf"
        before = table.read_bytes()
        match = division.rounds.get().matches.order_by("pk")[0]
        other = Outcome.RIGHT if match.outcome == Outcome.LEFT else Outcome.LEFT
        results.correct_result(match, MatchResult(other), by=None, why="Slip misread")
        corrected = table.read_bytes()
        assert corrected != before
        undo.undo_step(JournalEvent.objects.get(kind="ResultCorrected"), by=None)
        assert table.read_bytes() == before

    def test_a_copy_is_an_event_again_and_of_no_other_event(self, division, stick):
        other = pairings.division(4).tournament
        pairings.play(division, 1)
        snapshot = copies(stick, division)[-1].read_bytes()
        restored = snapshots.restore_event(snapshot, by=None)
        assert restored.divisions.get().rounds.get().state == Round.State.CLOSED
        assert other.slug not in str(file.unpack_snapshot(snapshot).tables)

    def test_the_newest_ten_snapshots_stay_and_other_files_too(self, division, stick):
        foreign = folder(stick, division) / "holiday.stadium"
        foreign.write_text("photos")
        noon = timezone.now()
        for minutes in range(12):
            snapshot = snapshots.make_snapshot(division.tournament, now=noon + timedelta(minutes=minutes))
            event_copies.save_snapshot_to_copy_folder(folder(stick, division), snapshot)
        own = [path for path in copies(stick, division) if path != foreign]
        assert len(own) == event_copies.MAX_SNAPSHOTS
        zone = ZoneInfo(division.tournament.timezone)
        assert f"{(noon + timedelta(minutes=2)).astimezone(zone):%H%M%S}" in own[0].name
        assert foreign.read_text() == "photos"

    def test_databases_of_an_earlier_version_stay_with_how_to_use_them(self, division, stick):
        readme = folder(stick, division) / "README.txt"
        assert write_event_copy(division.tournament.pk)
        assert "sqlite3" not in readme.read_text()
        for minute in range(12):
            (folder(stick, division) / f"stadium-20261121-12{minute:02}00-round-1.sqlite3").write_bytes(
                b"all"
            )
        assert write_event_copy(division.tournament.pk)
        assert len(list(folder(stick, division).glob("stadium-*.sqlite3"))) == 12
        assert "name it stadium.sqlite3" in readme.read_text()

    def test_what_was_left_half_written_is_swept_away(self, division, stick):
        half = folder(stick, division) / "stadium-20261121-120000-round-1.sqlite3.part"
        half.write_bytes(b"half")
        os.utime(half, (1, 1))
        assert write_event_copy(division.tournament.pk)
        assert not half.exists()
        assert not list(folder(stick, division).glob("*.part"))

    def test_without_a_player_id_all_but_the_tom_file_is_there(self, division, stick):
        division.entries.update(player_number=None)
        pairings.play(division, 1)
        assert write_event_copy(division.tournament.pk)
        names = {one.name for one in folder(stick, division).iterdir()}
        assert f"{division.tournament.slug}.tdf" not in names
        assert "standings.pdf" in names


class TestFailing:
    def test_a_pulled_stick_stops_no_round_and_is_good_again_with_the_next_copy(self, division, stick):
        away = stick.rename(stick.with_name("pocket"))
        round_ = posted(division)
        assert round_.state == Round.State.POSTED
        first = row(division)
        assert (first.problem, first.copied_at) == ("COPY_NOT_FOUND", None)
        assert not write_event_copy(division.tournament.pk)
        assert row(division).failing_since == first.failing_since
        away.rename(stick)
        assert write_event_copy(division.tournament.pk)
        again = row(division)
        assert (again.problem, again.failing_since) == ("", None)
        assert again.copied_at is not None

    def test_the_empty_place_of_a_stick_is_not_the_stick(self, division, stick):
        shutil.move(stick, stick.with_name("pocket"))
        stick.mkdir()
        assert not write_event_copy(division.tournament.pk)
        assert row(division).problem == "COPY_NOT_FOUND"
        assert list(stick.iterdir()) == []

    def test_a_full_stick_keeps_its_older_copies(self, division, small):
        event_copies.choose_copy_folder(
            division.tournament, str(small), by=build.user("otto", is_superuser=True)
        )
        assert write_event_copy(division.tournament.pk)
        before = copies(small, division)
        (small / "ballast").write_bytes(bytes(shutil.disk_usage(small).free))
        assert not write_event_copy(division.tournament.pk)
        assert row(division).problem == "COPY_FULL"
        assert copies(small, division) == before
        assert rounds_in(before[0]) == []
        (small / "ballast").unlink()
        assert write_event_copy(division.tournament.pk)

    def test_a_locked_stick(self, division, small):
        event_copies.choose_copy_folder(
            division.tournament, str(small), by=build.user("otto", is_superuser=True)
        )
        subprocess.run(["mount", "-o", "remount,ro", small], check=True)
        assert not write_event_copy(division.tournament.pk)
        assert row(division).problem == "COPY_READ_ONLY"
        refused = build.refusal(
            event_copies.choose_copy_folder, build.event(), str(small), by=User.objects.get(username="otto")
        )
        assert refused.code == "COPY_FOLDER_READ_ONLY"

    @pytest.fixture
    def small(self, tmp_path: Path) -> Iterator[Path]:
        """Return a stick of 24 MB."""
        place = tmp_path / "small"
        place.mkdir()
        mount = shutil.which("mount")
        done = mount and subprocess.run([mount, "-t", "tmpfs", "-o", "size=24m", "tmpfs", place], check=False)
        if not done or done.returncode:
            pytest.skip("only root may mount a small disk to fill")
        yield place
        subprocess.run(["umount", "-l", place], check=True)
