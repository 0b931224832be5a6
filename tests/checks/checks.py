"""A deck counted in one line: every card as its list says, or so many cards where there is no list."""

from checks.engine.check_sheet import Tap
from checks.models import DeckCheck
from checks.queries import check_sheets as sheets
from checks.services import check_sheets


def as_listed(check: DeckCheck) -> list[Tap]:
    """The taps of a deck that is what its list says."""
    rows = sheets.rows_of(check)
    whole = sheets.counted(check, rows)[0].expected_total
    return [
        Tap("total", "", whole),
        *(Tap("line", str(at), row.quantity or 0) for at, row in enumerate(rows)),
    ]


def counted(check: DeckCheck) -> DeckCheck:
    """A running check whose deck was counted and is right."""
    for at, tap in enumerate(as_listed(check)):
        check_sheets.tap(check, tap, key=f"counted-{at}", by=None)
    return check
