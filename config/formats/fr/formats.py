"""26 juillet 2017, 26/07/2017, 14:30."""

from config.formats.patterns import NUMERIC_DATES, format_pattern_getter

DATE_FORMAT = "j F Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j F Y, H:i"
YEAR_MONTH_FORMAT = "F Y"
MONTH_DAY_FORMAT = "j F"
SHORT_DATE_FORMAT = "d/m/Y"
SHORT_DATETIME_FORMAT = "d/m/Y, H:i"

__getattr__ = format_pattern_getter(*NUMERIC_DATES)
