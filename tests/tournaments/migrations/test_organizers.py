"""Data of a version whose people were of the whole installation: each organizer keeps its own, there and back."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import F

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

BEFORE, AFTER = ("tournaments", "0010_sealed_journal"), ("tournaments", "0011_organizers")
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def at(target: tuple[str, str]) -> Any:
    executor = MigrationExecutor(connection)
    executor.migrate([target])
    return MigrationExecutor(connection).loader.project_state([target]).apps


@pytest.fixture
def old() -> Iterator[Any]:
    leaves = MigrationExecutor(connection).loader.graph.leaf_nodes()
    yield at(BEFORE)
    MigrationExecutor(connection).migrate(leaves)


class Old:
    """Rows of the old version."""

    def __init__(self, apps: Any) -> None:
        self.models = {
            name: apps.get_model("tournaments", name)
            for name in (
                *("User", "Tournament", "Division", "Player", "Entry", "StaffMember"),
                *("KnownPlayer", "KnownPlayersLoad", "JournalEvent"),
            )
        }

    def make(self, model: str, /, **fields: Any) -> Any:
        return self.models[model].objects.create(**fields)

    def user(self, name: str) -> Any:
        return self.make("User", username=name)

    def event(self, slug: str, by: Any, *staff: Any) -> Any:
        made = self.make("Tournament", slug=slug, name=slug, starts_at=NOON, seed=1, created_by=by)
        self.make("Division", tournament=made, age_division="all")
        for user in staff:
            self.make("StaffMember", tournament=made, user=user, role="organizer")
        return made

    def player(self, last: str, **fields: Any) -> Any:
        return self.make("Player", last_name=last, search_key=last.lower(), **fields)

    def enter(self, event: Any, player: Any, last: str = "", **fields: Any) -> Any:
        return self.make(
            "Entry",
            tournament=event,
            division=event.divisions.get(),
            player=player,
            last_name=last or player.last_name,
            search_key=(last or player.last_name).lower(),
            age_division="masters",
            tie_break_number=1,
            **fields,
        )


def test_everybody_goes_to_the_organizers_of_their_events_and_back(old: Any) -> None:
    rows = Old(old)
    marta, kai, rui = rows.user("marta"), rows.user("kai"), rows.user("rui")
    one, two = rows.event("one", marta, marta, kai), rows.event("two", kai, kai)
    three, four = rows.event("three", rui, kai, marta), rows.event("four", None)
    ana_account = rows.user("ana")
    ana = rows.player("Silva", player_id="77", birth_year=1990, user=ana_account)
    of_one = rows.enter(one, ana, player_number="77", birth_year=1990)
    of_two = rows.enter(two, ana, "Sylva", player_number="78")
    of_three, of_four = rows.enter(three, ana, "Silva Z"), rows.enter(four, ana)
    bo, nobody, merged = rows.player("Lee"), rows.player("Nemo"), rows.player("Leigh")
    entry_of_bo = rows.enter(two, bo)
    for event in (one, two):
        facts = {"player": bo.pk, "other_player": merged.pk}
        rows.make("JournalEvent", tournament=event, kind="PlayersMerged", at=NOON, facts=facts)
    for user, number in ((marta, "1"), (kai, "1"), (rui, "2")):
        rows.make("KnownPlayer", user=user, player_id=number, last_name="Lee", search_key="lee")
    rows.make("KnownPlayersLoad", user=kai, filename="players.xml", changes=[])
    before = {
        name: list(rows.models[name].objects.order_by("pk").values())
        for name in ("Player", "Entry", "KnownPlayer", "KnownPlayersLoad", "Tournament")
    }

    apps = at(AFTER)
    Tournament, Player, Entry, Member, Known, Load = (
        apps.get_model("tournaments", name)
        for name in ("Tournament", "Player", "Entry", "OrganizerMember", "KnownPlayer", "KnownPlayersLoad")
    )
    team = {row.user.username: row.organizer_id for row in Member.objects.select_related("user")}
    home = dict(Tournament.objects.values_list("slug", "organizer"))
    assert home["one"] == team["marta"]
    assert home["two"] == home["three"] == team["kai"]
    assert Tournament.objects.get(slug="four").organizer.of_installation
    assert set(Member.objects.values_list("owner", flat=True)) == {True}
    assert not Entry.objects.exclude(player__organizer=F("tournament__organizer")).exists()

    players = {entry.pk: entry.player for entry in Entry.objects.select_related("player")}
    assert players[of_one.pk].pk == ana.pk
    assert players[of_two.pk].pk == players[of_three.pk].pk != ana.pk
    copy = players[of_two.pk]
    assert (copy.last_name, copy.player_id, copy.birth_year, copy.copied_from) == ("Silva Z", None, None, ana.pk)
    assert copy.user_id == players[of_one.pk].user_id == players[of_four.pk].user_id == ana_account.pk
    assert Player.objects.get(pk=nobody.pk).organizer.of_installation
    for slug in ("one", "two"):
        own = Player.objects.filter(organizer=home[slug])
        for key in (bo.pk, merged.pk):
            assert own.filter(pk=key).exists() or own.filter(copied_from=key).exists()
    assert players[entry_of_bo.pk].pk == bo.pk
    assert sorted(Known.objects.values_list("organizer", "player_id")) == sorted(
        [(team["marta"], "1"), (team["kai"], "1"), (team["rui"], "2")]
    )
    assert Load.objects.get().organizer_id == team["kai"]

    again = Old(at(BEFORE))
    for name, values in before.items():
        assert list(again.models[name].objects.order_by("pk").values()) == values, name


def test_an_installation_without_anybody(old: Any) -> None:
    assert not at(AFTER).get_model("tournaments", "Organizer").objects.exists()
