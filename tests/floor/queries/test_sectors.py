"""Sectors follow the tables of their division: when they are renumbered, before a round and in one."""

import pytest

from floor.engine.sectors import TableRange
from floor.models import Sector
from floor.queries import sectors as queries
from floor.services import sectors
from pairings.models import EntryWish
from pairings.services.rounds import rounds
from tests import build
from tests.pairings import build as play
from tournaments.models import Division, Tournament
from tournaments.services import divisions

pytestmark = pytest.mark.django_db

PLAYERS = {"junior": 8, "masters": 24}


@pytest.fixture
def event() -> Tournament:
    """Four tables of Juniors from 1, twelve of Masters from 5."""
    made = build.event(divisions=tuple(PLAYERS))
    for division in made.divisions.all():
        year = 2017 if division.age_division == "junior" else 1990
        build.add_players(made, PLAYERS[division.age_division], division=division, birth_years=(year,))
    return made


def division(event: Tournament, code: str) -> Division:
    return event.divisions.select_related("tournament").get(age_division=code)


def sector(event: Tournament, first: int, last: int, name: str = "A", **more: object) -> Sector:
    return sectors.save_sector(event, name=name, table_from=first, table_to=last, judges=[], by=None, **more)  # type: ignore[arg-type]


def now(event: Tournament) -> list[tuple[str, int, int]]:
    return [(row.sector.name, row.tables.first, row.tables.last) for row in queries.sectors_now(event).rows]


def begin(event: Tournament, code: str) -> None:
    rounds.post(rounds.pair_next_round(division(event, code), by=None, seed=1), by=None)


def test_a_sector_moves_when_the_first_table_of_its_division_changes(event: Tournament) -> None:
    sector(event, 5, 10)
    sector(event, 1, 4, "B")
    divisions.change_division(division(event, "masters"), by=None, first_table=101)
    assert now(event) == [("B", 1, 4), ("A", 101, 106)]
    divisions.change_division(division(event, "masters"), by=None, first_table=None)
    assert now(event) == [("B", 1, 4), ("A", 5, 10)]


def test_a_sector_moves_when_an_earlier_division_needs_more_tables(event: Tournament) -> None:
    sector(event, 11, 16)
    build.add_players(event, 6, division=division(event, "junior"), birth_years=(2017,))
    assert now(event) == [("A", 14, 19)]


def test_a_sector_stays_at_the_tables_of_the_round_in_play(event: Tournament) -> None:
    sector(event, 11, 16)
    begin(event, "masters")
    # The plan of the next round says 14 to 19, but the players sit at 5 to 16.
    build.add_players(event, 6, division=division(event, "junior"), birth_years=(2017,))
    assert now(event) == [("A", 11, 16)]


def test_a_table_that_a_player_keeps_all_day_moves_no_sector(event: Tournament) -> None:
    sector(event, 5, 16)
    EntryWish.objects.create(entry=division(event, "masters").entries.earliest("pk"), table=60)
    divisions.change_division(division(event, "masters"), by=None, first_table=101)
    begin(event, "masters")
    assert now(event) == [("A", 101, 112)]


def test_part_of_the_hall_moves_with_no_division(event: Tournament) -> None:
    assert sector(event, 3, 8, "Both").division is None
    assert sector(event, 1, 99, "Beyond").division == division(event, "junior")
    assert sector(event, 5, 8, "Stays", moves=False).division is None
    chosen = sector(event, 40, 44, "Chosen", division=division(event, "masters").pk)
    assert (chosen.division, chosen.division_start) == (division(event, "masters"), 5)
    divisions.change_division(division(event, "masters"), by=None, first_table=201)
    assert now(event) == [("Beyond", 1, 99), ("Both", 3, 8), ("Stays", 5, 8), ("Chosen", 236, 240)]


def test_a_sector_of_a_removed_division_keeps_its_numbers(event: Tournament) -> None:
    row = sector(event, 5, 10)
    divisions.arrange_divisions(event, by=None, divisions=("all",))
    row.refresh_from_db()
    assert row.division is None
    assert now(event) == [("A", 5, 10)]


def test_a_removed_sector_is_restored_with_its_division(event: Tournament) -> None:
    line = sectors.remove_sector(sector(event, 5, 10), by=None)
    divisions.change_division(division(event, "masters"), by=None, first_table=101)
    sectors.undo_remove_sector(line)
    assert now(event) == [("A", 101, 106)]


def test_tables_without_a_sector_and_sectors_without_a_table_are_named(event: Tournament) -> None:
    sector(event, 5, 8)
    sector(event, 9, 12, "B")
    sector(event, 17, 30, "C")
    begin(event, "masters")
    current = queries.sectors_now(event)
    assert [len(row.in_play) for row in current.rows] == [4, 4, 0]
    assert current.uncovered == (TableRange(13, 16),)


def test_a_sector_of_an_older_version_stays_where_it_was(event: Tournament) -> None:
    Sector.objects.create(tournament=event, name="Old", table_from=5, table_to=8)
    divisions.change_division(division(event, "masters"), by=None, first_table=101)
    assert now(event) == [("Old", 5, 8)]


def test_judges_of_a_table_are_those_of_its_sector_where_it_is_now(event: Tournament) -> None:
    judge = build.staff(event, "judge")
    member = event.staff.get(user=judge)
    sectors.save_sector(event, name="A", table_from=5, table_to=8, judges=[member.pk], by=None)
    divisions.change_division(division(event, "masters"), by=None, first_table=101)
    assert queries.judges_of_table(event, 101) == [member]
    assert queries.judges_of_table(event, 5) == []


@pytest.mark.parametrize("players", [8, 64])
def test_any_number_of_sectors_takes_seven_queries(players: int, django_assert_num_queries) -> None:
    home = play.division(players)
    build.staff(home.tournament, "judge")
    judges = list(home.tournament.staff.values_list("pk", flat=True))
    for number in range(1, players // 2 + 1):
        numbers = {"table_from": number, "table_to": number}
        sectors.save_sector(home.tournament, name=f"S{number}", judges=judges, by=None, **numbers)
    begin(home.tournament, "all")
    with django_assert_num_queries(7):
        queries.sectors_now(home.tournament)
