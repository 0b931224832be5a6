"""Older printings that are legal on a day because a legal expansion reprinted them (R-009 to R-011, M-042)."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from weakref import WeakKeyDictionary

from cards.engine.card_pool import CardPool, FormatRules
from cards.engine.cards import Catalogue, Printing
from cards.engine.dates import edition_on
from cards.engine.editions import EDITIONS, is_basic_energy
from cards.engine.reprints import Likeness, likeness
from cards.queries import catalogue
from cards.queries.cards import local_name

By = Likeness | str


@dataclass(frozen=True, slots=True)
class LegalReprint:
    """One card with its older legal printings, and the printing they are played as.

    `local`: its name in the reader's language where that differs. `by`: "table", "text", "assumed" as in
    `reprints.likeness`, or "errata" (R-010).
    """

    name: str
    local: str
    new: str
    old: tuple[str, ...]
    by: By


@dataclass(frozen=True, slots=True)
class Reprints:
    """The reprints of one format on one day, by name."""

    rows: tuple[LegalReprint, ...]
    day: date
    card_format: str
    printings: int


Pair = tuple[Printing, Printing, By]
_CACHE: "WeakKeyDictionary[Catalogue, dict[tuple[str, date], tuple[Pair, ...]]]" = WeakKeyDictionary()
_MOST_CACHED = 8


def reprints_on(day: date, card_format: str, *, text: str = "", language: str = "en") -> Reprints:
    """Every reprint of a format on a day whose name contains a text in any language. One query."""
    cards = catalogue.current()
    wanted = frozenset(cards.search(text, len(cards))) if text else None
    grouped: dict[tuple[str, Printing, By], list[Printing]] = defaultdict(list)
    # The pairs are computed once for a version of the catalogue.
    cached = _CACHE.setdefault(cards, {})
    if (card_format, day) not in cached:
        if len(cached) >= _MOST_CACHED:
            cached.clear()
        cached[card_format, day] = tuple(_pairs(day, card_format, cards))
    for old, new, by in cached[card_format, day]:
        if wanted is None or old.key in wanted:
            grouped[old.key, new, by].append(old)
    rows = tuple(
        LegalReprint(
            key,
            local_name(key, language, cards),
            _where(new, cards),
            tuple(_where(old, cards) for old in olds),
            by,
        )
        for (key, new, by), olds in sorted(grouped.items(), key=lambda item: item[0][0].casefold())
    )
    return Reprints(rows, day, card_format, sum(len(row.old) for row in rows))


def _pairs(day: date, card_format: str, cards: Catalogue) -> Iterator[Pair]:
    pool = CardPool(FormatRules(card_format, EDITIONS[edition_on(day)]), cards, day)
    inside = frozenset(
        printing.key
        for printing in cards.all
        if (home := cards.expansions.get(printing.expansion)) and pool.sets.holds(printing, home) == "in"
    )
    for old in cards.all:
        if old.key not in inside or is_basic_energy(old, pool.rules.rulebook):
            continue
        expansion = cards.expansions.get(old.expansion)
        if expansion is None or expansion.kind == "collector" or old.not_tournament_legal:
            continue
        if expansion.released is None or expansion.released > day:
            continue
        if pool.sets.holds(old, expansion) != "out" or old.ref in pool.banned:
            continue
        finding = pool.finding(old)
        if finding.by is None:
            continue
        if finding.state == "reprint":
            yield old, finding.by, likeness(old, finding.by, cards)
        elif finding.state == "errata":
            yield old, finding.by, "errata"


def _where(printing: Printing, cards: Catalogue) -> str:
    """Set and number, with the name where it is not the one that counts."""
    expansion = cards.expansions.get(printing.expansion)
    return f"{expansion.code if expansion else printing.expansion} {printing.number}"
