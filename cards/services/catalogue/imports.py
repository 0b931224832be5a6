"""Card data into the tables: from files and folders on the command line, from an upload on a page."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from django.apps import apps
from django.db import transaction

from cards.engine.sources import Gathered, RefusedRow, read, read_path
from cards.models import Card, CardImport
from cards.services import locks
from cards.services.catalogue import saving, shipping, version
from cards.services.catalogue.saving import Counts, Progress
from core.engine.refused import Refused

MOST_REFUSED = 1000
"""Refused rows a stored report names; `left_out` counts them all."""


@dataclass
class Report:
    """What an import did: new expansions, cards, names, and each row left out with its reason."""

    expansions: int = 0
    cards: Counts = field(default_factory=Counts)
    names: Counts = field(default_factory=Counts)
    refused: list[RefusedRow] = field(default_factory=list)
    left_out: int = 0
    version: int = 0

    @property
    def rows(self) -> int:
        return self.cards.added + self.cards.changed + self.cards.unchanged + self.cards.edited

    @property
    def wrote(self) -> bool:
        tables = (self.cards, self.names)
        return bool(self.expansions or any(table.added or table.changed for table in tables))


def import_paths(paths: Iterable[Path], *, progress: Progress | None = None) -> Report:
    """Files or folders, read together before the first row is written; a second run of the same changes nothing.

    Refused: CARDS_MISSING (path), and what `cards.engine.sources.read` refuses; then nothing is written.
    """
    gathered, progress = Gathered(), progress or _silent
    for path in paths:
        if not path.exists():
            raise Refused("CARDS_MISSING", path=str(path))
        read_path(path, gathered, _step(progress))
    return save(gathered, progress=progress)


def import_upload(job: CardImport, *, progress: Progress | None = None) -> Report:
    """The file of an upload. Refused as `import_paths`; the job then says so."""
    gathered, progress = Gathered(), progress or _silent
    read(job.name, bytes(job.data or b""), gathered, _step(progress))
    return save(gathered, progress=progress)


def load_shipped() -> int:
    """The shipped facts and starter cards that are missing; answers how many rows are new."""
    with transaction.atomic():
        state = locks.catalogue()
        added = shipping.load(apps.get_model)
        if added:
            version.raise_version(state)
    return added


def save(gathered: Gathered, *, progress: Progress) -> Report:
    """Write what was gathered in pieces, each in its own transaction; the version goes up once, after the last of
    them, if anything is new (`cards.services.catalogue.version` says what is seen in between).

    What stops it leaves the pieces that are written; the same again writes the others. Where it fails, the version
    counts those pieces at once; where its process is killed, the next import or change does.
    """
    report = Report()
    try:
        report.expansions = saving.save_expansions(gathered.expansions)
        report.cards = saving.save_cards(gathered, progress)
        saving.save_texts(gathered, progress)
        keys = Card.objects.values_list("key", flat=True).distinct() if gathered.local else ()
        progress("names", 0, len(gathered.local))
        report.names = saving.save_local_names(gathered.local_names(keys), progress)
    finally:
        report.version = version.settle()
    report.refused, report.left_out = gathered.refused, len(gathered.refused)
    return report


def report_values(report: Report) -> dict[str, Any]:
    """A report as plain values."""
    plain = asdict(report)
    plain["refused"] = plain["refused"][:MOST_REFUSED]
    return plain


def report_of(job: CardImport) -> Report:
    """The report of a job that is done, with the refused rows that were kept."""
    plain = job.report
    return Report(
        plain["expansions"],
        Counts(**plain["cards"]),
        Counts(**plain["names"]),
        [RefusedRow(**row) for row in plain["refused"]],
        plain["left_out"],
        plain["version"],
    )


def _step(progress: Progress) -> Callable[[int, int], None]:
    return lambda done, total: progress("read", done, total)


def _silent(stage: str, done: int, total: int) -> None:
    """Nobody watches."""
