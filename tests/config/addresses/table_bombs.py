"""The message of each page that accepts a table about files that contain too much: name, data, text."""

from tests.config.addresses.bombs import (
    blank_workbook,
    commas,
    repeating_workbook,
    styled_workbook,
    tall_workbook,
    unpacking_workbook,
    wide_csv,
    wide_rows,
    wide_workbook,
)

LIST_BOMBS = (
    ("list.xlsx", unpacking_workbook, "too large"),
    ("list.xlsx", repeating_workbook, "too large"),
    ("list.xlsx", wide_workbook, "has 4000 columns; at most 40 are read"),
    ("list.xlsx", blank_workbook, "too large"),
    ("list.xlsx", tall_workbook, "more than 200000 cells"),
    ("list.xlsx", styled_workbook, "too large"),
)
ROSTER_BOMBS = (
    ("roster.xlsx", unpacking_workbook, "larger than 5 MB"),
    ("roster.xlsx", repeating_workbook, "larger than 5 MB"),
    ("roster.xlsx", wide_workbook, "has 4000 columns; at most 100 are read"),
    ("roster.xlsx", blank_workbook, "more than 250000 cells"),
    ("roster.xlsx", tall_workbook, "more than 250000 cells"),
    ("roster.xlsx", styled_workbook, "larger than 5 MB"),
    ("roster.csv", wide_csv, "has 40001 columns; at most 100 are read"),
    ("roster.csv", wide_rows, "has 4001 columns; at most 100 are read"),
    ("roster.csv", commas, "more than 250000 cells"),
)
TEAM_BOMBS = (
    ("teams.xlsx", unpacking_workbook, "larger than 2 MB"),
    ("teams.xlsx", repeating_workbook, "larger than 2 MB"),
    ("teams.xlsx", wide_workbook, "has 4000 columns; at most 50 are read"),
    ("teams.xlsx", blank_workbook, "more than 200000 cells"),
    ("teams.xlsx", tall_workbook, "more than 200000 cells"),
    ("teams.csv", wide_csv, "has 40001 columns; at most 50 are read"),
    ("teams.csv", commas, "more than 200000 cells"),
)
