"""People: one record each, whatever was typed."""

import pytest

from tests import build
from tests.build import refusal
from tournaments.models import Player
from tournaments.services import entries, players

pytestmark = pytest.mark.django_db


def save(first="Zoë", last="Müller", player_id=None, year=None, player=None):
    return players.save(
        player, by=None, first_name=first, last_name=last, player_id=player_id, birth_year=year
    )


def test_save():
    zoe = save(" Zoë ", "Müller", "12 34", 1990)
    assert (zoe.first_name, zoe.player_id, zoe.search_key) == ("Zoë", "1234", "zoe muller")
    assert save("Zoë", "Łoś", "", 1990, zoe).search_key == "zoe los"
    assert Player.objects.get().player_id is None


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"last": " "}, "NAME_MISSING"),
        ({"player_id": "a1"}, "PLAYER_ID_NOT_DIGITS"),
        ({"player_id": "1" * 21}, "PLAYER_ID_NOT_DIGITS"),
        ({"year": 1899}, "BIRTH_YEAR_IMPOSSIBLE"),
        ({"player_id": "77"}, "PLAYER_ID_TAKEN"),
    ],
)
def test_save_refuses(given, code):
    build.players(1, first_id=77)
    assert refusal(save, **given).code == code
    assert Player.objects.count() == 1


def test_changes_are_told_in_every_event_of_the_person():
    one, two = build.event(), build.event()
    zoe = save(year=1990)
    for event in (one, two):
        entries.add(event, by=None, player=zoe)
    save("Zoë", "Smith", year=1990, player=zoe)
    assert [event.journal.latest("id").kind for event in (one, two)] == ["PlayerChanged"] * 2
    save("Zoë", "Smith", year=1990, player=zoe)
    assert one.journal.filter(kind="PlayerChanged").count() == 1


def test_merge():
    """The record kept takes the entries, and the facts it lacks."""
    first, second = build.event(), build.event()
    keep, other = save("Zoe", "Muller"), save(player_id="12", year=1990)
    entries.add(first, by=None, player=keep, category="masters")
    entries.add(second, by=None, player=other)
    merged = players.merge(keep, other, by=None)
    assert (merged.player_id, merged.birth_year, str(merged)) == ("12", 1990, "Zoe Muller")
    assert set(merged.entries.values_list("tournament", flat=True)) == {first.pk, second.pk}
    assert Player.objects.get() == merged
    assert refusal(players.merge, merged, other, by=None).code == "CHANGED_MEANWHILE"
    assert second.journal.latest("id").kind == "PlayersMerged"


def test_merge_refuses():
    event = build.event()
    keep, other = save(year=1990), save("Ana", "Silva", year=1991)
    for player in (keep, other):
        entries.add(event, by=None, player=player)
    assert refusal(players.merge, keep, keep, by=None).code == "MERGE_SAME"
    assert refusal(players.merge, keep, other, by=None).code == "MERGE_BOTH_ENTERED"
    assert Player.objects.count() == 2
