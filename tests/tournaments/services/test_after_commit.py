"""Code that runs after a commit never reverts, hides or blocks anything else."""

import logging
from contextlib import suppress

import pytest
from django.db import transaction

from core import stamps
from core.services import after_commit
from tournaments import scopes
from tournaments.models import User

pytestmark = [pytest.mark.django_db(transaction=True)]


def test_what_fails_after_a_commit_is_logged_and_stops_nothing_else(caplog):
    done: list[str] = []

    def fails(word: str) -> None:
        raise OSError(word)

    with caplog.at_level(logging.ERROR), transaction.atomic():
        User.objects.create(username="marta")
        after_commit.after_commit(fails, "no stick")
        after_commit.after_commit(done.append, "mail")

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
        stamps.mark_scopes_changed(scopes.event_scope(1))
        after_commit.after_commit(done.append, "mail")

    assert done == ["mail"]
    assert "Scopes could not be planned before a commit" in caplog.text
    assert "Scopes could not be raised after a commit" in caplog.text


def test_what_is_asked_for_twice_in_one_transaction_is_done_once():
    done: list[str] = []
    with transaction.atomic():
        after_commit.once_after_commit(done.append, "snapshot of 1")
        after_commit.once_after_commit(done.append, "snapshot of 2")
        with transaction.atomic():
            after_commit.once_after_commit(done.append, "snapshot of 1")
    assert done == ["snapshot of 1", "snapshot of 2"]
    after_commit.once_after_commit(done.append, "snapshot of 1")
    assert done[2:] == ["snapshot of 1"]


def test_what_was_asked_for_in_a_part_that_was_rolled_back_is_not_done_for_it():
    done: list[str] = []
    with transaction.atomic():
        with suppress(ValueError), transaction.atomic():
            after_commit.once_after_commit(done.append, "snapshot")
            after_commit.once_after_commit(done.append, "other")
            raise ValueError
        after_commit.once_after_commit(done.append, "snapshot")
    assert done == ["snapshot"]
