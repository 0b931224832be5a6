"""The latest changes of a division with their undo, and the journal lines a page has already displayed."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from core import sentences
from core.engine.journal.kinds import kinds_undone_at_desk
from core.engine.numbers import whole_number
from core.models import JournalEvent
from core.requests import StaffRequest
from core.services import undo
from core.text_parts import line_author_text
from pairings.models import Round, Stage
from pairings.models.match import Reason
from pairings.queries.desk.desk_changes import DeskChange, latest_change_key, latest_changes
from pairings.views.rounds.round_urls import undo_step_url
from pairings.views.undo_messages import undo_power
from tournaments.models import Division, Tournament
from tournaments.queries.journal import line_facts, player_names_of_link_lines, round_titles
from tournaments.queries.journal_names import facts_with_namesake_numbers, namesakes

MAX_SEEN = 400
"""Maximum length of a text of `seen_lines_text`."""


def seen_lines_text(divisions: Iterable[Division]) -> str:
    """Return the id of the latest journal line of each division on a desk: "12:340.13:328".

    The numbers are division id and line id, as in `parse_seen_lines`.
    """
    return format_seen_lines({division.pk: latest_change_key(division) for division in divisions})


def format_seen_lines(lines: Mapping[int, int]) -> str:
    """Format division id -> id of the latest displayed journal line as the text of `seen_lines_text`."""
    return ".".join(f"{division}:{line}" for division, line in lines.items())


def parse_seen_lines(text: str, divisions: Collection[Division]) -> dict[int, int]:
    """Parse the text of `seen_lines_text` to division id -> id of the latest displayed journal line.

    For a division that the text does not mention, all of its journal lines count as displayed.
    """
    pairs = [part.partition(":")[::2] for part in text[:MAX_SEEN].split(".")]
    line_by_division = {whole_number(division): whole_number(line) for division, line in pairs}
    seen_by_division = {division: line_by_division.get(division.pk) for division in divisions}
    return {
        division.pk: latest_change_key(division) if line is None else line
        for division, line in seen_by_division.items()
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRow:
    """A change on the desk.

    - `press`: identifier shared by the journal lines of one press of a button.
    - `undo`: URL that undoes it, or "" if the user cannot.
    - `undone`: whether it has been undone.
    """

    key: int
    press: tuple[object, ...]
    text: str
    by: str
    at: datetime
    undo: str
    undone: bool
    division: str = ""


@dataclass(frozen=True, kw_only=True)
class LastChanges:
    """The latest changes, and the last step that the user can undo.

    - `last_step`: effects of undoing that step, or "" if there is none.
    - `last_step_by`: name of the person who took it, or "" if it was the user.
    """

    changes: Sequence[ChangeRow]
    last_step: str = ""
    last_step_by: str = ""
    last_step_url: str = ""


def changes_of_division(
    request: StaffRequest,
    event: Tournament,
    division: Division,
    newest: Round | None,
    *,
    limit: int = 8,
    lines: Sequence[JournalEvent] | None = None,
) -> LastChanges:
    """Return the latest changes of a division with their undo URLs, and the last step the user can undo.

    `newest` is the division's latest round, or None. `lines` are its newest journal lines, if already read.
    """
    posted_number = newest.number if newest and newest.state == Round.State.POSTED else None
    newest_changes = latest_changes(division, kinds=kinds_undone_at_desk(), limit=limit, newest=lines)
    last_step = _latest_entered_result(request, newest_changes, posted_number)
    if last_step is None:
        last_step = undo.last_undoable_step_of_staff(division, may=request.can.__getitem__)
    titles = round_titles(event) if newest and newest.stage.kind != Stage.Kind.SWISS else {}
    namesake_numbers = namesakes(event)
    link_name_by_line = player_names_of_link_lines(change.line for change in newest_changes)
    change_rows = [
        ChangeRow(
            key=change.line.pk,
            press=(change.line.kind, change.line.at, change.line.by_id),
            text=sentences.journal_text(change.line.kind, line_facts(change.line, titles, namesake_numbers)),
            by=line_author_text(change.line.by_name, link_name_by_line.get(change.line.pk)),
            at=change.line.at,
            undo=undo_step_url(event, change.line.pk)
            if change.can_undo(posted_number)
            and (undo_power(change.line) != "organize" or request.can["organize"])
            else "",
            undone=change.undone and change.line.kind != "Undone",
        )
        for change in newest_changes
    ]
    if last_step is None:
        return LastChanges(changes=change_rows)
    return LastChanges(
        changes=change_rows,
        last_step=sentences.undo_text(
            last_step.kind, facts_with_namesake_numbers(last_step, namesake_numbers)
        ),
        last_step_by=last_step.by_name if last_step.by_id != request.user.pk else "",
        last_step_url=undo_step_url(event, last_step.pk),
    )


def _latest_entered_result(
    request: StaffRequest, latest_changes: Iterable[DeskChange], posted_number: int | None
) -> JournalEvent | None:
    """Return the latest change if it is a result entered in the posted round that the user may undo.

    Otherwise return None. Such a result is also the last step of the staff, so the two queries that would find
    that step are saved. `posted_number` is the number of the posted round, or None.
    """
    change = next((change for change in latest_changes if change.line.division_id), None)
    if change is None or change.line.by_id is None or not change.standing:
        return None
    line = change.line
    is_of_round = line.kind == "ResultEntered" and line.facts["round"] == posted_number
    # A result entered by a penalty is undone with the penalty.
    is_alone = is_of_round and line.facts["after"]["reason"] != Reason.PENALTY
    return line if is_alone and request.can.get(undo_power(line)) else None
