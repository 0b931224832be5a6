"""Topics of push notices."""

FOR_PLAYERS = ("round", "pairing", "table", "check", "list")
"""Topics for players: the seat in a round, a changed pairing, calls and time at the table, deck check, deck list."""

FOR_STAFF = ("calls",)
"""Topics for staff: calls in the judge's own sector."""
