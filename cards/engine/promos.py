"""From which day a numbered promo may be played: its own day where it is known, else what its number tells (R-005)."""

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
    """The first day of a promo. Where only its neighbours are known, `first` is the earliest it can be and `last` the
    latest, as far as they tell; where its own day is known both are that day."""

    first: date | None
    last: date | None

    @property
    def known(self) -> bool:
        return self.first is not None and self.first == self.last


UNANNOUNCED = PromoDay(None, None)


@dataclass(frozen=True, slots=True)
class _Series:
    """The known days of one series by number: each promo's own, and what they say of numbers between them."""

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
    """What is known of the first day of a numbered promo.

    Numbers mostly come out in order. One that came out late holds back no higher number that is known to have come
    out before it. Where no higher number is known, the next series of promos says the latest day.
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
    """A promo number without the letters of its series: SM69 and 69 are one."""
    return numbers.bare(number) or numbers.plain(number)
