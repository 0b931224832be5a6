"""The deck check report as a PDF and spreadsheets: coverage, findings, and minutes by judge and by round."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from reportlab.platypus import Flowable, Spacer

from checks.engine.check_sheet import CountedDeck
from checks.models import DeckCheck
from checks.queries.deck_checks import CheckCoverage
from checks.words.before_check_words import ALL_OUTCOMES
from checks.words.check_words import check_outcome_text, marks_text
from core.documents.fonts import BOLD
from core.documents.grid import Column, Grid, count_rows_on_page
from core.documents.registry import declare_rows_on_page
from core.documents.sheet import Paper, Sheet
from core.documents.spreadsheets import CSV, MOMENT, XLSX, Field, Value, as_csv, as_xlsx
from core.engine.alphabet import name_sort_key
from core.engine.sheet_heads import SheetHead
from core.text_parts import joined_with_semicolons
from decks.models import Proxy
from decks.queries.lists import proxies
from pairings.documents.proxies import FIELDS as PROXY_FIELDS
from pairings.documents.proxies import proxy_grid, proxy_spreadsheet_rows
from pairings.documents.report_heads import ROW_HEIGHT, report_head, time_in_cell, time_on_paper
from pairings.queries.bracket import cut_titles
from pairings.words import round_names
from tournaments.models import Tournament
from tournaments.words.entrants import entrant_fields

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

declare_rows_on_page("check-sheets", 1)
declare_rows_on_page("check-report", count_rows_on_page(ROW_HEIGHT))

Titles = Mapping[tuple[int, int], str]
"""Titles of the rounds of the cut, from `cut_titles.cut_round_titles_of_event`."""

Row = tuple[DeckCheck, CountedDeck, Sequence[str], int]
"""A finished check, its counts, the labels of its rows, and the number of its photos."""


def check_findings_line(row: Row) -> str:
    """Return all findings of a check in one line."""
    check, counted, row_labels, photos = row
    parts = [
        gettext("%(name)s: %(found)d of %(expected)d")
        % {"name": row_labels[index], "found": counted.found[index], "expected": counted.expected[index]}
        for index in counted.differing
    ]
    parts += [
        gettext("not on the list: %(copies)d %(card)s") % {"copies": copies, "card": card}
        for card, copies in counted.others.items()
    ]
    if counted.found and not counted.steps["contents"]:
        parts.insert(0, gettext("not every card counted"))
    if counted.steps["total"] == "wrong":
        parts.insert(0, gettext("%(total)d cards") % {"total": counted.total})
    text_by_step = {
        "legible": gettext("not legible"),
        "sleeves": gettext("sleeves"),
        "proxies": gettext("proxies not shown"),
        "languages": gettext("languages"),
        "unsigned": gettext("signed cards"),
        "backs": gettext("card backs"),
    }
    parts += [words for step, words in text_by_step.items() if counted.marks.get(step) == "wrong"]
    parts += [marks_text(note) for note in counted.marked]
    parts += [gettext("list rewritten")] if check.rewrite else []
    if check.not_counted and check.kind != DeckCheck.Kind.BEFORE:
        parts += [gettext("not counted: %(why)s") % {"why": check.not_counted}]
    parts += [ngettext("%(n)d photo", "%(n)d photos", photos) % {"n": photos}] if photos else []
    return joined_with_semicolons(
        [*parts, *(text for text in (check.facts.get("reason"), check.note) if text)]
    )


def outcome_label(check: DeckCheck) -> str:
    """Return the outcome of a check or, for a check before the event, what the player has to do next."""
    is_before = check.kind == DeckCheck.Kind.BEFORE
    return str(ALL_OUTCOMES[check.outcome]) if is_before else check_outcome_text(check)


def minutes_taken(check: DeckCheck) -> int:
    """Return the minutes from start to end, rounded up, or 0 for a check without both times."""
    if check.began_at is None or check.ended_at is None:
        return 0
    # The negative duration is rounded down, so its absolute value is rounded up.
    return -int((check.began_at - check.ended_at).total_seconds() // 60)


class CheckReport(Sheet):
    """The report: coverage, a row for each check, the log of proxies, and the sums by judge and round.

    `granted`: proxies of the event.
    """

    what = _("Deck checks")
    for_staff = True
    landscape = True

    def __init__(
        self,
        head: SheetHead,
        coverage: Sequence[CheckCoverage],
        rows: Sequence[Row],
        granted: Sequence[Proxy] = (),
        *,
        titles: Titles,
        paper: Paper = "a4",
    ) -> None:
        """Build the report. `granted` are the proxies of the event."""
        super().__init__(head, paper=paper)
        self.coverage, self.rows, self.granted, self.titles = coverage, rows, granted, titles

    def story(self) -> Iterator[Flowable]:
        figure_columns = (Column(field.title, 0.15, align="right") for field in COVERED[1:])
        covered = [tuple(map(str, line)) for line in _coverage_lines(self.coverage)]
        yield Grid((Column(COVERED[0].title, 0.4, font=BOLD), *figure_columns), covered, row=ROW_HEIGHT)
        yield Spacer(1, ROW_HEIGHT)
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
        yield Grid(columns, rows, row=ROW_HEIGHT, empty=_("No deck checks yet."))
        if self.granted:
            yield Spacer(1, ROW_HEIGHT)
            yield proxy_grid(self.granted[0].entry.tournament, self.granted)
        for fields, sums in (
            (BY_JUDGE, _sums_by_judge(self.rows)),
            (BY_ROUND, _sums_by_round(self.rows, self.titles)),
        ):
            yield Spacer(1, ROW_HEIGHT)
            first_title, *other_titles = (field.title for field in fields)
            heading_columns = (
                Column(first_title, 0.4, font=BOLD),
                *(Column(title, 0.2, align="right") for title in other_titles),
            )
            yield Grid(heading_columns, [tuple(map(str, line)) for line in sums], row=ROW_HEIGHT)

    def row(self, row: Row) -> tuple[str, ...]:
        """Return the cells of a check in the table of checks."""
        check = row[0]
        ended_at = check.ended_at or check.picked_at
        return (
            time_on_paper(ended_at, check.entry.tournament),
            round_names.round_number_or_title(self.titles, check.entry.division_id, check.round_number),
            str(check.entry),
            str(check.get_kind_display()),
            outcome_label(check),
            check_findings_line(row),
            str(minutes_taken(check)),
            str(check.ended_by or "–"),
        )


def render_check_report(
    event: Tournament,
    coverage: Sequence[CheckCoverage],
    rows: Sequence[Row],
    kind: str,
    absolute: Callable[[str], str],
) -> tuple[bytes, str]:
    """Return the report as "pdf", "xlsx" or "csv" (`kind`), and its content type.

    XLSX has all tables with every column, CSV only the checks. `absolute` makes an absolute URL of a path.
    """
    head, event_proxies = report_head(event, "checks:checks", absolute), proxies.proxies_of_event(event)
    titles = cut_titles.cut_round_titles_of_event(event)
    if kind == "pdf":
        return CheckReport(head, coverage, rows, event_proxies, titles=titles).render(), "application/pdf"
    lines: list[tuple[Value, ...]] = []
    for row in rows:
        check, counted, _names, photos = row
        line = (
            time_in_cell(check.ended_at or check.picked_at, event),
            titles.get((check.entry.division_id, check.round_number or 0)) or check.round_number,
            check.table,
            str(check.entry),
            check.entry.player_number or "",
            str(check.entry.division),
            str(check.get_kind_display()),
            outcome_label(check),
            check_findings_line(row),
            counted.replaced,
            minutes_taken(check),
            check.minutes,
            str(check.ended_by or ""),
            photos,
        )
        lines.append(line)
    if kind == "csv":
        return as_csv(entrant_fields(FIELDS), lines), CSV
    sheets = [
        (gettext("Deck checks"), entrant_fields(FIELDS), lines),
        (gettext("Coverage"), COVERED, _coverage_lines(coverage)),
        (gettext("By judge"), BY_JUDGE, _sums_by_judge(rows)),
        (gettext("By round"), BY_ROUND, _sums_by_round(rows, titles)),
    ]
    if event_proxies:
        sheets.append(
            (gettext("Proxies"), entrant_fields(PROXY_FIELDS), proxy_spreadsheet_rows(event, event_proxies))
        )
    return as_xlsx(sheets, head), XLSX


def _coverage_lines(coverage: Sequence[CheckCoverage]) -> list[tuple[Value, ...]]:
    return [(str(row.division), row.decks, row.target, row.done, row.before) for row in coverage]


def _sums_by_judge(rows: Sequence[Row]) -> list[tuple[Value, ...]]:
    """Sum up the checks of each judge, sorted by name."""
    named_checks = [(str(check.ended_by or "–"), check) for check, *_rest in rows]
    return _sum_up_checks(sorted(named_checks, key=lambda pair: name_sort_key(pair[0])))


def _sums_by_round(rows: Sequence[Row], titles: Titles) -> list[tuple[Value, ...]]:
    """Sum up the checks before the event, then in each round, then between rounds."""
    checks = sorted(
        (check for check, *_rest in rows),
        key=lambda check: (
            check.kind != DeckCheck.Kind.BEFORE,
            check.round_number is None,
            check.round_number or 0,
        ),
    )
    named_checks = []
    for check in checks:
        if check.kind == DeckCheck.Kind.BEFORE:
            name = gettext("Before the event")
        elif check.round_number is None:
            name = gettext("Between rounds")
        else:
            title = titles.get((check.entry.division_id, check.round_number))
            name = title or gettext("Round %(round)s") % {"round": check.round_number}
        named_checks.append((name, check))
    return _sum_up_checks(named_checks)


def _sum_up_checks(named_checks: Iterable[tuple[str, DeckCheck]]) -> list[tuple[Value, ...]]:
    """Return a row for each name, in the order of the names.

    Its columns are the name, the number of checks, the minutes taken and the minutes granted.
    """
    checks, minutes, extensions = Counter[str](), Counter[str](), Counter[str]()
    for name, check in named_checks:
        checks[name] += 1
        minutes[name] += minutes_taken(check)
        extensions[name] += check.minutes or 0
    return [(name, number, minutes[name], extensions[name]) for name, number in checks.items()]
