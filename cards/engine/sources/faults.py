"""Codes of the reasons why a row of card data is refused."""

from enum import auto

from core.engine.codes import Code


class RowFault(Code):
    """The reason why a row is refused."""

    DATE_INVALID = auto()
    NAME_MISSING = auto()
    NAME_UNKNOWN = auto()
    NO_SUCH_DAY = auto()
    NUMBER_MISSING = auto()
    ROW_INVALID = auto()
    SET_MISSING = auto()
    TOO_LONG = auto()
