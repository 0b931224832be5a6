"""Two records of one person become one, after staff have seen what moves."""

import re

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse

from tests import build
from tests.html import markup
from tests.tournaments.views.ask import RUNNERS, answers, only, organizer
from tournaments.models import Entry, StaffMember
from tournaments.services import entries, players

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return build.event(name="Spring Cup")


@pytest.fixture
def by(event):
    return event.staff.get().user


@pytest.fixture
def entry(event):
    return entries.add_entry(event, by=None, first_name="José", last_name="García", birth_year=1990)


@pytest.fixture
def past(by):
    return build.event(name="Winter Cup", by=by)


@pytest.fixture
def old(past, by):
    return entries.add_entry(
        past, by=by, first_name="Jose", last_name="Garcia", player_id="77", age_division="masters"
    )


def address(event, entry, *other):
    name = "merge" if other else "merge_with"
    return reverse(f"tournaments:{name}", args=[event.slug, entry.pk, *(one.player_id for one in other)])


def undo_of(answer):
    (message,) = get_messages(answer.wsgi_request)
    return message.extra_tags.removeprefix("undo=")


def test_who_may_come(event, entry):
    assert answers(address(event, entry), event) == only(*RUNNERS)


def test_a_copy_to_try_things_on_says_where_to_merge(event, entry, old):
    facts = {"number": 1, "event": event.pk, "taken_at": build.NOON, "restored_at": build.NOON}
    event.origins.create(rehearsal=True, **facts)
    for answer in (organizer(event).get, organizer(event).post):
        page = answer(address(event, entry, old))
        assert (page.status_code, "Merge the two players in the event itself" in markup(page)) == (409, True)


def test_the_same_name_is_found_without_accents(event, entry, old):
    assert address(event, entry, old) in markup(organizer(event).get(address(event, entry)))
    page = organizer(event).get(reverse("tournaments:player", args=[event.slug, entry.pk]))
    assert address(event, entry, old) in markup(page)


def test_two_player_ids_are_two_people(event, entry, old):
    players.correct_person(entry, by=None, first_name="José", last_name="García", player_id="78")
    page = organizer(event).get(reverse("tournaments:player", args=[event.slug, entry.pk]))
    assert address(event, entry, old) not in markup(page)


def test_nothing_moves_before_it_is_confirmed(event, entry, old):
    page = markup(organizer(event).get(address(event, entry, old)))
    assert "One of Jose Garcia’s events moves to José García, with all its results: Winter Cup." in page
    assert "Entries without a Player ID get 77." in page
    assert "You can undo this in the journal." in page
    old.refresh_from_db()
    assert old.player != entry.player


def test_make_them_one_and_undo_it(event, entry, old):
    before = list(Entry.objects.order_by("pk").values())
    client = organizer(event)
    answer = client.post(address(event, entry, old))
    assert answer.url == reverse("tournaments:player", args=[event.slug, entry.pk])
    undo = undo_of(answer)
    assert undo in markup(client.get(reverse("tournaments:journal", args=[event.slug])))
    old.refresh_from_db()
    entry.refresh_from_db()
    assert (old.player, str(old), entry.player_number) == (entry.player, "Jose Garcia", "77")
    answer = client.post(undo, follow=True)
    assert "Undone: José García merged" in markup(answer)
    assert list(Entry.objects.order_by("pk").values()) == before


def test_keep_the_other_record(event, entry, old):
    client = organizer(event)
    page = markup(client.get(address(event, entry, old), {"keep": "other"}))
    assert "One of José García’s events moves to Jose Garcia" in page
    client.post(address(event, entry, old), {"keep": "other"})
    entry.refresh_from_db()
    assert entry.player == old.player


def test_two_entries_of_one_event_become_one_and_two_again(event, entry):
    twin = entries.add_entry(
        event, by=None, first_name="Jose", last_name="Garcia", age_division="masters", namesake=True
    )
    client = organizer(event)
    assert address(event, entry, twin) in markup(client.get(address(event, entry)))
    page = markup(client.get(address(event, entry, twin)))
    assert "One entry in Spring Cup is left: the one that was paired, or is checked in." in page
    before = list(Entry.objects.order_by("pk").values())
    answer = client.post(address(event, entry, twin))
    assert answer.url == reverse("tournaments:player", args=[event.slug, entry.pk])
    assert list(event.entries.all()) == [entry]
    page = markup(client.post(undo_of(answer), follow=True))
    assert "Undone: José García (1)’s two entries merged" in page
    assert list(Entry.objects.order_by("pk").values()) == before


def test_two_of_one_event_whose_birth_years_differ_are_two_people(event, entry):
    twin = entries.add_entry(event, by=None, first_name="Jose", last_name="Garcia", birth_year=1980)
    page = markup(organizer(event).get(address(event, entry, twin)))
    assert "have different Player IDs or birth years" in page
    assert ">Merge<" not in re.sub(r"\s+", "", page)
    organizer(event).post(address(event, entry, twin))
    assert event.entries.count() == 2


def test_both_in_another_event(event, entry, past, old):
    entries.add_entry(past, by=None, player=entry.player, age_division="masters")
    page = markup(organizer(event).get(address(event, entry, old)))
    assert "Both play in Winter Cup" in page
    assert ">Merge<" not in re.sub(r"\s+", "", page)
    organizer(event).post(address(event, entry, old))
    old.refresh_from_db()
    assert old.player != entry.player


@pytest.mark.parametrize("role", [None, "judge"])
def test_people_of_events_of_others_are_not_there(event, entry, by, role):
    """A judge of another event sees its people there, but cannot merge them."""
    other = build.event()
    theirs = entries.add_entry(other, by=None, first_name="Jose", last_name="Garcia", birth_year=1990)
    if role:
        StaffMember.objects.create(tournament=other, user=by, role=role)
    client = organizer(event)
    assert address(event, entry, theirs) not in markup(client.get(address(event, entry)))
    assert client.get(address(event, entry, theirs)).status_code == 404
    assert client.post(address(event, entry, theirs)).status_code == 404
