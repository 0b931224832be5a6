"""Codes of refusals about deck checks."""

from enum import auto

from core.engine.codes import Code


class CheckRefusal(Code):
    """Code of a refusal about deck checks."""

    BEFORE_COUNT_WRONG = auto()
    BEFORE_IS_OVER = auto()
    BEFORE_LIST_CHANGED = auto()
    BEFORE_NOBODY_NEXT = auto()
    BEFORE_NOT_COUNTED = auto()
    BEFORE_NOT_LEGAL = auto()
    BEFORE_NOT_READABLE = auto()
    BEFORE_REWRITE = auto()
    BEFORE_TAKEN = auto()
    CHECK_DIFFERS = auto()
    CHECK_HAS_BEGUN = auto()
    CHECK_IS_BEFORE = auto()
    CHECK_IS_OPEN = auto()
    CHECK_IS_OVER = auto()
    CHECK_NEEDS_WHY = auto()
    CHECK_NOT_COUNTED = auto()
    CHECK_NOT_FOUND = auto()
    CHECK_NOT_RUNNING = auto()
    CHECK_SEED_ODD = auto()
    CHECK_TAP_CROSSED = auto()
    CHECK_TAP_ODD = auto()
    CHECK_TIMES_ODD = auto()
    NOBODY_TO_CHECK = auto()
    NO_CUT_TO_CHECK = auto()
    NO_TABLES_TO_CHECK = auto()
    PHOTOS_TOO_MANY = auto()
    PHOTO_NOT_FOUND = auto()
