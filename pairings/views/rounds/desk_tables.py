"""Tables of a round on the desk, and data about all other tables of the hall for its script."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.http import HttpRequest, QueryDict
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from core.requests import StaffRequest
from core.tables import long_lists
from core.tables.long_lists import ListPage
from pairings import hooks
from pairings.engine.open_entries import DeskQueue
from pairings.engine.outcomes import Outcome
from pairings.models import Round
from pairings.queries.desk import desk_rows
from pairings.queries.desk.desk_rows import DeskRow, TableFigures, TableOfRound, desk_rows_with_scores
from pairings.queries.rounds.no_shows import AWAY
from pairings.templatetags.match_rows import MatchLine
from pairings.views.reports import clock, reports_panel
from pairings.views.reports.reports_panel import RoundReports
from pairings.views.rounds import round_urls
from pairings.words import outcome_words, result_words
from tournaments.engine.divisions import PLAYS_IN
from tournaments.models import Division, Tournament

PAGE_SIZE = 100
"""Number of tables per page of the desk, if there are more than `long_lists.ONE_PAGE`."""

KEYS_OF_CUT = "12"
"""Result keys of a match that cannot be tied."""

Marks = Mapping[int, dict[str, str]]
"""Marks of tables by match id."""

LONG_AGO = datetime.min.replace(tzinfo=UTC)
"""Replaces the missing time of a result, so that it is sorted last."""


@dataclass(frozen=True, kw_only=True)
class TablesPart(RoundReports):
    """Tables and players' reports on a desk.

    - `open`, `done` and `alone`: displayed lines, as in `RoundTables`.
    - `part`: page of the list, or None on the desk of all divisions.
    - `only_newest`: whether only the newest results are displayed.
    - `whole`, `finished` and `left`: number of all matches, of those with a result, of those without.
    """

    open: Sequence[MatchLine]
    done: Sequence[MatchLine]
    alone: Sequence[MatchLine]
    part: ListPage[DeskRow] | None
    only_newest: bool
    finished: int
    whole: int
    left: int


@dataclass(frozen=True)
class RoundTables:
    """Tables of a round.

    - `two`: all matches of two players.
    - `part`: page of the list.
    - `open` and `done`: displayed lines without and with a result.
    - `alone`: lines of players without an opponent.
    - `unlisted`: tables not displayed.

    With thousands of tables, `open` and `done` contain a few hundred lines: the open tables of the requested page
    and the newest results, or for a closed round the results of that page.
    """

    round: Round
    two: list[DeskRow]
    part: ListPage[DeskRow]
    open: list[MatchLine]
    done: list[MatchLine]
    alone: list[MatchLine]
    unlisted: list[TableOfRound]
    reports: RoundReports

    @property
    def finished(self) -> int:
        """Number of matches of two players with a result."""
        return sum(not row.is_open for row in self.two)

    @property
    def left(self) -> int:
        """Number of matches of two players without a result."""
        return len(self.two) - self.finished

    @property
    def numbers(self) -> list[int]:
        """Table numbers of the matches of two players."""
        return table_numbers(self.two)

    @property
    def figures(self) -> TableFigures:
        """Numbers of all and of open tables, and the first and last table."""
        numbers = self.numbers
        return TableFigures(len(self.two), self.left, min(numbers, default=None), max(numbers, default=None))

    @property
    def may_have_no_shows(self) -> bool:
        """Whether a match of two players was lost by not showing up or leaving."""
        return any(row.reason in AWAY for row in self.two)

    @property
    def only_newest(self) -> bool:
        """Whether `done` contains only the newest results."""
        return len(self.done) < self.finished and self.round.state == Round.State.POSTED

    @property
    def tables_part(self) -> TablesPart:
        return TablesPart(
            **vars(self.reports),
            open=self.open,
            done=self.done,
            alone=self.alone,
            part=self.part,
            only_newest=self.only_newest,
            finished=self.finished,
            whole=len(self.two),
            left=self.left,
        )


def tables_of_round(round_: Round, query: QueryDict) -> RoundTables:
    """Return the tables of a posted or closed round.

    If there are many, `query` selects the page.
    """
    is_posted = round_.state == Round.State.POSTED
    rows = desk_rows.desk_rows(round_)
    paired = [row for row in rows if row.row.right]
    open_rows, done_rows = [row for row in paired if row.is_open], [row for row in paired if not row.is_open]
    paged_rows = open_rows if is_posted else done_rows
    list_part = long_lists.requested_list_page(
        query, paged_rows, name=lambda row: row.row.names, size=PAGE_SIZE
    )
    if not is_posted:
        done_rows = list_part.visible
    elif len(done_rows) > long_lists.ONE_PAGE:
        done_rows = sorted(done_rows, key=lambda row: row.at or LONG_AGO, reverse=True)[:PAGE_SIZE]
    open_rows = list_part.visible if is_posted else open_rows
    rows_without_opponent = [row for row in rows if not row.row.right]
    displayed_rows = [*open_rows, *done_rows, *rows_without_opponent]
    displayed_keys = {row.row.match_id for row in displayed_rows}
    reports = reports_panel.reports_of_round(round_, displayed_keys) if is_posted else RoundReports()
    table_rows = _marked_rows(round_, displayed_rows, reports.marks)
    return RoundTables(
        round=round_,
        two=paired,
        part=list_part,
        open=table_rows[: len(open_rows)],
        done=table_rows[len(open_rows) : len(open_rows) + len(done_rows)],
        alone=table_rows[len(open_rows) + len(done_rows) :],
        unlisted=[(row, round_) for row in paired if row.row.match_id not in displayed_keys],
        reports=reports,
    )


@dataclass(frozen=True, slots=True)
class LongerDivision:
    """A division with more open tables than the page lists.

    The page lists the first `n` of them and links to the division's desk.
    """

    name: str
    n: int
    url: str


@dataclass(frozen=True, kw_only=True)
class HallTables(TablesPart):
    """Tables of all rounds in play.

    - `longer`: divisions with more open tables than listed.
    - `unlisted`: elements for the tables not displayed.
    - `table_from` and `table_to`: range accepted by the quick entry.
    - `no_tie`: whether no match can be tied, `scores`: whether some are played as best of three.
    """

    rounds: Sequence[Round]
    longer: Sequence[LongerDivision]
    unlisted: str
    table_from: int
    table_to: int
    no_tie: bool
    scores: bool
    only_open: bool


def hall_tables(request: HttpRequest, tables_of_rounds: Sequence[RoundTables], *, unseen: str) -> HallTables:
    """Return the tables of all rounds in play, sorted by number, and the players' reports.

    `unseen`: id of a match whose newest result has not been displayed yet, or "".
    """
    for tables in tables_of_rounds:
        badge = division_badge_values(tables.round.division)
        for table_row in [*tables.open, *tables.done, *tables.alone]:
            table_row.badge, table_row.unseen = badge, str(table_row.id) == unseen
    playing = [tables.round for tables in tables_of_rounds]
    numbers = [number for tables in tables_of_rounds for number in tables.numbers]
    reports = reports_panel.joined_reports([tables.reports for tables in tables_of_rounds])
    return HallTables(
        **vars(reports),
        rounds=playing,
        open=_sorted_by_table(table_row for tables in tables_of_rounds for table_row in tables.open),
        # If a division has hundreds of open tables, list the first ones and link to the division's desk.
        longer=[
            LongerDivision(str(division), len(tables.open), round_urls.desk_url(division))
            for tables in tables_of_rounds
            if len(tables.open) < tables.left and (division := tables.round.division)
        ],
        done=_sorted_by_table(table_row for tables in tables_of_rounds for table_row in tables.done),
        part=None,
        only_newest=any(tables.only_newest for tables in tables_of_rounds),
        alone=[table_row for tables in tables_of_rounds for table_row in tables.alone],
        unlisted=unlisted_elements(
            [row for tables in tables_of_rounds for row in tables.unlisted], unseen=unseen
        ),
        finished=sum(tables.finished for tables in tables_of_rounds),
        whole=sum(len(tables.two) for tables in tables_of_rounds),
        left=sum(tables.left for tables in tables_of_rounds),
        table_from=min(numbers, default=1),
        table_to=max(numbers, default=1),
        no_tie=bool(playing) and all(round_.stage.is_cut for round_ in playing),
        scores=any(round_.best_of > 1 for round_ in playing),
        only_open=request.GET.get("show") == "open",
    )


def _sorted_by_table(table_rows: Iterable[MatchLine]) -> list[MatchLine]:
    return sorted(table_rows, key=lambda table_row: table_row.no or 0)


def changed_rows(round_: Round, desk_rows: Sequence[DeskRow], marks: Marks) -> list[MatchLine]:
    """Return the lines of these matches of a posted round.

    `marks`: marks of players' reports by match id.
    """
    # Lines of finished tables show neither points nor marks.
    if not any(row.is_open for row in desk_rows):
        return _match_lines(round_, desk_rows)
    return _marked_rows(round_, desk_rows, marks)


def _marked_rows(round_: Round, desk_rows: Sequence[DeskRow], marks: Marks) -> list[MatchLine]:
    notes = clock.extra_time_notes(round_) if round_.state == Round.State.POSTED else {}
    marks = {**notes, **marks}
    # Rows with a result show no points.
    rows_with_points = [row for row in desk_rows if row.is_open or not row.row.right]
    scored_rows = {row.row.match_id: row for row in desk_rows_with_scores(round_, rows_with_points)}
    lines = _match_lines(round_, [scored_rows.get(row.row.match_id, row) for row in desk_rows])
    for line in lines:
        line.mark(marks.get(line.id, {}))
    return lines


def staff_queue_of_desk(request: StaffRequest, event: Tournament) -> DeskQueue:
    """Return the queue of tasks for staff; empty if no other app provides one."""
    return next((queue(request, event) for queue in hooks.desk_queues), DeskQueue())


def staff_queue_stamp(request: StaffRequest, event: Tournament) -> str:
    """Return only the stamp of `staff_queue_of_desk`, or "" if no app provides a queue."""
    return next((stamp(request, event) for stamp in hooks.desk_queue_stamps), "")


def mark_rows_with_tasks(table_rows: Iterable[MatchLine], queue: DeskQueue) -> None:
    """Mark the rows of open tables that have a task in the queue."""
    marks = queue.marks
    for table_row in table_rows:
        if table_row.open:
            table_row.mark(marks.get(table_row.id, {}))


def division_badge_values(division: Division) -> tuple[str, str, str] | None:
    """Return the letters of a division, the letter that selects its color, and its name.

    Return None for a division of all ages.
    """
    if division.age_division == Division.AgeDivision.ALL:
        return None
    letters = "".join(age_division[0].upper() for age_division in PLAYS_IN[division.age_division])
    return letters, letters[-1], str(division)


def table_numbers(rows: Iterable[DeskRow]) -> list[int]:
    return [row.row.table for row in rows if row.row.table]


def _match_lines(round_: Round, desk_rows: Sequence[DeskRow]) -> list[MatchLine]:
    urls = round_urls.match_urls(round_, [desk_row.row.match_id for desk_row in desk_rows])
    # Hundreds of rows have a handful of different points.
    all_points = {
        person.points
        for desk_row in desk_rows
        for person in (desk_row.row.left, desk_row.row.right)
        if person
    }
    points_texts = {points: result_words.points_text(points) for points in all_points}
    return [
        _match_line_of_desk_row(desk_row, round_, url=url, points_texts=points_texts)
        for desk_row, url in zip(desk_rows, urls, strict=True)
    ]


def _match_line_of_desk_row(
    desk_row: DeskRow, round_: Round, *, url: str, points_texts: Mapping[int, str]
) -> MatchLine:
    row, is_open, right = desk_row.row, desk_row.is_open, desk_row.row.right
    left_points, right_points = points_texts[row.left.points], points_texts[right.points] if right else ""
    return MatchLine(
        id=row.match_id,
        no=row.table,
        left=row.left.name,
        right=right.name if right else "",
        left_note=result_words.pair_down_text(left_points) if desk_row.down == "left" else left_points,
        right_note=result_words.pair_down_text(right_points) if desk_row.down == "right" else right_points,
        left_points=left_points,
        right_points=right_points,
        down=desk_row.down,
        why_alone="" if right else outcome_words.alone_words(row.outcome, in_bracket=row.in_bracket).why,
        open=is_open,
        outcome=row.outcome.value,
        saved=result_words.match_row_text(row, desk_row.reason),
        note=result_words.walkover_text(row),
        by=desk_row.by,
        at=desk_row.at,
        href=url,
        keys=KEYS_OF_CUT if round_.stage.is_cut else "",
        best_of=round_.best_of,
        games=result_words.games_text(row),
    )


def unlisted_elements(rows: Sequence[TableOfRound], *, unseen: str = "") -> SafeString:
    """Render the data of tables not displayed as hidden elements, for the quick entry.

    `unseen`: id of a match whose newest result has not been displayed yet, or "".
    """
    # For thousands of elements, a template would take longer than the rest of the page.
    attributes_by_round: dict[int, str] = {}
    for _row, round_ in rows:
        if round_.pk not in attributes_by_round:
            keys = f' data-keys="{KEYS_OF_CUT}"' if round_.stage.is_cut else ""
            best_of = f' data-best="{round_.best_of}"' if round_.best_of > 1 else ""
            attributes_by_round[round_.pk] = keys + best_of
    elements = []
    for desk_row, round_ in rows:
        row, attributes = desk_row.row, attributes_by_round[round_.pk]
        if not row.table:
            continue
        right, seen_input = row.right.name if row.right else "", ""
        if row.outcome is not Outcome.PENDING:
            saved = escape(result_words.match_row_text(row, desk_row.reason))
            attributes += f' data-saved="{saved}" data-outcome="{row.outcome.value}"'
            if games := result_words.games_text(row):
                attributes += f' data-games="{games}"'
            if str(row.match_id) != unseen:
                seen_input = (
                    f'<input type="hidden" name="seen" value="{row.match_id}:{row.outcome.value}"'
                    ' form="entry">'
                )
        elements.append(
            f'<i id="table-{row.table}" data-match="{row.match_id}" data-left="{escape(row.left.name)}"'
            f' data-right="{escape(right)}"{attributes} hidden>{seen_input}</i>'
        )
    html = "".join(elements)
    return mark_safe(html)  # noqa: S308 - each element escapes what it is given  # nosec B308 B703
