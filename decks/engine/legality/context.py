"""What a deck is judged by, and the problems found."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from cards.engine.card_pool import PoolRules
from cards.engine.dates import after_release
from cards.engine.editions import EDITIONS, LATEST, Edition
from cards.engine.formats import DECK_RULES, DeckRules
from cards.engine.settings import choice, chosen

Severity = Literal["error", "warning"]

Facts = dict[str, object]
"""The values of a problem's sentence, while they are collected."""

OWN_RULES = frozenset({"championship_points"})
"""Event classes where the languages of the country apply (R-017)."""

HOME_RULES = ("world", "international")
"""Prefixes of event classes where English and the languages of the player's home apply (R-017).

Worlds, International Championships and their side events, wherever they are.
"""


@dataclass(frozen=True, slots=True)
class Card:
    """`quantity` copies of one card, part of a pool. `key`: the name the copy limit counts."""

    quantity: int
    key: str
    expansion: str = ""
    number: str = ""


@dataclass(frozen=True, slots=True)
class Context:
    """The event a deck is meant for.

    `card_format`: standard, expanded, unlimited, "any" (everything released) or "rulebook" (a rulebook alone, without
    the formats of the tournament rules). `style` as in `formats.DECK_RULES`. `event_class` as in `OWN_RULES` and
    `HOME_RULES`, "prerelease" (with the id of `prerelease_expansion`), or anything else for an event without rules on
    languages. `country` and `player_home`: ISO codes; empty: unknown. `pool` None: unknown, so not judged (R-051);
    after a redraft it is the new draft, and `earlier` what was drafted before (R-095, S6). `energy_provided`: basic
    Energy comes from the organizer. `unused`: the cards the player left out of the deck, `supplied`: how much of its
    Energy is the organizer's; None: not stated (R-058). `last_date`: the last day of an event of several days (S16).
    `complete_catalogue`: whether all cards were imported; otherwise an unknown card is only a warning.
    """

    card_format: str
    style: str
    date: datetime.date
    edition: str = LATEST
    event_class: str = ""
    country: str = ""
    player_home: str = ""
    prerelease_expansion: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)
    pool: tuple[Card, ...] | None = None
    earlier: tuple[Card, ...] = ()
    unused: tuple[Card, ...] | None = None
    supplied: int | None = None
    energy_provided: bool = True
    last_date: datetime.date | None = None
    complete_catalogue: bool = True

    @property
    def rules(self) -> DeckRules:
        return DECK_RULES[self.style]

    @property
    def rulebook(self) -> Edition:
        return EDITIONS[self.edition]

    @property
    def at_home_languages(self) -> bool:
        """Whether the languages of the player's home apply rather than those of the event."""
        return self.event_class.startswith(HOME_RULES)

    def choice(self, name: str) -> str:
        """The choice of one setting of section L."""
        return choice(self.settings, name)

    def chosen(self, name: str) -> str | None:
        """The name of a setting that departs from its default, shown with the verdict; else None."""
        return name.removesuffix("_BACK") if chosen(self.settings, name) else None


@dataclass(frozen=True, slots=True)
class Problem:
    """One error or warning.

    `lines`: numbers of the lines concerned, empty for the deck as a whole. `rule`: its number in the rules; `facts`:
    values for its sentence; `setting`: the setting that decided, if any.
    """

    code: StrEnum
    severity: Severity = "error"
    lines: tuple[int, ...] = ()
    rule: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)
    setting: str | None = None


def day_rule(rules: PoolRules) -> str:
    """The rule that sets the day an expansion becomes legal at an event."""
    if rules.rulebook.two_weeks:
        return "M-048"
    return "R-007" if after_release(rules.card_format, rules.rulebook, rules.settings) else "R-006"
