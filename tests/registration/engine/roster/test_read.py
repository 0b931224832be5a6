"""Roster files as organizers send them, valid and invalid."""

import csv as library
import io
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from registration.engine.roster import FIELDS, MAX_FILE_SIZE, MAX_ROWS, Roster, RosterRow, read_roster
from registration.engine.roster.headers import TITLES
from tournaments.engine.person_fields import KEYS
from tournaments.engine.player_tags import TAG_KEYS

DAY = date(2012, 3, 4)
ANA = RosterRow("Ana", "Núñez", "1234567", 2012, row=2, age_division="junior")
HEADER = "First name,Last name,Player ID,Birth year,Division\n"


def xlsx(*rows: Sequence[object], blank_sheet_first: bool = False) -> bytes:
    workbook = Workbook()
    sheet = workbook.active
    if blank_sheet_first:
        sheet = workbook.create_sheet("Players")
    assert sheet is not None
    for row in rows:
        sheet.append(list(row))
    file = io.BytesIO()
    workbook.save(file)
    return file.getvalue()


def csv(text: str) -> Roster:
    return read_roster(text.encode(), "roster.csv")


def found(roster: Roster) -> list[tuple[int | None, str | None, str]]:
    assert not {row.row for row in roster.rows} & {problem.row for problem in roster.problems}
    return [(problem.row, problem.column, problem.code) for problem in roster.problems]


def test_each_fact_and_tag_of_a_person_has_a_title() -> None:
    assert {*KEYS, *TAG_KEYS} <= {title.field for title in TITLES.values()}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_csv_of_any_spreadsheet(encoding: str, delimiter: str, line_end: str) -> None:
    cells = [["First name", "Last name", "Player ID", "Birth year", "Division"]]
    cells += [["Ana", "Núñez", "1234567", "2012", "Junior"]]
    text = line_end.join(delimiter.join(row) for row in cells)
    assert read_roster(text.encode(encoding), "roster.csv") == Roster((ANA,))


@pytest.mark.parametrize("blank_sheet_first", [False, True])
@pytest.mark.parametrize("birth", [2012, 2012.0, "2012", datetime.combine(DAY, time()), DAY])
def test_xlsx(birth: object, blank_sheet_first: bool) -> None:
    header = ("First name", "Last name", "Player ID", "Birth date", "Division")
    data = xlsx(header, ("Ana", "Núñez", 1234567, birth, "JR"), blank_sheet_first=blank_sheet_first)
    expected = Roster((replace(ANA, birth_date=DAY if isinstance(birth, date) else None),))
    assert read_roster(data, "roster.xlsx") == expected
    assert read_roster(data, "named-wrongly.csv") == expected


@pytest.mark.parametrize(
    "header",
    [
        "First name,Last name,Player ID,Birth year,Division",
        "FIRSTNAME,LASTNAME,USERID,BIRTHDATE,AGE DIVISION",
        "Given Name,Surname,POP ID,Date of Birth,Category",
        "Nombre,Apellidos,ID de jugador,Fecha de nacimiento,Categoría",
        "Nombre,Apellido,Número de jugador,Año de nacimiento,División",
        "Prénom,Nom,ID joueur,Date de naissance,Catégorie d’âge",
        "Prénom,Nom de famille,Identifiant,Année de naissance,Division",
        "Nome,Sobrenome,ID do jogador,Data de nascimento,Divisão",
        "First name,Name,ID,Year,Division",
        "Name,Last name,ID,Year,Division",
    ],
)
def test_titles_in_four_languages(header: str) -> None:
    assert csv(f"{header}\nAna,Núñez,1234567,2012,Júnior") == Roster((ANA,))


@pytest.mark.parametrize(
    ("title", "name", "first_name", "last_name"),
    [
        ("Name", "Ana Núñez", "Ana", "Núñez"),
        ("Name", "Núñez, Ana", "Ana", "Núñez"),
        ("Name", "Mary Ann Smith", "Mary Ann", "Smith"),
        ("Name", "Zoë van den Berg", "Zoë", "van den Berg"),
        ("Name", "João da Silva", "João", "da Silva"),
        ("Name", "DUPONT Jean Paul", "Jean Paul", "DUPONT"),
        ("Name", "Jean Paul DE LA TOUR", "Jean Paul", "DE LA TOUR"),
        ("Name", "JEAN DUPONT", "JEAN", "DUPONT"),
        ("Name", "J DUPONT", "J", "DUPONT"),
        ("Nombre", "Ana García López", "Ana", "García López"),
        ("Nombre completo", "Juan Carlos García López", "Juan Carlos", "García López"),
        ("Nombre completo", "Ana García", "Ana", "García"),
        ("Nombre completo", "Ana de la Cruz Pérez", "Ana", "de la Cruz Pérez"),
        ("Apellidos y nombre", "García Ana", "Ana", "García"),
        ("Nom et prénom", "de Gaulle Anne Marie", "Anne Marie", "de Gaulle"),
        ("Nom", "Anne Martin", "Anne", "Martin"),
        ("Nome", "Ana Souza", "Ana", "Souza"),
        ("Jogador", "Ana dos Santos", "Ana", "dos Santos"),
    ],
)
def test_one_column_for_the_name(title: str, name: str, first_name: str, last_name: str) -> None:
    assert csv(f"{title}\n{name}") == Roster((RosterRow(first_name, last_name, row=2),))


def test_rows_are_counted_as_in_the_spreadsheet() -> None:
    text = 'Friday cup,,\n\nName,Player ID\n\n"Ana\nNúñez",1\n,,\nBo Li,2\n'
    assert [(row.row, row.last_name) for row in csv(text).rows] == [(5, "Núñez"), (7, "Li")]
    data = xlsx(("Friday cup",), (), ("Name", "Player ID"), (), ("Ana Núñez", 1), (None, None), ("Bo Li", 2))
    assert [row.row for row in read_roster(data, "r.xlsx").rows] == [5, 7]


def test_excel_names_its_delimiter() -> None:
    assert csv("sep=;\r\nName;ID\r\nAna Núñez;7\r\n").rows == (RosterRow("Ana", "Núñez", "7", row=2),)


def test_other_columns_are_named_and_left_alone() -> None:
    roster = csv("Name,Club,,Deck\nAna Núñez,Rayo,,Gardevoir")
    assert roster == Roster((RosterRow("Ana", "Núñez", row=2),), (), ("Club", "Deck"))


def test_blank_cells_are_not_known() -> None:
    assert csv(HEADER + "Ana,Núñez").rows == (RosterRow("Ana", "Núñez", row=2),)


@pytest.mark.parametrize(
    ("line", "column", "code", "facts"),
    [
        (",Núñez,1,2012,", "First name", "NAME_EMPTY", {}),
        ("Ana,,1,2012,", "Last name", "NAME_EMPTY", {}),
        ("Ana, 12 ,1,2012,", "Last name", "NAME_WITHOUT_LETTERS", {"value": "12"}),
        (f"Ana,{'n' * 81},1,2012,", "Last name", "NAME_TOO_LONG", {"length": 81, "limit": 80}),
        ("Ana,Núñez,12a,2012,", "Player ID", "PLAYER_ID_NOT_DIGITS", {"value": "12a"}),
        ("Ana,Núñez,1.2e6,2012,", "Player ID", "PLAYER_ID_NOT_DIGITS", {"value": "1.2e6"}),
        ("Ana,Núñez,١٢,2012,", "Player ID", "PLAYER_ID_NOT_DIGITS", {"value": "١٢"}),
        (f"Ana,Núñez,{'1' * 21},,", "Player ID", "PLAYER_ID_TOO_LONG", {"value": "1" * 21, "limit": 20}),
        ("Ana,Núñez,1,12,", "Birth year", "BIRTH_UNREADABLE", {"value": "12"}),
        ("Ana,Núñez,1,03/04/12,", "Birth year", "BIRTH_UNREADABLE", {"value": "03/04/12"}),
        (
            "Ana,Núñez,1,31/02/2012,",
            "Birth year",
            "NO_SUCH_DAY",
            {"value": "31/02/2012", "no_such_day": "2012-02-31"},
        ),
        (
            "Ana,Núñez,1,31 February 2012,",
            "Birth year",
            "NO_SUCH_DAY",
            {"value": "31 February 2012", "no_such_day": "2012-02-31"},
        ),
        ("Ana,Núñez,1,20121304,", "Birth year", "BIRTH_UNREADABLE", {"value": "20121304"}),
        ("Ana,Núñez,1,40969.5,", "Birth year", "BIRTH_UNREADABLE", {"value": "40969.5"}),
        ("Ana,Núñez,1,young,", "Birth year", "BIRTH_UNREADABLE", {"value": "young"}),
        (
            "Ana,Núñez,1,1812,",
            "Birth year",
            "BIRTH_YEAR_IMPOSSIBLE",
            {"value": "1812", "year": 1812, "earliest": 1900, "latest": 2100},
        ),
        ("Ana,Núñez,1,2012,Elder", "Division", "AGE_DIVISION_UNKNOWN", {"value": "Elder"}),
        ("Ana,Núñez,1,2012,Junior/Senior", "Division", "AGE_DIVISION_UNKNOWN", {"value": "Junior/Senior"}),
        ("Ana,Núñez,1,2012,,x", None, "ROW_TOO_LONG", {"cells": 6, "columns": 5, "extra": "x"}),
    ],
)
def test_problem_of_a_row(line: str, column: str | None, code: str, facts: dict[str, object]) -> None:
    roster = csv(f"{HEADER}Bo,Li,99,2000,Masters\n\n{line}\n")
    assert found(roster) == [(4, column, code)]
    assert roster.problems[0].facts == facts
    assert [row.row for row in roster.rows] == [2]


def test_one_word_is_no_full_name() -> None:
    roster = csv("Player\nAna\n")
    assert found(roster) == [(2, "Player", "NAME_ONE_WORD")]


def test_born_after_this_year() -> None:
    data = f"{HEADER}Ana,Núñez,1,2027,".encode()
    assert found(read_roster(data, "r.csv", this_year=2026)) == [(2, "Birth year", "BIRTH_YEAR_IMPOSSIBLE")]
    assert read_roster(data, "r.csv", this_year=2027).rows[0].birth_year == 2027


def test_every_problem_is_named_at_once() -> None:
    roster = csv(f"{HEADER},Li,x,12,Elder\nAna,Núñez,7,2012,\nBo,Li,7,2012,\nCy,Ma,7.0,2012,")
    assert found(roster) == [
        (2, "First name", "NAME_EMPTY"),
        (2, "Player ID", "PLAYER_ID_NOT_DIGITS"),
        (2, "Birth year", "BIRTH_UNREADABLE"),
        (2, "Division", "AGE_DIVISION_UNKNOWN"),
        (4, "Player ID", "PLAYER_ID_TWICE"),
        (5, "Player ID", "PLAYER_ID_TWICE"),
    ]
    assert [problem.facts for problem in roster.problems[4:]] == [{"value": "7", "first_row": 3}] * 2


def test_birth_year_before_birth_date() -> None:
    rows = csv("Name,Birth year,Birth date\nAna Núñez,,2012-01-01\nBo Li,2011,\n").rows
    assert [row.birth_year for row in rows] == [2012, 2011]


def tidied(name: str) -> str:
    return " ".join(name.split())


def zip_of(size: int) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("xl/workbook.xml", b"0" * size)
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "where", "code"),
    [
        (b"", (None, None), "FILE_EMPTY"),
        (b"\n , ,\n", (None, None), "FILE_EMPTY"),
        (xlsx(), (None, None), "FILE_EMPTY"),
        (b"x" * (MAX_FILE_SIZE + 1), (None, None), "FILE_TOO_BIG"),
        (zip_of(101_000_000), (None, None), "FILE_TOO_BIG"),
        (zip_of(10), (None, None), "FILE_UNREADABLE"),
        (xlsx(("Name",), ("Ana Núñez",))[:-300], (None, None), "FILE_UNREADABLE"),
        (b"%PDF-1.7 ...", (None, None), "FILE_KIND_UNKNOWN"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", (None, None), "FILE_KIND_UNKNOWN"),
        (b"<?xml version='1.0'?><tournament/>", (None, None), "FILE_KIND_UNKNOWN"),
        (b"Name\nAna N\0\0ez\0", (None, None), "FILE_KIND_UNKNOWN"),
        (b"Ana;7\nBo;8\n", (1, None), "HEADER_MISSING"),
        (b"First name,Player ID\nAna,7\n", (1, None), "HEADER_MISSING"),
        (b"Event\n\nCity,Player ID\nAna,7\n", (3, None), "HEADER_MISSING"),
        (b"Name,Player ID,POP ID\nAna Li,7,8\n", (1, "POP ID"), "HEADER_TWICE"),
        (b"Name,Player ID\n", (1, None), "NO_PLAYERS"),
        (b'Name,Player ID\nBo Li,6\n"Ana Li,7\n', (3, None), "ROW_UNREADABLE"),
    ],
)
def test_problem_of_the_file(data: bytes, where: tuple[int | None, str | None], code: str) -> None:
    assert found(read_roster(data, "folder/roster.csv")) == [(*where, code)]


def test_missing_header_names_what_is_known_and_what_was_found() -> None:
    (problem,) = csv("Event\n\nCity,Player ID\nAna,7\n").problems
    assert problem.facts == {"found": ("City", "Player ID"), "known": FIELDS}


def test_row_limit() -> None:
    lines = "".join(f"Ana,Núñez,{number},2012,\n" for number in range(MAX_ROWS))
    assert len(csv(HEADER + lines).rows) == MAX_ROWS
    assert found(csv(HEADER + lines + "Bo,Li,99999,2012,")) == [(None, None, "TOO_MANY_ROWS")]


@given(st.binary(max_size=300))
def test_any_bytes_give_players_or_problems(data: bytes) -> None:
    for content in (data, b"Name;ID\n" + data, b"PK\x03\x04" + data):
        roster = read_roster(content, "roster")
        assert roster.rows or roster.problems


@given(
    st.lists(
        st.tuples(st.text("aéñ '-", min_size=1), st.text('bø,;\t"', min_size=1)), min_size=1, max_size=20
    )
)
def test_what_a_spreadsheet_writes_is_read_back(names: list[tuple[str, str]]) -> None:
    file = io.StringIO()
    library.writer(file).writerows(
        [("First name", "Last name"), *((f"a{one}", f"b{two}") for one, two in names)]
    )
    rows = read_roster(file.getvalue().encode(), "roster.csv").rows
    tidy = [(tidied(f"a{one}"), tidied(f"b{two}")) for one, two in names]
    assert [(row.first_name, row.last_name) for row in rows] == tidy
