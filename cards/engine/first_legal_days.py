"""The first legal day of expansions and products: the Fridays that the rules define, or explicit dates.

R-003 to R-008 apply to the documents of 2017 and before, M-048 to those of 2026. An explicit date overrides computed
ones, and nothing is legal before its release (R-008). Dates are whole days, the same worldwide (R-004).
"""

from collections.abc import Mapping
from datetime import date, timedelta

from cards.engine.cards import Expansion
from cards.engine.editions import TWO_WEEK_RULE_START, Edition
from cards.engine.rule_settings import choice_of_setting

FIRST_DAY, LAST_DAY = date(1999, 1, 1), date(2099, 12, 31)
"""The first and last day that pages accept."""

FRIDAY = 4
WEEK = timedelta(days=7)


def nth_friday(year: int, month: int, n: int) -> date:
    """Return the n-th Friday of a month, n from 1 to 4."""
    first_day = date(year, month, 1)
    return first_day + timedelta(days=(FRIDAY - first_day.weekday()) % 7) + (n - 1) * WEEK


def third_friday(day: date) -> date:
    """Return the third Friday of the month of `day` (R-006). It may be before `day` (R-008)."""
    return nth_friday(day.year, day.month, 3)


def third_friday_after(day: date, *, counting_day: bool = False) -> date:
    """Return the third Friday after `day` (R-007).

    With `counting_day`, if `day` is a Friday it counts as the first of the three (S1).
    """
    first_possible_day = day if counting_day else day + timedelta(days=1)
    return first_possible_day + timedelta(days=(FRIDAY - first_possible_day.weekday()) % 7) + 2 * WEEK


def next_month(day: date) -> date:
    """Return the first day of the month after `day`."""
    return date(day.year + day.month // 12, day.month % 12 + 1, 1)


def friday_for_product(day: date, *, of_next_month: bool = False) -> date:
    """Return the proposed day for a promotional product released on `day` (R-005, S2).

    It is the nearest first or third Friday after `day`, or with `of_next_month` the first Friday of the next
    month.
    """
    month = next_month(day)
    first_of_next_month = nth_friday(month.year, month.month, 1)
    if of_next_month:
        return first_of_next_month
    fridays = (nth_friday(day.year, day.month, 1), third_friday(day), first_of_next_month)
    return min((friday for friday in fridays if friday > day), default=first_of_next_month)


def counts_from_release(card_format: str, edition: Edition, settings: Mapping[str, str]) -> bool:
    """Return whether an expansion is legal from the third Friday after its release (R-007, S1).

    Otherwise it is legal from the third Friday of the month of its release (R-006).
    """
    return (
        card_format == "unlimited"
        and not edition.two_weeks
        and choice_of_setting(settings, "S1") != "as_r006"
    )


def expansion_legal_from(
    expansion: Expansion, *, card_format: str, edition: Edition, settings: Mapping[str, str] | None = None
) -> date | None:
    """Return the first day on which an expansion is legal in a format, or None if its release is unknown.

    For a series of promos this is the release of the first promo; each numbered promo has a separate day.
    """
    released = expansion.released
    if expansion.legal_from is not None:
        return max(expansion.legal_from, released) if released else expansion.legal_from
    if released is None or expansion.kind == "promo":
        return released
    settings = settings or {}
    if expansion.kind == "product":
        return friday_for_product(released, of_next_month=choice_of_setting(settings, "S2") == "next_month")
    if edition.two_weeks and released >= TWO_WEEK_RULE_START:
        # M-048: the first Friday that is at least two weeks after the release.
        two_weeks_later = released + 2 * WEEK
        return two_weeks_later + timedelta(days=(FRIDAY - two_weeks_later.weekday()) % 7)
    if counts_from_release(card_format, edition, settings):
        return third_friday_after(
            released, counting_day=choice_of_setting(settings, "S1") == "release_friday_counts"
        )
    # The third Friday of the month of release, or of the next month if that is before the release (R-006,
    # In the second case the day is only a proposal, since R-008 requires an explicit date.
    friday = third_friday(released)
    return friday if friday >= released else third_friday(next_month(released))
