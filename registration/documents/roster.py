"""A blank roster to fill in, with the recognized titles and two invented players."""

from core.documents import spreadsheets
from core.documents.spreadsheets import Field

TITLES = (
    Field("First name", 18),
    Field("Last name", 24),
    Field("Player ID", 14),
    Field("Birth year", 12),
)
EXAMPLES = (("Zoë", "Ångström", "1000001", 2014), ("José", "García López", "", 1990))


def blank_roster_csv() -> bytes:
    return spreadsheets.as_csv(TITLES, EXAMPLES)


def blank_roster_xlsx() -> bytes:
    return spreadsheets.as_xlsx([("Roster", TITLES, EXAMPLES)])


KINDS = {"csv": (blank_roster_csv, spreadsheets.CSV), "xlsx": (blank_roster_xlsx, spreadsheets.XLSX)}
"""The function that writes each format, and its content type."""
