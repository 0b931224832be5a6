"""The languages in which cards may be played (R-017, S9)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from decks.engine.faults import DeckFault
from decks.engine.legality.card_lines import line_numbers
from decks.engine.legality.checking import LegalityCheck
from decks.engine.legality.context import OWN_RULES, DeckContext, Problem

EUROPE = (
    "AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME "
    "MK MT NL NO PL PT RO RS SE SI SJ SK SM UA VA XK"
)
SOUTH_AMERICA = "AR BO BR CL CO EC FK GF GY PE PY SR UY VE"
OCEANIA = "AU CK FJ FM KI MH NC NF NR NU NZ PF PG PN PW SB TK TO TV VU WF WS"
REGIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("CA", ("en", "fr")),
    (EUROPE, ("de", "en", "es", "fr", "it", "pt")),
    ("JP", ("ja",)),
    ("KR", ("ko",)),
    ("MX", ("en", "es")),
    ("RU", ("en", "ru")),
    (SOUTH_AMERICA, ("en", "es", "pt")),
    (f"{OCEANIA} US ZA", ("en",)),
)
"""The table of R-017. S9 decides in all other countries."""


@dataclass(frozen=True, slots=True)
class AllowedLanguages:
    """The languages that a player may use at an event.

    - `languages`: None if the country is not in the table of R-017.
    - `country`: the country whose languages apply.
    """

    languages: frozenset[str] | None
    country: str

    @classmethod
    def in_country(cls, country: str) -> Self:
        """Return the languages that players of a country may use there, from the table of R-017."""
        languages = languages_of_country(country)
        return cls(frozenset(languages) if languages is not None else None, country.upper())


def languages_of_country(country: str) -> tuple[str, ...] | None:
    """Return the languages of a country by its ISO code, sorted, or None if the rules do not list it."""
    return next((languages for countries, languages in REGIONS if country.upper() in countries.split()), None)


def check_languages(checking: LegalityCheck) -> Iterator[Problem]:
    """Report cards in languages that are not allowed, at events with a language rule and a known country.

    A line without a language is assumed to be in an allowed one. In a country that the rules do not list, S9
    decides whether languages other than English are an error, a warning or allowed.
    """
    allowed = allowed_languages(checking.context)
    if allowed is None:
        return
    # S9 decides in countries that are not in the table; every choice allows English.
    setting = "S9" if allowed.languages is None else None
    languages = allowed.languages or frozenset({"en"})
    entries = [entry for entry in checking.entries if entry.copies and entry.line.language]
    foreign_entries = [entry for entry in entries if entry.language not in languages]
    if not foreign_entries:
        return
    facts = {
        "card": foreign_entries[0].name,
        "languages": tuple(dict.fromkeys(entry.language for entry in foreign_entries)),
        "allowed": tuple(sorted(languages)),
        "country": allowed.country,
    }
    lines = line_numbers(foreign_entries)
    if setting is None or checking.context.choice(setting) == "english_only":
        yield Problem(DeckFault.FOREIGN_LANGUAGE, "error", lines, "R-017", facts, setting)
    elif checking.context.choice(setting) == "warn":
        facts["allowed"] = ()
        yield Problem(DeckFault.COUNTRY_NOT_LISTED, "warning", lines, "R-017", facts, setting)


def allowed_languages(context: DeckContext) -> AllowedLanguages | None:
    """Return the languages a player may use at an event (R-017).

    Where the languages of the player's home apply, English is allowed too. Return None if no language rule
    applies or no country is known.
    """
    if context.event_class in OWN_RULES:
        return AllowedLanguages.in_country(context.country) if context.country else None
    if not context.at_home_languages or not (context.country or context.player_home):
        return None
    allowed_at_home = AllowedLanguages.in_country(context.player_home)
    return AllowedLanguages(
        allowed_at_home.languages | {"en"} if allowed_at_home.languages is not None else None,
        allowed_at_home.country,
    )
