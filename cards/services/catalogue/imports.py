"""Card data into the tables: from files and folders on the command line, from an upload on a page."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from django.apps import apps
from django.db import transaction

from cards.engine.sources import Gathered, RefusedRow, read, read_path
from cards.models import Card, CardImport
from cards.services.catalogue import saving, shipping, version
from cards.services.catalogue.saving import Counts, Told
from tournaments.engine.refused import Refused

MOST_REFUSED_KEPT = 1000
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
        return self.cards.added + self.cards.changed + self.cards.unchanged + self.cards.kept

    @property
    def wrote(self) -> bool:
        tables = (self.cards, self.names)
        return bool(self.expansions or any(table.added or table.changed for table in tables))


def import_paths(paths: Iterable[Path], *, told: Told | None = None) -> Report:
    """Files or folders, read together and written at once; a second run of the same changes nothing.

    Refused: CARDS_MISSING (path), and what `cards.engine.sources.read` refuses; then nothing is written.
    """
    gathered, told = Gathered(), told or _silent
    for path in paths:
        if not path.exists():
            raise Refused("CARDS_MISSING", path=str(path))
        read_path(path, gathered, _step(told))
    return save(gathered, told=told)


def import_upload(job: CardImport, *, told: Told | None = None) -> Report:
    """The file of an upload. Refused as `import_paths`; the job then says so."""
    gathered, told = Gathered(), told or _silent
    read(job.name, bytes(job.data or b""), gathered, _step(told))
    return save(gathered, told=told)


def load_shipped() -> int:
    """The shipped facts and starter cards that are missing; answers how many rows are new."""
    with transaction.atomic():
        state = version.lock()
        added = shipping.load(apps.get_model)
        if added:
            version.raise_version(state)
    return added


@transaction.atomic
def save(gathered: Gathered, *, told: Told) -> Report:
    """Write what was gathered; the version goes up if anything is new."""
    state, report = version.lock(), Report()
    report.expansions = saving.save_expansions(gathered.expansions)
    report.cards = saving.save_cards(gathered, told)
    keys = Card.objects.values_list("key", flat=True).distinct() if gathered.local else ()
    told("names", 0, len(gathered.local))
    report.names = saving.save_local_names(gathered.local_names(keys))
    report.refused, report.left_out = gathered.refused, len(gathered.refused)
    report.version = version.raise_version(state) if report.wrote else state.version
    return report


def told_report(report: Report) -> dict[str, Any]:
    """A report as plain values."""
    plain = asdict(report)
    plain["refused"] = plain["refused"][:MOST_REFUSED_KEPT]
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


def _step(told: Told) -> Callable[[int, int], None]:
    return lambda done, total: told("read", done, total)


def _silent(stage: str, done: int, total: int) -> None:
    """Nobody watches."""
