from typing import Any

from ninja import Schema


class Problem(Schema):
    """Why there is no answer: a code that stays, its facts, and the sentence in the language of the request."""

    code: str
    facts: dict[str, Any]
    sentence: str
