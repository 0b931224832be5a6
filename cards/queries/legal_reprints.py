"""Older printings that are legal on a day because a legal expansion reprinted them (R-009 to R-011, M-042)."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from weakref import WeakKeyDictionary

from cards.engine.card_pool import CardPool, FormatRules
from cards.engine.cards import Catalogue, Printing
from cards.engine.editions import EDITIONS, default_edition_code, is_basic_energy
from cards.engine.reprints import Likeness, likeness_reason
from cards.queries import catalogue
from cards.queries.cards import local_card_name

By = Likeness | str


@dataclass(frozen=True, slots=True)
class LegalReprint:
    """A card with its older legal printings, and the newer printing that they are played as.

    `local` is the card's name in the reader's language, or "" if that is the English name. `by` is the reason, as
    in `reprints.likeness_reason`, or "errata" (R-010).
    """

    name: str
    local: str
    new: str
    old: tuple[str, ...]
    by: By


@dataclass(frozen=True, slots=True)
class Reprints:
    """The reprints of a format on a day, by name. `printings` counts the older printings."""

    rows: tuple[LegalReprint, ...]
    day: date
    card_format: str
    printings: int


Pair = tuple[Printing, Printing, By]
_CACHE: "WeakKeyDictionary[Catalogue, dict[tuple[str, date], tuple[Pair, ...]]]" = WeakKeyDictionary()
_MAX_CACHED = 8


def reprints_on(day: date, card_format: str, *, text: str = "", language: str = "en") -> Reprints:
    """Return every reprint in a format on a day whose name contains a text in any language. Makes one query."""
    cards = catalogue.current_catalogue()
    matching_names = frozenset(cards.search(text, len(cards))) if text else None
    old_printings: dict[tuple[str, Printing, By], list[Printing]] = defaultdict(list)
    # The pairs are computed once per version of the catalogue, and cached.
    cached = _CACHE.setdefault(cards, {})
    if (card_format, day) not in cached:
        if len(cached) >= _MAX_CACHED:
            cached.clear()
        cached[card_format, day] = tuple(_find_legal_reprints(day, card_format, cards))
    for old, new, by in cached[card_format, day]:
        if matching_names is None or old.key in matching_names:
            old_printings[old.key, new, by].append(old)
    rows = tuple(
        LegalReprint(
            key,
            local_card_name(key, language, cards),
            _set_and_number(new, cards),
            tuple(_set_and_number(old, cards) for old in printings),
            by,
        )
        for (key, new, by), printings in sorted(old_printings.items(), key=lambda item: item[0][0].casefold())
    )
    return Reprints(rows, day, card_format, sum(len(row.old) for row in rows))


def _find_legal_reprints(day: date, card_format: str, cards: Catalogue) -> Iterator[Pair]:
    """Yield each legal older printing with the printing that it is played as, and the reason."""
    pool = CardPool(FormatRules(card_format, EDITIONS[default_edition_code(day)]), cards, day)
    legal_names = frozenset(
        printing.key
        for printing in cards.all
        if (home_expansion := cards.expansions.get(printing.expansion))
        and pool.sets.membership_of(printing, home_expansion) == "in"
    )
    for old in cards.all:
        if old.key not in legal_names or is_basic_energy(old, pool.rules.rulebook):
            continue
        expansion = cards.expansions.get(old.expansion)
        if expansion is None or expansion.kind == "collector" or old.not_tournament_legal:
            continue
        if expansion.released is None or expansion.released > day:
            continue
        if pool.sets.membership_of(old, expansion) != "out" or old.ref in pool.banned:
            continue
        finding = pool.legality_of(old)
        if finding.by is None:
            continue
        if finding.state == "reprint":
            yield old, finding.by, likeness_reason(old, finding.by, cards)
        elif finding.state == "errata":
            yield old, finding.by, "errata"


def _set_and_number(printing: Printing, cards: Catalogue) -> str:
    """Return set code and number: "GRI 60"."""
    expansion = cards.expansions.get(printing.expansion)
    return f"{expansion.code if expansion else printing.expansion} {printing.number}"
