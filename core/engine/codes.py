"""Enums of codes that are stored or sent. Other modules hold their texts."""

from enum import StrEnum


class Code(StrEnum):
    """A code whose value equals its name."""

    @staticmethod
    def _generate_next_value_(name: str, *_: object) -> str:
        return name
