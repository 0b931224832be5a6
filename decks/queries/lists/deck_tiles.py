"""The pictorial view of a deck: tiles of its cards, its crest, and the share of each section."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cards.engine.card_tiles import crest_types
from cards.queries.card_tiles import CardTile, NamedCard, tiles_of
from decks.engine.lists import PrintedListRow
from decks.engine.stored_values import printed_row_from_values
from decks.models import Version

MAX_NAMES = 2
MIN_COPIES = 2
"""Minimum copies of a Pokémon to name the deck after it, unless no Pokémon has so many."""


@dataclass(frozen=True, slots=True)
class DeckCrest:
    """One or two types of a deck's Pokémon, and the names of its main Pokémon, shown beside the crest."""

    types: tuple[str, ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class SectionBar:
    """The part of the bar above the tiles for one section.

    `count` is its number of cards, and `start` the number of cards in earlier sections.
    """

    code: str
    title: str
    count: int
    start: int


def tiles_of_rows(rows: Iterable[PrintedListRow]) -> list[CardTile]:
    """Return the tile of each row. No query once the cards are loaded."""
    return tiles_of(NamedCard(row.name, row.set_code, row.card_number, known=not row.lost) for row in rows)


def deck_crest_of_rows(rows: Sequence[PrintedListRow], tiles: Sequence[CardTile]) -> DeckCrest:
    """Return the crest of a deck, named after one or two main Pokémon.

    Pokémon with at least MIN_COPIES copies come first, then those with a tag, the highest stage and the
    most copies. `tiles` has one tile for each of the `rows`.
    """
    copies_by_type: dict[str, int] = {}
    copies_by_name: dict[str, int] = {}
    tile_by_name: dict[str, CardTile] = {}
    for row, tile in zip(rows, tiles, strict=True):
        if row.section != "pokemon" or row.lost:
            continue
        copies = max(row.quantity or 0, 0)
        copies_by_type[tile.face.type] = copies_by_type.get(tile.face.type, 0) + copies
        copies_by_name[tile.name] = copies_by_name.get(tile.name, 0) + copies
        tile_by_name[tile.name] = tile
    ranked = sorted(
        tile_by_name.values(),
        key=lambda tile: (
            copies_by_name[tile.name] < MIN_COPIES,
            not tile.face.tag,
            -tile.face.stage,
            -copies_by_name[tile.name],
        ),
    )
    # A second Basic without a tag is rarely a main Pokémon of the deck.
    main = ranked[:1] + [tile for tile in ranked[1:MAX_NAMES] if tile.face.tag or tile.face.stage]
    return DeckCrest(crest_types(copies_by_type), " · ".join(tile.name for tile in main))


def crest_of_version(version: Version) -> DeckCrest:
    """Return the crest of a list as submitted. No query once the cards are loaded."""
    rows = [printed_row_from_values(values) for values in version.cards if values["section"] == "pokemon"]
    return deck_crest_of_rows(rows, tiles_of_rows(rows))
