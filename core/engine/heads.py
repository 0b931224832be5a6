"""Contents of the head and foot of every printed sheet."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class SheetHead:
    """Contents of the head and foot of every printed sheet.

    `name` is that of the whole the sheet is of, such as an event; `group` and `part`, which may be empty, say of whom
    and of which step. `printed_at` is aware and in the time zone of the whole. `address` is the short public address of
    the same page for the QR code, "" for none. `seal` is the short digest of the journal's latest seal, "" without one
    or on a sheet with no room for it. `revision` is that of what is shown, 0 where it has none or is not public.
    """

    name: str
    group: str
    part: str
    printed_at: datetime
    address: str = ""
    seal: str = ""
    revision: int = 0
