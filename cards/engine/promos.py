"""The first legal day of a numbered promo: its own if known, else derived from its number (R-005)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import accumulate
from weakref import WeakKeyDictionary

from cards.engine import numbers
from cards.engine.cards import Catalogue, Printing
from cards.engine.rotations import promo_number


@dataclass(frozen=True, slots=True)
class PromoDay:
    """The first legal day of a promo.

    If only its neighbors are known, `first` and `last` are the earliest and latest possible days, as far as they imply
    them; if its own day is known both are that day.
    """

    first: date | None
    last: date | None

    @property
    def known(self) -> bool:
        return self.first is not None and self.first == self.last


UNANNOUNCED = PromoDay(None, None)


@dataclass(frozen=True, slots=True)
class _Series:
    """The known days of one series by number: each promo's own, and bounds for numbers between them."""

    own: Mapping[str, date]
    numbers: Sequence[int]
    earliest: Sequence[date]
    latest: Sequence[date]

    def day(self, number: str) -> PromoDay:
        if own := self.own.get(_short(number)):
            return PromoDay(own, own)
        figure = promo_number(number)
        first = [day for known, day in zip(self.numbers, self.earliest, strict=True) if known <= figure]
        last = [day for known, day in zip(self.numbers, self.latest, strict=True) if known >= figure]
        return PromoDay(first[-1] if first else None, last[0] if last else None)


_SERIES: "WeakKeyDictionary[Catalogue, dict[str, _Series]]" = WeakKeyDictionary()


def promo_day(printing: Printing, catalogue: Catalogue) -> PromoDay:
    """The first legal day of a numbered promo, as far as known.

    Numbers are mostly released in order. One released late does not delay a higher number known to be released before
    it. If no higher number is known, the next series of promos gives the latest day.
    """
    if catalogue not in _SERIES:
        _SERIES[catalogue] = _all_series(catalogue)
    series = _SERIES[catalogue].get(printing.expansion)
    found = series.day(printing.number) if series else UNANNOUNCED
    return found if found.last else replace(found, last=_next_series(printing.expansion, catalogue))


def _next_series(expansion: str, catalogue: Catalogue) -> date | None:
    own = catalogue.expansions.get(expansion)
    released = own.released if own else None
    others = (one.released for one in catalogue.expansions.values() if one.kind == "promo" and one.released)
    return min((day for day in others if released and day > released), default=None)


def _all_series(catalogue: Catalogue) -> dict[str, _Series]:
    rows: dict[str, dict[str, date]] = defaultdict(dict)
    for row in catalogue.facts.promo_dates:
        expansion, number = row.printing
        rows[expansion][_short(number)] = row.legal_from
    return {expansion: _series(own) for expansion, own in rows.items()}


def _series(own: Mapping[str, date]) -> _Series:
    known = sorted((promo_number(number), day) for number, day in own.items())
    days = [day for _number, day in known]
    earliest = list(accumulate(reversed(days), min))[::-1]
    return _Series(own, [number for number, _day in known], earliest, list(accumulate(days, max)))


def _short(number: str) -> str:
    """A promo number without the letters of its series: SM69 equals 69."""
    return numbers.bare(number) or numbers.plain(number)
