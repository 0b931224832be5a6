"""Teams of accounts: created with the first event, joined and left; the last owner must stay."""

from datetime import timedelta

import pytest
from django.utils import timezone

from core.models import JournalEvent, Team, TeamMember
from core.queries.teams import default_team, may_act_for, membership, teams_of
from core.services import teams
from tests import build
from tests.build import refusal
from tournaments.models import Entry, Player
from tournaments.queries.people import entries_visible_to
from tournaments.services import entries, events

pytestmark = pytest.mark.django_db


@pytest.fixture
def marta():
    return build.user("marta")


@pytest.fixture
def team(marta):
    return build.event(by=marta).organizer


def test_the_first_event_makes_a_team_and_the_next_one_is_of_it(marta, team):
    assert default_team(marta) == team
    assert (team.name, team.members.get().owner) == ("marta", True)
    assert build.event(by=marta).organizer == team
    assert Team.objects.count() == 1


def test_what_the_command_line_makes_is_of_the_installation():
    for _ in range(2):
        made = events.create_event(by=None, name="Cup", kind="custom", starts_at=build.NOON)
    assert (made.organizer.of_installation, made.organizer.members.count()) == (True, 0)
    assert Team.objects.count() == 1


def test_an_event_is_of_a_team_one_is_in(marta, team):
    kai = build.user("kai")
    facts = {"name": "Cup", "kind": "custom", "starts_at": build.NOON, "organizer": team}
    assert refusal(events.create_event, by=kai, **facts).code == "NOT_OF_TEAM"
    teams.accept_team_invitation(teams.invite_member(team, by=marta, login="kai"))
    assert events.create_event(by=kai, **facts).organizer == team
    assert build.event(by=kai).organizer == team
    own = teams.create_team(by=kai, name="Kai’s league")
    assert build.event(by=kai).organizer == own == default_team(kai)
    assert teams_of(kai) == [own, team]


def test_everybody_of_an_event_is_of_its_organizer(marta, team):
    other = build.event(by=build.user("kai"))
    for event in (build.event(by=marta), other):
        entries.add_entry(event, by=None, last_name="Silva", player_id="77", birth_year=1990)
    assert Player.objects.filter(player_id="77").count() == 2
    assert all(one.player.organizer_id == one.tournament.organizer_id for one in Entry.objects.all())


def test_members_join_by_name_and_are_found_in_the_journal_of_the_installation(marta, team):
    build.user("kai")
    invited = teams.invite_member(team, by=marta, login=" KAI ")
    assert refusal(teams.invite_member, team, by=marta, login="kai").code == "ALREADY_IN_TEAM"
    assert refusal(teams.invite_member, team, by=marta, login="nobody").code == "NO_SUCH_USER"
    teams.accept_team_invitation(invited)
    facts = {"name": "kai", "team": team.pk}
    lines = JournalEvent.objects.filter(kind__startswith="TeamMember").order_by("pk")
    assert [(line.kind, line.tournament, line.by, line.facts) for line in lines] == [
        ("TeamMemberInvited", None, marta, facts),
        ("TeamMemberAdded", None, invited.user, facts),
    ]


def test_whom_a_team_asked_is_not_in_it_before_they_join(marta, team):
    """Otherwise the people of a user without a team would become the stranger's."""
    kai = build.user("kai")
    invited = teams.invite_member(team, by=marta, login="kai")
    assert (default_team(kai), teams_of(kai), membership(kai, team.pk), may_act_for(kai, team)) == (
        None,
        [],
        None,
        False,
    )
    assert refusal(teams.set_owner, invited, by=marta, owner=True).code == "CHANGED_MEANWHILE"
    met = entries.add_entry(build.event(by=marta), by=marta, last_name="Silva", age_division="masters")
    assert not entries_visible_to(kai, team.pk).exists()
    own = build.event(by=kai).organizer
    assert own != team == met.tournament.organizer
    teams.accept_team_invitation(invited)
    assert teams_of(kai) == [own, team]
    assert entries_visible_to(kai, team.pk).get() == met


def test_who_was_asked_and_has_not_joined_is_no_owner_left(marta, team):
    build.user("kai")
    invited = teams.invite_member(team, by=marta, login="kai")
    team.members.filter(pk=invited.pk).update(owner=True)
    member = team.members.get(user=marta)
    assert refusal(teams.remove_member, member, by=marta).code == "LAST_OWNER"
    teams.remove_member(invited, by=marta)
    assert JournalEvent.objects.latest("pk").kind == "TeamMemberNotJoined"


def test_a_code_lets_in_who_was_asked(marta, team):
    kai = build.user("kai")
    teams.invite_member(team, by=marta, login="kai")
    teams.join_team(teams.create_team_invitation(team, by=marta, hours=1).token, user=kai)
    assert default_team(kai) == team


def test_the_last_owner_cannot_leave(marta, team):
    (member,) = team.members.all()
    assert refusal(teams.remove_member, member, by=marta).code == "LAST_OWNER"
    assert refusal(teams.set_owner, member, by=marta, owner=False).code == "LAST_OWNER"
    build.user("kai")
    kai = teams.accept_team_invitation(teams.invite_member(team, by=marta, login="kai"))
    assert refusal(teams.remove_member, member, by=marta).code == "LAST_OWNER"
    teams.set_owner(kai, by=marta, owner=True)
    teams.remove_member(member, by=marta)
    assert list(team.members.values_list("user__username", flat=True)) == ["kai"]
    assert refusal(teams.remove_member, member, by=marta).code == "CHANGED_MEANWHILE"


def test_one_account_joins_by_a_code(marta, team):
    made = teams.create_team_invitation(team, by=marta, hours=1)
    kai, jo = build.user("kai"), build.user("jo")
    late = timezone.now() + timedelta(hours=2)
    assert refusal(teams.join_team, made.token, user=kai, now=late).code == "INVITATION_OVER"
    assert refusal(teams.join_team, made.token, user=marta).code == "ALREADY_IN_TEAM"
    assert teams.join_team(made.token, user=kai).owner is False
    assert refusal(teams.join_team, made.token, user=jo).code == "INVITATION_OVER"
    other = teams.create_team_invitation(team, by=marta, hours=1)
    teams.withdraw_team_invitation(other, by=marta)
    assert refusal(teams.withdraw_team_invitation, other, by=marta).code == "INVITATION_OVER"
    assert made.token not in str(list(JournalEvent.objects.values_list("facts", flat=True)))


@pytest.mark.parametrize("name", ["", "  ", build.UNSEEN[0]])
def test_a_team_has_a_name(marta, team, name):
    assert refusal(teams.rename_team, team, by=marta, name=name).code == "TEAM_NAME_MISSING"
    assert refusal(teams.create_team, by=marta, name=name).code == "TEAM_NAME_MISSING"
    assert teams.rename_team(team, by=marta, name=" Harbor ").name == "Harbor"


def test_whoever_left_finds_nobody_any_more(marta, team):
    kai = build.user("kai")
    member = teams.accept_team_invitation(teams.invite_member(team, by=marta, login="kai"))
    teams.remove_member(member, by=kai)
    assert TeamMember.objects.filter(user=kai).count() == 0
    assert build.event(by=kai).organizer != team
