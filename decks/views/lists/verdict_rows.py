"""A list with its verdict for display: sections, rows, and problems with rule, setting and fixes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from django.utils.translation import gettext as _

from cards.engine import card_names
from cards.engine.collector_numbers import format_card_number
from cards.queries.card_tiles import CardTile
from decks.documents.list_files import SECTION_WORDS
from decks.engine.fault_groups import group_faults
from decks.engine.faults import DeckFault
from decks.engine.legality import Problem
from decks.engine.legality.stand_ins import StandIn
from decks.engine.lists import PrintedListRow
from decks.engine.lists.copy_marks import CopyMarks, HasCopyMarks
from decks.engine.lists.deck_list import SECTIONS, Section
from decks.engine.lists.fixes import UNCLEAR, LineFix, find_fixes
from decks.engine.stored_values import printed_row_from_values, problem_from_values, read_list_from_values
from decks.engine.verdicts import (
    FOR_HEAD_JUDGE,
    DeckVerdict,
    count_unknown_cards_if_errorless,
    ruling_subject,
)
from decks.models import ListRules, Ruling, Version
from decks.queries.lists import judging
from decks.queries.lists.deck_tiles import DeckCrest, SectionBar, deck_crest_of_rows, tiles_of_rows
from decks.views.lists.fault_groups import FaultBox
from decks.words.copy_words import mark_texts
from decks.words.deck_words import deciding_setting_text, deck_problem_text, language_name_in_sentence
from decks.words.list_words import fix_text, problem_headline
from decks.words.reprint_words import RULES_OF, stand_in_text
from tournaments.models import Tournament

Ruled = Mapping[tuple[str, str], Ruling]

URGENCY = ("error", "warning", "good")
"""States of problems, most urgent first."""


@dataclass(frozen=True, slots=True)
class ShownFix:
    """A button that fixes a problem: its value and label."""

    code: str
    label: str


@dataclass(frozen=True, slots=True)
class DisplayedProblem:
    """A problem in words.

    - `first`, `rest`: the first sentence of its text, and the sentences after it.
    - `state`: error, warning, or good if a judge has ruled on it.
    """

    code: str
    subject: str
    headline: str
    first: str
    rest: str
    rule: str
    setting: str
    state: str
    anchor: str
    ruling: Ruling | None
    fixes: tuple[ShownFix, ...] = ()

    @classmethod
    def of(
        cls,
        problem: Problem,
        number: int,
        card_row: PrintedListRow | None,
        rulings: Ruled,
        candidates: Mapping[int, Sequence[str]] | None,
    ) -> Self:
        """Put a problem into words. `candidates`: similar names by line; with None, no fixes are offered."""
        ruling = rulings.get((problem.code, ruling_subject(problem)))
        first_sentence, _stop, further_sentences = deck_problem_text(problem).partition(". ")
        offered_fixes: tuple[LineFix, ...] = ()
        if candidates is not None and card_row is not None and ruling is None:
            offered_fixes = find_fixes(
                problem, card_row, candidates.get(card_row.lines[0], ()) if card_row.lines else ()
            )
        return cls(
            code=problem.code,
            subject=ruling_subject(problem),
            headline=problem_headline(problem),
            first=f"{first_sentence}." if further_sentences else first_sentence,
            rest=further_sentences,
            rule=problem.rule,
            setting=deciding_setting_text(problem),
            state="good" if ruling else problem.severity,
            anchor=f"problem-{number}",
            ruling=ruling,
            fixes=tuple(ShownFix(fix.code, fix_text(fix)) for fix in offered_fixes),
        )

    @property
    def question(self) -> bool:
        """Whether the head judge has to decide on the problem before the event starts (R-013)."""
        return self.code in FOR_HEAD_JUDGE

    @property
    def is_unclear(self) -> bool:
        """Whether the line does not clearly identify a card."""
        return self.code in UNCLEAR


@dataclass(slots=True)
class DisplayedListRow:
    """A row of the list with its problems below it.

    - `line`: the line of the text that its buttons change.
    - `written`: the name in the text, if different from the card's.
    - `copies`: the marks of the copies.
    - `marks`: the marks in words.
    - `boxed`: codes of problems that are also shown in a box.
    """

    quantity: int | None
    name: str
    where: str
    line: int
    anchor: str
    tile: CardTile
    written: str = ""
    copies: HasCopyMarks = field(default_factory=CopyMarks)
    marks: tuple[str, ...] = ()
    problems: list[DisplayedProblem] = field(default_factory=list)
    boxed: frozenset[str] = frozenset()

    @classmethod
    def of(cls, card_row: PrintedListRow, tile: CardTile, written: Mapping[int, str]) -> Self:
        """Build a row. `written`: the name on each line of the text."""
        where = (
            format_card_number(card_row.set_code, card_row.card_number)
            if card_row.card_number
            else card_row.set_code
        )
        line = card_row.lines[0] if card_row.lines else 0
        # Also show the typed name if it was resolved to another, such as a misspelling or a translation.
        name = written.get(line, "")
        is_same_name = (
            card_row.lost
            or card_row.kind == "basic_energy"
            or card_names.fold_card_name_loosely(name) == card_names.fold_card_name_loosely(card_row.name)
        )
        return cls(
            card_row.quantity,
            card_row.name,
            where,
            line,
            f"line-{line}",
            tile,
            "" if is_same_name else name,
            card_row,
            tuple(mark_texts(card_row)),
        )

    @property
    def language(self) -> str:
        return language_name_in_sentence(self.copies.language) if self.copies.language else ""

    @property
    def is_faulty(self) -> bool:
        """Whether a problem of this row makes the list illegal."""
        return any(problem.state == "error" for problem in self.problems)

    @property
    def needs_only_tile(self) -> bool:
        """Whether the row needs only a tile, because boxes already show all of its problems, if it has any."""
        return all(problem.code in self.boxed and problem.state == "error" for problem in self.problems)

    @property
    def quantity_minus_one(self) -> int:
        """The quantity minus one copy, for the row's button."""
        return (self.quantity or 0) - 1

    @property
    def quantity_plus_one(self) -> int:
        """The quantity plus one copy, for the row's button."""
        return (self.quantity or 0) + 1


@dataclass(frozen=True, slots=True)
class DisplayedListSection:
    """A section (Pokémon, Trainers or Energy) with its number of cards."""

    code: str
    title: str
    count: int
    rows: list[DisplayedListRow]

    @property
    def faults(self) -> int:
        """The number of problems of its rows that make the list illegal."""
        return sum(problem.state == "error" for row in self.rows for problem in row.problems)


@dataclass(frozen=True, slots=True)
class DisplayedList:
    """A whole list for display.

    - `general`: problems of the deck as a whole, most urgent first.
    - `ignored`: lines that do not identify a card.
    """

    sections: list[DisplayedListSection]
    general: list[DisplayedProblem]
    problems: list[DisplayedProblem]
    ignored: Sequence[tuple[int, str]]
    total: int
    size: int
    unknown: int = 0
    """Cards of unknown legality, or 0 if the list has other errors."""
    boxes: Sequence[FaultBox] = ()
    crest: DeckCrest = field(default_factory=DeckCrest)

    @property
    def error_headlines(self) -> list[FaultBox | DisplayedProblem]:
        """The errors to fix. All faults of the same box share one headline."""
        boxed = {box.code for box in self.boxes}
        return [*self.boxes, *(problem for problem in self.errors if problem.code not in boxed)]

    @property
    def bars(self) -> list[SectionBar]:
        """The parts of the bar, one per section with cards."""
        bars: list[SectionBar] = []
        for section in self.sections:
            if section.count:
                start = sum(bar.count for bar in bars)
                bars.append(SectionBar(section.code, section.title, section.count, start))
        return bars

    @property
    def errors(self) -> list[DisplayedProblem]:
        return [problem for problem in self.problems if problem.state == "error"]

    @property
    def warnings(self) -> list[DisplayedProblem]:
        return [problem for problem in self.problems if problem.state == "warning"]

    @property
    def legal(self) -> bool:
        return not self.errors

    @property
    def has_remarks(self) -> bool:
        """Whether there are warnings, problems of the deck as a whole, or ignored lines."""
        return bool(self.warnings or self.general or self.ignored)


@dataclass(frozen=True, slots=True)
class PlayedAs:
    """A card played as another printing, in words.

    `search` is the name to look up in the reprint table, if the table does not decide the case.
    """

    text: str
    rule: str
    search: str = ""


def describe_stand_ins(stand_ins: Iterable[StandIn]) -> list[PlayedAs]:
    """Describe the lines that are legal only through another printing, without repeating pairs of printings."""
    pairs = {(stand_in.old.ref, stand_in.new.ref): stand_in for stand_in in stand_ins}
    return [
        PlayedAs(
            stand_in_text(stand_in),
            RULES_OF[stand_in.by],
            stand_in.old.key if stand_in.proposed else "",
        )
        for stand_in in pairs.values()
    ]


def describe_version_stand_ins(
    version: Version | None, event: Tournament, rules: ListRules | None
) -> list[PlayedAs]:
    """Describe the stand-ins of a submitted list, or return an empty list without one.

    One query, for the version of the catalogue.
    """
    if version is None:
        return []
    return describe_stand_ins(judging.stand_ins_of(read_list_from_values(version.read), event, rules))


def displayed_list_of_verdict(verdict: DeckVerdict, *, size: int, ruled: Ruled) -> DisplayedList:
    """Build the display of a list that is being written, with buttons that fix its problems."""
    deck = verdict.deck
    return _list_for_page(
        verdict.rows,
        verdict.problems,
        deck.ignored,
        deck.total,
        size,
        ruled,
        candidates={card.line.number: card.candidates for card in deck.cards},
        written={card.line.number: card.line.name for card in deck.cards},
    )


def displayed_list_of_version(version: Version, *, size: int, ruled: Ruled) -> DisplayedList:
    """Build the display of a submitted list."""
    rows = [printed_row_from_values(values) for values in version.cards]
    problems = [problem_from_values(values) for values in version.problems]
    lines = {line for row in rows for line in row.lines}
    lines |= {line for problem in problems for line in problem.lines}
    ignored = [(number, text) for number, text in version.read.get("ignored", ()) if number not in lines]
    written = {line["number"]: line["name"] for line in version.read.get("lines", ())}
    return _list_for_page(
        rows, problems, ignored, version.total, size, ruled, candidates=None, written=written
    )


def rulings_by_problem(rulings: Iterable[Ruling]) -> Ruled:
    """Map code and subject of a problem to its ruling in force."""
    return {(ruling.code, ruling.card): ruling for ruling in rulings if ruling.withdrawn_at is None}


def _list_for_page(
    rows: Iterable[PrintedListRow],
    problems: Iterable[Problem],
    ignored: Sequence[tuple[int, str]],
    total: int,
    size: int,
    rulings: Ruled,
    *,
    candidates: Mapping[int, Sequence[str]] | None,
    written: Mapping[int, str],
) -> DisplayedList:
    """Build the display of a list.

    - `candidates`: see `DisplayedProblem.of`.
    - `written`: the name on each line.
    """
    problems, rows = tuple(problems), tuple(rows)
    tiles = tiles_of_rows(rows)
    boxes: list[FaultBox] = []
    if candidates is not None:
        tile_by_row = dict(zip(rows, tiles, strict=True))
        boxes = [FaultBox.of(group, tile_by_row) for group in group_faults(problems, rulings.keys())]
    boxed = frozenset(box.code for box in boxes)
    pairs = [(row, DisplayedListRow.of(row, tile, written)) for row, tile in zip(rows, tiles, strict=True)]
    for _row, page_row in pairs:
        page_row.boxed = boxed
    pair_by_line = {line: pair for pair in reversed(pairs) for line in pair[0].lines}
    general: list[DisplayedProblem] = []
    problem_rows: list[DisplayedProblem] = []
    for number, problem in enumerate(problems):
        pair = next((pair_by_line[line] for line in problem.lines if line in pair_by_line), None)
        problem_row = DisplayedProblem.of(problem, number, pair[0] if pair else None, rulings, candidates)
        problem_rows.append(problem_row)
        (pair[1].problems if pair else general).append(problem_row)
    general.sort(key=lambda problem: URGENCY.index(problem.state))
    unknown_count = count_unknown_cards_if_errorless(problems, rulings.keys())
    return DisplayedList(
        _sections_for_page(pairs),
        general,
        problem_rows,
        ignored,
        total,
        size,
        unknown_count,
        boxes,
        deck_crest_of_rows(rows, tiles),
    )


def _sections_for_page(
    pairs: Sequence[tuple[PrintedListRow, DisplayedListRow]],
) -> list[DisplayedListSection]:
    """Return the sections in order, including empty ones. The section of unknown cards is omitted if empty."""
    by_section: dict[Section, list[DisplayedListRow]] = {code: [] for code in (*SECTIONS, "")}
    for row, page_row in pairs:
        # Unknown cards are last, regardless of their heading.
        is_unknown = any(problem.code == DeckFault.UNKNOWN_CARD for problem in page_row.problems)
        by_section["" if is_unknown else row.section].append(page_row)
    return [
        DisplayedListSection(
            code or "unknown",
            str(SECTION_WORDS[code] or _("Not known")),
            sum(max(row.quantity or 0, 0) for row in rows),
            rows,
        )
        for code, rows in by_section.items()
        if rows or code
    ]
