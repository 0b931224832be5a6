"""Facts about cards that change over the years: names in other languages, reprints, errata, bans."""

from dataclasses import dataclass
from datetime import date

Ref = tuple[str, str]
"""A printing: id of its expansion and collector number."""


@dataclass(frozen=True, slots=True)
class LocalName:
    """What a card is called in another language; several spellings may lead to one English name (R-001)."""

    key: str
    language: str
    name: str


@dataclass(frozen=True, slots=True)
class Reprint:
    """A line of the reprint table (R-009, R-011, M-042).

    `old` None means every printing of the name older than `new`. `identical` False says that the old
    printing may not be played for the new one, whatever their texts look like.
    """

    key: str
    new: Ref
    identical: bool
    old: Ref | None = None


@dataclass(frozen=True, slots=True)
class Erratum:
    """A name whose old printings stay legal and are played with the current text (R-010)."""

    key: str
    starts_on: date | None = None


@dataclass(frozen=True, slots=True)
class Ban:
    """A printing banned in one format from `starts_on` until the day before `ends_on` (R-087)."""

    printing: Ref
    format: str
    starts_on: date
    ends_on: date | None = None

    def on(self, day: date) -> bool:
        return self.starts_on <= day and (self.ends_on is None or day < self.ends_on)


@dataclass(frozen=True, slots=True)
class Facts:
    """The tables beside the cards: reprints, errata and bans."""

    reprints: tuple[Reprint, ...] = ()
    errata: tuple[Erratum, ...] = ()
    bans: tuple[Ban, ...] = ()
