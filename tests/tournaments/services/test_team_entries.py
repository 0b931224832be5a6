"""A person is in one team of an event only, and single players enter only where the rules let them (R-102, R-103)."""

import pytest
from django.db import IntegrityError, transaction

from core.engine.refused import Refused
from core.sentences import refusal_text
from tests import build
from tournaments.engine.refusals import TournamentRefusal
from tournaments.engine.team_entries import TeamEntry, TeamEntryMember
from tournaments.models import Teammate, Tournament
from tournaments.services import entries, team_entries

pytestmark = pytest.mark.django_db

REEF = TeamEntry("Reef", (TeamEntryMember("A", "Ana", "Silva", "101"), TeamEntryMember("B", "Luis", "Pérez")))


@pytest.fixture
def event() -> Tournament:
    made = build.event(kind="two_on_two")
    team_entries.add_team_entry(made, REEF, by=None)
    return made


def team(*members: tuple[str, str, str], name: str = "Shore") -> TeamEntry:
    seated = zip("AB", members, strict=True)
    return TeamEntry(name, tuple(TeamEntryMember(seat, *facts) for seat, facts in seated))


@pytest.mark.parametrize(
    ("first_name", "last_name", "player_id"),
    [("Anna", "Silva", "101"), ("ana", "SILVA", ""), ("Luis", "Perez", "102")],
    ids=["by Player ID", "by name", "by name, without accents"],
)
def test_a_person_is_in_one_team_only(event, first_name, last_name, player_id):
    shore = team(("Mei", "Chen", ""), (first_name, last_name, player_id))
    with pytest.raises(Refused) as refused:
        team_entries.add_team_entry(event, shore, by=None)
    assert refused.value.code == TournamentRefusal.TEAM_MEMBER_ELSEWHERE
    assert f"{first_name} {last_name} is already in team Reef." in refusal_text(refused.value)
    assert event.entries.count() == 1


def test_two_people_of_one_name_are_in_two_teams_with_their_player_ids(event):
    team_entries.add_team_entry(event, team(("Ana", "Silva", "102"), ("Mei", "Chen", "")), by=None)
    assert event.entries.count() == 2


def test_a_person_is_not_at_both_seats(event):
    shore = team(("Mei", "Chen", ""), ("Mei", "Chen", "103"))
    assert build.refusal(team_entries.add_team_entry, event, shore, by=None).code == "TEAM_MEMBER_ELSEWHERE"


def test_a_changed_team_takes_no_player_of_another(event):
    shore = team_entries.add_team_entry(event, team(("Mei", "Chen", ""), ("Noah", "Smith", "")), by=None)
    wanted = team(("Mei", "Chen", ""), ("Ana", "Silva", ""))
    assert (
        build.refusal(team_entries.change_team_entry, shore, wanted, by=None).code == "TEAM_MEMBER_ELSEWHERE"
    )
    swapped = team(("Noah", "Smith", ""), ("Mei", "Chen", ""))
    team_entries.change_team_entry(shore, swapped, by=None)
    assert [str(mate) for mate in shore.teammates.all()] == ["Noah Smith", "Mei Chen"]


def test_the_database_has_a_player_id_in_one_team_only(event):
    other = build.event(kind="two_on_two", name="Other")
    team_entries.add_team_entry(other, REEF, by=None)
    shore = team_entries.add_team_entry(event, team(("Mei", "Chen", ""), ("Noah", "Smith", "")), by=None)
    with pytest.raises(IntegrityError, match=r"teammate_in_one_team|player_id"), transaction.atomic():
        shore.teammates.filter(seat="A").update(player_id="101")
    assert set(Teammate.objects.values_list("tournament", flat=True)) == {event.pk, other.pk}


def test_a_player_enters_with_a_team_or_alone(event):
    alone = entries.add_entry(event, by=None, first_name="Olu", last_name="Ade", age_division="masters")
    shore = team(("Mei", "Chen", ""), ("Olu", "Ade", ""))
    refused = build.refusal(team_entries.add_team_entry, event, shore, by=None)
    assert (refused.code, refused.facts) == ("TEAM_MEMBER_ALONE", {"name": "Olu Ade"})
    entries.delete_unpaired_entry(alone, by=None)
    team_entries.add_team_entry(event, shore, by=None)
    person = {"first_name": "Luis", "last_name": "Pérez", "age_division": "masters"}
    refused = build.refusal(entries.add_entry, event, by=None, **person)
    assert (refused.code, refused.facts["team"]) == ("TEAM_MEMBER_ELSEWHERE", "Reef")


def test_no_player_enters_a_team_battle_alone():
    event = build.event(kind="team_battle")
    person = {"first_name": "Olu", "last_name": "Ade", "age_division": "masters"}
    refused = build.refusal(entries.add_entry, event, by=None, **person)
    assert refused.code == "TEAMS_ONLY_HERE"
    team_entries.add_team_entry(event, REEF, by=None)
    assert event.entries.get().last_name == "Reef"
