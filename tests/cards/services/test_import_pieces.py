"""An import writes in short pieces: others can write in between, and repeating it completes an interrupted one."""

import sqlite3
import subprocess
import sys
from pathlib import Path
from shutil import copy
from signal import SIGKILL
from typing import Any

import pytest
from django.utils import timezone

from cards.models import Card, CardImport, CatalogueState, Expansion
from cards.services import catalogue
from cards.services.catalogue import bulk_saving, jobs
from tests import build
from tests.cards.cards import CARDS, EEVEE, LEAFEON, names_file, zipped
from tests.own_sqlite import ROOT, own_sqlite

MANY = 2500
IMPORT = """
import os, signal, sqlite3, sys, django
from pathlib import Path
django.setup()
from django.db import connection
from cards.services import catalogue
from cards.services.catalogue.bulk_saving import BATCH
other = sqlite3.connect(str(connection.settings_dict["NAME"]), isolation_level=None, timeout=0)
done_before = 0
def told(stage, done, total):
    global done_before
    if stage != "cards":
        return
    assert 0 < done - done_before <= BATCH
    done_before = done
    other.execute("BEGIN IMMEDIATE")
    other.execute("UPDATE tournaments_user SET first_name = '' WHERE id = 0")
    other.execute("COMMIT")
    print(done, flush=True)
    if sys.argv[1] == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
catalogue.import_card_paths([Path(path) for path in sys.argv[2:]], progress=told)
"""
"""Between any two pieces, another process writes that would not wait at all."""


def version() -> int:
    return CatalogueState.objects.get().version


def stored(folder: Path) -> list[list[tuple[Any, ...]]]:
    database = sqlite3.connect(folder / "hall.sqlite3")
    statements = (
        "SELECT * FROM cards_expansion ORDER BY id",
        "SELECT * FROM cards_card ORDER BY id",
        "SELECT * FROM cards_localname ORDER BY id",
        "SELECT version, pending FROM cards_cataloguestate",
    )
    return [database.execute(one).fetchall() for one in statements]


@pytest.mark.slow
def test_an_import_killed_after_its_first_piece_is_completed_by_the_same_file(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    whole.mkdir()
    cut.mkdir()
    env = own_sqlite(whole)
    copy(whole / "hall.sqlite3", cut)
    cards = [{**EEVEE, "number": str(number)} for number in range(1, MANY + 1)]
    files = [tmp_path / "a.zip", tmp_path / "b.json"]
    files[0].write_bytes(zipped(*cards))
    files[1].write_bytes(names_file({"en": "Eevee", "fr": "Évoli"}))

    def imported(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
        own = env | {"STADIUM_VAR": str(folder), "DATABASE_URL": f"sqlite:///{folder}/hall.sqlite3"}
        return subprocess.run(
            [sys.executable, *command, *map(str, files)],
            cwd=ROOT, env=own, stdout=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip

    before = stored(cut)
    once = imported(whole, "-c", IMPORT, "whole")
    assert (once.returncode, once.stdout.split()) == (0, ["1000", "2000", "2500"])
    killed = imported(cut, "-c", IMPORT, "killed")
    assert (killed.returncode, killed.stdout.split()) == (-SIGKILL, ["1000"])
    part = stored(cut)
    assert len(part[1]) == len(before[1]) + 1000
    assert part[3] == [(before[3][0][0], 1)], "no reader is sent to half a catalogue"
    again = imported(cut, "manage.py", "import_cards", "--quiet")
    assert "Cards: 1500 added, 0 changed, 1000 unchanged." in again.stdout
    assert stored(cut) == stored(whole)
    assert stored(cut)[3] == [(before[3][0][0] + 1, 0)]


@pytest.mark.django_db
class TestPieces:
    @pytest.fixture(autouse=True)
    def file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """Return a file of four cards of two expansions, with two cards per piece."""
        monkeypatch.setattr(bulk_saving, "BATCH", 2)
        self.path = tmp_path / "given.zip"
        self.path.write_bytes(zipped(*CARDS, {**LEAFEON, "number": "14"}))
        return self.path

    def test_what_a_failure_left_is_counted_and_the_same_file_completes_it(self) -> None:
        def breaks(stage: str, done: int, total: int) -> None:
            if stage == "cards":
                raise OSError("disk full")

        before = version()
        with pytest.raises(OSError, match="disk full"):
            catalogue.import_card_paths([self.path], progress=breaks)
        assert Card.objects.filter(expansion="tst1").count() == 2
        assert version() == before + 1
        report = catalogue.import_card_paths([self.path])
        assert (report.expansions, report.cards.added, report.cards.unchanged) == (0, 2, 2)
        assert version() == report.version == before + 2
        assert catalogue.import_card_paths([self.path]).version == before + 2

    def test_the_version_goes_up_once_after_the_last_piece(self) -> None:
        seen, before = [], version()
        catalogue.import_card_paths([self.path], progress=lambda *step: seen.append((*step, version())))
        assert [step for step in seen if step[0] == "cards"] == [
            ("cards", 2, 4, before),
            ("cards", 4, 4, before),
        ]
        assert version() == before + 1

    def test_a_card_mended_while_the_import_runs_stays(self) -> None:
        catalogue.import_card_paths([self.path])
        self.path.write_bytes(zipped(*({**card, "regulationMark": "H"} for card in CARDS)))
        by, corrected = build.user(), []

        def correct_a_card(stage: str, done: int, total: int) -> None:
            if stage == "cards" and not corrected:
                corrected.append(Card.objects.filter(expansion="tst1", mark="").exclude(number="14").get())
                catalogue.save_card(
                    corrected[0],
                    by=by,
                    expansion=Expansion.objects.get(pk="tst1"),
                    number=corrected[0].number,
                    name=corrected[0].name,
                    mark="I",
                )

        report = catalogue.import_card_paths([self.path], progress=correct_a_card)
        assert (report.cards.changed, report.cards.edited) == (2, 1)
        corrected[0].refresh_from_db()
        assert corrected[0].mark == "I"

    def test_an_import_that_was_killed_is_counted_when_it_is_given_up(self) -> None:
        before = version()
        CatalogueState.objects.update(pending=True)
        CardImport.objects.create(
            name="x.zip", state="running", last_seen_at=timezone.now() - 2 * jobs.SILENT
        )
        assert catalogue.fail_stalled_imports() == 1
        assert version() == before + 1
        assert catalogue.fail_stalled_imports() == 0
        assert version() == before + 1
