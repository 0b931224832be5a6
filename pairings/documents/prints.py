"""Render a stored print: collect its sheets, bind them into one PDF and store it.

Runs in the request, a thread or a worker.
"""

from collections import Counter
from dataclasses import dataclass, field
from logging import getLogger
from typing import cast
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import override

from core.documents.registry import declared_documents
from core.documents.sheet import Paper, Sheet, bind_sheets
from core.engine.refused import Refused
from pairings.documents import printing
from pairings.documents.crash import pack as crash_pack
from pairings.documents.printing import PrintOrder
from pairings.engine.print_choice import PrintChoice
from pairings.engine.refusals import PairingRefusal
from pairings.models import Round, StoredPrint
from pairings.queries.print import stored_prints as queries
from pairings.services import prints
from pairings.words.print_words import round_with_division_text
from tournaments.models import Tournament
from tournaments.words.entrants import naming_entrants

LOG = getLogger(__name__)

LARGE: dict[str, Paper] = {"a4": "a3", "letter": "tabloid"}
MAX_TRIES = 3
"""Maximum attempts to collect pairings that keep changing."""


@dataclass
class GatheredSheets:
    """Sheets in print order, and the revisions of the rounds they show."""

    sheets: list[Sheet] = field(default_factory=list)
    rounds: dict[Round, int] = field(default_factory=dict)


@dataclass
class PrintProgress:
    """Progress of a print, stored with each page that is drawn."""

    row: StoredPrint
    sheets: list[Sheet]
    pages_by_sheet: Counter[int] = field(default_factory=Counter)

    def record_page(self, sheet: int, pages: int) -> None:
        """Count a page of a sheet, and store the progress.

        `sheet`: number of the sheet, counted from 1. `pages`: number of pages of all sheets drawn so far.
        """
        self.pages_by_sheet[sheet] += 1
        prints.record_print_progress(self.row, sheet=sheet, sheets=len(self.sheets), pages=pages)

    @property
    def pages(self) -> int:
        """Number of pages of the file, including copies."""
        return sum(
            self.pages_by_sheet[place] * sheet.copies for place, sheet in enumerate(self.sheets, start=1)
        )


def render_print(pk: int, *, again: bool = False) -> None:
    """Render the print with this key once, and store its PDF.

    A refusal is recorded with the print; an unexpected error is recorded and raised. `again` also renders a
    stopped print, or one whose worker was killed.
    """
    row = prints.start_print(pk, again=again)
    if row is None:
        return
    event, choice = row.tournament, PrintChoice.from_facts(row.choice)
    try:
        with override(choice.language), timezone.override(event.timezone), naming_entrants(event):
            if row.kind == StoredPrint.Kind.CRASH:
                rounds = queries.rounds_to_print(event, PrintChoice(()))
                gathered = GatheredSheets(
                    crash_pack.crash_pack_sheets(event, paper=choice.paper, site=row.site),
                    {round_: printing.printed_revision(round_) for round_ in rounds},
                )
            else:
                gathered = gather_sheets(event, choice, site=row.site)
            if not gathered.sheets:
                raise Refused(PairingRefusal.NOTHING_TO_PRINT)
            progress = PrintProgress(row, gathered.sheets)
            # The title names all rounds, such as "Harbour Cup · Round pack · Masters, round 5".
            texts = dict.fromkeys(round_with_division_text(round_) for round_ in gathered.rounds)
            title = " · ".join((event.name, row.get_kind_display(), *texts))
            pdf = bind_sheets(gathered.sheets, title=title, progress=progress.record_page)
    except Refused as refused:
        prints.fail_print(row, refused.code)
        return
    except BaseException:
        prints.fail_print(row, PairingRefusal.PRINT_FAILED)
        raise
    prints.store_print_pdf(row, pdf, pages=progress.pages, rounds=gathered.rounds.items())


def gather_sheets(event: Tournament, choice: PrintChoice, *, site: str) -> GatheredSheets:
    """Collect the sheets of a choice in the current language, leaving out empty ones.

    If a round changes while they are collected, start again, at most MAX_TRIES times in all. The last attempt
    is returned in any case.
    """
    for _attempt in range(MAX_TRIES):
        rounds = queries.rounds_to_print(event, choice)
        gathered = _collect_sheets(event, choice, rounds, site=site)
        # If a round is paired again while collecting, the sheets would mix two revisions.
        revisions = {round_.pk: round_.revision for round_ in queries.rounds_to_print(event, choice)}
        if all(revisions.get(round_.pk) == round_.revision for round_ in rounds):
            break
    return gathered


def _collect_sheets(
    event: Tournament, choice: PrintChoice, rounds: list[Round], *, site: str
) -> GatheredSheets:
    """Collect the sheets of a choice with the revisions of the rounds they show."""
    gathered = GatheredSheets()
    numbers = {round_.division_id: round_.number for round_ in rounds}
    for document in declared_documents():
        if document.name not in choice.documents:
            continue
        is_of_event = document.of in ("event", printing.HALL)
        chosen_divisions = [] if is_of_event else queries.divisions_to_print(event, choice)
        divisions = [0] if is_of_event else [division.pk for division in chosen_divisions]
        for division in divisions:
            order = PrintOrder(
                sheet=document.name,
                event=event.pk,
                paper=LARGE[choice.paper] if document.large and choice.large else cast("Paper", choice.paper),
                site=site,
                division=division,
                number=numbers.get(division, 0),
                boards=choice.boards,
                opponent=choice.opponent,
            )
            sheets = printing.sheets_of_order(order, event)
            for sheet in sheets:
                sheet.copies = 1 if document.once else choice.copies
            gathered.sheets += sheets
            # Only sheets about a round name it in their header.
            if sheets and any(sheet.head.part for sheet in sheets):
                printed_rounds = (round_ for round_ in rounds if round_.division_id == division)
                gathered.rounds |= {round_: printing.printed_revision(round_) for round_ in printed_rounds}
    return gathered


def print_filename(row: StoredPrint) -> str:
    """Return the file name of a print, such as "cup-round-5-pack-1402.pdf"."""
    rounds = [printed.round for printed in row.rounds.all()]
    numbers = {round_.number for round_ in rounds if round_ is not None}
    printed_at = (row.printed_at or row.at).astimezone(ZoneInfo(row.tournament.timezone))
    round_part = f"round-{max(numbers)}" if numbers else ""
    name_parts = (row.tournament.slug, round_part, row.kind, date_format(printed_at, "His"))
    return "-".join(name_part for name_part in name_parts if name_part) + ".pdf"
