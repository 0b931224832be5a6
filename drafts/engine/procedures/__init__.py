"""The procedures of the draft formats: openings, turns, picks and piles of each."""
