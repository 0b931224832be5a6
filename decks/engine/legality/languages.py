"""Languages in which cards may be played (R-017, S9)."""

from collections.abc import Iterator
from dataclasses import dataclass

from decks.engine.faults import DeckFault
from decks.engine.legality.card_lines import CardLine, numbers
from decks.engine.legality.checking import Checking
from decks.engine.legality.context import OWN_RULES, Context, Facts, Problem

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
"""The table of R-017. Countries not in it are covered by S9."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """The languages of an event for a player; `country` decided. None: the country is not in the table."""

    languages: frozenset[str] | None
    country: str


def languages_of(country: str) -> tuple[str, ...] | None:
    """The languages of a country by its ISO code, sorted; None if the rules do not list it."""
    return next((languages for countries, languages in REGIONS if country.upper() in countries.split()), None)


def foreign_languages(checking: Checking) -> Iterator[Problem]:
    """Report cards in other languages, at events with a language rule and a known country.

    A line without a language counts as one of the country's own.
    """
    rule = allowed(checking.context)
    with_language = [entry for entry in checking.entries if entry.copies and entry.line.language]
    if rule is None or not with_language:
        return
    if rule.languages is not None:
        yield from _foreign(with_language, rule.languages, rule.country, None)
        return
    # A country not in the table (S9); English is allowed under every choice.
    other = [entry for entry in with_language if language_of(entry) != "en"]
    setting = checking.context.choice("S9")
    if setting == "english_only":
        yield from _foreign(with_language, frozenset({"en"}), rule.country, "S9")
    elif setting == "warn" and other:
        facts = _facts(other, (), rule.country)
        yield Problem(DeckFault.COUNTRY_NOT_LISTED, "warning", numbers(other), "R-017", facts, "S9")


def language_of(entry: CardLine) -> str:
    """The language of a line without its region: "pt" of "pt-BR"."""
    return (entry.line.language or "").lower().replace("_", "-").partition("-")[0]


def allowed(context: Context) -> Allowed | None:
    """The languages of an event for a player; None if no language rule applies or no country is known."""
    if context.event_class in OWN_RULES:
        return _of_country(context.country) if context.country else None
    if not context.at_home_languages or not (context.country or context.player_home):
        return None
    home = _of_country(context.player_home)
    return Allowed(home.languages | {"en"} if home.languages is not None else None, home.country)


def _of_country(country: str) -> Allowed:
    languages = languages_of(country)
    return Allowed(frozenset(languages) if languages is not None else None, country.upper())


def _foreign(
    with_language: list[CardLine], allowed: frozenset[str], country: str, setting: str | None
) -> Iterator[Problem]:
    foreign = [entry for entry in with_language if language_of(entry) not in allowed]
    if foreign:
        facts = _facts(foreign, tuple(sorted(allowed)), country)
        yield Problem(DeckFault.FOREIGN_LANGUAGE, "error", numbers(foreign), "R-017", facts, setting)


def _facts(entries: list[CardLine], allowed: tuple[str, ...], country: str) -> Facts:
    spoken = tuple(dict.fromkeys(language_of(entry) for entry in entries))
    return {"card": entries[0].name, "languages": spoken, "allowed": allowed, "country": country}
