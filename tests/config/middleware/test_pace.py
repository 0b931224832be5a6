"""What processes tell each other about the number of pages they render for readers."""

import os

import pytest
from django.core.cache import cache

from config.middleware import pace


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let processes send and receive at any moment."""
    monkeypatch.setattr(pace, "EACH", 0.0)


@pytest.mark.django_db
def test_what_all_processes_make_is_added_up(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.REDIS_URL = settings.REDIS_URL or "redis://127.0.0.1/0"  # the test cache replaces it
    for process, made in ((101, 8.0), (102, 4.5)):
        monkeypatch.setattr(os, "getpid", lambda process=process: process)
        pace.report_pace(made, busy=False)
    assert (pace.pages_a_second(), pace.is_any_process_busy()) == (12.5, False)
    pace.report_pace(3.5, busy=True)
    assert (pace.pages_a_second(), pace.is_any_process_busy()) == (11.5, True)


def test_without_redis_a_process_knows_of_itself(settings) -> None:
    settings.REDIS_URL = ""
    assert (pace.pages_a_second(), pace.is_any_process_busy()) == (None, False)
    pace.report_pace(8.0, busy=True)
    assert (pace.pages_a_second(), pace.is_any_process_busy()) == (8.0, True)


def test_nobody_is_busy_for_ever(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.REDIS_URL = ""
    pace.report_pace(8.0, busy=True)
    began = pace.time()
    monkeypatch.setattr(pace, "time", lambda: began + pace.BUSY + 1)
    assert not pace.is_any_process_busy()


@pytest.mark.django_db
def test_a_process_speaks_and_listens_once_a_second(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.REDIS_URL = settings.REDIS_URL or "redis://127.0.0.1/0"
    monkeypatch.setattr(pace, "EACH", 60.0)
    monkeypatch.setattr(pace, "_report_turns", pace._TurnLimiter())
    monkeypatch.setattr(pace, "_read_turns", pace._TurnLimiter())
    pace.report_pace(8.0, busy=False)
    pace.report_pace(2.0, busy=True)
    assert (pace.pages_a_second(), pace.is_any_process_busy()) == (8.0, False)
    cache.delete_many(pace.KEYS)
    assert pace.pages_a_second() == 8.0
