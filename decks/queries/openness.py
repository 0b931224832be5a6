"""Whether a player may still hand a list in: the list's own lock, the event's, the clock, and round 1."""

from datetime import datetime

from decks.engine.settings import choice
from decks.models import DeckList, ListRules
from tournaments.engine.refused import Refused


def closed_since(row: DeckList, rules: ListRules, now: datetime) -> datetime | None:
    """When this list was closed: round 1 was posted, lists were locked, or the deadline passed; None while open.

    A list opened on its own stays open past lock and deadline, never past the posting of round 1 (R-057).
    """
    started = row.entry.division.started_at
    closed = None if row.lock == DeckList.Lock.OPEN else rules.closed_at(now)
    return min((moment for moment in (started, closed) if moment), default=None)


def refusal(row: DeckList, rules: ListRules, now: datetime) -> Refused | None:
    """Why the player cannot hand in now, None where they can."""
    entry = row.entry
    if not entry.active:
        return Refused("ENTRY_ALREADY_LEFT", name=str(entry.player))
    if entry.division.started_at is not None:
        return Refused("ROUND_1_STARTED")
    if row.lock == DeckList.Lock.LOCKED:
        return Refused("LIST_LOCKED")
    closed = closed_since(row, rules, now)
    if closed is not None and choice(rules.settings, "S5") != "free":
        return Refused("LISTS_CLOSED", when=closed)
    return None


def require_open(row: DeckList, rules: ListRules, now: datetime) -> None:
    """Refused: ENTRY_ALREADY_LEFT (name), ROUND_1_STARTED, LIST_LOCKED, LISTS_CLOSED (when)."""
    if refused := refusal(row, rules, now):
        raise refused
