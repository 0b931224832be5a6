"""What the tests of middleware share."""

import pytest
from django.core.cache import cache

from config.middleware import live, pace


@pytest.fixture(autouse=True)
def silence(monkeypatch: pytest.MonkeyPatch) -> None:
    """No process has said how it goes, not one that a test before kept busy either, and no page has asked."""
    monkeypatch.setattr(pace, "_words", [])
    monkeypatch.setattr(live, "CROWD", live.Crowd())
    cache.delete_many(pace.KEYS)
