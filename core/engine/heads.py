"""Contents of the head and foot of every printed sheet."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class SheetHead:
    """Contents of the head and foot of every printed sheet.

    `printed_at` is aware and in the event's time zone. `address` is the short public address of the same page for the
    QR code, "" for none. `division` and `round_text` may be empty. `seal` is the short digest of the journal's latest
    seal, "" without one or on a sheet with no room for it. `revision` is that of the pairings shown, 0 on a sheet
    without pairings or of an unposted round.
    """

    event: str
    division: str
    round_text: str
    printed_at: datetime
    address: str = ""
    seal: str = ""
    revision: int = 0
