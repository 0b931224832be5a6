"""A module whose event is built once: each test finds it unchanged, and one that does not request it finds none."""

import pytest

from tests import build, databases
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db

built = databases.built_once(lambda: build.event(name="Harbour Cup"))


@pytest.mark.parametrize("turn", range(3))
def test_what_a_test_changes_is_gone_in_the_next(built: Tournament, turn: int) -> None:
    assert Tournament.objects.get().name == "Harbour Cup"
    assert not Entry.objects.exists(), turn
    build.add_players(built, 2)
    Tournament.objects.update(name="Another")


def test_who_does_not_ask_for_it_finds_no_event() -> None:
    assert not Tournament.objects.exists()
