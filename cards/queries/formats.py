"""The contents of each format on a day, and upcoming changes: expansions, marks, promos, bans."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal

from cards.engine.cards import Catalogue, Expansion, Printing, is_complete
from cards.engine.dates import edition_on, expansion_legal_from
from cards.engine.editions import EDITIONS, Edition
from cards.engine.facts import PromoCutoff
from cards.engine.formats import CARD_FORMATS
from cards.engine.rotations import SetList, set_list
from cards.models import Ban
from cards.queries import catalogue

MOST_COMING = 8
"""Upcoming changes shown on a page, over all formats."""

ENOUGH = 30
"""Known cards of an expansion needed to list its marks."""

Kind = Literal["expansion", "list", "marks", "ban", "unban"]
LISTED_KINDS = ("expansion", "product", "promo")


@dataclass(frozen=True, slots=True)
class ListedSet:
    """An expansion of a format, legal from a day.

    `marks`: those of its legal cards, where marks decide; `first`: the first legal promo, where numbers decide.
    """

    expansion: Expansion
    legal_from: date | None
    marks: tuple[str, ...] = ()
    first: int = 0


@dataclass(frozen=True, slots=True)
class BannedCard:
    """A name with its banned printings ("Archeops NVI 67"), and since when."""

    name: str
    printings: tuple[str, ...]
    since: date


@dataclass(frozen=True, slots=True)
class Coming:
    """A change on a day: an expansion becomes legal, the list or its marks change, a card is banned or unbanned."""

    day: date
    kind: Kind
    what: str


@dataclass(frozen=True, slots=True)
class FormatOn:
    """One format on one day. `since`: when its list came into force; `first`: its oldest expansion, if any."""

    code: str
    name: str
    since: date | None
    marks: tuple[str, ...]
    first: str
    sets: tuple[ListedSet, ...]
    promos: tuple[ListedSet, ...]
    products: tuple[ListedSet, ...]
    bans: tuple[BannedCard, ...]
    coming: tuple[Coming, ...]


def formats_on(day: date) -> list[FormatOn]:
    """Every format on a day. Two queries."""
    cards = catalogue.current()
    bans = list(Ban.objects.select_related("expansion").order_by("name", "expansion__released", "number"))
    # How many known cards of each expansion have which mark
    marks: dict[str, Counter[str]] = defaultdict(Counter)
    for printing in cards.all:
        marks[printing.expansion][printing.mark] += 1
    return [_Reading(code, day, cards, marks, bans).format_on(name) for code, name in CARD_FORMATS.items()]


def coming_up(formats: Iterable[FormatOn]) -> list[tuple[Coming, list[str]]]:
    """The next changes of these formats, without duplicates, each with the names of its formats."""
    formats_of: dict[Coming, list[str]] = defaultdict(list)
    for format_on in formats:
        for change in format_on.coming:
            formats_of[change].append(format_on.name)
    return sorted(formats_of.items(), key=lambda row: (row[0].day, row[0].kind, row[0].what))[:MOST_COMING]


def is_partial(cards: Catalogue) -> bool:
    """Whether the cards are only the starter catalogue, so that marks of an expansion may be missing."""
    return not is_complete(cards)


@dataclass(frozen=True, slots=True)
class _Reading:
    """One format being read."""

    card_format: str
    day: date
    cards: Catalogue
    marks: dict[str, Counter[str]]
    bans: list[Ban]

    @property
    def edition(self) -> Edition:
        return EDITIONS[edition_on(self.day)]

    def format_on(self, name: str) -> FormatOn:
        sets = set_list(self.card_format, self.day, self.edition, self.cards)
        listed = sorted(self._listed(sets), key=lambda row: row.legal_from or date.min, reverse=True)
        by_kind = {kind: tuple(row for row in listed if row.expansion.kind == kind) for kind in LISTED_KINDS}
        coming = sorted(self._coming(), key=lambda change: (change.day, change.kind, change.what))
        return FormatOn(
            self.card_format,
            name,
            sets.since,
            sets.marks,
            sets.first,
            by_kind["expansion"],
            by_kind["promo"],
            by_kind["product"],
            tuple(self._banned()),
            tuple(coming),
        )

    def _listed(self, sets: SetList) -> Iterator[ListedSet]:
        for expansion in self.cards.expansions.values():
            first = self._legal_from(expansion)
            if expansion.kind not in LISTED_KINDS or first is None or first > self.day:
                continue
            if sets.marks:
                marks = self.marks.get(expansion.id, Counter())
                inside = tuple(sorted(marks.keys() & set(sets.marks)))
                if inside or self._unknown_but_in(expansion, sets):
                    yield ListedSet(expansion, first, inside if marks.total() >= ENOUGH else ())
            elif expansion.kind == "promo" and sets.row is not None:
                numbers = [cutoff.first for cutoff in self._cutoffs(expansion.id)]
                if numbers:
                    yield ListedSet(expansion, first, first=min(numbers))
            elif sets.holds(Printing(expansion.id, "", "", "", "trainer"), expansion) == "in":
                yield ListedSet(expansion, first)

    def _unknown_but_in(self, expansion: Expansion, sets: SetList) -> bool:
        """Whether an expansion without known cards is in: released with or after the first that has such a mark."""
        if expansion.id in self.marks or expansion.kind != "expansion" or expansion.released is None:
            return False
        marked = (
            self.cards.expansions[code]
            for code, marks in self.marks.items()
            if marks.keys() & set(sets.marks)
        )
        days = [other.released for other in marked if other.kind == "expansion" and other.released]
        return bool(days) and expansion.released >= min(days)

    def _cutoffs(self, series: str) -> Iterator[PromoCutoff]:
        return (
            cutoff
            for cutoff in self.cards.cutoffs
            if cutoff.expansion == series and cutoff.format == self.card_format and cutoff.on(self.day)
        )

    def _legal_from(self, expansion: Expansion) -> date | None:
        return expansion_legal_from(expansion, card_format=self.card_format, edition=self.edition)

    def _banned(self) -> Iterator[BannedCard]:
        rows = [
            row
            for row in self.bans
            if row.format == self.card_format
            and row.starts_on <= self.day
            and (row.ends_on is None or self.day < row.ends_on)
        ]
        for name, group in _by_name(rows):
            # A no-break space keeps code and number on one line.
            printings = [
                f"{(row.expansion.codes.split() or [row.expansion_id])[0]}\N{NO-BREAK SPACE}{row.number}"
                for row in group
            ]
            yield BannedCard(name, tuple(printings), min(row.starts_on for row in group))

    def _coming(self) -> Iterator[Coming]:
        for expansion in self.cards.expansions.values():
            first = self._legal_from(expansion) if expansion.kind == "expansion" else None
            if first and first > self.day:
                yield Coming(first, "expansion", expansion.name)
        now = set_list(self.card_format, self.day, self.edition, self.cards).row
        for row in self.cards.rotations:
            same = now is not None and (row.since, row.marks) == (now.since, now.marks)
            if row.format == self.card_format and row.starts_on > self.day and not same:
                oldest = self.cards.expansions.get(row.since)
                kind: Kind = "marks" if row.marks else "list"
                what = ", ".join(row.marks) or (oldest.name if oldest else "")
                yield Coming(row.starts_on, kind, what)
        rows = [row for row in self.bans if row.format == self.card_format]
        for name, group in _by_name(rows):
            yield from (
                Coming(day, "ban", name) for day in {row.starts_on for row in group} if day > self.day
            )
            ends = {row.ends_on for row in group if row.ends_on and row.starts_on <= self.day}
            yield from (Coming(day, "unban", name) for day in ends if day > self.day)


def _by_name(rows: Iterable[Ban]) -> list[tuple[str, list[Ban]]]:
    groups: dict[str, list[Ban]] = defaultdict(list)
    for row in rows:
        groups[row.name].append(row)
    return list(groups.items())
