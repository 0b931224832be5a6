"""Columns of a roster for byes, fixed tables, notes and pairing requests: of new players and of those already here."""

import pytest

from pairings.models import EntryWish
from pairings.services.rounds import rounds
from registration.services import roster
from tests import build
from tests.asking import refusal
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db

TITLES = "First name,Last name,Player ID,Birth year,Byes,Fixed table,Note for staff,Family,Country\n"


@pytest.fixture
def event() -> Tournament:
    return build.event(divisions=("all",), table_from=1, table_to=40)


def data(*lines: str) -> bytes:
    return (TITLES + "\n".join(lines)).encode()


def preview(event: Tournament, *lines: str) -> roster.RosterPreview:
    return roster.preview_roster(event, data(*lines), "players.csv", by=event.created_by)


def load(event: Tournament, *lines: str) -> int:
    return roster.load_roster(event, data(*lines), "players.csv", by=event.created_by)


def problems(seen: roster.RosterPreview) -> list[tuple[int | None, str | None, str]]:
    return [(problem.row, problem.column, problem.code) for problem in seen.problems]


def test_new_players_have_the_tags_of_their_rows(event: Tournament) -> None:
    assert load(event, "Ana,Lima,11,1990,2,7,Wheelchair,Lima,Chile", "Bo,Lima,12,1991,,,,Lima,") == 2
    ana, bo = event.entries.order_by("first_name")
    assert (ana.awarded_byes, ana.notes, bo.awarded_byes, bo.notes) == (2, "Wheelchair", 0, "")
    wishes = EntryWish.objects.order_by("entry__first_name").values_list("table", "group", "country")
    assert list(wishes) == [(7, "Lima", "Chile"), (None, "Lima", "")]
    assert [line.kind for line in event.journal.order_by("pk")][-2:] == [
        "EntriesImported",
        "PlayerTagsChanged",
    ]


def test_a_second_import_changes_the_tags_of_players_who_are_here_and_adds_no_one(event: Tournament) -> None:
    """Blank cells leave a tag as it is, a dash removes it."""
    load(event, "Ana,Lima,11,1990,2,7,Wheelchair,Lima,Chile", "Bo,Sun,12,1991,,,,,")
    seen = preview(event, "Ana,Lima,11,1990,1,,-,,", "Bo,Sun,12,1991,,,,,")
    assert [(line.status, line.tags and line.tags.changed) for line in seen.lines] == [
        ("entered", ("awarded_byes", "notes")),
        ("entered", None),
    ]
    assert load(event, "Ana,Lima,11,1990,1,,-,,", "Bo,Sun,12,1991,,,,,") == 0
    ana = event.entries.get(first_name="Ana")
    assert (ana.awarded_byes, ana.notes, ana.wish.table) == (1, "", 7)


def test_somebody_of_the_same_name_without_a_player_id_keeps_their_own_tags(event: Tournament) -> None:
    load(event, "Ana,Lima,,1990,,,,,", "Ana,Lima,,1991,,,,,")
    load(event, "Ana,Lima,,1991,3,,,,")
    assert dict(event.entries.values_list("birth_year", "awarded_byes")) == {1990: 0, 1991: 3}


@pytest.mark.parametrize(
    ("cells", "column", "code"),
    [
        ("4,,,,", "Byes", "TAG_BYES_WRONG"),
        ("one,,,,", "Byes", "TAG_BYES_WRONG"),
        (",A7,,,", "Fixed table", "TAG_TABLE_WRONG"),
        (",41,,,", "Fixed table", "TAG_TABLE_OUTSIDE"),
        (",9,,,", "Fixed table", "TAG_TABLE_TWICE"),
        (f",,{'x' * 201},,", "Note for staff", "PERSON_TEXT_TOO_LONG"),
        (f",,,{'x' * 41},", "Family", "PERSON_TEXT_TOO_LONG"),
    ],
)
def test_a_wrong_tag_refuses_its_row_and_the_others_are_loaded(
    event: Tournament, cells: str, column: str, code: str
) -> None:
    lines = ("Bo,Sun,12,1991,,9,,,", f"Ana,Lima,11,1990,{cells}")
    assert problems(preview(event, *lines)) == [(3, column, code)]
    assert load(event, *lines) == 1
    assert event.entries.get().first_name == "Bo"


def test_no_bye_for_a_round_that_is_paired(event: Tournament) -> None:
    lines = [f"Ana,Player{number},{number}1,1990,,,,," for number in range(4)]
    load(event, *lines)
    event.entries.update(checked_in_at=event.starts_at)
    rounds.pair_next_round(event.divisions.get(), by=None)
    assert problems(preview(event, "Ana,Player1,11,1990,1,,,,")) == [(2, "Byes", "TAG_BYES_PAIRED")]
    assert refusal(load, event, "Ana,Player1,11,1990,1,,,,").code == "ROSTER_HAS_PROBLEMS"
    assert not Entry.objects.filter(awarded_byes__gt=0).exists()


def test_rosters_without_these_columns_ask_nothing_more(
    event: Tournament, django_assert_max_num_queries
) -> None:
    line = b"First name,Last name,Player ID,Birth year\nAna,Lima,11,1990"
    with django_assert_max_num_queries(9):
        roster.preview_roster(event, line, "players.csv", by=event.created_by)
