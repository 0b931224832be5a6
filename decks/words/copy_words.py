"""Words for marks of physical copies, and the choices of the fields for marks (R-017 to R-021)."""

from collections.abc import Iterator

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from decks.engine.legality import DeckContext
from decks.engine.legality.languages import REGIONS, allowed_languages
from decks.engine.lists.copy_marks import HasCopyMarks
from decks.words.deck_words import language_name_in_sentence


def mark_texts(copies: HasCopyMarks) -> Iterator[str]:
    """Yield marks in words, such as "Portuguese", "Signed or written on" or "Japanese back"."""
    if copies.language:
        yield language_name_in_sentence(copies.language)
    if copies.autographed:
        yield _("Signed or written on")
    if copies.back:
        yield dict(back_choices()).get(copies.back, _("Different back"))
    if copies.product:
        yield _("From a World Championships deck")


def back_choices() -> list[tuple[str, str]]:
    """Return the card backs to choose from, as pairs of code and label."""
    return [
        ("international", _("International back")),
        ("japanese", _("Japanese back")),
        ("other", _("Different back")),
    ]


def language_choices(context: DeckContext) -> list[tuple[str, str]]:
    """Return the languages to choose from, as pairs of code and label.

    The result is empty if the event does not limit languages.
    """
    if allowed_languages(context) is None and not context.at_home_languages:
        return []
    codes = {code for _countries, languages in REGIONS for code in languages} | {"zh", "id", "th"}
    return sorted(
        ((code, capfirst(language_name_in_sentence(code))) for code in codes), key=lambda pair: pair[1]
    )
