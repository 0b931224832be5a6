"""Codes of reasons to refuse a row of card data."""

from enum import auto

from core.engine.codes import Code


class RowFault(Code):
    """Reasons to refuse a row."""

    DATE_INVALID = auto()
    NAME_MISSING = auto()
    NAME_UNKNOWN = auto()
    NO_SUCH_DAY = auto()
    NUMBER_MISSING = auto()
    ROW_INVALID = auto()
    SET_MISSING = auto()
    TOO_LONG = auto()
