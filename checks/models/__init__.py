"""Deck checks. Models have no logic; `checks.services` changes their rows."""

from checks.models.checks import CheckPhoto, CheckTap, DeckCheck

__all__ = [
    "CheckPhoto",
    "CheckTap",
    "DeckCheck",
]
