"""Advice to beginners in words (R-151): the rulebook's suggestions compared with the deck."""

from django.utils.translation import gettext

from decks.engine.legality.hints import Hint
from decks.words.deck_words import items_as_texts, words_as_list_text


def hint_text(hint: Hint) -> str:
    """Return a piece of advice as a sentence in the current language."""
    facts = dict(hint.facts)
    if hint.code == "ENERGY_HINT":
        return (
            gettext("The rulebook suggests %(least)s to %(most)s Energy cards; this deck has %(count)s.")
            % facts
        )
    if hint.code == "TRAINERS_HINT":
        return (
            gettext("The rulebook suggests %(least)s to %(most)s Trainer cards; this deck has %(count)s.")
            % facts
        )
    if hint.code == "TYPES_HINT":
        texts = {"types": words_as_list_text(items_as_texts(facts["types"]))}
        return gettext("The rulebook suggests one or two types of Energy; this deck has %(types)s.") % texts
    texts = {"cards": words_as_list_text(items_as_texts(facts["cards"]))}
    return (
        gettext("The rulebook suggests four of each card of an evolution line; this deck has %(cards)s.")
        % texts
    )
