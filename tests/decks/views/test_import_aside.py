"""Cards uploaded on a page are read by a real worker behind a real Redis, with progress to look at."""

import time

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from decks.models import Expansion
from tests import build
from tests.decks.cards import CARDS, zipped

PATIENCE = 60
"""Seconds until a worker has started and read the file."""


@pytest.mark.redis
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_an_upload_is_read_by_the_worker(client: Client, worker: None) -> None:
    keeper = build.user("keeper")
    keeper.user_permissions.add(build.permission("change_card"))
    client.force_login(keeper)
    file = SimpleUploadedFile("cards.zip", zipped(*CARDS))
    page = client.post(reverse("decks:card_import"), {"file": file}, follow=True)
    address, until = page.request["PATH_INFO"], time.monotonic() + PATIENCE
    while "Cards: 3 added" not in page.text:
        assert time.monotonic() < until, page.text
        time.sleep(0.5)
        page = client.get(address)
    assert Expansion.objects.filter(pk="tst1").exists()
