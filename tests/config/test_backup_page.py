"""Only administrators can download a backup of the whole installation."""

import io
import json
import zipfile
from pathlib import Path

import pytest
from django.core.management import CommandError
from django.test import Client
from django.urls import reverse

from config import backups
from config.backups import archives, history
from tests import build
from tests.html import markup

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


@pytest.fixture
def administrator(client: Client, settings, tmp_path: Path) -> Client:
    settings.VAR_DIR = tmp_path
    client.force_login(build.user("root", is_superuser=True))
    client.post(reverse("account_reauthenticate"), {"password": "secret"})
    return client


def test_it_is_made_and_downloaded(administrator: Client, tmp_path: Path) -> None:
    assert "No backup was made here yet." in markup(administrator.get(reverse("backup")))
    answer = administrator.post(reverse("backup"))
    assert answer["Content-Disposition"].startswith('attachment; filename="stadium-')
    assert "no-store" in answer["Cache-Control"]
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as archive:
        assert json.loads(archive.read(archives.MANIFEST))["kind"] == archives.KIND
        assert archives.DATABASES["sqlite"] in archive.namelist()
    answer.close()
    assert [path.name for path in tmp_path.iterdir()] == [history.LAST_BACKUP]
    assert "Last backup:" in markup(administrator.get(reverse("backup")))


def test_how_to_restore_it_is_in_each_language(administrator: Client) -> None:
    page = administrator.get(reverse("backup"), headers={"accept-language": "pt-br"})
    assert "<code>python3 manage.py restore_backup ARQUIVO</code>" in page.content.decode()


def test_a_full_disk_is_a_sentence(administrator: Client, tmp_path: Path, monkeypatch) -> None:
    def full(_target: Path, *, by: object) -> None:
        raise CommandError("stadium.backup: No space left on device")

    monkeypatch.setattr(backups, "write_backup", full)
    answer = administrator.post(reverse("backup"))
    assert answer.status_code == 503
    assert "No space left on device" in markup(answer)
    assert list(tmp_path.iterdir()) == []


def test_it_is_for_administrators_who_signed_in_once_more(client: Client) -> None:
    for method in (client.get, client.post):
        assert method(reverse("backup"))["Location"].startswith(reverse("account_login"))
    client.force_login(build.user("root", is_superuser=True))
    for method in (client.get, client.post):
        assert method(reverse("backup"))["Location"].startswith(reverse("account_reauthenticate"))
    client.force_login(build.user("marta"))
    client.post(reverse("account_reauthenticate"), {"password": "secret"})
    for method in (client.get, client.post):
        assert method(reverse("backup")).status_code == 403
