"""Refusal codes of card data."""

from enum import auto

from core.engine.codes import Code


class CardRefusal(Code):
    """Reasons to refuse an import or a change of card data."""

    ARCHIVE_TOO_BIG = auto()
    CARDS_COLUMNS = auto()
    CARDS_MISSING = auto()
    CARDS_UNKNOWN = auto()
    CARDS_UNREADABLE = auto()
    CARD_ENERGY_ONLY = auto()
    CARD_NAME_MISSING = auto()
    CARD_NUMBER_MISSING = auto()
    CARD_TAKEN = auto()
    EXPANSION_UNKNOWN = auto()
    GROUP_TOO_SMALL = auto()
    IMPORT_FAILED = auto()
    IMPORT_STALLED = auto()
    PERIOD_BACKWARDS = auto()
    ROTATION_OF_BOTH = auto()
    TABLE_TWICE = auto()
    UPDATE_ADDRESS = auto()
    UPDATE_TOO_LARGE = auto()
    UPDATE_UNREACHABLE = auto()
    UPDATE_UNREADABLE = auto()
