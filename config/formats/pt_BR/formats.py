"""26 de julho de 2017, 26/07/2017, 14:30."""

from config.formats.patterns import NUMERIC_DATES, format_pattern_getter

DATE_FORMAT = r"j \d\e F \d\e Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = r"j \d\e F \d\e Y, H:i"
YEAR_MONTH_FORMAT = r"F \d\e Y"
MONTH_DAY_FORMAT = r"j \d\e F"
SHORT_DATE_FORMAT = "d/m/Y"
SHORT_DATETIME_FORMAT = "d/m/Y, H:i"

__getattr__ = format_pattern_getter(
    *NUMERIC_DATES, ("l j", "l, j"), ("j F", r"j \d\e F"), ("F Y", r"F \d\e Y")
)
