"""Topics of push notices."""

FOR_PLAYERS = ("round", "pairing", "table", "check", "list")
"""My seat in a round, a changed pairing, a call or time at my table, my deck check, my deck list."""

FOR_STAFF = ("calls",)
"""Calls in one's own sector."""
