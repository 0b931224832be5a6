"""Allowed languages in words, each sentence with its rule (R-017, R-019, S9)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django_countries import countries

from decks.engine.legality import Context
from decks.engine.legality.backs import LOCAL_BACKS
from decks.engine.legality.languages import EUROPE, REGIONS, SOUTH_AMERICA, allowed
from decks.words.deck_words import language_name, listed


@dataclass(frozen=True, slots=True)
class LanguageNote:
    """One sentence with its source. `state`: good, warning or info."""

    text: str
    rule: str
    state: str = "info"


def answer(country: str, event: str, home: str) -> list[LanguageNote]:
    """The rules for cards at an event of a class in a country."""
    context = Context(
        "standard", "constructed", date.max, event_class=event, country=country, player_home=home
    )
    return [*_languages(context), *_backs(context)]


def table() -> list[tuple[str, str]]:
    """The regions of R-017 with their languages."""
    return [(_region(codes), capfirst(languages_text(languages))) for codes, languages in REGIONS]


def languages_text(codes: Iterable[str]) -> str:
    """ "English, French and German"."""
    return listed(sorted(language_name(code) for code in codes))


def _languages(context: Context) -> Iterator[LanguageNote]:
    rule = allowed(context)
    if context.at_home_languages and not context.player_home:
        yield LanguageNote(
            _("English, and every language of your home country, wherever the event is held."),
            "R-017",
            "good",
        )
        yield LanguageNote(_("Choose your home country to see which these are."), "R-017")
    elif rule is None:
        yield LanguageNote(
            _("No language rule applies here. Language rules apply at Championship Points events."), "R-017"
        )
        yield LanguageNote(_("A judge decides what a card says by its English text."), "R-002")
    elif rule.languages is None:
        # Sentences for a country missing from the table (S9).
        values = {"country": countries.name(rule.country)}
        yield LanguageNote(_("The rules name no languages for %(country)s.") % values, "R-017", "warning")
        yield LanguageNote(
            _(
                "English is always fine. On other languages a judge decides; the event may have chosen otherwise."
            ),
            "S9",
        )
    else:
        yield from _allowed(context, rule.languages, rule.country)


def _allowed(context: Context, languages: frozenset[str], country: str) -> Iterator[LanguageNote]:
    values = {"languages": languages_text(languages), "country": countries.name(country)}
    if context.at_home_languages:
        sentence = _(
            "You may play cards in %(languages)s: English and the languages of %(country)s, your home."
        )
        yield LanguageNote(sentence % values, "R-017", "good")
    else:
        yield LanguageNote(_("In %(country)s you may play cards in %(languages)s.") % values, "R-017", "good")
    yield LanguageNote(_("Cards in any other language may not be played."), "R-017", "warning")


def _backs(context: Context) -> Iterator[LanguageNote]:
    yield LanguageNote(_("All cards of your deck have the same back, in opaque sleeves too."), "R-019")
    if context.at_home_languages:
        sentence = _(
            "A whole deck with the back of your home country is fine, if the event has not chosen otherwise."
        )
        yield LanguageNote(sentence, "S9")
    elif context.country in LOCAL_BACKS:
        values = {"country": countries.name(context.country)}
        yield LanguageNote(_("In %(country)s that is the back of the cards sold there.") % values, "R-019")


def _region(codes: str) -> str:
    if codes == EUROPE:
        return _("Europe")
    if codes == SOUTH_AMERICA:
        return _("South America")
    if len(codes.split()) > 1:
        return _("USA, South Africa and Oceania")
    return str(countries.name(codes))
