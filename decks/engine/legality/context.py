"""The context in which a deck is judged, and the problems of a verdict."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from cards.engine.card_pool import PoolRules
from cards.engine.editions import EDITIONS, LATEST, Edition
from cards.engine.first_legal_days import counts_from_release
from cards.engine.formats import DECK_RULES, DeckRules
from cards.engine.rule_settings import choice_of_setting, departs_from_default

Severity = Literal["error", "warning"]

Facts = dict[str, object]
"""Values to insert into the sentence about a problem."""

OWN_RULES = frozenset({"championship_points"})
"""Event classes in which the languages of the country apply (R-017)."""

HOME_RULES = ("world", "international")
"""Prefixes of event classes where English and the languages of the player's home apply (R-017).

These are Worlds, International Championships and their side events, wherever they take place.
"""


@dataclass(frozen=True, slots=True)
class Card:
    """Copies of one card in a pool. `key` is the name under which copies are counted."""

    quantity: int
    key: str
    expansion: str = ""
    number: str = ""


@dataclass(frozen=True, slots=True)
class DeckContext:
    """The event a deck is meant for.

    - `card_format`: standard, expanded, unlimited, "any" (everything released) or "rulebook" (only a rulebook,
      without the formats of the tournament rules).
    - `style`: see `formats.DECK_RULES`.
    - `event_class`: one of `OWN_RULES` and `HOME_RULES`, "prerelease" (with the id of `prerelease_expansion`), or
      anything else for an event without rules on languages.
    - `country` and `player_home`: ISO codes, empty if unknown.
    - `pool`: None if unknown, and therefore not checked (R-051); after a redraft, the pool of the new draft, with
      those of earlier drafts in `earlier` (R-095, S6).
    - `energy_provided`: whether basic Energy comes from the organizer.
    - `unused`: the cards the player left out of the deck, or None if not stated.
    - `supplied`: the number of the deck's Energy cards from the organizer, or None if not stated (R-058).
    - `last_date`: the last day of an event of several days (S16).
    - `complete_catalogue`: whether all cards were imported; otherwise an unknown card is only a warning.
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
        """The deck rules of the play style."""
        return DECK_RULES[self.style]

    @property
    def rulebook(self) -> Edition:
        """The edition of the rules."""
        return EDITIONS[self.edition]

    @property
    def at_home_languages(self) -> bool:
        """Whether the languages of the player's home apply rather than those of the event."""
        return self.event_class.startswith(HOME_RULES)

    @property
    def available_cards(self) -> tuple[Card, ...] | None:
        """The cards from which a Limited deck may be built, or None if unknown, and in Constructed.

        These are the cards of the latest draft, and of all earlier ones unless S6 excludes them.
        """
        if self.pool is None or not self.rules.supplied_only:
            return None
        return self.pool if self.choice("S6") == "new_draft" else (*self.pool, *self.earlier)

    @property
    def local_backs_only(self) -> bool:
        """Whether S9 allows only the local card back, and not the one of the player's home."""
        return self.at_home_languages and self.choice("S9_BACK") == "local_only"

    def choice(self, name: str) -> str:
        """Return the chosen option of a setting (S1 to S22)."""
        return choice_of_setting(self.settings, name)

    def chosen(self, name: str) -> str | None:
        """Return the name of a setting to show with the verdict, or None if it has its default.

        "S9_BACK" is shown as "S9".
        """
        return name.removesuffix("_BACK") if departs_from_default(self.settings, name) else None


@dataclass(frozen=True, slots=True)
class Problem:
    """An error or a warning.

    - `lines`: numbers of the lines concerned, empty for the deck as a whole.
    - `rule`: the number of the violated rule.
    - `facts`: values for the sentence.
    - `setting`: the decisive setting, if any.
    """

    code: StrEnum
    severity: Severity = "error"
    lines: tuple[int, ...] = ()
    rule: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)
    setting: str | None = None


def rule_of_legal_day(rules: PoolRules) -> str:
    """Return the rule that sets the day on which an expansion becomes legal at an event."""
    if rules.rulebook.two_weeks:
        return "M-048"
    return "R-007" if counts_from_release(rules.card_format, rules.rulebook, rules.settings) else "R-006"
