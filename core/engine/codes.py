"""Codes: enums whose values are stored, sent and worded elsewhere."""

from enum import StrEnum


class Code(StrEnum):
    """A code whose text is its own name."""

    @staticmethod
    def _generate_next_value_(name: str, *_: object) -> str:
        return name
