"""A list with its verdict for pages: sections, rows, each problem with its rule, setting and fixes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from cards.engine import names
from cards.engine.numbers import card_number
from decks.documents.lists import SECTION_WORDS
from decks.engine.faults import DeckFault
from decks.engine.legality import Problem
from decks.engine.legality.stand_ins import StandIn
from decks.engine.lists import Listed
from decks.engine.lists.copy_marks import Copies, CopyMarks
from decks.engine.lists.fixes import UNCLEAR, Fix, fixes
from decks.engine.lists.values import SECTIONS, Section
from decks.engine.verdicts import FOR_HEAD_JUDGE, Verdict, problem_of, read_of, row_of, subject, unknown_cards
from decks.models import ListRules, Ruling, Version
from decks.queries.lists import verdicts
from decks.words.copy_words import mark_texts
from decks.words.deck_words import language_name, problem_text, setting_text
from decks.words.list_words import fix_text, headline
from decks.words.reprint_words import RULES_OF, stand_in_text
from tournaments.models import Tournament

Ruled = Mapping[tuple[str, str], Ruling]

URGENCY = ("error", "warning", "good")
"""The states of problems, most urgent first."""


@dataclass(frozen=True, slots=True)
class ShownFix:
    """A button: its value and label."""

    code: str
    label: str


@dataclass(frozen=True, slots=True)
class ShownProblem:
    """A problem in words. `state`: error, warning, or good if a judge has ruled on it."""

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

    @property
    def question(self) -> bool:
        """Whether the head judge decides it before the event starts (R-013)."""
        return self.code in FOR_HEAD_JUDGE

    @property
    def unclear(self) -> bool:
        """Whether the line itself is unclear."""
        return self.code in UNCLEAR


@dataclass(slots=True)
class ShownRow:
    """A row of the list with its problems below it.

    `line`: the line of the text its buttons change; `written`: the name in the text if it differs from the card's;
    `copies`: what the list says of the copies, `marks` the same in words.
    """

    quantity: int | None
    name: str
    where: str
    line: int
    anchor: str
    written: str = ""
    copies: Copies = field(default_factory=CopyMarks)
    marks: tuple[str, ...] = ()
    problems: list[ShownProblem] = field(default_factory=list)

    @property
    def language(self) -> str:
        return language_name(self.copies.language) if self.copies.language else ""

    @property
    def less(self) -> int:
        return (self.quantity or 0) - 1

    @property
    def more(self) -> int:
        return (self.quantity or 0) + 1


@dataclass(frozen=True, slots=True)
class ShownSection:
    """Pokémon, Trainers or Energy, with the number of cards."""

    code: str
    title: str
    count: int
    rows: list[ShownRow]

    @property
    def faults(self) -> int:
        """Problems of its rows that make the list illegal."""
        return sum(problem.state == "error" for row in self.rows for problem in row.problems)


@dataclass(frozen=True, slots=True)
class ShownList:
    """A whole list.

    `general`: the problems of the deck as a whole, most urgent first; `ignored`: lines that name no card.
    """

    sections: list[ShownSection]
    general: list[ShownProblem]
    problems: list[ShownProblem]
    ignored: Sequence[tuple[int, str]]
    total: int
    size: int
    unknown: int = 0
    """Cards of unknown legality; 0 if the list has other errors."""

    @property
    def errors(self) -> list[ShownProblem]:
        return [problem for problem in self.problems if problem.state == "error"]

    @property
    def warnings(self) -> list[ShownProblem]:
        return [problem for problem in self.problems if problem.state == "warning"]

    @property
    def legal(self) -> bool:
        return not self.errors

    @property
    def has_remarks(self) -> bool:
        """Whether a legal list has remarks as a whole."""
        return bool(self.warnings or self.general or self.ignored)


@dataclass(frozen=True, slots=True)
class PlayedAs:
    """One card played as another printing, in words.

    `search`: its name, for the reprint table, if that has not decided it.
    """

    text: str
    rule: str
    search: str = ""


def played_as(stand_ins: Iterable[StandIn]) -> list[PlayedAs]:
    """Sentences about lines legal only through another printing; each pair of printings once."""
    pairs = {(stand_in.old.ref, stand_in.new.ref): stand_in for stand_in in stand_ins}
    return [
        PlayedAs(
            stand_in_text(stand_in),
            RULES_OF[stand_in.by],
            stand_in.old.key if stand_in.proposed else "",
        )
        for stand_in in pairs.values()
    ]


def played_as_in(version: Version | None, event: Tournament, rules: ListRules | None) -> list[PlayedAs]:
    """Sentences about a submitted list, none without one. One query, for the version of the catalogue."""
    return played_as(verdicts.stand_ins_of(read_of(version.read), event, rules)) if version else []


def of_verdict(verdict: Verdict, *, size: int, ruled: Ruled) -> ShownList:
    """A list being written, with buttons that fix it."""
    near = {card.line.number: card.candidates for card in verdict.deck.cards}
    ignored = verdict.deck.ignored
    written = {card.line.number: card.line.name for card in verdict.deck.cards}
    return _verdict(
        verdict.rows, verdict.problems, ignored, verdict.deck.total, size, ruled, near=near, written=written
    )


def of_version(version: Version, *, size: int, ruled: Ruled) -> ShownList:
    """A list as submitted."""
    rows = [row_of(values) for values in version.cards]
    problems = [problem_of(values) for values in version.problems]
    lines = {line for row in rows for line in row.lines}
    lines |= {line for problem in problems for line in problem.lines}
    ignored = [(number, text) for number, text in version.read.get("ignored", ()) if number not in lines]
    written = {line["number"]: line["name"] for line in version.read.get("lines", ())}
    return _verdict(rows, problems, ignored, version.total, size, ruled, near=None, written=written)


def ruled_on(rulings: Iterable[Ruling]) -> Ruled:
    """Rulings in force by code and subject."""
    return {(ruling.code, ruling.card): ruling for ruling in rulings if ruling.withdrawn_at is None}


def _verdict(
    rows: Iterable[Listed],
    problems: Iterable[Problem],
    ignored: Sequence[tuple[int, str]],
    total: int,
    size: int,
    ruled: Ruled,
    *,
    near: Mapping[int, Sequence[str]] | None,
    written: Mapping[int, str],
) -> ShownList:
    problems = tuple(problems)
    listed = [(row, _row(row, written)) for row in rows]
    by_line = {line: pair for pair in reversed(listed) for line in pair[0].lines}
    general: list[ShownProblem] = []
    every: list[ShownProblem] = []
    for number, problem in enumerate(problems):
        home = next((by_line[line] for line in problem.lines if line in by_line), None)
        drawn = _problem(problem, number, home[0] if home else None, ruled, near)
        every.append(drawn)
        (home[1].problems if home else general).append(drawn)
    general.sort(key=lambda problem: URGENCY.index(problem.state))
    unknown = unknown_cards(problems, ruled.keys())
    return ShownList(_sections(listed), general, every, ignored, total, size, unknown)


def _row(row: Listed, written: Mapping[int, str]) -> ShownRow:
    where = card_number(row.set_code, row.card_number) if row.card_number else row.set_code
    line = row.lines[0] if row.lines else 0
    # The name as typed, if it was resolved to another: a misspelling, or another language.
    typed = written.get(line, "")
    same = row.lost or row.kind == "basic_energy" or names.loose(typed) == names.loose(row.name)
    return ShownRow(
        row.quantity,
        row.name,
        where,
        line,
        f"line-{line}",
        "" if same else typed,
        row,
        tuple(mark_texts(row)),
    )


def _sections(listed: Sequence[tuple[Listed, ShownRow]]) -> list[ShownSection]:
    by_section: dict[Section, list[tuple[Listed, ShownRow]]] = {code: [] for code in (*SECTIONS, "")}
    for row, drawn in listed:
        # Unknown cards come last, whatever their heading.
        unknown = any(problem.code == DeckFault.UNKNOWN_CARD for problem in drawn.problems)
        by_section["" if unknown else row.section].append((row, drawn))
    return [
        ShownSection(
            code or "unknown",
            str(SECTION_WORDS[code] or _("Not known")),
            sum(max(row.quantity or 0, 0) for row, _drawn in pairs),
            [drawn for _row, drawn in pairs],
        )
        for code, pairs in by_section.items()
        if pairs or code
    ]


def _problem(
    problem: Problem,
    number: int,
    row: Listed | None,
    ruled: Ruled,
    near: Mapping[int, Sequence[str]] | None,
) -> ShownProblem:
    ruling = ruled.get((problem.code, subject(problem)))
    first, _stop, rest = problem_text(problem).partition(". ")
    buttons: tuple[Fix, ...] = ()
    if near is not None and row is not None and ruling is None:
        buttons = fixes(problem, row, near.get(row.lines[0], ()) if row.lines else ())
    return ShownProblem(
        code=problem.code,
        subject=subject(problem),
        headline=headline(problem),
        first=f"{first}." if rest else first,
        rest=rest,
        rule=problem.rule,
        setting=setting_text(problem),
        state="good" if ruling else problem.severity,
        anchor=f"problem-{number}",
        ruling=ruling,
        fixes=tuple(ShownFix(fix.code, fix_text(fix)) for fix in buttons),
    )
