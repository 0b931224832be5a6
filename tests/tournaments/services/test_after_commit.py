"""What happens after a commit never undoes, hides or stops anything else."""

import logging
from contextlib import suppress

import pytest
from django.db import transaction

from core import stamps
from core.services import jobs
from tournaments import scopes
from tournaments.models import User

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
        def plan(self, scopes: object) -> str:
            raise OSError("full")

        def raise_(self, scopes: object, plan: str) -> None:
            raise OSError("full")

    done: list[str] = []
    monkeypatch.setattr(stamps, "STAMPS", Broken())
    with caplog.at_level(logging.ERROR), transaction.atomic():
        stamps.mark(scopes.event(1))
        jobs.after_commit(done.append, "mail")

    assert done == ["mail"]
    assert "A change could not be noted" in caplog.text
    assert "Nobody hears of what changed" in caplog.text


def test_what_is_asked_for_twice_in_one_transaction_is_done_once():
    done: list[str] = []
    with transaction.atomic():
        jobs.once_after_commit(done.append, "snapshot of 1")
        jobs.once_after_commit(done.append, "snapshot of 2")
        with transaction.atomic():
            jobs.once_after_commit(done.append, "snapshot of 1")
    assert done == ["snapshot of 1", "snapshot of 2"]
    jobs.once_after_commit(done.append, "snapshot of 1")
    assert done[2:] == ["snapshot of 1"]


def test_what_was_asked_for_in_a_part_that_was_rolled_back_is_not_done_for_it():
    done: list[str] = []
    with transaction.atomic():
        with suppress(ValueError), transaction.atomic():
            jobs.once_after_commit(done.append, "snapshot")
            jobs.once_after_commit(done.append, "other")
            raise ValueError
        jobs.once_after_commit(done.append, "snapshot")
    assert done == ["snapshot"]
