"""Settings of an event for points that the rules leave open, with their choices, the default first (section L).

These are the points about decks: dates, lists, card pools, languages, proxies and drafts.
"""

from collections.abc import Mapping

CHOICES: dict[str, tuple[str, ...]] = {
    "S1": ("strict", "release_friday_counts", "as_r006"),
    "S2": ("explicit", "next_month"),
    "S4": ("deck_and_unused", "deck", "none"),
    "S5": ("staff", "free", "never"),
    "S6": ("all_drafted", "new_draft"),
    "S7": ("illegal", "warn"),
    "S8": ("yes", "no"),
    "S9": ("warn", "free", "english_only"),
    "S9_BACK": ("allow", "local_only"),
    "S10": ("standard", "expanded", "unlimited", "any"),
    "S11": ("head_judge", "any_judge"),
    "S12": ("min4", "strict"),
    "S13": ("refuse",),
    "S16": ("first_day", "each_day"),
    "S20": ("warn", "refuse"),
}
"""The choices of each setting. S9 covers two questions; `S9_BACK` is the one about card backs."""

SEPARATORS = str.maketrans(",;/+|", "     ")


def choice_of_setting(settings: Mapping[str, str], name: str) -> str:
    """Return the choice of a setting, or the default if it has no valid choice.

    `S9_BACK` may also be part of S9 ("warn, local_only"), as in the rule book.
    """
    choices = CHOICES[name]
    codes = _codes_of(settings, name)
    if name == "S9_BACK":
        codes = [*codes, *_codes_of(settings, "S9")]
    return next((code for code in codes if code in choices), choices[0])


def has_valid_choice(settings: Mapping[str, str], name: str) -> bool:
    """Return whether the value of a setting contains one of its choices."""
    choices = (*CHOICES[name], *(CHOICES["S9_BACK"] if name == "S9" else ()))
    return any(code in choices for code in _codes_of(settings, name))


def _codes_of(settings: Mapping[str, str], name: str) -> list[str]:
    return str(settings.get(name, "")).lower().translate(SEPARATORS).split()


def departs_from_default(settings: Mapping[str, str], name: str) -> bool:
    """Return whether the event has a choice other than the default of a setting."""
    return choice_of_setting(settings, name) != CHOICES[name][0]
