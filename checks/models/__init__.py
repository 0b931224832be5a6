"""Deck checks: rows only. What happens to them is in `checks.services`."""

from checks.models.checks import CheckPhoto, CheckTap, DeckCheck

__all__ = [
    "CheckPhoto",
    "CheckTap",
    "DeckCheck",
]
