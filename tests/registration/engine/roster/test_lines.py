"""Lists of names as people type them: no player is lost, and details beside a name are read."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from registration.engine.roster import ColumnChoice, Reading, RosterRow, read_roster
from registration.engine.roster.lines import ListLine, parse_roster_line

FIRST = st.sampled_from(
    ["Greta", "Jo", "Anne Marie", "José", "Zoë", "Łukasz", "Max", "Jean-Luc", "O’Neil", "美咲"]
)
LAST = st.sampled_from(
    ["Holm", "Klein", "van den Berg", "Núñez", "Born", "Groß-Huber", "da Silva", "Nato", "D’Arcy", "田中"]
)
NAMES = st.lists(st.tuples(FIRST, LAST), min_size=1, max_size=20)
HEADS = [
    "{n}. ",
    "{n}) ",
    "({n}) ",
    "{n}: ",
    "{n} - ",
    "{n} ",
    "#{n} ",
    "{n}.",
    "- ",
    "* ",
    "• ",
    "– ",
    "-",
    "[x] ",
    "[ ] ",
]
HEADS += ["- [ ] ", "☐ ", "✅ ", "> ", "{n}\ufe0f\u20e3 ", "a) ", "{n}. - ", "  {n}.  ", ""]
TAILS = [
    " {y}",
    " ({y})",
    ", {y}",
    " - {y}",
    " – {y}",
    " *{y}",
    "; {y}",
    " [{y}]",
    " geb. {y}",
    " born {y}",
    " Jg. {y}",
]
BARE = ["", " ", ",", " (Masters)", " 7654321", ", 7654321"]


@given(
    NAMES,
    st.sampled_from(HEADS),
    st.sampled_from(TAILS + BARE),
    st.sampled_from(["\n", "\r\n", "\n\n"]),
    st.data(),
)
def test_a_pasted_list_of_names_loses_nobody(names, head, tail, line_end, data):
    """Each line is one player, including the first, however it is numbered and whatever follows the name."""
    comma = data.draw(st.booleans()) and not tail.startswith(";")
    years = data.draw(st.lists(st.integers(1930, 2020), min_size=len(names), max_size=len(names)))
    lines = [
        head.format(n=n)
        + (f"{last}, {first}" if comma else f"{first} {last}")
        + tail.format(y=year).replace("7654321", str(7654320 + n))
        for n, ((first, last), year) in enumerate(zip(names, years, strict=True), 1)
    ]
    roster = read_roster(line_end.join(lines).encode(), "pasted rows", this_year=2026)
    assert roster.problems == ()
    assert [f"{row.first_name} {row.last_name}" for row in roster.rows] == [
        f"{one} {two}" for one, two in names
    ]
    assert [row.birth_year for row in roster.rows] == (years if "{y}" in tail else [None] * len(names))
    numbers = [str(7654320 + n) for n in range(1, len(names) + 1)]
    assert [row.player_id for row in roster.rows] == (numbers if "7654321" in tail else [None] * len(names))


@given(NAMES, st.sampled_from(["\t", ";", ","]), st.data())
def test_a_table_without_titles_loses_nobody(names, delimiter, data):
    """Cells beside full names show what they contain; the first row is a player."""
    rows = [
        (str(n), f"{first} {last}", str(2000 + n % 20), str(1234567 + n))
        for n, (first, last) in enumerate(names, 1)
    ]
    order = data.draw(st.permutations(range(4)))
    text = "\n".join(delimiter.join(row[at] for at in order) for row in rows)
    roster = read_roster(text.encode(), "pasted rows", this_year=2026)
    assert roster.problems == ()
    assert [
        (f"{one.first_name} {one.last_name}", str(one.birth_year), one.player_id) for one in roster.rows
    ] == [row[1:] for row in rows]


@given(NAMES)
def test_said_to_be_without_titles_the_first_row_is_a_player(names):
    """Two columns of names are ambiguous, so staff choose, and then every row is read."""
    text = "\n".join(f"{last.split()[-1]}\t{first.split()[0]}" for first, last in names)
    roster = read_roster(text.encode(), "pasted rows")
    (problem,) = roster.problems
    assert problem.code == "HEADER_MISSING"
    assert not roster.titled
    choice = ColumnChoice({0: "last_name", 1: "first_name"}, roster.titles_row, titled=roster.titled)
    assert len(read_roster(text.encode(), "pasted rows", reading=Reading(choice)).rows) == len(names)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("1. Greta Holm 1992", ListLine("Greta Holm", "1992")),
        ("- Jo Klein (1987)", ListLine("Jo Klein", "1987")),
        ("10. 1234567 Greta Holm", ListLine("Greta Holm", player_id="1234567")),
        ("2012 Greta Holm", ListLine("Greta Holm", "2012")),
        ("Jo Klein (JR) 2014", ListLine("Jo Klein", "2014", age_division="JR")),
        ("Jo Klein, Senior", ListLine("Jo Klein", age_division="Senior")),
        ("Silva, Junior", ListLine("Silva, Junior")),
        ("Jo Klein Junior", ListLine("Jo Klein Junior")),
        ("Max Born 1990", ListLine("Max Born", "1990")),
        ("Greta Holm (12 mars 2012)", ListLine("Greta Holm", "12 mars 2012")),
        ("Greta Holm 12.03.2012", ListLine("Greta Holm", "12.03.2012")),
        ("Greta Holm 31.02.2012", ListLine("Greta Holm", "31.02.2012")),
        ("Jo Klein ID: 1234567", ListLine("Jo Klein", player_id="1234567")),
        ("'t Hooft, Gerard", ListLine("'t Hooft, Gerard")),
        ("3.", ListLine("")),
    ],
)
def test_what_a_line_says(line, expected):
    assert parse_roster_line(line) == expected


def test_free_places_of_a_numbered_list_are_no_players():
    assert [row.row for row in read_roster(b"1. Greta Holm\n2. Jo Klein\n3.\n4)\n-\n", "x").rows] == [1, 2]


def test_names_in_one_line_are_players_each():
    roster = read_roster(b"Greta Holm, Jo Klein, Ana Ruiz 1992", "x")
    assert [(row.last_name, row.birth_year) for row in roster.rows] == [
        ("Holm", None),
        ("Klein", None),
        ("Ruiz", 1992),
    ]


def test_several_names_in_one_row_are_asked_about_and_a_suffix_is_not():
    roster = read_roster(b"Name\nGreta Holm, Jo Klein, Ana Ruiz\nKing, Martin, Jr.", "x")
    assert [(problem.row, problem.code) for problem in roster.problems] == [(2, "NAME_SEVERAL")]
    assert [row.last_name for row in roster.rows] == ["King"]


def test_a_year_nobody_was_born_in_waits_to_be_fixed():
    roster = read_roster(b"Greta Holm 2050\nJo Klein 1990", "x", this_year=2026)
    assert [(problem.row, problem.code) for problem in roster.problems] == [(1, "BIRTH_YEAR_IMPOSSIBLE")]
    fixed = read_roster(
        b"Greta Holm 2050", "x", this_year=2026, reading=Reading(fixes={1: {"birth_year": "2005"}})
    )
    assert fixed.rows == (RosterRow("Greta", "Holm", birth_year=2005, row=1),)


def test_marks_and_years_below_a_title_are_read_too():
    roster = read_roster("Spieler\n1. Greta Holm (12.03.2012)\n• Klein, Jo 1987".encode(), "x")
    assert roster.rows == (
        RosterRow("Greta", "Holm", birth_year=2012, row=2),
        RosterRow("Jo", "Klein", birth_year=1987, row=3),
    )
    assert read_roster(b"Name\nGreta Holm 2012-03-25", "x").rows[0].birth_date == date(2012, 3, 25)


def test_rows_above_the_titles_are_named():
    roster = read_roster(b"Friday cup\nGreta Holm,1\nName,Player ID\nJo Klein,7", "x")
    assert roster.above == ("Friday cup", "Greta Holm 1")
    assert read_roster(b"Greta Holm\nJo Klein", "x").above == ()


@pytest.mark.parametrize(
    "header",
    [
        "Vorname;Nachname;Spieler-ID;Geburtsjahr;Altersklasse",
        "Vorname;Name;Spielernummer;Jahrgang;Altersgruppe",
        "Vorname;Familienname;Player ID;Geburtsdatum;Division",
        "Nome;Cognome;ID giocatore;Anno di nascita;Divisione",
        "Nome;Cognome;Codice giocatore;Data di nascita;Categoria",
    ],
)
def test_titles_in_german_and_italian(header):
    row = RosterRow("Ana", "Conti", "1234567", 2012, row=2, age_division="junior")
    assert read_roster(f"{header}\nAna;Conti;1234567;2012;Junior".encode(), "x").rows == (row,)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Vor- und Nachname", "Greta Holm"),
        ('"Name, Vorname"', "Holm Greta"),
        ("Teilnehmer", "Greta Holm"),
        ("Cognome e nome", "Holm Greta"),
        ("Nome e cognome", "Greta Holm"),
        ("Giocatore", "Greta Holm"),
    ],
)
def test_whole_names_in_german_and_italian(title, name):
    assert read_roster(f"{title}\n{name}".encode(), "x").rows == (RosterRow("Greta", "Holm", row=2),)
