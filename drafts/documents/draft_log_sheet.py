"""The printed log of a draft: every move with its time, to settle disputes at the table."""

from collections.abc import Iterator, Mapping

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from reportlab.platypus import Flowable

from core.documents.fonts import BOLD
from core.documents.grid import Column, Grid, GridCell, Row
from core.documents.sheet import Paper, Sheet
from core.engine.sheet_heads import SheetHead
from drafts.queries.draft_log import LoggedPod, LogRow, log_rows
from drafts.words import draft_log_words as words
from drafts.words.event_draft_words import draft_title

ROW = 17.0
"""Height of a row, in points."""


class DraftLogSheet(Sheet):
    """The log with one line per move, oldest first; undone moves are struck through.

    It has all card names or, with `open_only`, only those of cards that everyone can see.
    """

    what = gettext_lazy("Draft log")
    landscape = True

    def __init__(
        self,
        head: SheetHead,
        pod: LoggedPod,
        names: Mapping[int, str],
        *,
        open_only: bool = False,
        latest: int | None = None,
        paper: Paper = "a4",
    ) -> None:
        """Build the sheet. `names`: players' names by seat. `latest`: number of latest moves to print, None for all."""
        super().__init__(head, paper=paper)
        self.pod, self.names, self.open_only, self.latest = pod, names, open_only, latest

    def subject(self) -> str:
        """Return the name of the draft and of the pod or pair."""
        draft, values = self.pod.tracked.draft, {"number": self.pod.tracked.pod}
        pod_text = _("Pair %(number)d") if draft.subtype == "solomon" else _("Pod %(number)d")
        parts = (draft_title(draft), self.head.group, pod_text % values)
        return " · ".join(part for part in parts if part)

    def story(self) -> Iterator[Flowable]:
        columns = (
            Column(_("Move"), 0.06, font=BOLD, align="right"),
            Column(pgettext("clock", "Time"), 0.08),
            Column(_("Action"), 0.34, min_size=8),
            Column(words.PLACES[self.pod.tracked.draft.subtype], 0.13, min_size=8),
            Column(_("Seconds"), 0.08, align="right"),
            Column(_("Recorded by"), 0.14, min_size=8),
            Column(_("Reason"), 0.17, min_size=8),
        )
        rows = log_rows(self.pod, names=not self.open_only)
        rows = rows if self.latest is None else rows[-self.latest :]
        yield Grid(columns, [self.line(row) for row in rows], row=ROW)

    def line(self, row: LogRow) -> Row:
        """Return the cells of the row for one move. For a renamed card, they include the name first tapped."""
        undone_by = row.line.back
        subtype = self.pod.tracked.draft.subtype
        text = words.move_text(row, subtype, self.names)
        if row.first_tapped:
            text += " · " + _("first tapped as %(name)s") % {"name": row.first_tapped}
        reasons = [row.row.reason] if row.row.reason else []
        if undone_by is not None:
            reasons.append(_("Undone by %(n)s") % {"n": undone_by + 1})
        return (
            str(row.line.at + 1),
            f"{localtime(row.row.at):%H:%M:%S}",
            GridCell(text, struck=undone_by is not None),
            words.move_position_text(row, subtype),
            "" if row.seconds is None else str(row.seconds),
            words.moved_by_text(row.row),
            " · ".join(reasons),
        )
