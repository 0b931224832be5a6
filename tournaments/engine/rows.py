"""Rows that screen, sheet, spreadsheet and API share: what is shown, already decided."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.engine.people import numbered


@dataclass(frozen=True, slots=True)
class SheetHead:
    """What stands on the head and foot of every printed sheet.

    `printed_at` is aware and in the event's own time zone. `address` is the short public address of the same
    page for the QR code; empty where there is none. `division` and `round_text` may be empty. `seal` is the short
    digest of the journal's newest seal; empty where there is none, or where a sheet has no room for it. `revision` is
    that of the pairings shown, 0 on a sheet that shows none or whose round is not posted.
    """

    event: str
    division: str
    round_text: str
    printed_at: datetime
    address: str = ""
    seal: str = ""
    revision: int = 0


@dataclass(frozen=True, slots=True)
class RosterRow:
    """One entry on the door list. `player_id` is for staff alone and may be empty."""

    entry_id: int
    first_name: str
    last_name: str
    age_division: str
    player_id: str = ""
    checked_in: bool = False
    dropped: bool = False
    note: str = ""
    namesake: int = 0

    @property
    def name(self) -> str:
        return numbered(f"{self.first_name} {self.last_name}".strip(), self.namesake)

    @property
    def sort_name(self) -> str:
        return numbered(", ".join(part for part in (self.last_name, self.first_name) if part), self.namesake)
