"""The people of a team on their pages: found, read, merged and separated by its members, and by no one else."""

import json
from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse

from core.models import JournalEvent
from core.services import teams
from floor.services import penalties
from tests import build
from tests.html import markup
from tests.pairings import build as play
from tournaments.models import Entry, Player, Tournament
from tournaments.services import entries

pytestmark = pytest.mark.django_db

FIRST, LAST = "Quillon", "Zzyzxander"


@pytest.fixture
def marta():
    return build.user("marta")


@pytest.fixture
def home(marta):
    """Create a division of four with one finished round; its first player has a known name."""
    made = play.division(4, by=marta)
    play.play(made)
    entry = made.entries.earliest("pk")
    facts = {"first_name": FIRST, "last_name": LAST, "search_key": f"{FIRST} {LAST}".lower()}
    Entry.objects.filter(pk=entry.pk).update(**facts)
    Player.objects.filter(pk=entry.player_id).update(**facts)
    return made


@pytest.fixture
def team(home):
    return home.tournament.organizer


@pytest.fixture
def entry(home):
    return home.entries.select_related("player", "tournament").get(last_name=LAST)


def as_(user):
    client = Client()
    client.force_login(user)
    return client


def at(name, team, *args):
    return reverse(f"floor:{name}", args=[team.pk, *args])


def addresses(team, entry):
    other = team.people.exclude(pk=entry.player_id).first()
    key = entry.player_id
    return [
        at("people", team),
        at("people", team) + "?q=zzy",
        at("person", team, key),
        at("person_merge_with", team, key) + "?q=zzy",
        at("person_merge", team, key, other.pk),
        at("person_unmerge", team, key, 1),
        at("person_forget", team, key),
        at("person_data", team, key),
    ]


def test_a_stranger_finds_nobody_by_any_address(home, team, entry):
    before = [list(model.objects.order_by("pk").values()) for model in (Player, Entry, JournalEvent)]
    own = build.event(by=build.user("zed"))
    stranger, helper = as_(own.staff.get().user), as_(build.staff(home.tournament, "organizer"))
    urls = addresses(team, entry)
    urls += [url.replace(f"/teams/{team.pk}/", f"/teams/{own.organizer_id}/") for url in urls]
    before = [list(model.objects.order_by("pk").values()) for model in (Player, Entry, JournalEvent)]
    for client in (stranger, helper, Client()):
        for url in urls:
            for answer in (client.get(url), client.post(url, {"typed_name": f"{FIRST} {LAST}"})):
                assert LAST.encode() not in answer.content, url
                known = client is stranger and url.startswith(at("people", own.organizer))
                assert answer.status_code in (302, 404, 405, *((200,) if known else ())), url
    assert [list(model.objects.order_by("pk").values()) for model in (Player, Entry, JournalEvent)] == before


def test_a_list_that_is_searched(marta, team):
    client = as_(marta)
    page = markup(client.get(at("people", team)))
    assert f"{LAST}, {FIRST}" in page
    assert page.count('class="strong"') == 4
    assert markup(client.get(at("people", team), {"q": "zzy"})).count('class="strong"') == 1
    assert "No player is called “nowhere”" in markup(client.get(at("people", team), {"q": "nowhere"}))
    for odd in ("0", "-1", "99999999999", "x"):
        assert client.get(at("people", team), {"page": odd}).status_code == 200


def test_names_stand_where_people_look_them_up(marta, team, home):
    names = ("Zapata", "Álvarez", "de Vries", "Łukasik")
    for one, last_name in zip(home.entries.order_by("pk"), names, strict=True):
        Player.objects.filter(pk=one.player_id).update(last_name=last_name)
    wanted = ["Álvarez", "de Vries", "Łukasik", "Zapata"]
    page = as_(marta).get(at("people", team))
    assert [row.record.last_name for row in page.context["table"].paginated_rows] == wanted
    lines = as_(marta).get(at("people_export", team, "csv")).content.decode("utf-8-sig").splitlines()
    assert [line.split(",")[0] for line in lines[1:]] == wanted


def test_the_list_costs_the_same_for_many(marta, team, home, django_assert_max_num_queries):
    client = as_(marta)
    for n in (0, 150):
        build.add_players(home.tournament, n) if n else None
        with django_assert_max_num_queries(9):
            client.get(at("people", team))


def test_a_history_says_place_record_and_penalties_of_ones_own_events(marta, team, entry):
    penalties.give_penalty(entry, infraction="pace", level="caution", by=marta)
    page = markup(as_(marta).get(at("person", team, entry.player_id)))
    assert "Place 1" in page or "Place 2" in page or "Place 3" in page
    assert "Caution" in page
    build.user("kai")
    member = teams.accept_team_invitation(teams.invite_member(team, by=marta, login="kai"))
    page = markup(as_(member.user).get(at("person", team, entry.player_id)))
    assert entry.tournament.name in page
    assert "Caution" not in page


def test_two_records_become_one_and_two_again(marta, team, entry):
    other = build.event(by=marta)
    double = entries.add_entry(other, by=marta, first_name="Q.", last_name=LAST, age_division="masters")
    client, key = as_(marta), entry.player_id
    assert f">Q. {LAST}</a>" in markup(client.get(at("person_merge_with", team, key), {"q": "zzy"}))
    url = at("person_merge", team, key, double.player_id)
    assert "will" in markup(client.get(url)) or "move" in markup(client.get(url))
    client.post(url)
    double.refresh_from_db()
    assert double.player_id == key
    page = markup(client.get(at("person", team, key)))
    assert "Undo the merge" in page
    line = JournalEvent.objects.filter(kind="PlayersMerged").latest("pk")
    client.post(at("person_unmerge", team, key, line.pk))
    double.refresh_from_db()
    assert double.player_id != key
    assert "Undo the merge" not in markup(client.get(at("person", team, key)))


def test_people_of_two_teams_cannot_be_merged(marta, team, entry):
    theirs = build.known("Kaz", "Rietveld", "777", 1990)
    assert as_(marta).get(at("person_merge", team, entry.player_id, theirs.pk)).status_code == 404
    assert as_(marta).post(at("person_merge", team, theirs.pk, entry.player_id)).status_code == 404


def old(entry):
    """Move the event into the distant past."""
    Tournament.objects.filter(pk=entry.tournament_id).update(starts_at=build.NOON - timedelta(days=300))


def test_an_owner_forgets_somebody_by_typing_the_name(marta, team, entry):
    old(entry)
    client, url = as_(marta), at("person_forget", team, entry.player_id)
    page = markup(client.get(url))
    assert "results and pairings do not change" in page
    assert "This cannot be undone." in page
    wrong = client.post(url, {"typed_name": "Nobody"})
    assert (wrong.status_code, "to forget this person" in markup(wrong)) == (422, True)
    assert client.post(url, {}).status_code == 422
    page = markup(client.post(url, {"typed_name": f"{FIRST} {LAST}"}, follow=True))
    assert "Forgotten: now called Player 1." in page
    assert LAST not in page
    assert LAST not in markup(client.get(reverse("tournaments:journal", args=[entry.tournament.slug])))
    again = client.post(url, {"typed_name": "Player 1"})
    assert "already forgotten" in markup(again)


def test_a_member_who_is_no_owner_does_not_forget(marta, team, entry):
    old(entry)
    build.user("kai")
    kai = as_(teams.accept_team_invitation(teams.invite_member(team, by=marta, login="kai")).user)
    url = at("person_forget", team, entry.player_id)
    assert "Forget this person" not in markup(kai.get(at("person", team, entry.player_id)))
    for answer in (kai.get(url), kai.post(url, {"typed_name": f"{FIRST} {LAST}"})):
        assert answer.status_code == 403
    assert Entry.objects.filter(last_name=LAST).exists()


def test_a_persons_data_is_one_file(marta, team, entry):
    """It contains everything about them, and no other names."""
    penalties.give_penalty(entry, infraction="pace", level="caution", by=marta, note="=slow")
    answer = as_(marta).get(at("person_data", team, entry.player_id))
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"] == 'attachment; filename="quillon-zzyzxander.zip"'
    assert "no-store" in answer["Cache-Control"]
    with ZipFile(BytesIO(answer.content)) as book:
        names = set(book.namelist())
        data = json.loads(book.read("data.json"))
        page, sheet = book.read("data.html").decode(), book.read("penalties.csv").decode("utf-8-sig")
    assert {"data.json", "data.html", "person.csv", "events.csv", "matches.csv", "standings.csv"} <= names
    assert data["person"][0]["last_name"] == LAST
    assert [row["event"] for row in data["events"]] == [entry.tournament.name]
    assert data["penalties"][0]["infraction"] == "pace"
    assert any(row["kind"] == "PenaltyGiven" for row in data["journal"])
    assert f"Data stored about {FIRST} {LAST}" in page
    assert ",=slow" not in sheet
    for other in entry.tournament.entries.exclude(pk=entry.pk):
        assert str(other) not in page
        assert str(other.player_number) not in page
