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
        first = [day for neighbor, day in zip(self.numbers, self.earliest, strict=True) if neighbor <= figure]
        last = [day for neighbor, day in zip(self.numbers, self.latest, strict=True) if neighbor >= figure]
        return PromoDay(first[-1] if first else None, last[0] if last else None)


_SERIES: "WeakKeyDictionary[Catalogue, dict[str, _Series]]" = WeakKeyDictionary()


def promo_day(printing: Printing, catalogue: Catalogue) -> PromoDay:
    """The first legal day of a numbered promo, as far as known.

    Numbers are mostly released in order. One released late does not delay a higher number known to be released before
    it. If no higher number is known, the next series of promos gives the latest day.
    """
    if catalogue not in _SERIES:
        rows: dict[str, dict[str, date]] = defaultdict(dict)
        for row in catalogue.facts.promo_dates:
            expansion, number = row.printing
            rows[expansion][_short(number)] = row.legal_from
        all_series = _SERIES[catalogue] = {}
        for expansion, own in rows.items():
            dated = sorted((promo_number(number), day) for number, day in own.items())
            days = [day for _number, day in dated]
            earliest = list(accumulate(reversed(days), min))[::-1]
            all_series[expansion] = _Series(
                own, [number for number, _day in dated], earliest, list(accumulate(days, max))
            )
    series = _SERIES[catalogue].get(printing.expansion)
    day = series.day(printing.number) if series else UNANNOUNCED
    if day.last:
        return day
    home = catalogue.expansions.get(printing.expansion)
    released = home.released if home else None
    others = (other.released for other in catalogue.expansions.values() if other.kind == "promo")
    later = (start for start in others if start and released and start > released)
    return replace(day, last=min(later, default=None))


def _short(number: str) -> str:
    """A promo number without the letters of its series: SM69 equals 69."""
    return numbers.bare(number) or numbers.plain(number)
