"""Import card data: from files and folders on the command line, from an upload on a page."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from django.apps import apps
from django.db import transaction

from cards.engine.refusals import CardRefusal
from cards.engine.sources import Gathered, RefusedRow, read, read_path
from cards.models import Card, CardImport
from cards.services import locks
from cards.services.catalogue import announcing, saving, shipped_cards, shipping, updates, version
from cards.services.catalogue.saving import Change, Counts, Progress
from core.engine.refused import Refused

MOST_REFUSED = 1000
"""Refused rows named in a stored report; `left_out` counts them all."""

MOST_CHANGES = 2000
"""Changes named in a stored report."""


@dataclass
class Report:
    """The result of an import: new expansions, cards, names, what changed, and each row left out with its reason."""

    expansions: int = 0
    cards: Counts = field(default_factory=Counts)
    names: Counts = field(default_factory=Counts)
    changes: list[Change] = field(default_factory=list)
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
    """Import files or folders, all read before the first row is written; a second run of the same changes nothing.

    Refused: CARDS_MISSING (path), and what `cards.engine.sources.read` refuses; then nothing is written.
    """
    gathered, progress = Gathered(), progress or _silent
    for path in paths:
        if not path.exists():
            raise Refused(CardRefusal.CARDS_MISSING, path=str(path))
        read_path(path, gathered, _step(progress))
    return save(gathered, progress=progress)


def import_upload(job: CardImport, *, progress: Progress | None = None) -> Report:
    """Import an uploaded file, or what is new at an address.

    Refused: what `cards.engine.sources.read` or `updates.fetch` refuses.
    """
    gathered, progress = Gathered(), progress or _silent
    if job.address:
        updates.fetch(job.address, gathered, progress, again=job.again)
    else:
        read(job.name, bytes(job.data or b""), gathered, _step(progress))
    return save(gathered, progress=progress)


def import_news(*, again: str = "", progress: Progress | None = None) -> Report:
    """Import what is new at the address of the settings; of the expansion `again` every card.

    Refused: what `updates.fetch` refuses.
    """
    gathered, progress = Gathered(), progress or _silent
    updates.fetch(updates.address(), gathered, progress, again=again)
    return save(gathered, progress=progress)


def load_shipped() -> int:
    """Load missing shipped facts and cards; returns the number of rows written."""
    with transaction.atomic():
        state = locks.catalogue()
        cards, facts = shipped_cards.load_all(), shipping.load(apps.get_model)
        if facts and not cards:
            version.raise_version(state)
    return cards + facts


def save(gathered: Gathered, *, progress: Progress) -> Report:
    """Write gathered rows in pieces, each in its own transaction.

    The version goes up once, after the last piece, if anything is new. Interrupted, the pieces written stay, and a
    rerun writes the others. After a failure the version counts them at once; if the process is killed, the next import
    or change counts them (see `cards.services.catalogue.version`).
    """
    report = Report()
    try:
        report.expansions = saving.save_expansions(gathered.expansions)
        announcing.adopt(gathered.expansions.values())
        report.cards = saving.save_cards(gathered, progress, report.changes)
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
    plain["changes"] = plain["changes"][:MOST_CHANGES]
    return plain


def report_of(job: CardImport) -> Report:
    """The report of a finished job, with the refused rows stored."""
    plain = job.report
    return Report(
        plain["expansions"],
        Counts(**plain["cards"]),
        Counts(**plain["names"]),
        [Change(**row) for row in plain.get("changes", ())],
        [RefusedRow(**row) for row in plain["refused"]],
        plain["left_out"],
        plain["version"],
    )


def _step(progress: Progress) -> Callable[[int, int], None]:
    return lambda done, total: progress("read", done, total)


def _silent(stage: str, done: int, total: int) -> None:
    """Ignore progress."""
