"""Sentences about allowed languages, each with its rule (R-017, R-019, S9)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django_countries import countries

from decks.engine.legality import DeckContext
from decks.engine.legality.backs import LOCAL_BACKS
from decks.engine.legality.languages import EUROPE, REGIONS, SOUTH_AMERICA, allowed_languages
from decks.words.deck_words import language_name_in_sentence, words_as_list_text


@dataclass(frozen=True, slots=True)
class LanguageNote:
    """A sentence with its source. `state`: good, warning or info."""

    text: str
    rule: str
    state: str = "info"


def language_notes(country: str, event: str, home: str) -> list[LanguageNote]:
    """Return the rules on languages and card backs at an event.

    - `country`: the country of the event.
    - `event`: the class of the event.
    - `home`: the player's home country, or "".
    """
    context = DeckContext(
        "standard", "constructed", date.max, event_class=event, country=country, player_home=home
    )
    notes = [
        *_language_notes(context),
        LanguageNote(_("All cards in your deck must have the same back, even in opaque sleeves."), "R-019"),
    ]
    if context.at_home_languages:
        sentence = _(
            "A whole deck with your home country’s card back is fine, unless the event has another setting."
        )
        notes.append(LanguageNote(sentence, "S9"))
    elif country in LOCAL_BACKS:
        values = {"country": countries.name(country)}
        sentence = _("In %(country)s that is the back of the cards sold there.") % values
        notes.append(LanguageNote(sentence, "R-019"))
    return notes


def language_table() -> list[tuple[str, str]]:
    """Return the regions of R-017 with their languages, both as texts."""
    regions = {EUROPE: _("Europe"), SOUTH_AMERICA: _("South America")}
    rows = []
    for codes, languages in REGIONS:
        if codes in regions:
            region = regions[codes]
        elif len(codes.split()) > 1:
            region = _("USA, South Africa and Oceania")
        else:
            region = str(countries.name(codes))
        rows.append((region, capfirst(languages_text(languages))))
    return rows


def languages_text(codes: Iterable[str]) -> str:
    """Return languages in words, such as "English, French and German"."""
    return words_as_list_text(sorted(language_name_in_sentence(code) for code in codes))


def _language_notes(context: DeckContext) -> Iterator[LanguageNote]:
    """Yield the sentences on which languages a player may use at an event."""
    rule = allowed_languages(context)
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
        # The country is missing from the table, so S9 decides.
        values = {"country": countries.name(rule.country)}
        yield LanguageNote(_("The rules name no languages for %(country)s.") % values, "R-017", "warning")
        yield LanguageNote(
            _(
                "English is always fine. A judge decides on other languages, unless the event has "
                "another setting."
            ),
            "S9",
        )
    else:
        sentence = _("In %(country)s you may play cards in %(languages)s.")
        if context.at_home_languages:
            sentence = _(
                "You may play cards in %(languages)s: English and the languages of %(country)s, your home."
            )
        values = {"languages": languages_text(rule.languages), "country": countries.name(rule.country)}
        yield LanguageNote(sentence % values, "R-017", "good")
        yield LanguageNote(_("Cards in any other language may not be played."), "R-017", "warning")
