"""Codes: enums whose values are stored or sent, and whose texts are elsewhere."""

from enum import StrEnum


class Code(StrEnum):
    """A code whose value is its own name."""

    @staticmethod
    def _generate_next_value_(name: str, *_: object) -> str:
        return name
