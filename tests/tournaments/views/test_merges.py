"""Two records of one person become one, once staff have seen what moves."""

import pytest
from django.urls import reverse

from tests import build
from tests.tournaments.views.ask import RUNNERS, answers, only, organizer
from tournaments.models import Player
from tournaments.services import entries, players

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return build.event(name="Spring Cup")


@pytest.fixture
def entry(event):
    return entries.add(event, by=None, first_name="José", last_name="García", birth_year=1990)


@pytest.fixture
def other():
    return players.save(by=None, first_name="Jose", last_name="Garcia", player_id="77")


def address(event, entry, *other):
    name = "merge" if other else "merge_with"
    return reverse(f"tournaments:{name}", args=[event.slug, entry.pk, *(one.pk for one in other)])


def test_who_may_come(event, entry, other):
    assert answers(address(event, entry, other), event) == only(*RUNNERS)
    build.User.objects.filter(username="stranger").delete()
    assert answers(address(event, entry), event) == only(*RUNNERS)


def test_the_same_name_is_found_without_accents(event, entry, other):
    assert address(event, entry, other) in organizer(event).get(address(event, entry)).content.decode()
    page = organizer(event).get(reverse("tournaments:player", args=[event.slug, entry.pk]))
    assert address(event, entry, other) in page.content.decode()


def test_two_player_ids_are_two_people(event, entry, other):
    person = entry.player
    players.save(person, by=None, first_name="José", last_name="García", player_id="78")
    page = organizer(event).get(reverse("tournaments:player", args=[event.slug, entry.pk]))
    assert address(event, entry, other) not in page.content.decode()


def test_nothing_moves_before_it_is_confirmed(event, entry, other):
    past = build.event(name="Winter Cup")
    entries.add(past, by=None, player=other, birth_year=1990)
    page = organizer(event).get(address(event, entry, other)).content.decode()
    assert "José García stays" in page
    assert "Winter Cup" in page
    assert "Player ID 77 moves over" in page
    assert Player.objects.count() == 2


def test_make_them_one(event, entry, other):
    past = build.event()
    old = entries.add(past, by=None, player=other, birth_year=1990)
    answer = organizer(event).post(address(event, entry, other))
    assert answer.url == reverse("tournaments:player", args=[event.slug, entry.pk])
    person = Player.objects.get()
    assert (str(person), person.player_id, person.birth_year) == ("José García", "77", 1990)
    old.refresh_from_db()
    assert old.player == person


def test_keep_the_other_record(event, entry, other):
    client = organizer(event)
    assert "Jose Garcia stays" in client.get(address(event, entry, other), {"keep": "other"}).content.decode()
    client.post(address(event, entry, other), {"keep": "other"})
    assert Player.objects.get() == other
    entry.refresh_from_db()
    assert entry.player == other


def test_both_in_one_event(event, entry, other):
    entries.add(event, by=None, player=other, birth_year=1980)
    page = organizer(event).get(address(event, entry, other)).content.decode()
    assert "Both play in Spring Cup" in page
    assert "Make them one" not in page
    organizer(event).post(address(event, entry, other))
    assert Player.objects.count() == 2


def test_somebody_who_is_gone(event, entry, other):
    url = address(event, entry, other)
    other.delete()
    assert organizer(event).get(url).status_code == 404
