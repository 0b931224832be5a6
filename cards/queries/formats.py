"""The contents of each format on a day, and upcoming changes: expansions, marks, promos, bans."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import Literal

from cards.engine.cards import Catalogue, Expansion, Printing, is_complete
from cards.engine.editions import EDITIONS, Edition, default_edition_code
from cards.engine.first_legal_days import expansion_legal_from
from cards.engine.formats import CARD_FORMATS
from cards.engine.rotations import FormatContents, format_contents_on
from cards.models import Ban
from cards.queries import catalogue

MAX_COMING = 8
"""The most upcoming changes shown on a page, for all formats together."""

ENOUGH = 30
"""The minimum number of known cards for which an expansion's marks are listed."""

Kind = Literal["expansion", "list", "marks", "ban", "unban"]
LISTED_KINDS = ("expansion", "product", "promo")


@dataclass(frozen=True, slots=True)
class ListedSet:
    """An expansion in a format, with its first legal day.

    `marks` are the marks of its legal cards, if marks decide. `first` is the first legal promo, if numbers decide.
    """

    expansion: Expansion
    legal_from: date | None
    marks: tuple[str, ...] = ()
    first: int = 0


@dataclass(frozen=True, slots=True)
class BannedCard:
    """A card name with its banned printings ("NVI 67") and the first day of the ban."""

    name: str
    printings: tuple[str, ...]
    since: date


@dataclass(frozen=True, slots=True)
class UpcomingChange:
    """A change on a day: an expansion becomes legal, the set list or its marks change, a card is banned or unbanned."""

    day: date
    kind: Kind
    what: str


@dataclass(frozen=True, slots=True)
class FormatOn:
    """The contents of a format on a day.

    `since` is the day its list took effect, or None without a list. `first` is the code of its oldest expansion,
    or "" if the format is not limited by one.
    """

    code: str
    name: str
    since: date | None
    marks: tuple[str, ...]
    first: str
    sets: tuple[ListedSet, ...]
    promos: tuple[ListedSet, ...]
    products: tuple[ListedSet, ...]
    bans: tuple[BannedCard, ...]
    coming: tuple[UpcomingChange, ...]


def formats_on(day: date) -> list[FormatOn]:
    """Return the contents of every format on a day. Makes two queries."""
    cards = catalogue.current_catalogue()
    bans = list(Ban.objects.select_related("expansion").order_by("name", "expansion__released", "number"))

    mark_counts: dict[str, Counter[str]] = defaultdict(Counter)
    for printing in cards.all:
        mark_counts[printing.expansion][printing.mark] += 1
    return [
        _FormatReader(code, day, cards, mark_counts, bans).format_on(name)
        for code, name in CARD_FORMATS.items()
    ]


def upcoming_format_changes(formats: Iterable[FormatOn]) -> list[tuple[UpcomingChange, list[str]]]:
    """Return the next changes of these formats, at most MAX_COMING, each with its formats' names.

    A change in several formats is listed once.
    """
    format_names: dict[UpcomingChange, list[str]] = defaultdict(list)
    for format_on in formats:
        for change in format_on.coming:
            format_names[change].append(format_on.name)
    return sorted(format_names.items(), key=lambda item: (item[0].day, item[0].kind, item[0].what))[
        :MAX_COMING
    ]


def is_partial_catalogue(cards: Catalogue) -> bool:
    """Return whether the catalogue is only the starter catalogue, in which marks of an expansion may be missing."""
    return not is_complete(cards)


@dataclass(frozen=True, slots=True)
class _FormatReader:
    """Reads the contents of a format on a day. `marks` counts the known cards of each expansion by mark."""

    card_format: str
    day: date
    cards: Catalogue
    marks: dict[str, Counter[str]]
    bans: list[Ban]

    @property
    def edition(self) -> Edition:
        return EDITIONS[default_edition_code(self.day)]

    def format_on(self, name: str) -> FormatOn:
        """Return the contents of the format, and its upcoming changes, under the format's `name`."""
        sets = format_contents_on(self.card_format, self.day, self.edition, self.cards)
        listed_sets = sorted(
            self._listed_sets(sets), key=lambda listed: listed.legal_from or date.min, reverse=True
        )
        sets_by_kind = {
            kind: tuple(listed for listed in listed_sets if listed.expansion.kind == kind)
            for kind in LISTED_KINDS
        }
        bans_today = [
            ban
            for ban in self.bans
            if ban.format == self.card_format
            and ban.starts_on <= self.day
            and (ban.ends_on is None or self.day < ban.ends_on)
        ]
        banned_cards = []
        # The bans are ordered by name, as `groupby` requires.
        for card_name, group in groupby(bans_today, key=attrgetter("name")):
            bans = list(group)
            # A no-break space keeps code and number on the same line.
            printings = [
                f"{(ban.expansion.codes.split() or [ban.expansion_id])[0]}\N{NO-BREAK SPACE}{ban.number}"
                for ban in bans
            ]
            banned_cards.append(BannedCard(card_name, tuple(printings), min(ban.starts_on for ban in bans)))
        changes = sorted(self._coming_changes(), key=lambda change: (change.day, change.kind, change.what))
        return FormatOn(
            self.card_format,
            name,
            sets.since,
            sets.marks,
            sets.first,
            sets_by_kind["expansion"],
            sets_by_kind["promo"],
            sets_by_kind["product"],
            tuple(banned_cards),
            tuple(changes),
        )

    def _listed_sets(self, sets: FormatContents) -> Iterator[ListedSet]:
        """Yield the expansions, products and promo series that have legal cards on the day.

        If marks decide, these are the expansions with a legal mark, and newer ones without known cards.
        """
        marked_expansions = (
            self.cards.expansions[code]
            for code, marks in self.marks.items()
            if marks.keys() & set(sets.marks)
        )
        first_marked = min(
            (
                marked_expansion.released
                for marked_expansion in marked_expansions
                if marked_expansion.kind == "expansion" and marked_expansion.released
            ),
            default=date.max,
        )
        for expansion in self.cards.expansions.values():
            day = expansion_legal_from(expansion, card_format=self.card_format, edition=self.edition)
            if expansion.kind not in LISTED_KINDS or day is None or day > self.day:
                continue
            if sets.marks:
                marks = self.marks.get(expansion.id, Counter())
                legal_marks = tuple(sorted(marks.keys() & set(sets.marks)))
                # An expansion without known cards is listed if it is not older than the first one with a mark of the
                # format.
                is_unknown = expansion.id not in self.marks and expansion.kind == "expansion"
                if legal_marks or (is_unknown and expansion.released and expansion.released >= first_marked):
                    yield ListedSet(expansion, day, legal_marks if marks.total() >= ENOUGH else ())
            elif expansion.kind == "promo" and sets.row is not None:
                if cutoffs := sets.cutoffs_of(expansion.id):
                    yield ListedSet(expansion, day, first=min(cutoff.first for cutoff in cutoffs))
            # Without marks and numbers, only the expansion decides, so the printing is a placeholder.
            elif sets.membership_of(Printing(expansion.id, "", "", "", "trainer"), expansion) == "in":
                yield ListedSet(expansion, day)

    def _coming_changes(self) -> Iterator[UpcomingChange]:
        """Yield all changes after the day, unordered."""
        for expansion in self.cards.expansions.values():
            day = (
                expansion_legal_from(expansion, card_format=self.card_format, edition=self.edition)
                if expansion.kind == "expansion"
                else None
            )
            if day and day > self.day:
                yield UpcomingChange(day, "expansion", expansion.name)
        current_rotation = format_contents_on(self.card_format, self.day, self.edition, self.cards).row
        for rotation in self.cards.rotations:
            has_current_contents = current_rotation is not None and (rotation.since, rotation.marks) == (
                current_rotation.since,
                current_rotation.marks,
            )
            if (
                rotation.format == self.card_format
                and rotation.starts_on > self.day
                and not has_current_contents
            ):
                oldest = self.cards.expansions.get(rotation.since)
                kind: Kind = "marks" if rotation.marks else "list"
                marks_or_expansion = ", ".join(rotation.marks) or (oldest.name if oldest else "")
                yield UpcomingChange(rotation.starts_on, kind, marks_or_expansion)
        format_bans = [ban for ban in self.bans if ban.format == self.card_format]
        for name, group in groupby(format_bans, key=attrgetter("name")):
            bans = list(group)
            starts = {ban.starts_on for ban in bans}
            yield from (UpcomingChange(day, "ban", name) for day in starts if day > self.day)
            ends = {ban.ends_on for ban in bans if ban.ends_on and ban.starts_on <= self.day}
            yield from (UpcomingChange(day, "unban", name) for day in ends if day > self.day)
