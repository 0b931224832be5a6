"""The settings that a list alone can be judged by, in words: what each asks, and its choices."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = str | Promise

QUESTIONS: Mapping[str, Words] = {
    "S1": _("New expansion in Unlimited"),
    "S2": _("Promotional product"),
    "S7": _("A Fossil as the only Basic Pokémon"),
    "S8": _("The newest text makes an old card an ACE SPEC"),
    "S9": _("Country the rules do not name"),
}
"""By the numbers of section L of the rules."""

CHOICE_WORDS: Mapping[str, Mapping[str, Words]] = {
    "S1": {
        "strict": _("legal on the third Friday after the release"),
        "release_friday_counts": _("a release on a Friday is the first of the three"),
        "as_r006": _("legal on the same day as in Standard"),
    },
    "S2": {
        "explicit": _("legal on the day entered, else the nearest first or third Friday"),
        "next_month": _("legal on the first Friday of the next month"),
    },
    "S7": {"illegal": _("not enough"), "warn": _("enough, with a warning")},
    "S8": {"yes": _("yes"), "no": _("no")},
    "S9": {
        "warn": _("a judge decides"),
        "free": _("every language"),
        "english_only": _("English only"),
    },
}
