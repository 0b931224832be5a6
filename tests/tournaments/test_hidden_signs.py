"""Invisible characters in names are not stored, however the name is entered."""

import pytest

from core.engine.person_names import search_key, strip_invisible_characters
from core.models import Team
from tests import build
from tournaments.models import Entry, Player, Tournament
from tournaments.services import events

HIDDEN = (
    "\u202e",
    "\u200b",
    "\u200e",
    "\u2066",
    "\ufeff",
    "\u00ad",
    "\u2060",
    "\u061c",
    "\u2028",
    "\U000e0041",
)


@pytest.mark.parametrize("hidden", HIDDEN)
def test_a_hidden_sign_makes_no_other_name(hidden: str) -> None:
    assert strip_invisible_characters(f"{hidden}Mar{hidden}ta{hidden}") == "Marta"
    assert search_key(f"Mar{hidden}ta") == "marta"


@pytest.mark.parametrize(
    "name", ["Zoë Ångström", "Nguyễn", "علی‌رضا", "क्‍ष", "山\ufe00田", "O’Neil", "👩‍🚀 Mei", ""]
)
def test_signs_that_are_part_of_a_name_stay(name: str) -> None:
    assert strip_invisible_characters(name) == name


@pytest.mark.django_db
@pytest.mark.parametrize("hidden", HIDDEN)
def test_no_way_into_the_database_keeps_one(hidden: str) -> None:
    division = build.division(2)
    event = events.change_event_settings(
        division.tournament, by=None, name=f"Cup{hidden} of gnirpS", venue=f"Hall{hidden} 2"
    )
    assert (event.name, event.venue) == ("Cup of gnirpS", "Hall 2")
    entry = division.entries.order_by("pk").first()
    assert entry
    entry.first_name = f"{hidden}Ana"
    entry.save()
    assert Entry.objects.get(pk=entry.pk).first_name == entry.first_name == "Ana"
    entry.last_name = f"Sil{hidden}va"
    Entry.objects.bulk_update([entry], ["last_name"])
    assert Entry.objects.get(pk=entry.pk).last_name == "Silva"
    Tournament.objects.update(city=f"Por{hidden}to")
    assert Tournament.objects.get().city == "Porto"
    Team.objects.bulk_create([Team(name=f"Te{hidden}am")])
    assert Team.objects.filter(name="Team").exists()
    assert Player.objects.filter(first_name=f"{hidden}nobody").count() == 0
