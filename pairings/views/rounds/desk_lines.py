"""The tables of a round on the desk, and the data its script needs of all others in the hall."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from core.tables import long_lists
from core.tables.long_lists import Part
from pairings.engine.outcomes import Outcome
from pairings.models import Round
from pairings.queries.rounds import desk
from pairings.queries.rounds.desk import DeskRow
from pairings.views.reports import clock, reports_panel
from pairings.views.rounds import round_chrome
from pairings.words import outcome_words, result_words

ON_A_PAGE = 100
"""Tables on one page of the desk, if there are more than `long_lists.ONE_PAGE`."""

KEYS_OF_CUT = "12"
"""The result keys of a match that cannot be tied."""

Placed = tuple[DeskRow, Round]

LONG_AGO = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Tables:
    """The tables of a round. `unlisted` are the rows of tables not shown.

    With thousands of tables `open` and `done` are some hundred lines: the open tables of the requested page, and the
    newest results; of a closed round the results of that page.
    """

    round: Round
    two: list[DeskRow]
    part: Part[DeskRow]
    open: list[dict[str, Any]]
    done: list[dict[str, Any]]
    alone: list[dict[str, Any]]
    unlisted: list[Placed]
    reports: dict[str, Any]

    @property
    def finished(self) -> int:
        return sum(not row.is_open for row in self.two)

    @property
    def left(self) -> int:
        return len(self.two) - self.finished

    @property
    def numbers(self) -> list[int]:
        return table_numbers(self.two)

    @property
    def context(self) -> dict[str, Any]:
        """The tables as context of a desk page."""
        return self.reports | {
            "open": self.open,
            "done": self.done,
            "alone": self.alone,
            "part": self.part,
            "only_newest": len(self.done) < self.finished and self.round.state == Round.State.POSTED,
            "finished": self.finished,
            "whole": len(self.two),
            "left": self.left,
        }


def tables(round_: Round, query: QueryDict) -> Tables:
    """The tables of a posted or closed round; the page of `query` if there are many."""
    posted = round_.state == Round.State.POSTED
    rows = desk.desk_rows(round_)
    two = [row for row in rows if row.row.right]
    open_, done = [row for row in two if row.is_open], [row for row in two if not row.is_open]
    listed_part = open_ if posted else done
    part = long_lists.part_of(query, listed_part, name=lambda row: row.row.names, size=ON_A_PAGE)
    if not posted:
        done = part.visible
    elif len(done) > long_lists.ONE_PAGE:
        done = sorted(done, key=lambda row: row.at or LONG_AGO, reverse=True)[:ON_A_PAGE]
    open_ = part.visible if posted else open_
    alone = [row for row in rows if not row.row.right]
    listed = desk.with_scores(round_, [*open_, *done, *alone])
    keys = {row.row.match_id for row in listed}
    reports = reports_panel.of_round(round_, keys) if posted else {"marks": {}}
    marks = (clock.table_notes(round_) if posted else {}) | reports["marks"]
    lines = [_line(row, round_) | marks.get(row.row.match_id, {}) for row in listed]
    return Tables(
        round=round_,
        two=two,
        part=part,
        open=lines[: len(open_)],
        done=lines[len(open_) : len(open_) + len(done)],
        alone=lines[len(open_) + len(done) :],
        unlisted=[(row, round_) for row in two if row.row.match_id not in keys],
        reports=reports,
    )


def table_numbers(rows: Iterable[DeskRow]) -> list[int]:
    return [row.row.table for row in rows if row.row.table]


def elsewhere(round_: Round) -> list[Placed]:
    """The tables used by other divisions of the event."""
    others = desk.rounds_elsewhere(round_)
    return [(row, other) for other in others for row in desk.desk_rows(other) if row.row.right]


def _line(desk_row: DeskRow, round_: Round) -> dict[str, Any]:
    row, is_open = desk_row.row, desk_row.is_open
    division = round_.division
    url = reverse("floor:match", args=[division.tournament.slug, division.pk, round_.number, row.match_id])
    return {
        "id": row.match_id,
        "no": row.table,
        "left": row.left.name,
        "right": row.right.name if row.right else "",
        "left_note": result_words.note(row.left, down=desk_row.down == "left"),
        "right_note": result_words.note(row.right, down=desk_row.down == "right") if row.right else "",
        "down": desk_row.down,
        "points": {
            side: result_words.points(person.points)
            for side, person in (("left", row.left), ("right", row.right))
            if person
        },
        "why_alone": "" if row.right else outcome_words.alone(row.outcome, in_bracket=row.in_bracket).why,
        "open": is_open,
        "outcome": row.outcome.value,
        "saved": result_words.row_text(row, desk_row.reason),
        "note": result_words.walkover(row),
        "by": desk_row.by,
        "at": desk_row.at,
        "href": url,
        "keys": _keys(round_),
        "best_of": round_.best_of,
        "games": result_words.games(row),
    }


def _keys(round_: Round) -> str:
    return KEYS_OF_CUT if round_chrome.is_cut(round_) else ""


def unlisted(rows: Sequence[Placed], *, unseen: str = "") -> SafeString:
    """The data of tables not shown, for the quick entry, as hidden elements. `unseen`: the match whose newest result
    was not shown yet.
    """
    # Built here: a template would take longer for thousands of elements than for the rest of the page.
    of_round: dict[int, str] = {}
    for _row, round_ in rows:
        if round_.pk not in of_round:
            keys, best_of = _keys(round_), round_.best_of
            of_round[round_.pk] = (f' data-keys="{keys}"' if keys else "") + (
                f' data-best="{best_of}"' if best_of > 1 else ""
            )
    elements = []
    for desk_row, round_ in rows:
        row, facts = desk_row.row, of_round[round_.pk]
        if not row.table:
            continue
        right, seen = row.right.name if row.right else "", ""
        if row.outcome is not Outcome.PENDING:
            saved = escape(result_words.row_text(row, desk_row.reason))
            facts += f' data-saved="{saved}" data-outcome="{row.outcome.value}"'
            if games := result_words.games(row):
                facts += f' data-games="{games}"'
            if str(row.match_id) != unseen:
                seen = (
                    f'<input type="hidden" name="seen" value="{row.match_id}:{row.outcome.value}"'
                    ' form="entry">'
                )
        elements.append(
            f'<i id="table-{row.table}" data-match="{row.match_id}" data-left="{escape(row.left.name)}"'
            f' data-right="{escape(right)}"{facts} hidden></i>{seen}'
        )
    lines = "".join(elements)
    return mark_safe(lines)  # noqa: S308 - each element escapes what it is given  # nosec B308 B703
