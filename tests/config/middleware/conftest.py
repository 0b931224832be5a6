"""Fixtures shared by the tests of middleware."""

import pytest
from django.core.cache import cache

from config.middleware import live, pace


@pytest.fixture(autouse=True)
def silence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clear the state that processes share: none is busy, and no page has sent a request."""
    monkeypatch.setattr(pace, "_reports", [])
    monkeypatch.setattr(live, "CROWD", live.PollingCrowd())
    cache.delete_many(pace.KEYS)
