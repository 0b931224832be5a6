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


def as_csv() -> bytes:
    return spreadsheets.as_csv(TITLES, EXAMPLES)


def as_xlsx() -> bytes:
    return spreadsheets.as_xlsx([("Roster", TITLES, EXAMPLES)])


KINDS = {"csv": (as_csv, spreadsheets.CSV), "xlsx": (as_xlsx, spreadsheets.XLSX)}
"""The function that writes each format, and its content type."""
