"""The pages of a team: members join, owners change it, and no one else learns that it exists."""

import pytest
from django.test import Client
from django.urls import reverse

from core.models import JournalEvent, Team, TeamInvitation
from core.services import teams
from tests import build
from tests.html import markup

pytestmark = pytest.mark.django_db


@pytest.fixture
def team():
    return build.event(by=build.user("marta", first_name="Marta")).organizer


def as_(user):
    client = Client()
    client.force_login(user)
    return client


def owner(team):
    return as_(team.members.get(owner=True).user)


def member(team, name="kai"):
    user = build.user(name)
    teams.accept_team_invitation(teams.invite_member(team, by=None, login=name))
    return as_(user)


def at(name, team, *args):
    return reverse(f"tournaments:{name}", args=[team.pk, *args])


def addresses(team):
    row = team.members.get(owner=True)
    invitation = teams.create_team_invitation(team, by=None, hours=1)
    return {
        "team": at("team", team),
        "team_answer": at("team_answer", team),
        "team_rename": at("team_rename", team),
        "team_logo": at("team_logo", team),
        "team_names": at("team_names", team),
        "team_owner": at("team_owner", team, row.pk),
        "team_remove": at("team_remove", team, row.pk),
        "team_invite": at("team_invite", team),
        "team_invitation": at("team_invitation", team, invitation.pk),
        "team_withdraw": at("team_withdraw", team, invitation.pk),
    }


def test_a_stranger_finds_no_team_and_changes_none(team):
    urls = addresses(team)
    before = (
        list(Team.objects.values()),
        list(team.members.values()),
        TeamInvitation.objects.count(),
    )
    stranger = as_(build.event(by=build.user("zed")).staff.get().user)
    typed = {"name": "Mine", "login": "zed", "owner": "0", "team": str(team.pk)}
    for url in urls.values():
        for answer in (stranger.get(url), stranger.post(url, typed)):
            assert answer.status_code in (404, 405), url
            assert "Marta" not in markup(answer)
        assert Client().get(url).status_code in (302, 405)
        assert Client().post(url, typed).status_code in (302, 405)
    assert "Marta" not in markup(stranger.get(reverse("tournaments:teams")))
    after = Team.objects.exclude(members__user__username="zed")
    assert (list(after.values()), list(team.members.values()), TeamInvitation.objects.count()) == before


def test_the_staff_of_an_event_are_not_in_its_team(team):
    for role in ("organizer", "scorekeeper", "judge"):
        helper = as_(build.staff(team.events.get(), role))
        assert helper.get(at("team", team)).status_code == 404


def test_members_look_and_owners_change(team):
    kai = member(team)
    assert "Add to the team" not in markup(kai.get(at("team", team)))
    assert "Add to the team" in markup(owner(team).get(at("team", team)))
    for name, url in addresses(team).items():
        if name not in ("team", "team_answer", "team_remove"):
            assert kai.post(url).status_code in (403, 405), name
    build.user("jo")
    kai.post(at("team", team), {"login": "jo"})
    assert team.members.count() == 2
    row = team.members.get(owner=True)
    page = kai.post(at("team_remove", team, row.pk), follow=True)
    assert "Only an owner of the team can remove others." in markup(page)
    assert "jo is invited." in markup(owner(team).post(at("team", team), {"login": "jo"}, follow=True))


def test_whom_a_team_asked_joins_or_declines(team):
    client, url, teams = owner(team), at("team_answer", team), reverse("tournaments:teams")
    jo = as_(build.user("jo"))
    assert jo.post(url, {"join": "1"}).status_code == 404
    for answer, sentence in (("0", "Declined."), ("1", "jo is in the team.")):
        assert "Invitations" not in markup(jo.get(teams))
        client.post(at("team", team), {"login": "jo"})
        assert "invited, has not joined" in markup(client.get(at("team", team)))
        assert "Invitations" in markup(jo.get(teams))
        assert jo.get(at("team", team)).status_code == 404
        assert sentence in markup(jo.post(url, {"join": answer}, follow=True))
    assert jo.get(at("team", team)).status_code == 200
    assert jo.post(url, {"join": "0"}).status_code == 404
    assert team.members.filter(accepted=True).count() == 2


def test_an_owner_withdraws_what_was_asked(team):
    client, jo = owner(team), as_(build.user("jo"))
    client.post(at("team", team), {"login": "jo"})
    client.post(at("team_remove", team, team.members.get(user__username="jo").pk))
    assert jo.post(at("team_answer", team), {"join": "1"}).status_code == 404


def test_a_member_leaves_and_the_last_owner_stays(team):
    kai = member(team)
    row = team.members.get(owner=False)
    assert kai.post(at("team_remove", team, row.pk)).headers["Location"] == reverse("tournaments:teams")
    assert kai.get(at("team", team)).status_code == 404
    last = team.members.get()
    page = owner(team).post(at("team_remove", team, last.pk), follow=True)
    assert "A team needs one owner." in markup(page)


def test_owner_name_and_refusals(team):
    member(team)
    row = team.members.get(owner=False)
    client = owner(team)
    client.post(at("team_owner", team, row.pk), {"owner": "1"})
    assert team.members.filter(owner=True).count() == 2
    assert "The team is called Harbor." in markup(
        client_post := as_(row.user).post(at("team_rename", team), {"name": "Harbor"}, follow=True)
    )
    assert client_post.status_code == 200
    assert "Enter the name of the team." in markup(
        as_(row.user).post(at("team_rename", team), {"name": " "}, follow=True)
    )
    page = as_(row.user).post(at("team", team), {"login": "nobody"})
    assert (page.status_code, "No account is called" in markup(page)) == (422, True)


def test_an_owner_chooses_whether_names_stay(team, settings):
    settings.PERSONAL_DATA_DAYS = 0
    assert "names_stay" not in markup(owner(team).get(at("team", team)))
    settings.PERSONAL_DATA_DAYS = 90
    page = markup(owner(team).get(at("team", team)))
    assert "Removed 90 days after the end of an event." in page
    client = member(team)
    assert client.post(at("team_names", team)).status_code == 403
    assert Team.objects.get(pk=team.pk).names_stay
    page = owner(team).post(at("team_names", team), follow=True)
    assert "Names are removed from results with other personal data." in markup(page)
    assert not Team.objects.get(pk=team.pk).names_stay
    owner(team).post(at("team_names", team), {"names_stay": "on"})
    assert Team.objects.get(pk=team.pk).names_stay
    lines = JournalEvent.objects.filter(tournament=None, kind__startswith="TeamNames").order_by("pk")
    assert [line.kind for line in lines] == ["TeamNamesGo", "TeamNamesStay"]


def test_one_person_joins_by_the_code(team):
    client = owner(team)
    page = client.post(at("team_invite", team), follow=True)
    token = TeamInvitation.objects.get().token
    assert token in markup(page)
    url = reverse("tournaments:team_join", args=[token])
    stranger = Client()
    page = markup(stranger.get(url))
    assert str(team) in page
    assert f'href="{reverse("account_login")}?next={url}"' in page
    assert stranger.post(url)["Location"] == f"{reverse('account_login')}?next={url}"
    kai = as_(build.user("kai"))
    assert "Join the team" in markup(kai.get(url))
    assert "kai is in the team." in markup(kai.post(url, follow=True))
    assert kai.get(url).status_code == 404


def test_a_new_event_asks_for_the_team_only_where_there_are_several(team):
    client = owner(team)
    new = reverse("tournaments:new")
    assert 'name="team"' not in markup(client.get(new))
    made = client.post(reverse("tournaments:teams"), {"name": "Draft league"}, follow=True)
    assert "Team Draft league was created." in markup(made)
    second = Team.objects.get(name="Draft league")
    assert 'name="team"' in markup(client.get(new))
    answer = client.post(
        new, {"name": "Cup", "kind": "league_cup", "starts_at": "2026-12-05T10:00", "team": second.pk}
    )
    assert answer.status_code == 302
    assert second.events.get().name == "Cup"
