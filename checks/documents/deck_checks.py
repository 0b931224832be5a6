"""The report of deck checks: coverage, findings, minutes, by judge and by round, on paper and as a spreadsheet."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from reportlab.platypus import Flowable, Spacer

from checks.engine.check_sheet import Counted
from checks.models import DeckCheck
from checks.queries.deck_checks import Coverage
from checks.words.before_check_words import ALL_OUTCOMES
from checks.words.check_words import marks_text, outcome_text
from core.documents.fonts import BOLD
from core.documents.grid import Column, Grid
from core.documents.sheet import Paper, Sheet
from core.documents.spreadsheets import CSV, MOMENT, XLSX, Field, Value, as_csv, as_xlsx
from core.engine.alphabet import sort_key
from core.engine.heads import SheetHead
from core.wording import in_a_row
from decks.models import Proxy
from decks.queries.lists import proxies
from pairings.documents.proxies import FIELDS as PROXY_FIELDS
from pairings.documents.proxies import proxy_grid, proxy_values
from pairings.documents.reports import ROW, in_cell, on_paper, report_head
from pairings.queries.bracket import cuts
from pairings.words import result_words
from tournaments.models import Tournament

FIELDS = (
    Field(_("When"), 18, MOMENT),
    Field(_("Round"), 8, "0"),
    Field(_("Table"), 8, "0"),
    Field(_("Player"), 28),
    Field(_("Player ID"), 14),
    Field(pgettext_lazy("age", "Division"), 14),
    Field(_("Why"), 20),
    Field(_("Outcome"), 24),
    Field(_("Findings"), 60),
    Field(_("Sleeves replaced"), 12, "0"),
    Field(_("Minutes taken"), 12, "0"),
    Field(_("Time extension in minutes"), 12, "0"),
    Field(_("Judge"), 22),
    Field(_("Photos"), 10, "0"),
)
COVERED = (
    Field(pgettext_lazy("age", "Division"), 24),
    *(
        Field(title, 12, "0")
        for title in (_("Decks"), _("Target"), pgettext_lazy("decks", "Checked"), _("Only before the event"))
    ),
)
SUMS = tuple(
    Field(title, 12, "0") for title in (_("Checks"), _("Minutes taken"), _("Time extension in minutes"))
)
BY_JUDGE, BY_ROUND = (Field(_("Judge"), 28), *SUMS), (Field(_("Round"), 28), *SUMS)

Titles = Mapping[tuple[int, int], str]
"""Titles of the rounds of the cut, from `cuts.round_titles`."""

Row = tuple[DeckCheck, Counted, Sequence[str], int]
"""A finished check, its counts, the names of its rows, and its number of photos."""


def findings(row: Row) -> str:
    """Everything found wrong, in one line."""
    check, counted, names, photos = row
    parts = [
        gettext("%(name)s: %(found)d of %(expected)d")
        % {"name": names[at], "found": counted.found[at], "expected": counted.expected[at]}
        for at in counted.differing
    ]
    parts += [
        gettext("not on the list: %(copies)d %(card)s") % {"copies": copies, "card": card}
        for card, copies in counted.others.items()
    ]
    if counted.found and not counted.steps["contents"]:
        parts.insert(0, gettext("not every card counted"))
    if counted.steps["total"] == "wrong":
        parts.insert(0, gettext("%(total)d cards") % {"total": counted.total})
    wrong = {
        "legible": gettext("not legible"),
        "sleeves": gettext("sleeves"),
        "proxies": gettext("proxies not shown"),
        "languages": gettext("languages"),
        "unsigned": gettext("signed cards"),
        "backs": gettext("card backs"),
    }
    parts += [words for step, words in wrong.items() if counted.marks.get(step) == "wrong"]
    parts += [marks_text(note) for note in counted.marked]
    parts += [gettext("list rewritten")] if check.rewrite else []
    if check.not_counted and check.kind != DeckCheck.Kind.BEFORE:
        parts += [gettext("not counted: %(why)s") % {"why": check.not_counted}]
    parts += [ngettext("%(n)d photo", "%(n)d photos", photos) % {"n": photos}] if photos else []
    return in_a_row([*parts, *(text for text in (check.facts.get("reason"), check.note) if text)])


def outcome(check: DeckCheck) -> str:
    """The outcome; for a check before the event what the player does next."""
    before = check.kind == DeckCheck.Kind.BEFORE
    return str(ALL_OUTCOMES[check.outcome]) if before else outcome_text(check)


def took(check: DeckCheck) -> int:
    """Minutes from start to end, rounded up."""
    if check.began_at is None or check.ended_at is None:
        return 0
    return -int((check.began_at - check.ended_at).total_seconds() // 60)


class CheckReport(Sheet):
    """Coverage, one row per check, the log of proxies, then the sums by judge and by round."""

    what = _("Deck checks")
    landscape = True

    def __init__(
        self,
        head: SheetHead,
        coverage: Sequence[Coverage],
        rows: Sequence[Row],
        made: Sequence[Proxy] = (),
        *,
        titles: Titles,
        paper: Paper = "a4",
    ) -> None:
        """Build the report; `made`: the proxies of the event."""
        super().__init__(head, paper=paper)
        self.coverage, self.rows, self.made, self.titles = coverage, rows, made, titles

    def story(self) -> Iterator[Flowable]:
        figures = (Column(field.title, 0.15, align="right") for field in COVERED[1:])
        covered = [tuple(map(str, line)) for line in _covered(self.coverage)]
        yield Grid((Column(COVERED[0].title, 0.4, font=BOLD), *figures), covered, row=ROW)
        yield Spacer(1, ROW)
        columns = (
            Column(_("When"), 0.10),
            Column(_("Round"), 0.08, align="center", size=9),
            Column(_("Player"), 0.16, font=BOLD),
            Column(_("Why"), 0.08, size=9),
            Column(_("Outcome"), 0.13, size=9),
            Column(_("Findings"), 0.28, size=8),
            Column(_("Minutes"), 0.06, align="right"),
            Column(_("Judge"), 0.11, size=9),
        )
        rows = [self.row(row) for row in self.rows]
        yield Grid(columns, rows, row=ROW, empty=_("No deck checks yet."))
        if self.made:
            yield Spacer(1, ROW)
            yield proxy_grid(self.made[0].entry.tournament, self.made)
        for of, sums in ((BY_JUDGE, _by_judge(self.rows)), (BY_ROUND, _by_round(self.rows, self.titles))):
            yield Spacer(1, ROW)
            first, *others = (field.title for field in of)
            heads = (Column(first, 0.4, font=BOLD), *(Column(title, 0.2, align="right") for title in others))
            yield Grid(heads, [tuple(map(str, line)) for line in sums], row=ROW)

    def row(self, row: Row) -> tuple[str, ...]:
        check = row[0]
        at = check.ended_at or check.picked_at
        return (
            on_paper(at, check.entry.tournament),
            result_words.number_or_title(self.titles, check.entry.division_id, check.round_number),
            str(check.entry),
            str(check.get_kind_display()),
            outcome(check),
            findings(row),
            str(took(check)),
            str(check.ended_by or "–"),
        )


def report(
    event: Tournament,
    coverage: Sequence[Coverage],
    rows: Sequence[Row],
    kind: str,
    absolute: Callable[[str], str],
) -> tuple[bytes, str]:
    """The bytes and content type of the report: "pdf", "xlsx" with every column, or "csv" of the checks."""
    head, granted = report_head(event, "checks:checks", absolute), proxies.of_event(event)
    titles = cuts.round_titles(event)
    if kind == "csv":
        return as_csv(FIELDS, [_values(event, row, titles) for row in rows]), CSV
    if kind != "xlsx":
        return CheckReport(head, coverage, rows, granted, titles=titles).render(), "application/pdf"
    lists = [
        (gettext("Deck checks"), FIELDS, [_values(event, row, titles) for row in rows]),
        (gettext("Coverage"), COVERED, _covered(coverage)),
        (gettext("By judge"), BY_JUDGE, _by_judge(rows)),
        (gettext("By round"), BY_ROUND, _by_round(rows, titles)),
    ]
    if granted:
        lists.append((gettext("Proxies"), PROXY_FIELDS, proxy_values(event, granted)))
    return as_xlsx(lists, head), XLSX


def _values(event: Tournament, row: Row, titles: Titles) -> tuple[Value, ...]:
    check, counted, _names, photos = row
    at = check.ended_at or check.picked_at
    return (
        in_cell(at, event),
        titles.get((check.entry.division_id, check.round_number or 0)) or check.round_number,
        check.table,
        str(check.entry),
        check.entry.player_number or "",
        str(check.entry.division),
        str(check.get_kind_display()),
        outcome(check),
        findings(row),
        counted.replaced,
        took(check),
        check.minutes,
        str(check.ended_by or ""),
        photos,
    )


def _covered(coverage: Sequence[Coverage]) -> list[tuple[Value, ...]]:
    return [(str(row.division), row.decks, row.target, row.done, row.before) for row in coverage]


def _by_judge(rows: Sequence[Row]) -> list[tuple[Value, ...]]:
    named = [(str(check.ended_by or "–"), check) for check, *_rest in rows]
    return _sums(sorted(named, key=lambda pair: sort_key(pair[0])))


def _by_round(rows: Sequence[Row], titles: Titles) -> list[tuple[Value, ...]]:
    """Sums before the event, by round, then between rounds."""
    checks = sorted(
        (check for check, *_rest in rows),
        key=lambda check: (
            check.kind != DeckCheck.Kind.BEFORE,
            check.round_number is None,
            check.round_number or 0,
        ),
    )
    return _sums((_round_name(check, titles), check) for check in checks)


def _round_name(check: DeckCheck, titles: Titles) -> str:
    if check.kind == DeckCheck.Kind.BEFORE:
        return gettext("Before the event")
    if check.round_number is None:
        return gettext("Between rounds")
    title = titles.get((check.entry.division_id, check.round_number))
    return title or gettext("Round %(round)s") % {"round": check.round_number}


def _sums(named: Iterable[tuple[str, DeckCheck]]) -> list[tuple[Value, ...]]:
    checks, minutes, extensions = Counter[str](), Counter[str](), Counter[str]()
    for name, check in named:
        checks[name] += 1
        minutes[name] += took(check)
        extensions[name] += check.minutes or 0
    return [(name, number, minutes[name], extensions[name]) for name, number in checks.items()]
