"""Every way into an event that collects lists creates the player's list page before staff look at it."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from decks.models import DeckList
from decks.services import lists
from floor.services import rehearsal
from pairings.services.rounds import attendance, regulars, rounds
from pairings.services.tom import importing
from registration.services import roster
from registration.services.settings import change_registration_settings
from tests import ROOMS, build
from tests.pairings import tom_files as tf
from tests.registration import signing_up
from tournaments.engine.team_entries import TeamEntry, TeamEntryMember
from tournaments.models import Entry, PersonalLink, Tournament, User
from tournaments.services import entries, personal_links, snapshots, team_entries
from tournaments.services.arrivals import Arrival

pytestmark = pytest.mark.django_db

SOURCE = Path(__file__).parents[3]
ALL_ROOMS = (*ROOMS, "config")


def add(event: Tournament, by: User) -> Tournament:
    entries.add_entry(event, by=by, last_name="Holm", birth_year=1990)
    return event


def add_all(event: Tournament, by: User) -> Tournament:
    entries.add_entries(
        event, [Arrival(last_name=name, birth_year=1990) for name in ("Holm", "Klein")], by=by
    )
    return event


def from_roster(event: Tournament, by: User) -> Tournament:
    roster.load_roster(event, b"1. Greta Holm 1990\n2. Jo Klein 1991", "pasted rows", by=by)
    return event


def registered(event: Tournament, by: User) -> Tournament:
    change_registration_settings(event, by=by, is_open=True, questions=["birth_year"])
    signing_up.register(event, birth_year=1990)
    return event


def from_tom_players(event: Tournament, by: User) -> Tournament:
    importing.import_players_from_tom_file(event, tf.swiss(4), by=by)
    return event


def from_tom_event(_event: Tournament, by: User) -> Tournament:
    made = importing.import_event(tf.swiss(4), by=by)
    lists.collect_lists(made, by=by)
    return made


def late(event: Tournament, by: User) -> Tournament:
    division = event.divisions.get()
    rounds.post(
        rounds.pair_next_round(division, by=by, seed=1), by=by, lists_reason="The store printer is down"
    )
    attendance.enter_player(event, by=by, last_name="Late", birth_year=1990)
    return event


def of_last_week(event: Tournament, by: User) -> Tournament:
    last = build.event(by=by, name="Last week")
    build.add_players(last, 3)
    regulars.add_regulars(event, last, list(last.entries.values_list("player", flat=True)), by=by)
    return event


def as_a_team(_event: Tournament, by: User) -> Tournament:
    event = build.event(by=by, kind="team_battle")
    lists.collect_lists(event, by=by)
    team_entries.add_team_entry(
        event,
        TeamEntry("Crew", (TeamEntryMember("A", "Ana", "Silva"), TeamEntryMember("B", "Luis", "Pérez"))),
        by=by,
    )
    return event


def rehearsed(_event: Tournament, by: User) -> Tournament:
    event = rehearsal.create_rehearsal(by=by, players=4, seed=7)
    lists.collect_lists(event, by=by)
    return event


def restored(event: Tournament, by: User) -> Tournament:
    """Restore a snapshot of a version that created lists only when staff looked."""
    DeckList.objects.all().delete()
    return snapshots.restore_event(snapshots.make_snapshot(event).data, by=by, trusted=True)


def copied(event: Tournament, by: User) -> Tournament:
    DeckList.objects.all().delete()
    return snapshots.restore_event(
        snapshots.make_snapshot(event).data, by=by, trusted=True, rehearsal=True, copy_of=event
    )


WAYS: dict[str, Callable[[Tournament, User], Tournament]] = {
    "tournaments.services.entries.add_entry": add,
    "tournaments.services.entries.add_entries": add_all,
    "registration.services.roster.load_roster": from_roster,
    "registration.services.seating.confirm_registration": registered,
    "tournaments.services.team_entries.add_team_entry": as_a_team,
    "pairings.services.rounds.attendance.enter_player": late,
    "pairings.services.rounds.regulars.add_regulars": of_last_week,
    "pairings.services.tom.importing.import_players_from_tom_file": from_tom_players,
    "pairings.services.tom.file_people.enter_people_of_file": from_tom_event,
    "floor.services.rehearsal.events.create_rehearsal": rehearsed,
}
"""Each way by the function that enters a player; the source shows which these are."""

RESTORES = {"restored": restored, "copied": copied}


@pytest.mark.parametrize("way", [*WAYS, *RESTORES])
def test_the_list_page_of_everybody_is_there_at_once(way):
    by = build.user("marta")
    event = build.event(by=by)
    lists.collect_lists(event, by=by)
    build.add_players(event, 2)
    event = (WAYS | RESTORES)[way](event, by)
    rows = Entry.objects.filter(tournament=event)
    assert rows.exists()
    assert not rows.filter(deck_list=None).exists()
    for entry in rows:
        page = reverse("decks:mine", args=[personal_links.ensure_link(entry).token])
        assert Client().get(page).status_code == 200


@pytest.mark.parametrize("way", WAYS)
def test_the_personal_link_of_everybody_is_there_without_deck_lists(way):
    by = build.user("marta")
    event = build.event(by=by)
    build.add_players(event, 2)
    event = WAYS[way](event, by)
    rows = Entry.objects.filter(tournament=event)
    assert rows.exists()
    assert not rows.filter(link=None).exists()


def test_the_table_has_every_way_in():
    assert set(ways_in()) == set(WAYS)


def test_new_entries_are_saved_in_one_place():
    """All other functions call it, so that no way omits the rows of other rooms."""
    saving = {name for name, call in calls() if call in ("Entry.objects.bulk_create", "Entry.objects.create")}
    assert saving == {"tournaments.services.arrivals.save_entries"}


def test_a_list_page_of_an_entry_from_before_is_made_when_its_player_opens_it():
    event = build.event()
    lists.collect_lists(event, by=None)
    build.add_players(event, 1)
    DeckList.objects.all().delete()
    token = personal_links.ensure_link(event.entries.get()).token
    assert Client().get(reverse("decks:mine", args=[token])).status_code == 200


def test_pages_of_staff_make_no_lists(client):
    by = build.user("marta")
    event = build.event(by=by)
    lists.collect_lists(event, by=by)
    build.add_players(event, 2)
    before = (DeckList.objects.count(), PersonalLink.objects.count())
    assert before == (2, 2)
    client.force_login(by)
    pages = [reverse("decks:lists", args=[event.slug])]
    pages += [reverse("decks:list", args=[event.slug, entry.pk]) for entry in event.entries.all()]
    assert [client.get(page).status_code for page in pages] == [200] * len(pages)
    assert (DeckList.objects.count(), PersonalLink.objects.count()) == before


def test_pages_of_staff_make_no_links_where_they_were_removed(client):
    by = build.user("marta")
    event = build.event(by=by)
    lists.collect_lists(event, by=by)
    build.add_players(event, 1)
    PersonalLink.objects.all().delete()
    client.force_login(by)
    page = reverse("decks:list", args=[event.slug, event.entries.get().pk])
    assert (client.get(page).status_code, PersonalLink.objects.count()) == (200, 0)


def ways_in() -> Iterator[str]:
    ends = (
        "arrivals.enter_all_arrivals",
        "arrivals.save_entries",
        "entries.add_entry",
        "entries.add_entries",
    )
    return (name for name, call in calls() if call in ends)


def calls() -> Iterator[tuple[str, str]]:
    """Yield each call in the source as written, with the function that contains it."""
    for room in ALL_ROOMS:
        for path in (SOURCE / room).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            module = ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.FunctionDef):
                    inner = (one for one in ast.walk(node) if isinstance(one, ast.Call))
                    yield from ((f"{module}.{node.name}", ast.unparse(one.func)) for one in inner)
