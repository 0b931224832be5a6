"""The players TOM knows: uploading its files, a preview, the list, and filling in a player from it."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from core.services import teams
from pairings.services import known_players
from pairings.services.known_players import ListedPlayer
from tests import build
from tests.html import markup
from tests.pairings import tom_files as tf
from tests.pairings.views import pages
from tests.tournaments.documents.list_files import in_csv, in_workbook
from tournaments.models import KnownPlayer, Tournament

pytestmark = pytest.mark.django_db

URL = "/players"


def players_file(*players: str) -> bytes:
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<players>\n{"".join(players)}</players>\n'.encode()


def send(client: Client, *files: tuple[str, bytes], url: str = URL):
    return client.post(url, {"tom_files": [SimpleUploadedFile(name, data) for name, data in files]})


def confirm(client: Client, page, url: str = URL, **other: str):
    return client.post(url, page.context["confirm"].initial | other, follow=True)


@pytest.fixture
def event(client: Client) -> Tournament:
    made = build.event()
    client.force_login(made.staff.get().user)
    return made


def test_it_is_reached_from_the_players_from_add_a_player_and_from_a_new_event(client, event):
    here = reverse("pairings:known_players_here", args=[event.slug])
    for page in (
        reverse("tournaments:players", args=[event.slug]),
        reverse("pairings:enter", args=[event.slug]),
    ):
        assert here in markup(client.get(page))
    assert f'href="{URL}"' in markup(client.get(reverse("tournaments:new")))


def test_nothing_is_stored_before_the_preview_is_confirmed(client, event):
    page = send(client, ("players.xml", players_file(tf.player(1), tf.player(2))))
    assert (len(page.context["seen"].new), KnownPlayer.objects.count()) == (2, 0)
    assert page["Cache-Control"] == "private, no-store"
    after = confirm(client, page)
    assert pages.messages(after) == ["Your known players: 2 added, 0 changed."]
    row = KnownPlayer.objects.earliest("player_id")
    assert (str(row), row.player_id, row.birth_year) == ("Zoë 1 Núñez", tf.user_id(1), 1990)


def test_files_of_past_events_come_together_with_it(client, event):
    page = send(client, ("players.xml", players_file(tf.player(1))), ("cup.tdf", tf.swiss(4)))
    confirm(client, page)
    assert set(KnownPlayer.objects.values_list("player_id", flat=True)) == {
        tf.user_id(n) for n in range(1, 5)
    }


def test_a_player_id_or_three_letters_fill_in_who_is_added(client, event):
    confirm(
        client, send(client, ("players.xml", players_file(tf.player(1, first="Quill", last="Ostrander"))))
    )
    add, find = (reverse(f"pairings:{name}", args=[event.slug]) for name in ("enter", "find_player"))
    for typed in ("ost", tf.user_id(1)):
        (found,) = client.get(find, {"q": typed}).context["found"]
        link = f"{add}?listed={found.listed}"
        assert link in markup(client.get(find, {"q": typed}))
    filled = client.get(link).context["form"].initial
    assert filled == {
        "player": None,
        "first_name": "Quill",
        "last_name": "Ostrander",
        "player_id": tf.user_id(1),
        "birth_year": 1990,
        "birth_date": None,
        "email": "",
    }
    client.post(add, {name: value for name, value in filled.items() if value})
    entry = event.entries.get()
    assert (str(entry), entry.player_number, entry.birth_year) == ("Quill Ostrander", tf.user_id(1), 1990)
    assert client.get(find, {"q": "ost"}).context["found"][0].entered


def test_another_account_finds_nobody_of_the_list(client, event):
    confirm(client, send(client, ("players.xml", players_file(tf.player(1, last="Ostrander")))))
    key = KnownPlayer.objects.get().pk
    other = build.event()
    client.force_login(other.staff.get().user)
    add, find = (reverse(f"pairings:{name}", args=[other.slug]) for name in ("enter", "find_player"))
    assert client.get(find, {"q": "ost"}).context["found"] == []
    assert client.get(add, {"listed": key}).context["form"].initial == {}


BAD = {
    "empty": (b"", "Line 1: the file is empty"),
    "no xml": (b"<players>\n<player>", "Line 2, in “player”, cannot be read"),
    "other root": (b"<cards/>", "Line 1: the file starts with “cards”"),
    "no id": (players_file("<player><lastname>A</lastname></player>"), "Line 3: “player” has no “userid”."),
    "letters": (
        players_file('<player userid="abc"><lastname>A</lastname></player>'),
        "“abc” is not a Player ID",
    ),
    "no name": (players_file('<player userid="1"/>'), "Line 3: “player” 1 has no name."),
    "twice": (players_file(tf.player(1), tf.player(1)), "is there a second time, first in line 3"),
    "no date": (
        players_file('<player userid="1"><lastname>A</lastname><birthdate>1990</birthdate></player>'),
        "Line 3: “1990” in “birthdate” is not a date",
    ),
    "entities": (b'<!DOCTYPE p [<!ENTITY a "b">]><players/>', "Line 1: “!DOCTYPE” is a document type"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_says_what_is_wrong_and_where(client, event, name):
    data, message = BAD[name]
    page = send(client, ("good.xml", players_file(tf.player(9))), ("bad.xml", data))
    (error,) = page.context["form"].errors["tom_files"]
    assert error.startswith("bad.xml: ")
    assert message in error
    assert (page.status_code, KnownPlayer.objects.count()) == (422, 0)


def test_no_file_asks_for_one(client, event):
    page = client.post(URL, {})
    assert (page.status_code, list(page.context["form"].errors)) == (422, ["tom_files"])


def test_a_page_of_somebody_else_or_one_that_was_changed_loads_nothing(client, event):
    page = send(client, ("players.xml", players_file(tf.player(1))))
    signed = page.context["confirm"].initial["players"]
    assert confirm(client, page, players=signed + "x").status_code == 422
    client.force_login(build.event().staff.get().user)
    assert confirm(client, page).status_code == 422
    assert not KnownPlayer.objects.exists()


def test_from_an_event_one_goes_on_with_adding_players(client, event):
    url = reverse("pairings:known_players_here", args=[event.slug])
    page = send(client, ("players.xml", players_file(tf.player(1))), url=url)
    after = confirm(client, page, url)
    assert after.redirect_chain[-1][0] == reverse("pairings:enter", args=[event.slug])


def test_the_list_is_deleted_when_asked(client, event):
    confirm(client, send(client, ("players.xml", players_file(tf.player(1)))))
    url = reverse("pairings:forget_known_players")
    assert url in markup(client.get(URL))
    client.get(url)
    assert KnownPlayer.objects.exists()
    assert pages.messages(client.post(url, follow=True)) == ["1 known player deleted."]
    assert not KnownPlayer.objects.exists()


def test_a_stranger_signs_in_first(client):
    assert client.get(URL).status_code == 302
    assert client.post(reverse("pairings:forget_known_players")).status_code == 302


def test_one_is_found_on_the_list_and_deleted(client, event):
    confirm(client, send(client, ("players.xml", players_file(tf.player(1, last="Ostrander"), tf.player(2)))))
    page = client.get(URL, {"q": "ost"})
    (row,) = page.context["fitting"]
    url = reverse("pairings:delete_known_player", args=[row.pk])
    assert url in markup(page)
    here = reverse("pairings:known_players_here", args=[event.slug])
    answer = client.post(url, {"next": here}, follow=True)
    assert answer.redirect_chain[-1][0] == here
    assert "Ostrander is deleted from your known players" in markup(answer)
    assert KnownPlayer.objects.count() == 1
    assert "no longer on your list" in markup(client.post(url, {"next": here}, follow=True))


def test_an_import_is_undone_from_the_page(client, event):
    confirm(client, send(client, ("players.xml", players_file(tf.player(1)))))
    page = client.get(URL)
    (load,) = page.context["loads"]
    url = reverse("pairings:undo_import", args=[load.pk])
    assert url in markup(page)
    answer = client.post(url, {"next": "https://example.org/"}, follow=True)
    assert answer.redirect_chain[-1][0] == URL
    assert not KnownPlayer.objects.exists()
    assert client.post(url).status_code in (302, 409)


def test_strangers_sign_in_before_they_delete(client):
    for name in ("delete_known_player", "undo_import"):
        assert "/account/login" in client.post(reverse(f"pairings:{name}", args=[1]))["Location"]


def test_another_team_s_list_is_closed(client, event):
    """By its key in the URL or a form, from the user's pages and from an event where the user only works."""
    theirs = build.event()
    owner = theirs.staff.get().user
    known_players.import_players_to_list(
        [ListedPlayer("4242", "Inej", "Ghafa", 1994)], by=owner, filename="players.xml"
    )
    row, load = KnownPlayer.objects.get(), theirs.organizer.known_players_loads.get()
    team = {"team": str(theirs.organizer_id)}
    assert client.get(URL, team).status_code == 404
    assert client.post(reverse("pairings:forget_known_players"), team).status_code == 404
    for odd in ("x", "9" * 40, "-1"):
        assert client.get(URL, {"team": odd}).status_code == 404
    client.post(reverse("pairings:delete_known_player", args=[row.pk]))
    client.post(reverse("pairings:undo_import", args=[load.pk]))
    theirs.staff.create(user=event.staff.get().user, role="organizer")
    here = reverse("pairings:known_players_here", args=[theirs.slug])
    assert "Its members load them" in markup(client.get(here))
    page = client.post(here, {"tom_files": SimpleUploadedFile("players.xml", players_file(tf.player(1)))})
    assert "confirm" not in page.context
    assert list(KnownPlayer.objects.values_list("first_name", flat=True)) == ["Inej"]
    found = client.get(reverse("pairings:find_player", args=[theirs.slug]), {"q": "gha"})
    assert "Inej" in markup(found)
    assert "Inej" not in markup(client.get(reverse("pairings:find_player", args=[event.slug]), {"q": "gha"}))


def test_one_of_several_teams_is_chosen(client, event):
    user = event.staff.get().user
    other = teams.create_team(by=user, name="Draft league")
    page = send(client, ("players.xml", players_file(tf.player(1))), url=f"{URL}?team={other.pk}")
    here = page.context["here"]
    confirm(client, page, url=here)
    assert other.known_players.count() + event.organizer.known_players.count() == 1


def test_the_list_as_a_spreadsheet_is_the_teams_alone(client, event):
    address = f"{URL}/known"
    assert client.get(f"{address}.csv").status_code == 404
    confirm(client, send(client, ("players.xml", players_file(tf.player(1), tf.player(2)))))
    assert f"{address}.csv" in markup(client.get(URL))
    line = in_workbook(client, address)[0]
    assert (line["Player ID"].value, line["Born"].value) == (tf.user_id(1), 1990)
    assert len(in_csv(client, address)) == 2
    client.force_login(build.user("stranger"))
    assert client.get(f"{address}.csv?team={event.organizer_id}").status_code == 404
