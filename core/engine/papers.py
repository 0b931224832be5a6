"""Paper formats, and the format used in a country."""

from typing import Literal

Paper = Literal["a4", "letter", "a3", "tabloid"]
LETTER_COUNTRIES = frozenset(("US", "CA", "MX"))
"""ISO codes of the countries that print on Letter; all others print on A4."""


def paper_of_country(country: str) -> Paper:
    """Return the paper format used in a country, given its ISO code."""
    return "letter" if country in LETTER_COUNTRIES else "a4"
