"""The first legal day of a numbered promo: the known day, or an estimate from its number (R-005)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import accumulate
from weakref import WeakKeyDictionary

from cards.engine import collector_numbers
from cards.engine.cards import Catalogue, Printing
from cards.engine.collector_numbers import promo_number


@dataclass(frozen=True, slots=True)
class PromoDay:
    """The earliest and the latest day on which a promo can first be legal.

    They are equal if its day is in the table. Otherwise they are derived from promos with neighboring numbers.
    None means that there is no limit.
    """

    first: date | None
    last: date | None

    @property
    def known(self) -> bool:
        """Whether the earliest and the latest day are the same."""
        return self.first is not None and self.first == self.last


UNANNOUNCED = PromoDay(None, None)


@dataclass(frozen=True, slots=True)
class _PromoSeries:
    """The first legal days of a series of promos, from the table.

    - `day_by_number`: the day of each promo by its number without letters.
    - `numbers`: the numbers with a day, in order.
    - `earliest`: for each number, the earliest day of this or a higher number.
    - `latest`: for each number, the latest day of this or a lower number.
    """

    day_by_number: Mapping[str, date]
    numbers: Sequence[int]
    earliest: Sequence[date]
    latest: Sequence[date]

    def day(self, number: str) -> PromoDay:
        """Return the first legal day of the promo with this number, or the earliest and latest possible day."""
        if exact_day := self.day_by_number.get(_number_in_series(number)):
            return PromoDay(exact_day, exact_day)
        position = promo_number(number)
        earliest_days = [
            day for neighbor, day in zip(self.numbers, self.earliest, strict=True) if neighbor <= position
        ]
        latest_days = [
            day for neighbor, day in zip(self.numbers, self.latest, strict=True) if neighbor >= position
        ]
        return PromoDay(earliest_days[-1] if earliest_days else None, latest_days[0] if latest_days else None)


_SERIES: "WeakKeyDictionary[Catalogue, dict[str, _PromoSeries]]" = WeakKeyDictionary()


def promo_day(printing: Printing, catalogue: Catalogue) -> PromoDay:
    """Return the first legal day of a numbered promo, or its earliest and latest possible day.

    Most promos are released in the order of their numbers. A late release does not delay a higher number that was
    released earlier. If no higher number has a day in the table, the latest day is the first release of the next
    series.
    """
    if catalogue not in _SERIES:
        days_by_series: dict[str, dict[str, date]] = defaultdict(dict)
        for row in catalogue.facts.promo_dates:
            expansion, number = row.printing
            days_by_series[expansion][_number_in_series(number)] = row.legal_from
        all_series = _SERIES[catalogue] = {}
        for expansion, day_by_number in days_by_series.items():
            dated = sorted((promo_number(number), day) for number, day in day_by_number.items())
            days = [day for _number, day in dated]
            earliest = list(accumulate(reversed(days), min))[::-1]
            all_series[expansion] = _PromoSeries(
                day_by_number, [number for number, _day in dated], earliest, list(accumulate(days, max))
            )
    series = _SERIES[catalogue].get(printing.expansion)
    day = series.day(printing.number) if series else UNANNOUNCED
    if day.last:
        return day
    series_expansion = catalogue.expansions.get(printing.expansion)
    released = series_expansion.released if series_expansion else None
    other_releases = (other.released for other in catalogue.expansions.values() if other.kind == "promo")
    later_releases = (release for release in other_releases if release and released and release > released)
    return replace(day, last=min(later_releases, default=None))


def _number_in_series(number: str) -> str:
    """Return a promo number without the letters of its series: 69 for SM69."""
    return collector_numbers.collector_number_without_letters(
        number
    ) or collector_numbers.plain_collector_number(number)
