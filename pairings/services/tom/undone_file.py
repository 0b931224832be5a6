"""Undo the step that continued an event with a newer TOM file.

The undo restores every row of the event, and the previous file.
"""

import base64
import lzma
from collections.abc import Sequence

from core import stamps
from core.engine.journal.kinds import add_undo, kinds_barring_earlier_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from pairings.engine.journal_kinds import TomRoundsAdded
from pairings.engine.refusals import PairingRefusal
from pairings.models import Round, TomFile
from pairings.queries.bracket.cut_titles import refusal_facts_of_round
from pairings.services.standings import ranking
from pairings.services.tom import changed_rows
from tournaments import scopes
from tournaments.models import Tournament
from tournaments.queries.journal import event_of_line
from tournaments.services import locks

ADDED = "TomRoundsAdded"


class StepFacts(changed_rows.RowChanges):
    """Facts to undo the step: the changed rows, its journal lines and the former file.

    `lines` is the number of journal lines, and `written` has their keys. The former file is compressed;
    it is empty if there was none.
    """

    lines: int
    written: list[int]
    file_before: str
    filename_before: str


class StateBeforeUpdate:
    """The rows and the stored file of an event before it is updated from a newer file."""

    def __init__(self, event: Tournament) -> None:
        self.event = event
        file = TomFile.objects.filter(tournament=event).first()
        self.file, self.filename = "", file.filename if file else ""
        if file is not None:
            # Compression reduces the file and its baseline to about a tenth.
            data = bytes(file.data)
            packed = lzma.compress(data + bytes(file.baseline))
            # The length separates the file from its baseline again.
            self.file = f"{len(data)} {base64.b64encode(packed).decode()}"
        self.rows = changed_rows.rows_of_event(event)

    def facts(self, lines: Sequence[JournalEvent]) -> StepFacts:
        """Return the facts of a step that wrote `lines`."""
        return {
            "lines": len(lines),
            "written": [line.pk for line in lines],
            "file_before": self.file,
            "filename_before": self.filename,
            **changed_rows.row_changes(self.rows, changed_rows.rows_of_event(self.event)),
        }


def latest_import_line(event: Tournament) -> JournalEvent | None:
    """Return the journal line of the latest newer file that was not undone. One query."""
    import_lines = event.journal.filter(kind=ADDED, undone_by__isnull=True)
    return import_lines.select_related("tournament").order_by("-pk").first()


def undo_added_rounds(line: JournalEvent) -> None:
    """Undo TomRoundsAdded.

    Refused: UNDO_NEXT_ROUND_FIRST, UNDO_OVERTAKEN if later steps depend on it, UNDO_NOT_POSSIBLE for a line of an
    earlier version.
    """
    if "rows_added" not in line.facts:
        raise Refused(CoreRefusal.UNDO_NOT_POSSIBLE)
    event = event_of_line(line)
    divisions = locks.lock_divisions(event)
    require_newest_step(line)
    changed_rows.restore_changed_rows(event, line.facts)
    for division in divisions:
        division.refresh_from_db()
        for round_ in division.rounds.exclude(state=Round.State.CLOSED):
            round_.standings.all().delete()
        ranking.rank_closed_rounds_again(division, since=1)
    stamps.mark_scopes_changed(scopes.event_scope(event.pk))
    files = TomFile.objects.filter(tournament=event)
    if not line.facts["file_before"]:
        files.delete()
        return
    length, _space, packed = line.facts["file_before"].partition(" ")
    data_and_baseline = lzma.decompress(base64.b64decode(packed))
    data, baseline = (data_and_baseline[: int(length)], data_and_baseline[int(length) :])
    # `update` does not restore a file that was deleted because of the names in it.
    files.update(data=data, baseline=baseline, filename=line.facts["filename_before"])


def require_newest_step(line: JournalEvent) -> None:
    """Require that no later round or step depends on this step.

    Refused: UNDO_NEXT_ROUND_FIRST if a round was paired since, UNDO_OVERTAKEN if a later step seals this one.
    """
    later_lines = JournalEvent.objects.filter(
        tournament=line.tournament_id,
        kind__in=[*kinds_barring_earlier_undo(), ADDED],
        pk__gt=line.pk,
        undoes__isnull=True,
        undone_by__isnull=True,
    )
    for pairing in later_lines.filter(kind="RoundPaired").order_by("pk"):
        rounds = Round.objects.filter(division=pairing.division_id, number=pairing.facts["round"])
        round_ = rounds.select_related("stage", "division").first()
        if round_ is not None:
            raise Refused(PairingRefusal.UNDO_NEXT_ROUND_FIRST, **refusal_facts_of_round(round_))
    if later_lines.exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)


def lines_of_file_import(line: JournalEvent) -> list[JournalEvent]:
    """Return the journal lines that the step wrote before its main line, newest first.

    Lines that have been undone are left out.
    """
    event_lines = JournalEvent.objects.filter(tournament=line.tournament_id)
    event_lines = event_lines.select_related("undoes__division", "division", "tournament").order_by("-pk")
    if "written" in line.facts:
        step_lines = list(event_lines.filter(pk__in=line.facts["written"]))
    else:
        # Lines of earlier versions only contain the number of lines.
        step_lines = list(event_lines.filter(by=line.by_id, pk__lt=line.pk)[: line.facts["lines"]])
    return [written_line for written_line in step_lines if not hasattr(written_line, "undone_by")]


def can_no_longer_undo_import(line: JournalEvent) -> bool:
    """Return whether the import cannot be undone.

    This is the case if it was made by an earlier version, or if later steps depend on it.
    """
    if "rows_added" not in line.facts:
        return True
    try:
        require_newest_step(line)
    except Refused:
        return True
    return False


add_undo(undo_added_rounds, TomRoundsAdded, is_past=can_no_longer_undo_import, covers=lines_of_file_import)
