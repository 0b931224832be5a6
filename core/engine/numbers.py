"""Numbers as people type them."""

LONGEST_NUMBER = 18
"""Digits that fit a database key."""


def whole_number(typed: str, *, digits: int = LONGEST_NUMBER) -> int | None:
    """A whole number from 0 on with at most `digits` digits; None for anything else."""
    fits = typed.isascii() and typed.isdigit() and len(typed) <= digits
    return int(typed) if fits else None
