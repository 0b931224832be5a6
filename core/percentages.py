"""Percentages and fractions, formatted the same on pages, paper, spreadsheets and files."""

from decimal import ROUND_HALF_UP, Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext as _

NONE = "–"
HUNDREDTH = Decimal("0.01")


def format_percent(share: float | Decimal | str | None) -> str:
    """Format a share of one as a percentage with two decimals, rounded half up.

    0.71875 becomes "71.88%", in Spanish "71,88 %". None becomes a dash.
    """
    if share is None:
        return NONE
    # Decimal rounds like spreadsheets with the format "0.00%". Binary rounding would sometimes give a hundredth less.
    exact = (Decimal(str(share)) * 100).quantize(HUNDREDTH, rounding=ROUND_HALF_UP)
    return _("%(figure)s%%") % {"figure": number_format(exact, 2)}


def format_fraction(share: float) -> str:
    """Format a share of one with six decimals, for files that other programs read: 0.4352 → "0.435200"."""
    return f"{share:.6f}"
