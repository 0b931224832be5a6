"""Codes of the refusals of registrations and rosters: mistakes that a person can correct."""

from enum import auto

from core.engine.codes import Code


class RegistrationRefusal(Code):
    """Code of a refusal about registrations, or about a roster from a file."""

    AGE_DIVISION_UNKNOWN = auto()
    ANSWERS_CLOSED = auto()
    ANSWER_MISSING = auto()
    BIRTH_UNREADABLE = auto()
    BIRTH_YEAR_NEEDED = auto()
    CANCEL_TOO_LATE = auto()
    CLOSES_BEFORE_OPENING = auto()
    CODE_WRONG = auto()
    COLUMNS_WITHOUT_NAME = auto()
    CONSENT_MISSING = auto()
    DIVISION_MISSING = auto()
    GUARDIAN_MISSING = auto()
    HEADER_MISSING = auto()
    NAME_EMPTY = auto()
    NAME_ONE_WORD = auto()
    NAME_SEVERAL = auto()
    NAME_TOO_LONG = auto()
    NAME_WITHOUT_LETTERS = auto()
    NOT_OFFERED = auto()
    NO_PLAYERS = auto()
    NO_SEAT_FREE = auto()
    OFFER_OVER = auto()
    PAYMENT_COLUMNS_MISSING = auto()
    PLAYER_ID_REGISTERED = auto()
    PLAYER_ID_TOO_LONG = auto()
    PLAYER_ID_TWICE = auto()
    QUESTION_UNKNOWN = auto()
    REGISTERED_TWICE = auto()
    REGISTRATION_CHANGED = auto()
    REGISTRATION_ENDED = auto()
    REGISTRATION_NOT_YET = auto()
    REGISTRATION_OFF = auto()
    REGISTRATION_OVER = auto()
    REGISTRATION_STARTED = auto()
    ROSTER_CHOICE_UNKNOWN = auto()
    ROSTER_HAS_PROBLEMS = auto()
    ROSTER_NEW_ID = auto()
    ROSTER_OTHER_DAY = auto()
    ROSTER_OTHER_ID = auto()
    ROSTER_OTHER_NAME = auto()
    ROSTER_OTHER_YEAR = auto()
    RULES_NOT_ACCEPTED = auto()
    RULES_TEXT_MISSING = auto()
    TEAMS_ENTERED_BY_STAFF = auto()
