"""Rosters: previewed first, then loaded completely or not at all."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from registration.engine.roster import ColumnChoice, Reading, Usual
from registration.services import roster
from tests import build
from tests.build import refusal
from tournaments.models import Entry, Player

pytestmark = pytest.mark.django_db

HEADER = "First name,Last name,Player ID,Birth year\n"


@pytest.fixture
def event():
    return build.event()


def preview(event, *lines):
    data = (HEADER + "\n".join(lines)).encode()
    return roster.preview_roster(event, data, "list.csv", by=event.staff.get().user)


def load(event, *lines, **choices):
    data, by = (HEADER + "\n".join(lines)).encode(), event.staff.get().user
    return roster.load_roster(
        event, data, "list.csv", by=by, choices={int(row[1:]): what for row, what in choices.items()}
    )


def statuses(seen):
    return [(line.status, line.choice) for line in seen.lines]


def test_everybody_new(event):
    seen = preview(event, "Zoë,Müller,11,1990", "José,García,,1991")
    assert statuses(seen) == [("new", "new"), ("new", "new")]
    assert seen.counts == {"new": 2, "known": 0, "entered": 0, "choose": 0}
    assert not Player.objects.exists()
    assert load(event, "Zoë,Müller,11,1990", "José,García,,1991") == 2
    assert event.journal.latest("id").facts == {"count": 2, "filename": "list.csv"}


def test_people_found_again(event):
    """They are found by Player ID with nearly the same name, or by the same name if nothing contradicts it."""
    by = event.staff.get().user
    zoe = build.known("Zoë", "Müller", "11", 1990, by=by)
    jose = build.known("José", "García", "12", 1991, by=by)
    seen = preview(event, "Zoe,Muller,11,", "Jose,Garcia,,", "José,García,,1980")
    assert statuses(seen) == [("known", str(zoe.pk)), ("known", str(jose.pk)), ("choose", "new")]
    assert load(event, "Zoe,Muller,11,", "Jose,Garcia,,") == 2
    assert Player.objects.count() == 2


def test_people_already_in(event):
    load(event, "Zoë,Müller,11,1990", "José,García,,1991")
    assert [line.status for line in preview(event, "Zoë,Müller,11,1990", "José,García,,1991").lines] == [
        "entered"
    ] * 2
    assert load(event, "Zoë,Müller,11,1990", "Ana,Silva,13,1990") == 1
    assert load(event, "José,García,,1991", _2="new") == 1
    assert event.entries.count() == 4


def test_player_id_of_somebody_else(event):
    """No one is entered unless staff confirm that it is the same person."""
    owner = build.known("Mei", "Nguyễn", "11", 1990, by=event.staff.get().user)
    assert statuses(preview(event, "Ana,Silva,11,1990")) == [("choose", "skip")]
    assert load(event, "Ana,Silva,11,1990") == 0
    assert refusal(load, event, "Ana,Silva,11,1990", _2="new").code == "ROSTER_CHOICE_UNKNOWN"
    assert load(event, "Ana,Silva,11,1990", _2=str(owner.pk)) == 1
    assert event.entries.get().player == owner


def test_similar_names_are_a_choice(event):
    jon = build.known("Jonathan", "Okonkwo", None, 1990, by=event.staff.get().user)
    assert statuses(preview(event, "Jonathon,Okonkwo,15,1990")) == [("choose", "new")]
    assert load(event, "Jonathon,Okonkwo,15,1990", _2=str(jon.pk)) == 1
    jon.refresh_from_db()
    assert jon.player_id == "15"


def test_the_same_row_twice_is_skipped(event):
    seen = preview(event, "Ana,Silva,,1990", "Ana,Silva,,1990")
    assert statuses(seen) == [("new", "new"), ("choose", "skip")]
    assert load(event, "Ana,Silva,,1990", "Ana,Silva,,1990", _3="new") == 2


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (",,12,1990", "NAME_EMPTY"),
        ("Ana,Silva,x,1990", "PLAYER_ID_NOT_DIGITS"),
        ("Ana,Silva,11,1990", "PLAYER_ID_TWICE"),
        ("Ana,Silva,,90", "BIRTH_UNREADABLE"),
        ("Ana,Silva,,", "DIVISION_UNKNOWN"),
    ],
)
def test_problems_name_the_row_and_the_others_are_loaded(event, line, code):
    seen = preview(event, "Zoë,Müller,11,1990", line)
    assert [(problem.row, problem.code) for problem in seen.problems][:1] == [(3, code)]
    assert (list(seen.wrong), [one.name for one in seen.lines]) == ([3], ["Zoë Müller"])
    assert load(event, "Zoë,Müller,11,1990", line) == 1
    assert [str(entry) for entry in Entry.objects.all()] == ["Zoë Müller"]


def test_a_file_without_one_row_in_order_is_refused(event):
    refused = refusal(load, event, "Ana,,x,90")
    assert (refused.code, refused.facts["row"], refused.facts["first"]) == (
        "ROSTER_HAS_PROBLEMS",
        2,
        "NAME_EMPTY",
    )
    assert not Entry.objects.exists()


def test_a_row_is_fixed_in_place(event):
    data = (HEADER + "Zoë,Müller,11,1990\nAna,,x,90,extra").encode()
    by = event.staff.get().user
    fixes = {3: {"last_name": "Silva", "player_id": "12", "birth_year": "1991"}}
    reading = Reading(fixes=fixes)
    assert not roster.preview_roster(event, data, "list.csv", by=by, reading=reading).problems
    assert roster.load_roster(event, data, "list.csv", by=by, reading=reading) == 2
    ana = event.entries.get(first_name="Ana")
    assert (ana.last_name, ana.player_number, ana.birth_year) == ("Silva", "12", 1991)


def test_columns_are_said_by_hand(event):
    """There are no titles, and the family name comes first."""
    data = "Müller Zoë;7;1990\nde la Cruz Ana;8;1991".encode()
    by = event.staff.get().user
    assert [one.code for one in roster.preview_roster(event, data, "list.csv", by=by).problems] == [
        "HEADER_MISSING"
    ]
    kinds = {0: "name_last_first", 1: "player_id", 2: "birth_year"}
    reading = Reading(ColumnChoice(kinds, titles_row=0))
    seen = roster.preview_roster(event, data, "list.csv", by=by, reading=reading)
    assert [(line.row.last_name, line.row.first_name) for line in seen.lines] == [
        ("Müller", "Zoë"),
        ("de la Cruz", "Ana"),
    ]
    assert [(column.title, column.kind) for column in seen.columns] == [
        ("A", "name_last_first"),
        ("B", "player_id"),
        ("C", "birth_year"),
    ]
    assert roster.load_roster(event, data, "list.csv", by=by, reading=reading) == 2


@pytest.mark.parametrize(
    ("kinds", "code"),
    [
        ({0: "name", 1: "name_last_first"}, "COLUMN_TWICE"),
        ({0: "player_id", 1: "player_id"}, "COLUMN_TWICE"),
        ({0: "first_name", 2: "birth_year"}, "COLUMNS_WITHOUT_NAME"),
        ({}, "COLUMNS_WITHOUT_NAME"),
    ],
)
def test_columns_that_cannot_be_read_so(event, kinds, code):
    data = (HEADER + "Zoë,Müller,11,1990").encode()
    seen = roster.preview_roster(event, data, "list.csv", by=None, reading=Reading(ColumnChoice(kinds, 1)))
    assert [one.code for one in seen.problems] == [code]
    assert {column.index: column.kind for column in seen.columns if column.kind} == kinds


def test_what_holds_for_everyone(event):
    assert [one.code for one in preview(event, "Ana,Silva,,", "Zoë,Müller,,1990").problems] == [
        "DIVISION_UNKNOWN"
    ]
    data, by = (HEADER + "Ana,Silva,,\nZoë,Müller,,1990").encode(), event.staff.get().user
    for usual, ages in (
        (Usual(age_division="junior"), ["junior", "masters"]),
        (Usual(birth_year=2012), ["senior", "masters"]),
    ):
        seen = roster.preview_roster(event, data, "list.csv", by=by, reading=Reading(usual=usual))
        assert [line.age_division for line in seen.lines] == ages


def test_no_division_for_a_row():
    event = build.event(divisions=("masters",))
    (problem,) = preview(event, "Zoë,Müller,11,1990", "Ida,Smith,12,2016").problems
    assert (problem.row, problem.code) == (3, "NO_DIVISION_TAKES")


@pytest.mark.parametrize("data", [b"", b"\x89PNG", b"PK\x03\x04 broken", HEADER.encode()])
def test_no_roster_at_all(event, data):
    assert roster.preview_roster(event, data, "list.csv", by=None).problems
    assert refusal(roster.load_roster, event, data, "list.csv", by=None).code == "ROSTER_HAS_PROBLEMS"


def test_previews_cost_the_same_for_any_length(event):
    build.add_players(build.event(by=event.staff.get().user), 200)
    counts = []
    for n in (1, 300):
        lines = [f"Player {i},Name {i},{500 + i},1990" for i in range(n)]
        with CaptureQueriesContext(connection) as queries:
            preview(event, *lines)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 6


def test_whole_dates_of_birth_are_kept(event):
    """Of a date that could be read as two days, only the year is stored."""
    assert load(event, "Zoë,Müller,11,1990-05-06", "José,García,,04/03/1991", "Ana,Silva,,1992") == 3
    born = Player.objects.order_by("birth_year").values_list("birth_year", "birth_date")
    assert list(born) == [(1990, date(1990, 5, 6)), (1991, None), (1992, None)]


IDENTITIES = {
    "same name, the file has the first Player ID": (
        ("Jo", "Klein", None, 1990),
        "Jo,Klein,15,1990",
        ["ROSTER_NEW_ID"],
        "new",
    ),
    "same name, the file has no Player ID": (("Jo", "Klein", "11", 1990), "Jo,Klein,,1990", [], "known"),
    "same name, another Player ID": (
        ("Jo", "Klein", "11", 1990),
        "Jo,Klein,15,1990",
        ["ROSTER_OTHER_ID"],
        "new",
    ),
    "same name, another birth year": (
        ("Jo", "Klein", None, 1990),
        "Jo,Klein,,1985",
        ["ROSTER_OTHER_YEAR"],
        "new",
    ),
    "same name, all else differs": (
        ("Jo", "Klein", "11", 1990),
        "Jo,Klein,15,1985",
        ["ROSTER_OTHER_ID", "ROSTER_OTHER_YEAR"],
        "new",
    ),
    "same Player ID, another name": (
        ("Jo", "Klein", "11", 1990),
        "Ana,Ruiz,11,1990",
        ["ROSTER_OTHER_NAME"],
        "skip",
    ),
    "same Player ID, another name and birth year": (
        ("Jo", "Klein", "11", 1990),
        "Ana,Ruiz,11,1985",
        ["ROSTER_OTHER_NAME", "ROSTER_OTHER_YEAR"],
        "skip",
    ),
    "same Player ID and name, another birth year": (
        ("Jo", "Klein", "11", 1990),
        "Jo,Klein,11,1985",
        ["ROSTER_OTHER_YEAR"],
        "key",
    ),
    "all the same": (("Jo", "Klein", "11", 1990), "Jo,Klein,11,1990", [], "known"),
}


@pytest.mark.parametrize(("known", "line", "differences", "choice"), IDENTITIES.values(), ids=IDENTITIES)
def test_a_file_takes_over_no_identity_unless_staff_say_so(event, known, line, differences, choice):
    """Differences are shown and asked about; loading without an answer changes no fact of a known person."""
    player = build.known(*known, by=event.staff.get().user)
    (seen,) = preview(event, line).lines
    assert [one.code for one in seen.differences] == differences
    assert seen.status == ("choose" if differences else "known")
    assert seen.choice == (str(player.pk) if choice in ("key", "known") else choice)
    load(event, line)
    assert identity(Player.objects.get(pk=player.pk)) == known
    entry = event.entries.first()
    assert (entry is None) == (choice == "skip")
    if entry is not None:
        assert (entry.player_id == player.pk) == (choice in ("key", "known"))
        if entry.player_id == player.pk:
            assert (entry.player_number, entry.birth_year) == known[2:]


@pytest.mark.parametrize(("known", "line", "differences", "choice"), IDENTITIES.values(), ids=IDENTITIES)
def test_every_choice_of_a_row_does_what_it_says(event, known, line, differences, choice):
    """The same person gets only missing facts, and the birth of the file only if that is chosen."""
    player = build.known(*known, by=event.staff.get().user)
    (seen,) = preview(event, line).lines
    for chosen in seen.choices:
        event.entries.all().delete()
        Player.objects.filter(pk=player.pk).update(player_id=known[2], birth_year=known[3])
        load(event, line, _2=chosen)
        number, year = line.split(",")[2] or None, int(line.split(",")[3])
        now, entry = identity(Player.objects.get(pk=player.pk)), event.entries.first()
        key, file, _ = chosen.partition(roster.FILE)
        if key == str(player.pk):
            assert entry.player_id == player.pk
            assert now == (*known[:2], known[2] or number, year if file else known[3])
        else:
            assert now == known
            assert (entry is None) == (chosen == roster.SKIP)
            assert entry is None or entry.player_number == (None if chosen == roster.WITHOUT_ID else number)


@pytest.mark.parametrize(
    ("line", "status", "differences"),
    [
        ("Jo,Klein,11,1990", "entered", []),
        ("Jo,Klein,11,1985", "entered", ["ROSTER_OTHER_YEAR"]),
        ("Ana,Ruiz,11,1990", "choose", ["ROSTER_OTHER_NAME"]),
        ("Jo,Klein,15,1990", "choose", ["ROSTER_OTHER_ID"]),
        ("Mia,Berg,16,1990", "choose", ["ROSTER_NEW_ID"]),
        ("Mia,Berg,,1980", "choose", ["ROSTER_OTHER_YEAR"]),
    ],
)
def test_somebody_like_a_player_of_the_event_is_asked_about(event, line, status, differences):
    load(event, "Jo,Klein,11,1990", "Mia,Berg,,1990")
    before = sorted(identity(one) for one in Player.objects.all())
    (seen,) = preview(event, line).lines
    assert (seen.status, [one.code for one in seen.differences]) == (status, differences)
    inside = list(event.entries.values_list("pk", flat=True))
    for chosen in (seen.choice, *seen.choices):
        load(event, line, _2=chosen)
        event.entries.exclude(pk__in=inside).delete()
        assert set(before) <= {identity(one) for one in Player.objects.all()}
        Player.objects.filter(entries=None).delete()


def identity(player):
    return player.first_name, player.last_name, player.player_id, player.birth_year
