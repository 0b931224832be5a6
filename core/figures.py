"""How a share of one is written: the same figure on a page, on paper, in a spreadsheet and in a file."""

from decimal import ROUND_HALF_UP, Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext as _

NONE = "–"
HUNDREDTH = Decimal("0.01")


def percent(share: float | Decimal | str | None) -> str:
    """A share of one in per cent with two decimals, half up: 0.71875 is "71.88%", in Spanish "71,88 %".

    The rounding is that of the decimal figure, as spreadsheets do it for "0.00%"; that of the binary one would now
    and then be a hundredth less.
    """
    if share is None:
        return NONE
    exact = (Decimal(str(share)) * 100).quantize(HUNDREDTH, rounding=ROUND_HALF_UP)
    return _("%(figure)s%%") % {"figure": number_format(exact, 2)}


def fraction(share: float) -> str:
    """A share of one as files for other programs have it, with six decimals: 0.4352 is "0.435200"."""
    return f"{share:.6f}"
