"""Parsing of numbers that people type."""

MAX_NUMBER_LENGTH = 18
"""The maximum number of digits of a database key."""


def whole_number(typed: str, *, digits: int = MAX_NUMBER_LENGTH) -> int | None:
    """Return a typed whole number of at most `digits` digits, or None for any other text.

    A sign is not accepted.
    """
    fits = typed.isascii() and typed.isdigit() and len(typed) <= digits
    return int(typed) if fits else None
