"""The contents of the head and foot of printed sheets."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class SheetHead:
    """The contents of the head and foot of a printed sheet.

    `name` is the event's name; `group` and `part` describe the people and the step on the sheet, and either may
    be empty. `printed_at` is aware and in the event's time zone. `address` is the short public address of the
    same page for the QR code, or "". `seal` is the short digest of the journal's latest seal, or "" if there is
    none or the sheet has no room for it. `revision` is the revision of the contents, or 0 if there is none or
    they are not public.
    """

    name: str
    group: str
    part: str
    printed_at: datetime
    address: str = ""
    seal: str = ""
    revision: int = 0
