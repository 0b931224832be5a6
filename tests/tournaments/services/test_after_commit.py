"""What happens after a commit never undoes, hides or stops anything else."""

import logging

import pytest
from django.db import transaction

from tournaments import stamps
from tournaments.models import User
from tournaments.services import jobs

pytestmark = [pytest.mark.django_db(transaction=True)]


def test_what_fails_after_a_commit_is_logged_and_stops_nothing_else(caplog):
    done: list[str] = []

    def fails(word: str) -> None:
        raise OSError(word)

    with caplog.at_level(logging.ERROR), transaction.atomic():
        User.objects.create(username="marta")
        jobs.after_commit(fails, "no stick")
        jobs.after_commit(done.append, "mail")

    assert User.objects.filter(username="marta").exists()
    assert done == ["mail"]
    assert "fails failed after a commit" in caplog.text


def test_pages_that_cannot_be_told_of_a_change_stop_nothing_else(caplog, monkeypatch):
    class Broken:
        def raise_(self, scopes: object) -> None:
            raise OSError("full")

    done: list[str] = []
    monkeypatch.setattr(stamps, "STAMPS", Broken())
    with caplog.at_level(logging.ERROR), transaction.atomic():
        stamps.mark(stamps.event(1))
        jobs.after_commit(done.append, "mail")

    assert done == ["mail"]
    assert "Nobody hears of what changed" in caplog.text
