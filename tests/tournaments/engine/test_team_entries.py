"""Entries of teams, and files of them (R-102 to R-104)."""

from io import BytesIO

import pytest
from openpyxl import Workbook

from tests.build import refusal
from tournaments.engine.team_entries import (
    TeamEntry,
    TeamEntryMember,
    read_teams,
    require_complete_team,
    team_of_row,
)

TITLES = "Team,First name A,Last name A,Player ID A,First name B,Last name B,Player ID B\n"
TWO = {"team": "Reef", "seats": 2}
"""The rules only have teams of two (R-103)."""
HARBOUR = "Harbour Lights,Ana,Silva,101,Luis,Pérez,\n"


def test_a_file_gives_a_team_a_row_with_its_seats():
    ((row, team),) = read_teams((TITLES + "\n" + HARBOUR).encode(), "teams.csv")
    assert (row, team.name) == (3, "Harbour Lights")
    assert team.members == (
        TeamEntryMember("A", "Ana", "Silva", "101"),
        TeamEntryMember("B", "Luis", "Pérez", ""),
    )


@pytest.mark.parametrize("separator", [";", "\t"])
def test_other_separators_are_found(separator):
    text = (TITLES + HARBOUR).replace(",", separator)
    assert read_teams(text.encode(), "teams.csv")[0][1] == team_of_row(HARBOUR.strip().split(","))


def test_a_workbook_is_read_the_same():
    book, out = Workbook(), BytesIO()
    sheet = book.active
    sheet.append(TITLES.strip().split(","))
    sheet.append(["Harbour Lights", "Ana", "Silva", 101, "Luis", "Pérez", None])
    book.save(out)
    assert read_teams(out.getvalue(), "teams.xlsx")[0][1] == team_of_row(HARBOUR.strip().split(","))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "FILE_EMPTY"),
        (TITLES.encode(), "FILE_EMPTY"),
        (b"%PDF-1.4", "FILE_KIND_UNKNOWN"),
        (b"PK\x03\x04broken", "FILE_UNREADABLE"),
        (b"x" * 2_000_001, "FILE_TOO_BIG"),
        (TITLES.encode() + b'"Harbour', "ROW_UNREADABLE"),
        (TITLES.encode() + HARBOUR.encode() * 2001, "TOO_MANY_TEAMS"),
    ],
)
def test_what_is_no_file_of_teams_is_refused(data, code):
    assert refusal(read_teams, data, "teams").code == code


@pytest.mark.parametrize(
    ("cells", "code", "facts"),
    [
        (["", "Ana", "Silva", "", "Luis", "Pérez"], "TEAM_NAME_MISSING", {}),
        (["Reef", "Ana", "Silva"], "TEAM_MEMBER_MISSING", {"seat": "B", "team": "Reef"}),
        (["Reef", "Ana", "", "", "Luis", "Pérez"], "TEAM_MEMBER_MISSING", {"seat": "A", "team": "Reef"}),
        (["Reef", "Ana", "Silva", "x1", "Luis", "Pérez"], "PLAYER_ID_NOT_DIGITS", {"value": "x1"}),
        (["Reef", "Ana", "Silva", "7", "Luis", "Pérez", "7"], "TEAM_MEMBER_TWICE", {"team": "Reef"}),
        (["Reef", "Ana", "Silva", "", "Luis", "Pérez", "", "Eva", "Sol"], "TEAM_TOO_LARGE", TWO),
        (["Reef", "Ana", "Silva", "", "Luis", "Pérez", "", "", "", "9", ""], "TEAM_TOO_LARGE", TWO),
    ],
)
def test_a_team_without_a_name_or_a_player_is_refused(cells, code, facts):
    refused = refusal(require_complete_team, team_of_row(cells))
    assert (refused.code, refused.facts) == (code, facts)


def test_empty_columns_behind_a_team_are_no_third_player():
    assert len(team_of_row(["Reef", "Ana", "Silva", "", "Luis", "Pérez", "", "", "", "", ""]).members) == 2


def test_a_whole_team_passes():
    require_complete_team(
        TeamEntry("Reef", (TeamEntryMember("A", "", "Silva"), TeamEntryMember("B", "Luis", "Pérez", "7")))
    )
