"""A player's resistance on paper: both percentages with each opponent's share (M-022 to M-025)."""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, Spacer

from core.documents.bidi import isolate_name
from core.documents.fonts import BOLD, DISPLAY, TEXT
from core.documents.grid import Column, Grid, GridCell, Row
from core.documents.prose import Prose
from core.documents.sheet import Paper, Sheet
from core.engine.sheet_heads import SheetHead
from core.percentages import format_percent
from pairings.queries.standings.standing_explained import PlaceExplanation
from pairings.words import standing_words
from tournaments.words.entrants import are_entrants_teams

NAME = ParagraphStyle("name", fontName=DISPLAY, fontSize=20, leading=25, spaceAfter=2)
REASON = ParagraphStyle("reason", fontName=TEXT, fontSize=11, leading=15, spaceAfter=10)
NOTE = ParagraphStyle("note", parent=REASON, fontSize=10, leading=13, spaceAfter=2)
ROW_HEIGHT = 22.0
"""Height of a row, in points."""

AVERAGED_TIE_BREAKS = ("owp", "oowp")
"""Tie-breaks that average the last two columns."""


class ResistanceSheet(Sheet):
    """Sheet of one player: name in large letters, explanation of the place, a row per round, and the averages."""

    what = _("Resistance")
    grid_columns = (
        Column(_("Round"), 0.08, size=11, align="center"),
        Column(_("Opponent"), 0.27, size=11, font=BOLD, min_size=9),
        Column(_("Result"), 0.13, size=11, align="center"),
        Column(_("Their record"), 0.22, size=11, align="center", min_size=8),
        Column(_("Their win %"), 0.14, size=11, align="right"),
        Column(_("Their opp. win %"), 0.16, size=11, align="right"),
    )

    def __init__(self, head: SheetHead, why: PlaceExplanation, *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.why = why

    def story(self) -> Iterator[Flowable]:
        yield Prose(self.why.person.name, NAME)
        place_facts = {"place": self.why.place, "number": self.why.after}
        place = str(_("After round %(number)d: place %(place)d.") % place_facts)
        yield Prose(f"{place} {standing_words.place_explanation_text(self.why)}", REASON)
        round_rows = standing_words.percentage_rows(self.why)
        rows: list[Row] = [
            (
                str(round_row.round),
                round_row.who,
                round_row.result,
                round_row.record,
                round_row.share or "–",
                round_row.owp or "–",
            )
            for round_row in round_rows
        ]
        tie_breaks = self.why.figures.tie_breaks
        shares = (GridCell(format_percent(tie_breaks[key]), font=BOLD) for key in AVERAGED_TIE_BREAKS)
        rows.append(("", GridCell(_("Average")), "", "", *shares))
        yield Grid(self.grid_columns, rows, row=ROW_HEIGHT)
        yield Spacer(0, 12)
        explanation = _(
            "The average of “Their win %%” is the Opp. win %%, and the average of “Their opp. win %%” is "
            "the Opp. opp. win %%. They rank players with the same points, in this order."
        )
        if are_entrants_teams():
            explanation = _(
                "The average of “Their win %%” is the Opp. win %%, and the average of “Their opp. win %%” "
                "is the Opp. opp. win %%. They rank teams with the same points, in this order."
            )
        # Formatting without values turns each %% into %.
        explanation_text = str(explanation) % {}
        yield Prose(explanation_text, REASON)
        if awarded_byes := standing_words.awarded_byes_text(self.why):
            yield Prose(awarded_byes, REASON)
        for round_row in round_rows:
            for note in round_row.notes:
                note_facts = {"round": round_row.round, "name": isolate_name(round_row.who), "note": note}
                yield Prose(_("Round %(round)d, %(name)s: %(note)s.") % note_facts, NOTE)
