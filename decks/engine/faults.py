"""Codes of errors and warnings about decks."""

from enum import auto

from core.engine.codes import Code


class DeckFault(Code):
    """An error or a warning of a verdict."""

    ACE_SPEC_OVER_1 = auto()
    CARD_BACK_MISMATCH = auto()
    CARD_BANNED = auto()
    CARD_NOT_IN_FORMAT = auto()
    CARD_NOT_IN_POOL = auto()
    CARD_NOT_YET_LEGAL = auto()
    COLLECTOR_SET_CARD = auto()
    COPIES_OVER_LIMIT = auto()
    COUNTRY_NOT_LISTED = auto()
    DECK_SIZE = auto()
    ERRATA_PLAY_AS_LATEST_TEXT = auto()
    FOREIGN_LANGUAGE = auto()
    JAPANESE_CODE = auto()
    LINE_NOT_READ = auto()
    MARKED_CARD = auto()
    NAME_NOT_KNOWN = auto()
    NAME_NUMBER_MISMATCH = auto()
    NOT_TOURNAMENT_LEGAL = auto()
    NO_BASIC_POKEMON = auto()
    ONE_NAME_OF_GROUP = auto()
    PACKS_NOT_IN_FORMAT = auto()
    PACKS_NOT_YET_LEGAL = auto()
    POKEMON_NUMBER_MISSING = auto()
    POOL_EXCEEDED = auto()
    POOL_MIXED_EXPANSIONS = auto()
    PRISM_STAR_OVER_1 = auto()
    PROXY_NOT_AUTHORIZED = auto()
    PROXY_REFERENCE_MISSING = auto()
    QTY_INVALID = auto()
    RADIANT_OVER_1 = auto()
    STAR_OVER_1 = auto()
    SUPPLIED_TOO_FEW = auto()
    UNKNOWN_CARD = auto()
    UNRELEASED_REPRINT_NEEDS_JUDGE = auto()
    UNUSED_NOT_POOL = auto()
