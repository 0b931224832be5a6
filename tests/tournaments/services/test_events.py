"""Events: what a kind brings, what the rules refuse, what a posted round locks."""

import pytest

from tests import build

pytestmark = pytest.mark.django_db


def test_builder():
    event = build.event()
    entries = build.add_players(event, 250, birth_years=(1990, 2012, 2016))
    assert len({entry.lot for entry in entries}) == 250
    assert len({str(entry.player) for entry in entries}) == 250
    event.delete()
