"""Words for the settings that concern decks (S1 to S20): labels and choices."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

Words = str | Promise

QUESTIONS: Mapping[str, Words] = {
    "S1": _("New expansions in Unlimited"),
    "S2": _("Promotional products"),
    "S4": _("Contents of a Limited list"),
    "S5": _("Changes after lists close, before round 1"),
    "S6": _("The deck after a redraft"),
    "S7": _("A Fossil as the only Basic Pokémon"),
    "S8": _("Old cards that are ACE SPEC in their newest text"),
    "S9": _("Card languages in countries the rules do not mention"),
    "S9_BACK": _("A whole deck with the player’s home-country card back"),
    "S10": _("Cards of a 30-card deck"),
    "S11": _("Judges who can allow a proxy"),
    "S12": _("Pods of 2 and 3, and unequal pods"),
    "S13": _("Solomon with an odd number of players"),
    "S16": _("Events of several days"),
    "S20": _("Solomon in Unlimited or 2-on-2"),
}
"""The label of each setting."""

CHOICE_WORDS: Mapping[str, Mapping[str, Words]] = {
    "S1": {
        "strict": _("Legal on the third Friday after the release day"),
        "release_friday_counts": _("A release on a Friday is the first Friday"),
        "as_r006": _("The same day as in Standard"),
    },
    "S2": {
        "explicit": _("Legal on the day entered, otherwise on the nearest first or third Friday"),
        "next_month": _("Legal on the first or third Friday of the month after the release"),
    },
    "S4": {
        "deck_and_unused": _("The deck and the unused cards"),
        "deck": _("Only the deck"),
        "none": _("No lists are collected"),
    },
    "S5": {
        "staff": _("Only staff can change a list"),
        "free": _("Players can change it; it is marked late"),
        "never": _("No changes by players; staff must give a reason"),
    },
    "S6": {
        "all_drafted": _("Built from all cards drafted at the event"),
        "new_draft": _("Built only from the new draft"),
    },
    "S7": {"illegal": pgettext_lazy("deck", "Not legal"), "warn": _("Legal, with a warning")},
    "S8": {"yes": _("Count as ACE SPEC"), "no": _("Do not count as ACE SPEC")},
    "S9": {
        "warn": _("A warning; a judge decides"),
        "free": _("Any language"),
        "english_only": _("Only English"),
    },
    "S9_BACK": {
        "allow": _("Allowed at Worlds and International Championships"),
        "local_only": _("Not allowed"),
    },
    "S10": {
        "standard": _("Standard"),
        "expanded": _("Expanded"),
        "unlimited": _("Unlimited"),
        "any": _("Everything released"),
    },
    "S11": {"head_judge": _("The head judge"), "any_judge": _("Any judge")},
    "S12": {
        "min4": _("Staff can choose them, with a reason"),
        "strict": _("Never: only equal pods"),
    },
    "S13": {"refuse": _("Not in a pair; a judge gives a bye or makes a trio")},
    "S16": {"first_day": _("Legal on the first day"), "each_day": _("Legal on every day")},
    "S20": {"warn": _("Allowed, with a warning"), "refuse": _("Refused")},
}

HELP: Mapping[str, Words] = {
    "S9_BACK": _(
        "Backs are checked in lists from a CSV or XLSX file with a “back” column. Text does not contain them."
    ),
    "S11": _(
        "Proxies are checked in lists from a CSV or XLSX file with a “proxy” column. Text does not "
        "contain them."
    ),
}
"""Help texts about checks that are possible only for some lists."""
