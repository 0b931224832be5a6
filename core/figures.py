"""Percentages and fractions, formatted the same on pages, paper, spreadsheets and files."""

from decimal import ROUND_HALF_UP, Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext as _

NONE = "–"
HUNDREDTH = Decimal("0.01")


def percent(share: float | Decimal | str | None) -> str:
    """Format a share of one as per cent with two decimals, half up: 0.71875 is "71.88%", in Spanish "71,88 %"."""
    if share is None:
        return NONE
    # Decimal rounds as spreadsheets do for "0.00%"; binary rounding would sometimes be a hundredth less.
    exact = (Decimal(str(share)) * 100).quantize(HUNDREDTH, rounding=ROUND_HALF_UP)
    return _("%(figure)s%%") % {"figure": number_format(exact, 2)}


def fraction(share: float) -> str:
    """Format a share of one with six decimals, for files other programs read: 0.4352 is "0.435200"."""
    return f"{share:.6f}"
