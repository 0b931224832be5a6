"""The administration of people: every change is in the journal of the installation."""

import pytest
from django.test import Client
from django.urls import reverse

from core.models import JournalEvent, Team
from core.services import teams
from tests import build
from tests.html import markup
from tournaments.models import Player, User

pytestmark = pytest.mark.django_db

TYPED = {"first_name": "Zoë", "last_name": "Müller", "player_id": "77", "birth_year": "1990"}
TYPED |= {"birth_date": "", "user": ""}


@pytest.fixture
def root() -> User:
    return build.user("root", is_superuser=True, is_staff=True)


@pytest.fixture
def client(root: User, client: Client) -> Client:
    client.force_login(root)
    return client


@pytest.fixture(autouse=True)
def team() -> Team:
    home = teams.installation_team()
    TYPED["organizer"] = str(home.pk)
    return home


def lines() -> list[tuple[str, str]]:
    rows = JournalEvent.objects.filter(tournament=None).order_by("pk")
    return list(rows.values_list("kind", "by_name"))


def test_people_added_changed_and_deleted_are_in_the_journal(client):
    client.post(reverse("admin:tournaments_player_add"), TYPED)
    zoe = Player.objects.get()
    here = reverse("admin:tournaments_player_change", args=[zoe.pk])
    ana = build.user("ana")
    client.post(here, TYPED | {"last_name": "Smith", "user": ana.pk})
    zoe.refresh_from_db()
    assert (str(zoe), zoe.search_key, zoe.user) == ("Zoë Smith", "zoe smith", ana)
    client.post(reverse("admin:tournaments_player_delete", args=[zoe.pk]), {"post": "yes"})
    assert lines() == [("PersonAdded", "root"), ("PersonChanged", "root"), ("PersonDeleted", "root")]
    changed = JournalEvent.objects.get(kind="PersonChanged").facts["changed"]
    assert changed == {"last_name": ["Müller", "Smith"], "user": ["", "ana"]}
    page = client.get(reverse("admin:core_journalevent_changelist"))
    assert "PersonDeleted" in markup(page)


def test_several_deleted_at_once_are_a_line_each(client):
    chosen = [player.pk for player in build.players(3)]
    sent = {"action": "delete_selected", "_selected_action": chosen, "post": "yes"}
    client.post(reverse("admin:tournaments_player_changelist"), sent)
    assert lines() == [("PersonDeleted", "root")] * 3
    assert not Player.objects.exists()


def test_whoever_is_in_an_event_cannot_be_deleted(client, team):
    (entry,) = build.add_players(build.event(team=team), 1)
    client.post(reverse("admin:tournaments_player_delete", args=[entry.player_id]), {"post": "yes"})
    assert Player.objects.exists()
    assert lines() == []


def test_what_is_wrong_stands_beside_its_field(client):
    build.players(1, first_id=77)
    page = markup(client.post(reverse("admin:tournaments_player_add"), TYPED))
    assert "Player ID 77 belongs to" in page
    assert 'value="Müller"' in page
    assert Player.objects.count() == 1


def test_a_record_changes_no_event(client, team):
    (entry,) = build.add_players(build.event(team=team), 1)
    client.post(reverse("admin:tournaments_player_change", args=[entry.player_id]), TYPED)
    entry.refresh_from_db()
    assert str(entry) == "Zoë Ångström"
    assert str(Player.objects.get()) == "Zoë Müller"


def test_an_account_has_one_record_at_an_organizer(client):
    ana = build.user("ana")
    one, other = build.players(2)
    Player.objects.filter(pk=one.pk).update(user=ana)
    here = reverse("admin:tournaments_player_change", args=[other.pk])
    assert f"This account already belongs to {one}." in markup(client.post(here, TYPED | {"user": ana.pk}))
    (elsewhere,) = build.players(1, organizer=Team.objects.create(name="Other"))
    there = reverse("admin:tournaments_player_change", args=[elsewhere.pk])
    assert client.post(there, TYPED | {"user": ana.pk}).status_code == 302
    assert Player.objects.filter(user=ana).count() == 2
