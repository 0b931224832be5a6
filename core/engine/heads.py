"""What stands on the head and foot of every printed sheet."""

from dataclasses import dataclass
from datetime import datetime


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
