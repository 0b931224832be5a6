"""An organizer's list of players."""

import pytest

from core.models import JournalEvent
from pairings.services import known_players as services
from pairings.services.known_players import ListedPlayer
from tests import build
from tournaments.models import KnownPlayer, KnownPlayersLoad
from tournaments.queries.people import (
    find_known_players,
    find_players,
    person_by_number_and_birth,
    person_of_known_player,
)
from tournaments.services import entries

pytestmark = pytest.mark.django_db

ANA = ListedPlayer("101", "Ana", "Núñez", 1990)
BO = ListedPlayer("102", "Bo", "Lee", None)


@pytest.fixture
def by():
    return build.user("marta")


def names(text, by, event=None):
    event = event or build.event(by=by)
    return [one.name for one in find_known_players(text, by=by, event=event)]


def test_players_are_added_and_found_by_three_letters_or_their_player_id(by):
    services.import_players_to_list([ANA, BO], by=by, filename="players.xml")
    assert (names("nun", by), names("101", by), names("10", by), names("zz", by)) == (
        ["Ana Núñez"],
        ["Ana Núñez"],
        ["Bo Lee", "Ana Núñez"],
        [],
    )
    assert names("", by) == []


def test_the_same_player_id_is_one_player_and_the_newer_file_counts(by):
    services.import_players_to_list([ANA, BO], by=by, filename="a")
    changed = ListedPlayer("101", "Ana María", "Núñez", None)
    seen = services.compare_with_player_list([changed, BO], by=by)
    assert (seen.new, seen.same) == ((), 1)
    assert seen.changed == ((ANA, ListedPlayer("101", "Ana María", "Núñez", 1990)),)
    assert KnownPlayer.objects.get(player_id="101").first_name == "Ana"
    services.import_players_to_list([changed, BO], by=by, filename="b")
    row = KnownPlayer.objects.get(player_id="101")
    assert (row.first_name, row.birth_year, KnownPlayer.objects.count()) == ("Ana María", 1990, 2)
    assert names("maria", by) == ["Ana María Núñez"]


def test_nobody_else_finds_them(by):
    services.import_players_to_list([ANA], by=by, filename="a")
    other, admin = build.user("other"), build.user("admin", is_superuser=True)
    event = build.event(by=other)
    for stranger in (other, admin):
        assert find_known_players("ana", by=stranger, event=event) == []
        assert find_players("ana", by=stranger, event=event) == []
        assert person_of_known_player(KnownPlayer.objects.get().pk, organizer=event.organizer_id) is None
    assert person_by_number_and_birth("101", 1990, organizer=event.organizer_id) is None
    own = services.import_players_to_list(
        [ListedPlayer("101", "Else", "Where", None)], by=other, filename="b"
    )
    assert len(own.new) == 1
    assert KnownPlayer.objects.filter(player_id="101").count() == 2


def test_who_was_met_at_an_event_is_found_once(by):
    services.import_players_to_list([ANA], by=by, filename="a")
    event = build.event(by=by)
    entries.add_entry(event, by=by, first_name="Ana", last_name="Núñez", player_id="101", birth_year=1990)
    assert [one.entered for one in find_known_players("ana", by=by, event=event)] == [True]
    assert names("ana", by) == []
    assert len(find_players("ana", by=by, event=event)) == 1


def test_the_journal_counts_and_names_nobody(by):
    services.import_players_to_list([ANA, BO], by=by, filename="players.xml")
    services.import_players_to_list([ANA, BO], by=by, filename="players.xml")
    line = JournalEvent.objects.get(kind="KnownPlayersLoaded")
    assert line.facts == {"filename": "players.xml", "count": 2, "others": 0}


def test_the_list_is_deleted_and_entries_stay(by):
    services.import_players_to_list([ANA, BO], by=by, filename="a")
    services.import_players_to_list([ANA], by=build.user("other"), filename="a")
    event = build.event(by=by)
    entries.add_entry(event, by=by, first_name="Ana", last_name="Núñez", player_id="101", birth_year=1990)
    assert services.delete_player_list(by=by) == 2
    assert (KnownPlayer.objects.count(), event.entries.count()) == (1, 1)
    assert services.delete_player_list(by=by) == 0
    assert JournalEvent.objects.filter(kind="KnownPlayersDeleted").count() == 1


def test_a_list_has_an_end(by, monkeypatch):
    monkeypatch.setattr(services, "MAX_KNOWN_PLAYERS", 1)
    assert (
        build.refusal(services.import_players_to_list, [ANA, BO], by=by, filename="a").code
        == "TOO_MANY_KNOWN_PLAYERS"
    )
    assert not KnownPlayer.objects.exists()


def test_one_is_deleted_and_nothing_remembers_them(by):
    services.import_players_to_list([ANA, BO], by=by, filename="players.xml")
    row = KnownPlayer.objects.get(player_id="101")
    assert services.delete_known_player(row.pk, by=by) == "Ana Núñez"
    assert list(KnownPlayer.objects.values_list("player_id", flat=True)) == ["102"]
    assert "101" not in str(KnownPlayersLoad.objects.get().changes)
    assert build.refusal(services.delete_known_player, row.pk, by=by).code == "NOT_ON_YOUR_LIST"


def test_one_of_somebody_else_is_not_deleted(by):
    services.import_players_to_list([ANA], by=by, filename="players.xml")
    key = KnownPlayer.objects.get().pk
    assert build.refusal(services.delete_known_player, key, by=build.user("other")).code == "NOT_ON_YOUR_LIST"
    assert KnownPlayer.objects.count() == 1


def test_an_import_is_undone_to_what_was_before(by):
    services.import_players_to_list([ANA], by=by, filename="first.xml")
    services.import_players_to_list(
        [ListedPlayer("101", "Ana María", "Núñez", 1991), BO], by=by, filename="second.xml"
    )
    newest, oldest = KnownPlayersLoad.objects.all()
    refused = build.refusal(services.undo_list_import, oldest.pk, by=by)
    assert (refused.code, refused.facts) == ("LATER_LOAD_FIRST", {"filename": "second.xml"})
    services.undo_list_import(newest.pk, by=by)
    row = KnownPlayer.objects.get()
    assert (row.first_name, row.birth_year, names("maria", by), names("nun", by)) == (
        "Ana",
        1990,
        [],
        ["Ana Núñez"],
    )
    assert build.refusal(services.undo_list_import, newest.pk, by=by).code == "LOAD_UNDONE"
    services.undo_list_import(oldest.pk, by=by)
    assert not KnownPlayer.objects.exists()
    line = JournalEvent.objects.filter(kind="KnownPlayersUnloaded").latest("pk")
    assert line.facts == {"filename": "first.xml", "count": 1, "others": 0}


def test_what_changed_since_an_import_stays_when_it_is_undone(by):
    services.import_players_to_list([ANA, BO], by=by, filename="players.xml")
    KnownPlayer.objects.filter(player_id="102").update(first_name="Bob")
    services.undo_list_import(KnownPlayersLoad.objects.get().pk, by=by)
    assert list(KnownPlayer.objects.values_list("first_name", flat=True)) == ["Bob"]


def test_an_import_of_somebody_else_is_not_undone(by):
    services.import_players_to_list([ANA], by=by, filename="players.xml")
    key = KnownPlayersLoad.objects.get().pk
    assert build.refusal(services.undo_list_import, key, by=build.user("other")).code == "LOAD_UNDONE"


def test_the_newest_imports_are_remembered_and_go_with_the_list(by):
    for number in range(5):
        services.import_players_to_list(
            [ListedPlayer(str(number), "", "Lee", None)], by=by, filename=f"{number}.xml"
        )
    assert [one.filename for one in KnownPlayersLoad.objects.all()] == ["4.xml", "3.xml", "2.xml"]
    services.delete_player_list(by=by)
    assert not KnownPlayersLoad.objects.exists()
