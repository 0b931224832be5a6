"""Teams on their page: added, loaded from a file, changed, exported as a spreadsheet, and who may do so."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests import build
from tests.html import markup
from tests.tournaments.documents.list_files import in_csv, in_workbook
from tests.tournaments.engine.test_team_entries import HARBOUR, TITLES
from tournaments.models import Entry, Teammate, Tournament

pytestmark = pytest.mark.django_db

TYPED = {
    "team": "Harbour Lights",
    "first_name_A": "Ana",
    "last_name_A": "Silva",
    "player_id_A": "101",
    "first_name_B": "Luis",
    "last_name_B": "Pérez",
    "player_id_B": "",
}


@pytest.fixture
def event(client: Client) -> Tournament:
    marta = build.user()
    client.force_login(marta)
    return build.event(by=marta, kind="team_battle")


def home(event: Tournament) -> str:
    return f"/e/{event.slug}/team-entries"


def load(client: Client, event: Tournament, text: str):
    return client.post(
        f"{home(event)}/load", {"file": SimpleUploadedFile("teams.csv", text.encode()), "text": ""}
    )


def test_a_team_is_one_entry_with_its_players_by_seat(client, event):
    assert f'href="{home(event)}"' in markup(client.get(f"/e/{event.slug}/players"))
    assert client.post(home(event), TYPED).status_code == 302
    entry = event.entries.get()
    assert (str(entry), entry.age_division) == ("Harbour Lights", "masters")
    assert [(one.seat, str(one), one.player_id) for one in entry.teammates.all()] == [
        ("A", "Ana Silva", "101"),
        ("B", "Luis Pérez", ""),
    ]
    assert event.journal.filter(kind="TeamSeated").count() == 1
    assert "Silva" not in str(event.journal.get(kind="TeamSeated").facts)
    page = markup(client.get(home(event)))
    assert "A: Ana Silva" in page
    assert "Players of team Harbour Lights entered" in markup(client.get(f"/e/{event.slug}/journal"))


def test_a_team_is_found_by_each_of_its_players(client, event):
    client.post(home(event), TYPED)
    for text in ("harbour", "perez", "ana"):
        assert "Harbour Lights" in markup(client.get(f"/e/{event.slug}/players", {"q": text}))


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"team": " "}, "This field is required."),
        ({"last_name_B": ""}, "This field is required."),
        ({"player_id_A": "abc"}, "has digits only"),
        ({"player_id_B": "101"}, "Both players of Harbour Lights have the same Player ID."),
    ],
)
def test_what_is_missing_is_said_and_nothing_is_stored(client, event, typed, sentence):
    answer = client.post(home(event), TYPED | typed)
    assert answer.status_code == 422
    assert sentence in markup(answer)
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"player_id_A": "abc"}, "player_id_A"),
        ({"player_id_B": "abc"}, "player_id_B"),
        ({"player_id_B": "101"}, "player_id_B"),
    ],
)
def test_a_faulty_player_id_is_marked_on_its_field(client, event, typed, field):
    assert list(client.post(home(event), TYPED | typed).context["form"].errors) == [field]
    client.post(home(event), TYPED)
    page = f"{home(event)}/{Entry.objects.get().pk}"
    assert list(client.post(page, TYPED | typed).context["form"].errors) == [field]


def test_a_name_is_taken_once(client, event):
    client.post(home(event), TYPED)
    answer = client.post(home(event), TYPED | {"team": "harbour  LIGHTS"})
    assert list(answer.context["form"].errors) == ["team"]
    assert "A team called harbour LIGHTS is already in this event." in markup(answer)
    others = {"first_name_A": "Mei", "player_id_A": "", "first_name_B": "Noah"}
    client.post(home(event), TYPED | {"team": "Harbour Lights 2"} | others)
    assert event.entries.count() == 2


def test_a_person_in_another_team_is_marked_on_the_name(client, event):
    client.post(home(event), TYPED)
    answer = client.post(home(event), TYPED | {"team": "Reef", "first_name_A": "Mei", "player_id_A": ""})
    assert list(answer.context["form"].errors) == ["last_name_B"]
    assert "Luis Pérez is already in team Harbour Lights." in markup(answer)
    answer = load(client, event, TITLES + "Reef,Mei,Chen,,Luis,Perez,\n")
    assert "Row 2: Luis Perez is already in team Harbour Lights." in markup(answer)
    assert event.entries.count() == 1


@pytest.mark.parametrize("kind", ["team_battle", "two_on_two"])
def test_a_created_event_of_teams_leads_to_the_teams(client, event, kind):
    answers = {"kind": kind, "name": "Pier Teams", "starts_at": "2026-11-30T10:00"}
    answer = client.post("/new", answers, follow=True)
    assert answer.redirect_chain[-1][0] == "/e/pier-teams/team-entries"
    assert "Pier Teams is created. Now add teams." in markup(answer)


def test_a_team_changes_its_name_and_its_players(client, event):
    client.post(home(event), TYPED)
    entry = event.entries.get()
    where = f"{home(event)}/{entry.pk}"
    assert 'value="Pérez"' in markup(client.get(where))
    assert client.post(where, TYPED | {"team": "Reef", "last_name_B": "Okonkwo"}).status_code == 302
    entry.refresh_from_db()
    assert (str(entry), [str(one) for one in entry.teammates.all()]) == (
        "Reef",
        ["Ana Silva", "Luis Okonkwo"],
    )
    assert client.get(f"{home(event)}/0").status_code == 404


def test_a_file_of_teams_is_entered_whole_or_not_at_all(client, event):
    answer = load(client, event, TITLES + HARBOUR + "Reef,Mei,Chen,,,,\n")
    assert answer.status_code == 422
    assert "Row 3: Reef has no player at seat B." in markup(answer)
    assert not Entry.objects.exists()
    assert load(client, event, TITLES + HARBOUR + "Reef,Mei,Chen,,Noah,Smith,\n").status_code == 302
    assert event.entries.count() == 2


def test_the_spreadsheet_is_a_file_of_teams(client, event):
    """What is exported can be imported again."""
    assert list(in_csv(client, f"{home(event)}/all")) == []
    load(client, event, TITLES + HARBOUR)
    (line,) = in_workbook(client, f"{home(event)}/all")
    assert (line["Team"].value, line["Last name B"].value) == ("Harbour Lights", "Pérez")
    data = client.get(f"{home(event)}/all.csv").content
    other = build.event(by=event.staff.get().user, kind="two_on_two", name="Other")
    client.post(f"{home(other)}/load", {"file": SimpleUploadedFile("teams.csv", data), "text": ""})
    assert [str(one) for one in Teammate.objects.filter(entry__tournament=other)] == [
        "Ana Silva",
        "Luis Pérez",
    ]


def test_teams_of_several_divisions_name_theirs(client, event):
    several = build.event(
        by=event.staff.get().user, kind="team_battle", divisions=("junior", "masters"), name="Both"
    )
    junior = several.divisions.get(age_division="junior")
    assert client.post(home(several), TYPED | {"division": junior.pk}).status_code == 302
    assert several.entries.get().age_division == "junior"


def test_other_kinds_of_events_have_no_teams(client, event):
    cup = build.event(by=event.staff.get().user, name="Cup")
    assert client.get(home(cup)).status_code == 404
    assert home(cup) not in markup(client.get(f"/e/{cup.slug}/players"))


def test_judges_look_and_do_not_enter(client, event):
    client.post(home(event), TYPED)
    client.force_login(build.staff(event, "judge"))
    assert "Add a team" not in markup(client.get(home(event)))
    assert client.get(f"{home(event)}/{event.entries.get().pk}").status_code == 403
    client.post(home(event), TYPED | {"team": "Reef"})
    assert event.entries.count() == 1


def test_a_name_corrected_on_the_page_of_the_entry_leaves_its_players_to_be_found(client, event):
    client.post(home(event), TYPED)
    entry = event.entries.get()
    typed = {"first_name": "", "last_name": "Reef", "player_id": "", "birth_year": "", "birth_date": ""}
    client.post(f"/e/{event.slug}/players/{entry.pk}/save", typed)
    for text in ("reef", "perez"):
        assert "Reef" in markup(client.get(f"/e/{event.slug}/players", {"q": text}))


def nine(event: Tournament) -> None:
    rows = "".join(f"Crew {number},Ana,Alvarez{number},,Luis,Benitez{number},\n" for number in range(1, 10))
    client = Client()
    client.force_login(event.staff.get().user)
    assert load(client, event, TITLES + rows).status_code == 302


def test_pages_count_teams(client, event):
    assert "No teams yet" in markup(client.get(f"/e/{event.slug}/players"))
    nine(event)
    assert "9 teams." in markup(client.get(f"/e/{event.slug}/players"))
    front = markup(client.get(f"/e/{event.slug}/"))
    assert "9 teams" in front
    assert "9 players" not in front
    assert "9 teams" in markup(client.get(home(event)))


def test_only_teams_are_added_to_a_team_battle(client, event):
    assert client.get(f"/e/{event.slug}/players/add").headers["Location"] == home(event)
    for page in ("players", "door", "round"):
        text = markup(client.get(f"/e/{event.slug}/{page}"))
        assert "Add a team" in text
        assert "Add a player" not in text
        assert "Import a roster" not in text or page == "door"
    answer = client.post(f"/e/{event.slug}/players/add", {"last_name": "Ade", "age_division": "masters"})
    assert "Only teams play Team Battle." in markup(answer)
    assert not event.entries.exists()


def test_a_two_on_two_lists_single_players_apart(client, event):
    other = build.event(by=event.staff.get().user, kind="two_on_two", name="Other")
    client.post(home(other), TYPED)
    assert "1 team" in markup(client.get(f"/e/{other.slug}/"))
    client.post(f"/e/{other.slug}/players/add", {"last_name": "Ade", "age_division": "masters"})
    page = markup(client.get(home(other)))
    assert "Without a team" in page
    assert "Ade" in page
    assert "2 players" in markup(client.get(f"/e/{other.slug}/"))


@pytest.mark.parametrize(
    ("kind", "rule", "cards"),
    [
        ("team_battle", "Teammates sit diagonally", "team-battle"),
        ("two_on_two", "Always have 2 Active Pokémon if you can", "2-on-2"),
    ],
)
def test_the_rules_are_beside_the_teams(client, event, kind, rule, cards):
    other = build.event(by=event.staff.get().user, kind=kind, name="Other")
    page = markup(client.get(home(other)))
    assert rule in page
    assert f"/e/{other.slug}/hall/{cards}.pdf" in page


def test_the_page_of_a_team_has_its_players(client, event):
    client.post(home(event), TYPED)
    entry = event.entries.get()
    page = markup(client.get(f"/e/{event.slug}/players/{entry.pk}"))
    assert "A: Ana Silva" in page
    assert f'href="{home(event)}/{entry.pk}"' in page
    assert 'name="birth_date"' not in page
