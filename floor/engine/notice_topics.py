"""Topics of push notices."""

FOR_PLAYERS = ("round", "pairing", "table", "check", "list")
"""A player's seat in a round, a changed pairing, calls and time at the table, deck check, deck list."""

FOR_STAFF = ("calls",)
"""Calls in the judge's own sector."""
