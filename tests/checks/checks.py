"""Decks counted in one line: every card as listed, or a number of cards if there is no list."""

from checks.engine.check_sheet import Tap
from checks.models import DeckCheck
from checks.queries import check_sheets as sheets
from checks.services import check_sheets


def as_listed(check: DeckCheck) -> list[Tap]:
    """Return the taps for a deck that matches its list."""
    rows = sheets.list_rows_of(check)
    whole = sheets.replay_count_of_check(check, rows)[0].expected_total
    return [
        Tap("total", "", whole),
        *(Tap("line", str(at), row.quantity or 0) for at, row in enumerate(rows)),
    ]


def counted(check: DeckCheck) -> DeckCheck:
    """Return a running check whose deck was counted and matches its list."""
    for at, tap in enumerate(as_listed(check)):
        check_sheets.store_check_tap(check, tap, key=f"counted-{at}", by=None)
    return check
