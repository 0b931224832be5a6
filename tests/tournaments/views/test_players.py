"""The list of players and the page of a player: read by all staff, changed by those who run the event."""

import re

import pytest
from django.urls import reverse

from tests import build
from tests.addresses import full_name
from tests.forms import form_with
from tests.html import markup
from tests.tournaments.views.ask import ROLES, answers, as_, only, organizer, queries
from tournaments.services import entries, players
from tournaments.views import players as views

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return build.event()


def address(name, event, *args):
    return reverse(f"tournaments:{name}", args=[event.slug, *args])


def add(event, **who):
    return entries.add_entry(event, by=None, first_name="X", birth_year=1990, **who)


def names(page):
    return re.findall(r'<a class="strong" href="[^"]+/players/\d+">([^<]+)</a>', markup(page))


def test_who_may_see_the_list(event):
    assert answers(address("players", event), event) == only(*ROLES)


def test_who_may_see_one(event):
    (entry,) = build.add_players(event, 1)
    assert answers(address("player", event, entry.pk), event) == only(*ROLES)


@pytest.mark.parametrize("name", ["player_save", "player_remove"])
def test_who_may_change_one(event, name):
    (entry,) = build.add_players(event, 1)
    url = address(name, event, entry.pk)
    got = answers(url, event, method="post")
    assert {who: got[who] for who in ("judge", "stranger", "nobody")} == {
        "judge": 403,
        "stranger": 403,
        "nobody": 302,
    }
    assert got["organizer"] in (200, 302)
    assert organizer(event).get(url).status_code == 405


def test_in_the_order_people_look_names_up(event):
    for last in ("Zhou", "Ångström", "Łuczak", "Adams"):
        entries.add_entry(event, by=None, first_name="Ana", last_name=last, birth_year=1990)
    page = organizer(event).get(address("players", event))
    assert names(page) == ["Adams, Ana", "Ångström, Ana", "Łuczak, Ana", "Zhou, Ana"]
    backwards = organizer(event).get(address("players", event), {"sort": "-name"})
    assert names(backwards) == names(page)[::-1]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, {"here", "missing", "late", "left", "out", "byes"}),
        ({"state": "here"}, {"here", "late", "byes"}),
        ({"state": "missing"}, {"missing"}),
        ({"state": "late"}, {"late"}),
        ({"state": "left"}, {"left", "out"}),
        ({"state": "disqualified"}, {"out"}),
        ({"byes": "some"}, {"byes"}),
        ({"byes": "none", "state": "here"}, {"here", "late"}),
        ({"q": "missíng"}, {"missing"}),
        ({"q": "777"}, {"byes"}),
        ({"q": "nobody"}, set()),
    ],
)
def test_filters(event, query, found):
    made = {
        name: add(event, last_name=name, checked_in=name != "missing")
        for name in ("here", "missing", "late", "left", "out")
    }
    made["byes"] = add(event, last_name="byes", player_id="7771", checked_in=True, awarded_byes=2)
    entries.change_entry(made["late"], by=None, late=True)
    entries.drop_entry(made["left"], by=None, round_number=1)
    entries.disqualify_entry(made["out"], by=None, round_number=1)
    page = organizer(event).get(address("players", event), query)
    assert {name.split(",")[0] for name in names(page)} == found


def test_by_age_and_division():
    event = build.event(divisions=("junior_senior", "masters"))
    _junior, senior, master = build.add_players(event, 3, birth_years=(2016, 2012, 1990))
    client = organizer(event)
    by_age = client.get(address("players", event), {"age_division": "senior"})
    by_division = client.get(address("players", event), {"division": "masters"})
    assert [name.split(", ")[1] for name in names(by_age)] == [senior.player.first_name]
    assert [name.split(", ")[1] for name in names(by_division)] == [master.player.first_name]


def test_the_same_queries_for_any_field():
    counts = set()
    for n in (1, 3, 300):
        event = build.event()
        build.add_players(event, n)
        counts.add(queries(organizer(event), address("players", event)))
    assert len(counts) == 1


def test_a_long_list_is_shown_by_pages_and_letters_and_the_search_knows_all(event, monkeypatch):
    monkeypatch.setattr(views, "PAGE_SIZE", 4)
    for last in ("Adams", "Ångström", "Baker", "Čapek", "Dvořák", "Evans", "Łuczak", "Zhou", "Zola"):
        add(event, last_name=last)
    client, url = organizer(event), address("players", event)
    assert names(client.get(url)) == ["Adams, X", "Ångström, X", "Baker, X", "Čapek, X"]
    assert names(client.get(url, {"page": "3"})) == ["Zola, X"]
    assert names(client.get(url, {"letter": "Z"})) == ["Zhou, X", "Zola, X"]
    assert names(client.get(url, {"letter": "A", "sort": "-name"})) == ["Ångström, X", "Adams, X"]
    assert names(client.get(url, {"q": "zol"})) == ["Zola, X"]
    page = markup(client.get(url, {"state": "missing"}))
    assert 'href="?state=missing&amp;letter=L"' in page
    assert "9 players match." in page


def test_one_player(event):
    (entry,) = build.add_players(event, 1, birth_years=(1987,))
    page = markup(as_(build.staff(event, "judge")).get(address("player", event, entry.pk)))
    assert "1987" in page
    assert entry.player.player_id in page
    assert reverse("floor:player_matches", args=[event.slug, entry.pk]) in page
    assert address("player_save", event, entry.pk) not in page


def test_somebody_of_another_event(event):
    (entry,) = build.add_players(build.event(), 1)
    assert organizer(event).get(address("player", event, entry.pk)).status_code == 404


def test_correct_the_person(event):
    (entry,) = build.add_players(event, 1)
    new = {"first_name": "Zoé", "last_name": "Angstrom", "player_id": "42", "birth_year": "2001"}
    answer = organizer(event).post(address("player_save", event, entry.pk), new)
    assert answer.url == address("player", event, entry.pk)
    entry.refresh_from_db()
    assert (str(entry), entry.player_number, entry.birth_year) == (
        "Zoé Angstrom",
        "42",
        2001,
    )


def test_the_date_of_birth_of_a_person(event):
    (entry,) = build.add_players(event, 1)
    typed = {"last_name": "Angstrom", "birth_year": "1990", "birth_date": "1991-05-06"}
    organizer(event).post(address("player_save", event, entry.pk), typed)
    entry.refresh_from_db()
    assert (entry.birth_year, str(entry.birth_date)) == (1991, "1991-05-06")
    page = markup(organizer(event).get(address("player", event, entry.pk)))
    assert 'value="1991-05-06"' in page
    soon = typed | {"birth_date": "nonsense"}
    page = markup(organizer(event).post(address("player_save", event, entry.pk), soon))
    assert "Enter a valid date" in page


def test_a_taken_player_id_offers_to_merge(event):
    (entry,) = build.add_players(event, 1)
    other = build.known("Mei", "Silva", "42", by=event.staff.get().user)
    typed = {"first_name": "Zoé", "last_name": "Angstrom", "player_id": "42", "birth_year": ""}
    page = markup(organizer(event).post(address("player_save", event, entry.pk), typed))
    assert "belongs to Mei Silva" in page
    assert address("merge", event, entry.pk, other.pk) in page
    assert 'value="Zoé"' in page
    assert 'value="42"' in page


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("last_name", " ", "required"),
        ("player_id", "4x", "not a Player ID"),
        ("birth_year", "1812", "1812"),
        ("birth_year", "old", "whole number"),
    ],
)
def test_a_fault_keeps_what_was_typed(event, field, value, message):
    (entry,) = build.add_players(event, 1)
    typed = {"first_name": "Nora", "last_name": "Silva", "player_id": "", "birth_year": ""} | {field: value}
    answer = organizer(event).post(address("player_save", event, entry.pk), typed)
    assert answer.status_code == 200
    assert message in markup(answer)
    assert 'value="Nora"' in markup(answer)


def test_change_how_somebody_plays():
    event = build.event(divisions=("senior", "masters"))
    (entry,) = build.add_players(event, 1)
    senior = event.divisions.get(age_division="senior")
    new = {
        "age_division": "senior",
        "division": senior.pk,
        "awarded_byes": 2,
        "late": "on",
        "notes": "by the wall",
    }
    organizer(event).post(address("player_save", event, entry.pk), new)
    entry.refresh_from_db()
    assert (entry.age_division, entry.division, entry.awarded_byes, entry.late) == ("senior", senior, 2, True)


def test_both_parts_of_the_page_are_saved_by_its_one_button():
    event = build.event(divisions=("senior", "masters"))
    (entry,) = build.add_players(event, 1)
    client = organizer(event)
    typed = form_with(client.get(address("player", event, entry.pk)), "last_name")
    typed |= {"last_name": ["Angstrom"], "notes": ["by the wall"], "awarded_byes": ["1"]}
    client.post(address("player_save", event, entry.pk), typed)
    entry.refresh_from_db()
    assert (entry.last_name, entry.notes, entry.awarded_byes) == ("Angstrom", "by the wall", 1)
    senior = event.divisions.get(age_division="senior")
    typed = form_with(client.get(address("player", event, entry.pk)), "last_name")
    typed |= {"last_name": ["Bell"], "division": [str(senior.pk)], "notes": ["at the door"]}
    page = markup(client.post(address("player_save", event, entry.pk), typed))
    assert "Seniors is not for Masters players" in page
    assert 'value="Bell"' in page
    assert 'value="at the door"' in page
    entry.refresh_from_db()
    assert (entry.last_name, entry.notes) == ("Angstrom", "by the wall")


def test_a_division_that_does_not_take_them():
    event = build.event(divisions=("senior", "masters"))
    (entry,) = build.add_players(event, 1)
    senior = event.divisions.get(age_division="senior")
    new = {"age_division": "masters", "division": senior.pk, "awarded_byes": 0, "notes": "by the wall"}
    page = markup(organizer(event).post(address("player_save", event, entry.pk), new))
    assert "Seniors is not for Masters players" in page
    assert 'value="by the wall"' in page


def test_a_birth_year_that_means_another_age_division(event):
    (entry,) = build.add_players(event, 1)
    players.correct_person(
        entry, by=None, first_name=entry.first_name, last_name=entry.last_name, birth_year=2016
    )
    page = markup(organizer(event).get(address("player", event, entry.pk)))
    assert "Born in 2016 means Junior this season" in page


def test_remove_somebody_who_never_played(event):
    (entry,) = build.add_players(event, 1)
    answer = organizer(event).post(address("player_remove", event, entry.pk))
    assert answer.url == address("players", event)
    assert not event.entries.exists()


@pytest.mark.parametrize(
    ("state", "offered", "not_offered"),
    [
        ("here", {"drop", "disqualify"}, {"check_in", "reinstate", "lift"}),
        ("missing", {"check_in", "drop", "disqualify"}, {"reinstate", "lift"}),
        ("left", {"reinstate", "disqualify"}, {"check_in", "drop", "lift"}),
        ("disqualified", {"lift"}, {"check_in", "drop", "reinstate", "disqualify"}),
    ],
)
def test_what_can_be_done_with_somebody(event, state, offered, not_offered):
    (entry,) = build.add_players(event, 1, checked_in=state != "missing")
    if state == "left":
        entries.drop_entry(entry, by=None, round_number=1)
    if state == "disqualified":
        entries.disqualify_entry(entry, by=None, round_number=1)
    page = markup(organizer(event).get(address("player", event, entry.pk)))

    def is_linked(name):
        return f'"{reverse(full_name(name), args=[event.slug, entry.pk])}"' in page

    assert {name for name in offered | not_offered if is_linked(name)} == offered


def test_a_judge_lets_a_player_leave_and_no_more(event):
    (entry,) = build.add_players(event, 1)
    page = markup(as_(build.staff(event, "judge")).get(address("player", event, entry.pk)))
    assert reverse("pairings:drop", args=[event.slug, entry.pk]) in page
    assert reverse("floor:disqualify", args=[event.slug, entry.pk]) not in page.split("<aside")[0]
    assert "Remove from this event" not in page


def test_what_happened_is_told_in_the_words_of_the_form(event):
    (entry,) = build.add_players(event, 1)
    entries.change_entry(entry, by=None, notes="by the wall", age_division="senior")
    page = markup(organizer(event).get(address("player", event, entry.pk)))
    assert "note for staff – → by the wall" in page
    assert "age division Masters → Senior" in page
