"""What the doctor says about machines that share a folder, and about those that do not."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.cache import cache
from pytest_django import Settings

from config import env
from config.backups import archives, history
from config.doctor import shared_machines, this_machine
from core.services.snapshots import home_folder
from tests import build

pytestmark = pytest.mark.django_db

On = Callable[..., None]


@pytest.fixture
def on(settings: Settings, tmp_path: Path) -> On:
    """Switch to another machine; `shared` is the folder that it has mounted."""
    cache.delete(shared_machines.MACHINES)

    def go(name: str, *, shared: str, key: str = "") -> None:
        settings.VAR_DIR = tmp_path / name
        settings.SHARED_DIR = tmp_path / shared
        settings.MEDIA_ROOT = tmp_path / shared / "media"
        if key:
            settings.VAPID_PRIVATE_KEY = key
        shared_machines._last_report.clear()
        shared_machines.report_machine()

    yield go
    shared_machines._last_report.clear()
    cache.delete(shared_machines.MACHINES)


def test_one_machine_shares_with_itself(on: On) -> None:
    on("first", shared="first")
    assert this_machine.check_shared_folder().says == "One machine"


def test_machines_with_one_folder(on: On) -> None:
    on("first", shared="mounted")
    on("second", shared="mounted")
    assert this_machine.check_shared_folder().says == "The same on all 2 machines"


def test_each_machine_names_the_other_with_a_folder_of_its_own(on: On) -> None:
    on("first", shared="first")
    on("second", shared="second")
    assert this_machine.check_shared_folder().state == "error"
    assert "/first" in this_machine.check_shared_folder().says
    on("first", shared="first")
    assert "/second" in this_machine.check_shared_folder().says
    assert "STADIUM_SHARED" in this_machine.check_shared_folder().advice


def test_photos_elsewhere_are_not_shared_either(on: On, settings: Settings, tmp_path: Path) -> None:
    on("first", shared="mounted")
    on("second", shared="mounted")
    settings.MEDIA_ROOT = tmp_path / "elsewhere"
    assert this_machine.check_shared_folder().state == "error"


def test_machines_with_other_keys(on: On) -> None:
    on("first", shared="mounted")
    on("second", shared="mounted", key="another")
    assert this_machine.check_shared_folder().says.startswith("Other keys")


def test_one_setting_moves_snapshots_photos_backups_and_keys(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.VAR_DIR, settings.SHARED_DIR = tmp_path / "own", tmp_path / "mounted"
    assert tmp_path / "mounted" in home_folder.snapshot_folder_path(build.event()).parents
    history.record_backup_failure("no room")
    assert history.last_backup_failure() is None  # the folder does not exist yet
    settings.SHARED_DIR.mkdir()
    history.record_backup_failure("no room")
    assert [path.name for path in settings.SHARED_DIR.iterdir()] == [history.LAST_FAILURE]
    assert archives._snapshots_folder() == tmp_path / "mounted" / "snapshots"
    monkeypatch.setenv("STADIUM_SHARED", str(tmp_path / "shared"))
    assert env.shared_folder() == tmp_path / "shared"
    assert (tmp_path / "shared").is_dir()
    monkeypatch.delenv("SECRET_KEY", raising=False)
    monkeypatch.delenv("VAPID_PRIVATE_KEY", raising=False)
    assert env.secret_key(tmp_path / "shared") == env.secret_key(tmp_path / "shared")
    assert env.vapid_key(tmp_path / "shared") == env.vapid_key(tmp_path / "shared")


def test_the_number_of_a_folder_is_no_photo_of_a_backup(on: On, settings: Settings, tmp_path: Path) -> None:
    on("first", shared="first")
    settings.MEDIA_ROOT = tmp_path / "photos"
    shared_machines.report_of_this_machine()
    assert (tmp_path / "photos" / shared_machines.FOLDER_ID).is_file()
    assert [name for name, _path in archives._files_to_copy() if name.startswith("media")] == []
