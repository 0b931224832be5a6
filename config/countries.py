"""Corrected translations of country names that `django_countries` gets wrong in one of our languages."""

from django.utils.translation import gettext_lazy

RENAMED = {
    "AD": gettext_lazy("Andorra"),
    "BH": gettext_lazy("Bahrain"),
    "CF": gettext_lazy("Central African Republic"),
    "CG": gettext_lazy("Congo"),
    "CW": gettext_lazy("Curaçao"),
    "CY": gettext_lazy("Cyprus"),
    "DJ": gettext_lazy("Djibouti"),
    "DM": gettext_lazy("Dominica"),
    "GG": gettext_lazy("Guernsey"),
    "GU": gettext_lazy("Guam"),
    "JE": gettext_lazy("Jersey"),
    "KP": gettext_lazy("North Korea"),
    "KR": gettext_lazy("South Korea"),
    "LI": gettext_lazy("Liechtenstein"),
    "LV": gettext_lazy("Latvia"),
    "MC": gettext_lazy("Monaco"),
    "MG": gettext_lazy("Madagascar"),
    "NG": gettext_lazy("Nigeria"),
    "OM": gettext_lazy("Oman"),
    "SI": gettext_lazy("Slovenia"),
    "SZ": gettext_lazy("Eswatini"),
    "TD": gettext_lazy("Chad"),
    "TT": gettext_lazy("Trinidad and Tobago"),
    "YE": gettext_lazy("Yemen"),
}
