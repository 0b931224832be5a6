from typing import Any

from ninja import Schema


class Problem(Schema):
    """A refusal: a stable code, its facts, and the sentence in the language of the request."""

    code: str
    facts: dict[str, Any]
    sentence: str
