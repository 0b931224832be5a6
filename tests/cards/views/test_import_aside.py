"""Cards uploaded on a page are read by a real worker with a real Redis, and the page shows the progress."""

import time
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cards.models import CardImport, Expansion
from cards.services import catalogue
from cards.services.catalogue import jobs
from tests import build
from tests.cards.cards import CARDS, zipped
from tests.conftest import running_worker
from tests.html import markup

PATIENCE = 240
"""Seconds for a worker to start and read the file."""


@pytest.mark.redis
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_an_upload_is_read_by_the_worker(client: Client, worker: None) -> None:
    keeper = build.user("keeper")
    keeper.user_permissions.add(build.permission("change_card"))
    client.force_login(keeper)
    file = SimpleUploadedFile("cards.zip", zipped(*CARDS))
    page = client.post(reverse("cards:card_import"), {"file": file}, follow=True)
    address, until = page.request["PATH_INFO"], time.monotonic() + PATIENCE
    while "Cards: 3 added" not in markup(page):
        assert time.monotonic() < until, markup(page)
        time.sleep(0.5)
        page = client.get(address)
    assert Expansion.objects.filter(pk="tst1").exists()


@pytest.mark.redis
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_an_upload_whose_worker_is_killed_is_told_and_can_be_done_again(client: Client) -> None:
    """Killed before its first piece: nothing is written, the page says so after a while, and the file is deleted."""
    keeper = build.user("keeper")
    keeper.user_permissions.add(build.permission("change_card"))
    client.force_login(keeper)
    job = uploaded(client)
    with catalogue.locked_catalogue_change(), running_worker() as process:
        """The import waits while another process changes the catalogue."""
        wait(lambda: CardImport.objects.filter(pk=job, state="running").exists())
        process.kill()
        process.wait()
    assert not Expansion.objects.filter(pk="tst1").exists()
    address = reverse("cards:card_import_job", args=[job])
    assert "Nothing was imported" not in markup(client.get(address))
    CardImport.objects.filter(pk=job).update(last_seen_at=timezone.now() - jobs.SILENT)
    assert "The import stopped" in markup(client.get(address))
    assert CardImport.objects.get(pk=job).data is None
    with running_worker():
        again = uploaded(client)
        wait(lambda: CardImport.objects.filter(pk=again, state="done").exists())
    assert Expansion.objects.filter(pk="tst1").exists()


def uploaded(client: Client) -> int:
    file = SimpleUploadedFile("cards.zip", zipped(*CARDS))
    client.post(reverse("cards:card_import"), {"file": file})
    return CardImport.objects.latest("pk").pk


def wait(until: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < end
        time.sleep(0.2)


@pytest.mark.django_db
def test_an_import_that_broke_names_the_command_to_try(client: Client) -> None:
    keeper = build.user("keeper")
    keeper.user_permissions.add(build.permission("change_card"))
    client.force_login(keeper)
    job = catalogue.store_import(name="cards.zip", data=zipped(*CARDS), by=keeper)
    report = {"code": "IMPORT_FAILED", "facts": {}}
    CardImport.objects.filter(pk=job.pk).update(state="failed", report=report)
    page = markup(client.get(reverse("cards:card_import_job", args=[job.pk])))
    assert "import it on the command line: python3 manage.py import_cards" in page
