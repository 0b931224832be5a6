"""Compare the name of a line with the name of a card (R-036)."""

from collections.abc import Iterable

from rapidfuzz import fuzz

from cards.engine import card_names
from cards.engine.cards import Printing

MIN_SIMILARITY = 80.0
"""Minimum similarity, up to 100, for an unknown name to be a misspelling of the card with its number (R-036)."""


def resembles_name(typed_text: str, printing: Printing) -> bool:
    """Return whether the text is empty, or a misspelling, the initials or a part of a card's name."""
    plain_text = card_names.fold_card_name_loosely(typed_text)
    plain_name = card_names.fold_card_name_loosely(printing.name)
    initials = "".join(part[0] for part in plain_name.split())
    return (
        not plain_text
        or plain_text.replace(" ", "") == initials
        or is_part_of_name(typed_text, printing.name)
        or fuzz.ratio(plain_text, plain_name) >= MIN_SIMILARITY
    )


def is_misspelling(typed_text: str, names: Iterable[str]) -> bool:
    """Return whether a text is a misspelling of one of these names."""
    plain_text = card_names.fold_card_name_loosely(typed_text)
    return any(
        fuzz.ratio(plain_text, card_names.fold_card_name_loosely(name)) >= MIN_SIMILARITY for name in names
    )


def is_part_of_name(typed_text: str, name: str) -> bool:
    """Return whether a name begins or ends with a text, as with "Double Colorless" and "Double Colorless Energy"."""
    part = f" {card_names.fold_card_name_loosely(typed_text)} "
    whole = f" {card_names.fold_card_name_loosely(name)} "
    return len(part) > len("  ") and (whole.startswith(part) or whole.endswith(part))
