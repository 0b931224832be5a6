"""The judge's pocket book: the rules of the floor on short cards, by edition.

Lines that differ between editions are marked with theirs. `concerns` are the moments at a table from which a
card is opened.
"""

from collections.abc import Iterator, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.engine.people import search_key
from floor.pocket_book import floor, playing
from floor.pocket_book.values import Card, Line

__all__ = ["CARDS", "EDITIONS", "MOMENTS", "TOPICS", "Card", "Line", "by_topic", "found"]

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
"""Topics that a table's page links to, by the concern of their cards."""

CARDS: tuple[Card, ...] = (*playing.CARDS, *floor.CARDS)
"""In the order of the day."""


def found(edition: str, words: str = "", concern: str = "") -> Iterator[Card]:
    """Cards of an edition that contain all search words, in title, text or rule number.

    Case and accents are ignored. `concern` filters by the moment at a table.
    """
    wanted = search_key(words).split()
    for card in CARDS:
        lines = card.of(edition)
        texts = [part for line in lines for part in (str(line.text), line.rules)]
        text = search_key(str(card.title), *texts)
        if lines and (not concern or concern in card.concerns) and all(part in text for part in wanted):
            yield card


def by_topic(cards: Sequence[Card]) -> list[tuple[str | Promise, list[Card]]]:
    """The topics that have cards, in the order of the day."""
    groups = [(title, [card for card in cards if card.topic == topic]) for topic, title in TOPICS.items()]
    return [(title, some) for title, some in groups if some]
