"""Imports of card data from files and folders, from an upload, or from a web address."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path

from cards.engine.refusals import CardRefusal
from cards.engine.sources import GatheredCards, RefusedRow, read_card_file, read_card_path
from cards.models import Card, CardImport
from cards.services.catalogue import announcing, bulk_saving, updates, version
from cards.services.catalogue.bulk_saving import Change, Progress, SavedRowCounts
from core.engine.code_labels import Facts
from core.engine.refused import Refused

MAX_REFUSED = 1000
"""The most refused rows in a stored report; `left_out` counts all of them."""

MAX_CHANGES = 2000
"""The most changes in a stored report."""


@dataclass
class CardImportReport:
    """The result of an import: counts of rows, the changes, and refused rows with reasons.

    `expansions` counts new expansions. `left_out` counts all refused rows; a stored report lists at most
    MAX_REFUSED of them. `version` is the version of the catalogue after the import.
    """

    expansions: int = 0
    cards: SavedRowCounts = field(default_factory=SavedRowCounts)
    names: SavedRowCounts = field(default_factory=SavedRowCounts)
    changes: list[Change] = field(default_factory=list)
    refused: list[RefusedRow] = field(default_factory=list)
    left_out: int = 0
    version: int = 0

    @property
    def rows(self) -> int:
        """The number of cards in the source, whether they were written or not."""
        return self.cards.added + self.cards.changed + self.cards.unchanged + self.cards.edited

    @property
    def wrote(self) -> bool:
        """Whether any expansion, card or name was added or changed."""
        tables = (self.cards, self.names)
        return bool(self.expansions or any(table.added or table.changed for table in tables))


def import_card_paths(paths: Iterable[Path], *, progress: Progress | None = None) -> CardImportReport:
    """Import files or folders. Importing the same files again changes nothing.

    Refused before anything is written: CARDS_MISSING (path), and what `cards.engine.sources.read_card_file` refuses.
    """
    gathered, progress = GatheredCards(), progress or _ignore_progress
    for path in paths:
        if not path.exists():
            raise Refused(CardRefusal.CARDS_MISSING, path=str(path))
        read_card_path(path, gathered, partial(progress, "read"))
    return save_gathered(gathered, progress=progress)


def import_upload(job: CardImport, *, progress: Progress | None = None) -> CardImportReport:
    """Import the uploaded file of a job or, if it has an address, the new cards there.

    All cards of the expansion `job.again` are fetched too.
    Refused: what `cards.engine.sources.read_card_file` or `updates.fetch_new_cards` refuses.
    """
    gathered, progress = GatheredCards(), progress or _ignore_progress
    if job.address:
        updates.fetch_new_cards(job.address, gathered, progress, again=job.again)
    else:
        read_card_file(job.name, bytes(job.data or b""), gathered, partial(progress, "read"))
    return save_gathered(gathered, progress=progress)


def import_new_cards(*, again: str = "", progress: Progress | None = None) -> CardImportReport:
    """Import new cards from the address in the settings, and all cards of the expansion `again`.

    Refused: what `updates.fetch_new_cards` refuses.
    """
    gathered, progress = GatheredCards(), progress or _ignore_progress
    updates.fetch_new_cards(updates.card_source_address(), gathered, progress, again=again)
    return save_gathered(gathered, progress=progress)


def save_gathered(gathered: GatheredCards, *, progress: Progress) -> CardImportReport:
    """Write gathered rows in pieces, each in its own transaction, and return a report.

    Announced expansions that the source now contains are replaced. The version is raised once, after the last
    piece, if anything changed. If the import fails, the pieces already written remain and the version is raised
    immediately; running the import again writes the other pieces. If the process is killed, the next import or
    change raises the version (see `cards.services.catalogue.version`).
    """
    report = CardImportReport()
    try:
        report.expansions = bulk_saving.save_expansions(gathered.expansions)
        announcing.replace_announced(gathered.expansions.values())
        report.cards = bulk_saving.save_cards(gathered, progress, report.changes)
        bulk_saving.save_texts(gathered, progress)
        keys = Card.objects.values_list("key", flat=True).distinct() if gathered.local else ()
        progress("names", 0, len(gathered.local))
        report.names = bulk_saving.save_local_names(gathered.local_names(keys), progress)
    finally:
        report.version = version.raise_catalogue_version_if_pending()
    report.refused, report.left_out = gathered.refused, len(gathered.refused)
    return report


def import_report_values(report: CardImportReport) -> Facts:
    """Return a report as JSON values, with at most MAX_REFUSED refused rows and MAX_CHANGES changes."""
    values = asdict(report)
    values["refused"] = values["refused"][:MAX_REFUSED]
    values["changes"] = values["changes"][:MAX_CHANGES]
    return values


def import_report_of(job: CardImport) -> CardImportReport:
    """Return the report of a finished import, with its stored changes and refused rows."""
    values = job.report
    return CardImportReport(
        values["expansions"],
        SavedRowCounts(**values["cards"]),
        SavedRowCounts(**values["names"]),
        [Change(**row) for row in values.get("changes", ())],
        [RefusedRow(**row) for row in values["refused"]],
        values["left_out"],
        values["version"],
    )


def _ignore_progress(stage: str, done: int, total: int) -> None:
    """Do nothing."""
