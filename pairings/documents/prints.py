"""Render a stored print: collect its sheets, bind them to one PDF and store it; in the request, a thread or
a worker.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from logging import getLogger
from typing import cast
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import override

from core.documents.declared import documents
from core.documents.sheet import Paper, Sheet, bind
from core.engine.refused import Refused
from pairings.documents import printing
from pairings.documents.crash import pack as crash_pack
from pairings.documents.printing import Order
from pairings.engine.prints import PrintChoice
from pairings.engine.refusals import PairingRefusal
from pairings.models import Round, StoredPrint
from pairings.queries.print import prints as queries
from pairings.services import prints
from pairings.words.print_words import short_name
from tournaments.models import Tournament

LOG = getLogger(__name__)

LARGE: dict[str, Paper] = {"a4": "a3", "letter": "tabloid"}
TRIES = 3
"""The most attempts to collect pairings that change meanwhile."""


@dataclass
class Gathered:
    """Sheets in their order, and the rounds they show with their revisions."""

    sheets: list[Sheet] = field(default_factory=list)
    rounds: dict[Round, int] = field(default_factory=dict)


@dataclass
class Tally:
    """The progress of a print."""

    row: StoredPrint
    sheets: list[Sheet]
    of_sheet: Counter[int] = field(default_factory=Counter)

    def note(self, sheet: int, pages: int) -> None:
        self.of_sheet[sheet] += 1
        prints.note_progress(self.row, sheet=sheet, sheets=len(self.sheets), pages=pages)

    @property
    def pages(self) -> int:
        """Pages of the file, including copies."""
        return sum(self.of_sheet[place] * sheet.copies for place, sheet in enumerate(self.sheets, start=1))


def make(pk: int, *, again: bool = False) -> None:
    """Render the print with this key, once; a bug is recorded with it and raised.

    `again`: also a stopped print, or one whose worker was killed.
    """
    row = prints.begin(pk, again=again)
    if row is None:
        return
    event, choice = row.tournament, PrintChoice.read(row.choice)
    try:
        with override(choice.language), timezone.override(event.timezone):
            if row.kind == StoredPrint.Kind.CRASH:
                gathered = crash(event, choice, site=row.site)
            else:
                gathered = gather(event, choice, site=row.site)
            if not gathered.sheets:
                raise Refused(PairingRefusal.NOTHING_TO_PRINT)
            tally = Tally(row, gathered.sheets)
            pdf = bind(gathered.sheets, title=title(row, gathered.rounds), progress=tally.note)
    except Refused as refused:
        prints.stop(row, refused.code)
        return
    except BaseException:
        prints.stop(row, PairingRefusal.PRINT_FAILED)
        raise
    prints.keep(row, pdf, pages=tally.pages, rounds=gathered.rounds.items())


def title(row: StoredPrint, rounds: Iterable[Round]) -> str:
    """ "Harbour Cup · Round pack · Masters, round 5"."""
    texts = dict.fromkeys(short_name(round_) for round_ in rounds)
    return " · ".join((row.tournament.name, row.get_kind_display(), *texts))


def gather(event: Tournament, choice: PrintChoice, *, site: str) -> Gathered:
    """The sheets of a choice, in the current language; empty ones are left out."""
    for _try in range(TRIES):
        rounds = queries.rounds_of(event, choice)
        gathered = _gathered(event, choice, rounds, site=site)
        again = {round_.pk: round_.revision for round_ in queries.rounds_of(event, choice)}
        if all(again.get(round_.pk) == round_.revision for round_ in rounds):
            break
    return gathered


def crash(event: Tournament, choice: PrintChoice, *, site: str) -> Gathered:
    """The crash pack of the whole event, in the current language."""
    rounds = queries.rounds_of(event, PrintChoice(()))
    sheets = crash_pack.sheets(event, paper=choice.paper, site=site)
    return Gathered(sheets, {round_: _revision(round_) for round_ in rounds})


def _gathered(event: Tournament, choice: PrintChoice, rounds: list[Round], *, site: str) -> Gathered:
    gathered = Gathered()
    numbers = {round_.division_id: round_.number for round_ in rounds}
    for document in documents():
        if document.name not in choice.documents:
            continue
        of_event = document.of in ("event", printing.HALL)
        chosen = [] if of_event else queries.divisions_of(event, choice)
        divisions = [0] if of_event else [division.pk for division in chosen]
        for division in divisions:
            order = Order(
                sheet=document.name,
                event=event.pk,
                paper=LARGE[choice.paper] if document.large and choice.large else cast("Paper", choice.paper),
                site=site,
                division=division,
                number=numbers.get(division, 0),
                boards=choice.boards,
                opponent=choice.opponent,
            )
            sheets = printing.sheets_of(order, event)
            for sheet in sheets:
                sheet.copies = 1 if document.once else choice.copies
            gathered.sheets += sheets
            if sheets and any(sheet.head.part for sheet in sheets):
                own = (round_ for round_ in rounds if round_.division_id == division)
                gathered.rounds |= {round_: _revision(round_) for round_ in own}
    return gathered


def _revision(round_: Round) -> int:
    return round_.revision if round_.state != Round.State.UNPOSTED else 0


def filename(row: StoredPrint) -> str:
    """ "cup-round-5-pack-1402.pdf"."""
    rounds = [printed.round for printed in row.rounds.all()]
    numbers = {round_.number for round_ in rounds if round_ is not None}
    at = (row.printed_at or row.at).astimezone(ZoneInfo(row.tournament.timezone))
    newest = f"round-{max(numbers)}" if numbers else ""
    parts = (row.tournament.slug, newest, row.kind, date_format(at, "His"))
    return "-".join(part for part in parts if part) + ".pdf"
