"""Refusal codes of the API."""

from enum import auto

from core.engine.codes import Code


class ApiRefusal(Code):
    """Reasons to refuse a request or a change of tokens."""

    API_BUSY = auto()
    API_CURSOR_ODD = auto()
    API_METHOD = auto()
    API_NOT_FOUND = auto()
    API_QUERY_ODD = auto()
    API_SCOPE_MISSING = auto()
    API_TOKENS_TOO_MANY = auto()
    API_TOKEN_MISSING = auto()
    API_TOKEN_REVOKED = auto()
    API_TOKEN_WRONG = auto()
    API_TOO_OFTEN = auto()
