"""Facts about cards that change over the years: local names, reprints, errata, bans and formats."""

from dataclasses import dataclass
from datetime import date

Ref = tuple[str, str]
"""A printing, given by the id of its expansion and its collector number."""


@dataclass(frozen=True, slots=True)
class LocalName:
    """The name of a card in another language.

    Several spellings may correspond to one English name (R-001).
    """

    key: str
    language: str
    name: str


@dataclass(frozen=True, slots=True)
class Reprint:
    """A row of the reprint table (R-009, R-011, M-042).

    If `old` is None, the row applies to every printing of the name that is older than `new`. If `identical` is
    False, the old printing cannot be played as the new one, even if their texts are equal.
    """

    key: str
    new: Ref
    identical: bool
    old: Ref | None = None


@dataclass(frozen=True, slots=True)
class Erratum:
    """A name whose old printings remain legal and are played with the current text (R-010)."""

    key: str
    starts_on: date | None = None


@dataclass(frozen=True, slots=True)
class Ban:
    """A printing that is banned in a format from `starts_on` until the day before `ends_on` (R-087)."""

    printing: Ref
    format: str
    starts_on: date
    ends_on: date | None = None

    def applies_on(self, day: date) -> bool:
        return self.starts_on <= day and (self.ends_on is None or day < self.ends_on)


@dataclass(frozen=True, slots=True)
class PromoCutoff:
    """Promos of `expansion` from number `first` on are in `format` during the period (R-082, R-084)."""

    expansion: str
    format: str
    first: int
    starts_on: date
    ends_on: date | None = None

    def applies_on(self, day: date) -> bool:
        return self.starts_on <= day and (self.ends_on is None or day < self.ends_on)


@dataclass(frozen=True, slots=True)
class PromoDate:
    """The first legal day of a numbered promo whose product is known (R-005)."""

    printing: Ref
    legal_from: date


@dataclass(frozen=True, slots=True)
class CopyLimit:
    """The number of cards named `key` that a printing's text allows in a deck (R-076)."""

    printing: Ref
    key: str
    most: int


@dataclass(frozen=True, slots=True)
class NameGroup:
    """Names that exclude each other in decks of `format`, from `starts_on` until the day before `ends_on`."""

    format: str
    keys: tuple[str, ...]
    starts_on: date
    ends_on: date | None = None

    def applies_on(self, day: date) -> bool:
        return self.starts_on <= day and (self.ends_on is None or day < self.ends_on)


@dataclass(frozen=True, slots=True)
class Rotation:
    """The contents of a format from `starts_on` until the day before `ends_on`.

    The contents are either `marks` (M-040), or every expansion released with or after the expansion `since`.
    `also` lists the ids of older products in the format (R-080, R-083). Promos have a `PromoCutoff`.
    """

    format: str
    starts_on: date
    ends_on: date | None = None
    since: str = ""
    also: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()

    def applies_on(self, day: date) -> bool:
        return self.starts_on <= day and (self.ends_on is None or day < self.ends_on)


@dataclass(frozen=True, slots=True)
class FactTables:
    """The fact tables about cards."""

    reprints: tuple[Reprint, ...] = ()
    errata: tuple[Erratum, ...] = ()
    bans: tuple[Ban, ...] = ()
    cutoffs: tuple[PromoCutoff, ...] = ()
    rotations: tuple[Rotation, ...] = ()
    promo_dates: tuple[PromoDate, ...] = ()
    copy_limits: tuple[CopyLimit, ...] = ()
    name_groups: tuple[NameGroup, ...] = ()
