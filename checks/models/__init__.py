"""Deck checks: rows only; `checks.services` changes them."""

from checks.models.checks import CheckPhoto, CheckTap, DeckCheck

__all__ = [
    "CheckPhoto",
    "CheckTap",
    "DeckCheck",
]
