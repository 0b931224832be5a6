"""Numbers as people type them."""

LONGEST_NUMBER = 18
"""Digits that fit a key of the database."""


def whole_number(typed: str, *, digits: int = LONGEST_NUMBER) -> int | None:
    """A whole number from 0 on, of at most so many digits; None for anything else."""
    fits = typed.isascii() and typed.isdigit() and len(typed) <= digits
    return int(typed) if fits else None
