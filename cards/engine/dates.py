"""The first day a printing may be played: the Fridays of the rules, promotional products, explicit dates.

R-003 to R-008 for the documents of 2017 and before, M-048 for those of 2026. An explicit date overrides computed ones,
and nothing is legal before its release (R-008). All dates are whole days, the same worldwide (R-004).
"""

from collections.abc import Mapping
from datetime import date, timedelta

from cards.engine.cards import Expansion
from cards.engine.editions import LATEST, Edition
from cards.engine.settings import choice

FIRST_DAY, LAST_DAY = date(1999, 1, 1), date(2099, 12, 31)
"""The range of days accepted by pages."""

FRIDAY = 4
WEEK = timedelta(days=7)
TWO_WEEKS_SINCE = date(2020, 1, 1)
"""Releases from this day on become legal two weeks later (M-048); earlier ones on the third Friday (R-006)."""


def edition_on(day: date) -> str:
    """The code of the tournament rules for decks of a day, by default."""
    return "2017" if day < TWO_WEEKS_SINCE else LATEST


def nth_friday(year: int, month: int, n: int) -> date:
    """The n-th Friday of a month, n from 1 to 4."""
    first = date(year, month, 1)
    return first + timedelta(days=(FRIDAY - first.weekday()) % 7) + (n - 1) * WEEK


def third_friday(day: date) -> date:
    """The third Friday of the month of `day` (R-006). It may be before `day` (R-008)."""
    return nth_friday(day.year, day.month, 3)


def third_friday_after(day: date, *, counting_day: bool = False) -> date:
    """The third Friday after `day` (R-007). `counting_day`: a Friday release is the first of the three (S1)."""
    start = day if counting_day else day + timedelta(days=1)
    return start + timedelta(days=(FRIDAY - start.weekday()) % 7) + 2 * WEEK


def next_month(day: date) -> date:
    """The first day of the month after `day`."""
    return date(day.year + day.month // 12, day.month % 12 + 1, 1)


def friday_for_product(day: date, *, of_next_month: bool = False) -> date:
    """The proposed day for a promotional product released on `day` (R-005, S2).

    The nearest first or third Friday after it, or the first Friday of the next month.
    """
    month = next_month(day)
    first = nth_friday(month.year, month.month, 1)
    if of_next_month:
        return first
    here = (nth_friday(day.year, day.month, 1), nth_friday(day.year, day.month, 3))
    return min((friday for friday in (*here, first) if friday > day), default=first)


def after_release(card_format: str, edition: Edition, settings: Mapping[str, str]) -> bool:
    """Whether the three Fridays count from the release (R-007), not from the first of its month (R-006, S1)."""
    return card_format == "unlimited" and not edition.two_weeks and choice(settings, "S1") != "as_r006"


def expansion_legal_from(
    expansion: Expansion, *, card_format: str, edition: Edition, settings: Mapping[str, str] | None = None
) -> date | None:
    """The first day an expansion may be played in a format; None if no release is known.

    Numbered promos have no common day; they count from the first release of their series.
    """
    released = expansion.released
    if expansion.legal_from is not None:
        return max(expansion.legal_from, released) if released else expansion.legal_from
    if released is None or expansion.kind == "promo":
        return released
    return _computed(expansion.kind, released, card_format, edition, settings or {})


def _computed(
    kind: str, released: date, card_format: str, edition: Edition, settings: Mapping[str, str]
) -> date:
    if kind == "product":
        return friday_for_product(released, of_next_month=choice(settings, "S2") == "next_month")
    if edition.two_weeks and released >= TWO_WEEKS_SINCE:
        # The Friday two weeks after a release (M-048)
        later = released + 2 * WEEK
        return later + timedelta(days=(FRIDAY - later.weekday()) % 7)
    if after_release(card_format, edition, settings):
        return third_friday_after(released, counting_day=choice(settings, "S1") == "release_friday_counts")
    # The third Friday of the month of release; if that is before the release, of the next month
    # . The latter is a proposal: R-008 asks for an explicit date there.
    friday = third_friday(released)
    return friday if friday >= released else third_friday(next_month(released))
