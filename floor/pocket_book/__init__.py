"""The judge's pocket book: the rules of the floor on short cards, by edition.

A line that applies only to one edition is marked with it. `concerns` are the moments at a table at which a card is
useful.
"""

from collections.abc import Iterator, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.engine.person_names import search_key
from floor.pocket_book import floor, playing
from floor.pocket_book.book_cards import Line, PocketBookCard

__all__ = [
    "CARDS",
    "EDITIONS",
    "MOMENTS",
    "TOPICS",
    "Line",
    "PocketBookCard",
    "find_pocket_book_cards",
    "pocket_book_cards_by_topic",
]

EDITIONS = ("2017", "2026")

TOPICS: dict[str, str | Promise] = {
    "before": _("Before a game"),
    "chance": _("Shuffling and chance"),
    "cards": _("Sleeves and cards"),
    "time": _("Time"),
    "end": _("How a match ends"),
    "staff": _("Calls and penalties"),
}

MOMENTS: dict[str, str | Promise] = {
    "setup": _("Before a game"),
    "playing": _("During a game"),
    "extraturns": _("After time"),
    "deckcheck": _("Cards and sleeves"),
    "missing": _("Late or missing"),
    "penalty": _("Penalties"),
    "call": _("At a call"),
}
"""Titles of the moments at a table, by the concern of their cards. The page of a table links to these cards."""

CARDS: tuple[PocketBookCard, ...] = (*playing.CARDS, *floor.CARDS)
"""All cards, in the order of the day."""


def find_pocket_book_cards(edition: str, words: str = "", concern: str = "") -> Iterator[PocketBookCard]:
    """Yield cards of an edition that contain all search words in the title, a text or a rule number.

    Case and accents are ignored. `concern` filters by the moment at a table.
    """
    search_words = search_key(words).split()
    for card in CARDS:
        lines = card.of(edition)
        texts = [part for line in lines for part in (str(line.text), line.rules)]
        text = search_key(str(card.title), *texts)
        if lines and (not concern or concern in card.concerns) and all(word in text for word in search_words):
            yield card


def pocket_book_cards_by_topic(
    cards: Sequence[PocketBookCard],
) -> list[tuple[str | Promise, list[PocketBookCard]]]:
    """Group the cards by topic, in the order of the day. Topics without cards are left out."""
    groups = [(title, [card for card in cards if card.topic == topic]) for topic, title in TOPICS.items()]
    return [(title, topic_cards) for title, topic_cards in groups if topic_cards]
