"""Byes, fixed tables, notes and pairing requests of many players in one step: all of them or none, with one undo."""

from collections.abc import Sequence

import pytest

from core.services.undo import undo_step
from pairings.models import EntryWish
from pairings.queries.player_tags import tag_lines, tags_of_entries
from pairings.services.player_tags import set_tags
from pairings.services.rounds import options
from pairings.services.rounds import rounds as round_services
from tests.asking import refusal
from tests.pairings import build as pairings
from tournaments.engine.player_tags import TagLine, TagRow, TagValues
from tournaments.models import Division, Entry, Tournament
from tournaments.services import entries as entry_services
from tournaments.services import events

pytestmark = pytest.mark.django_db


@pytest.fixture
def made() -> Division:
    division = pairings.division(9)
    events.change_event_settings(division.tournament, by=None, table_from=1, table_to=40)
    division.refresh_from_db()
    return division


def people(division: Division) -> list[Entry]:
    return list(division.entries.order_by("pk"))


def rows_of(*values: tuple[Entry, TagValues]) -> list[TagRow]:
    return [TagRow(number, entry.pk, tags) for number, (entry, tags) in enumerate(values, 1)]


def codes(lines: Sequence[TagLine]) -> list[str]:
    return [line.problem.code if line.problem else "" for line in lines]


def all_tags(event: Tournament) -> dict[int, TagValues]:
    return dict(tags_of_entries(event.entries.all()))


def test_one_step_sets_every_tag_and_one_undo_reverts_it(made: Division) -> None:
    event, (ana, bo, cleo, *_others) = made.tournament, people(made)
    options.set_pairing_wish(bo, by=None, group="Lima", table=7, reason="ramp")
    before = all_tags(event)
    rows = rows_of(
        (ana, {"awarded_byes": 2, "table": 7, "country": "Chile"}),
        (bo, {"table": 9, "notes": "Needs a chair"}),
        (cleo, {"group": "Lima"}),
    )
    assert set_tags(event, rows, by=None) == 3
    ana.refresh_from_db()
    assert ana.awarded_byes == 2
    assert EntryWish.objects.get(entry=ana).table == 7
    wish = EntryWish.objects.get(entry=bo)
    assert (wish.group, wish.table, wish.reason) == ("Lima", 9, "")
    line = event.journal.latest("pk")
    assert (line.kind, line.facts["count"]) == ("PlayerTagsChanged", 3)
    assert line.facts["tags"] == ["awarded_byes", "table", "notes", "group", "country"]
    undo_step(line, by=None)
    assert all_tags(event) == before


def test_a_second_press_changes_nothing_and_writes_no_line(made: Division) -> None:
    rows = rows_of((people(made)[0], {"awarded_byes": 1}))
    assert set_tags(made.tournament, rows, by=None) == 1
    lines = made.tournament.journal.count()
    assert set_tags(made.tournament, rows, by=None) == 0
    assert made.tournament.journal.count() == lines


def test_a_request_without_content_is_deleted(made: Division) -> None:
    ana = people(made)[0]
    set_tags(made.tournament, rows_of((ana, {"country": "Chile", "table": 3})), by=None)
    set_tags(made.tournament, rows_of((ana, {"country": "", "table": None})), by=None)
    assert not EntryWish.objects.exists()


@pytest.mark.parametrize(
    ("rounds_paired", "before", "after", "refused"),
    [
        (0, 0, 3, ""),
        (1, 0, 1, "TAG_BYES_PAIRED"),
        (1, 0, 2, "TAG_BYES_PAIRED"),
        (1, 1, 2, ""),
        (1, 1, 0, "TAG_BYES_PAIRED"),
        (1, 2, 1, ""),
        (2, 1, 2, "TAG_BYES_PAIRED"),
        (2, 3, 2, ""),
    ],
)
def test_a_bye_of_a_round_that_is_paired_stays(
    made: Division, rounds_paired: int, before: int, after: int, refused: str
) -> None:
    """Posted or not: a player who is paired in round 1 gets no bye for it, and one who sat out had it."""
    ana = people(made)[0]
    entry_services.change_entry(ana, by=None, awarded_byes=before)
    if rounds_paired > 1:
        pairings.play(made, rounds_paired - 1)
    if rounds_paired:
        round_services.pair_next_round(made, by=None)
    rows = rows_of((ana, {"awarded_byes": after}))
    assert codes(tag_lines(made.tournament, rows)) == [refused]


def test_a_table_is_in_the_hall_free_and_given_once(made: Division) -> None:
    event, (ana, bo, cleo, dan, *_others) = made.tournament, people(made)
    options.set_pairing_wish(dan, by=None, table=5)
    options.change_pairing_options(made, by=None, blocked_tables=[6])
    rows = rows_of((ana, {"table": 41}), (bo, {"table": 5}), (cleo, {"table": 6}))
    found = tag_lines(event, rows)
    assert codes(found) == ["TAG_TABLE_OUTSIDE", "TABLE_IS_FIXED_FOR", "TABLE_IS_BLOCKED"]
    rows = rows_of((ana, {"table": 8}), (bo, {"table": 8}))
    assert codes(tag_lines(event, rows)) == ["", "TAG_TABLE_TWICE"]


def test_players_swap_tables_in_one_step_unless_one_of_them_is_refused(made: Division) -> None:
    event, (ana, bo, *_others) = made.tournament, people(made)
    options.set_pairing_wish(ana, by=None, table=5)
    options.set_pairing_wish(bo, by=None, table=6)
    assert codes(tag_lines(event, rows_of((ana, {"table": 6}), (bo, {"table": 5})))) == ["", ""]
    refused = tag_lines(event, rows_of((ana, {"table": 6}), (bo, {"table": 41})))
    assert codes(refused) == ["TABLE_IS_FIXED_FOR", "TAG_TABLE_OUTSIDE"]
    set_tags(event, rows_of((ana, {"table": 6}), (bo, {"table": 5})), by=None)
    assert dict(EntryWish.objects.values_list("entry", "table")) == {ana.pk: 6, bo.pk: 5}


def test_nothing_is_half_done(made: Division) -> None:
    event, (ana, bo, *_others) = made.tournament, people(made)
    before = all_tags(event)
    rows = rows_of((ana, {"awarded_byes": 1}), (bo, {"table": 99}))
    refused = refusal(set_tags, event, rows, by=None)
    assert (refused.code, refused.facts["row"]) == ("TAG_TABLE_OUTSIDE", 2)
    assert all_tags(event) == before


def test_an_undo_overwrites_no_later_change_and_no_bye_that_counted(made: Division) -> None:
    event, (ana, bo, *_others) = made.tournament, people(made)
    set_tags(event, rows_of((ana, {"awarded_byes": 1}), (bo, {"notes": "Wall"})), by=None)
    line = event.journal.latest("pk")
    entry_services.change_entry(bo, by=None, notes="Window")
    assert refusal(undo_step, line, by=None).code == "UNDO_OVERTAKEN"
    entry_services.change_entry(bo, by=None, notes="Wall")
    round_services.pair_next_round(made, by=None)
    assert refusal(undo_step, line, by=None).code == "TAG_BYES_PAIRED"


def test_the_queries_do_not_depend_on_the_number_of_players(
    made: Division, django_assert_max_num_queries
) -> None:
    everyone = people(made)
    rows = rows_of(*((entry, {"awarded_byes": 1, "country": "Chile"}) for entry in everyone))
    with django_assert_max_num_queries(40):
        set_tags(made.tournament, rows, by=None)
