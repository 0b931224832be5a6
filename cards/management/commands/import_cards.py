"""Management command that imports card data: manage.py import_cards PATH [PATH…]."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from tqdm import tqdm

from cards.services import catalogue
from cards.words import catalogue_words
from core.engine.refused import Refused
from core.management.base import StadiumCommand
from core.sentences import refusal_text

MAX_ROWS = 20
"""The most refused rows that the command prints by default."""


class Command(StadiumCommand):
    help = (
        "Import cards into the catalogue from one or more files or folders: cards of TCGdex, a zip or folder in the "
        "layout of pokemon-tcg-data, a JSON file of names in other languages, or the project's own CSV; packed with "
        "gzip or not. Running it again changes nothing. Rows that cannot be imported are listed with the reason. "
        "Cards corrected by staff are not changed. With --shipped: the cards and tables that come with Stadium."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", metavar="PATH", nargs="*", type=Path, help="a file or a folder")
        parser.add_argument(
            "--shipped", action="store_true", help="add the cards that come with Stadium, if they are missing"
        )
        parser.add_argument("--refused", action="store_true", help="list all rows that were not imported")
        parser.add_argument("--quiet", action="store_true", help="no progress bar")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["paths"] and not options["shipped"]:
            raise CommandError(_("Give a file or a folder, or use --shipped."))
        if options["shipped"]:
            added = catalogue.load_shipped_cards_and_facts()
            self.stdout.write(ngettext("%(n)s row added.", "%(n)s rows added.", added) % {"n": added})
        if options["paths"]:
            with Progress(quiet=options["quiet"]) as progress:
                try:
                    report = catalogue.import_card_paths(options["paths"], progress=progress)
                except Refused as refused:
                    raise CommandError(refusal_text(refused)) from refused
            for sentence in catalogue_words.import_result_texts(report):
                self.stdout.write(sentence)
            displayed = report.refused if options["refused"] else report.refused[:MAX_ROWS]
            for refused_row in displayed:
                reason = catalogue_words.refused_row_reason_text(refused_row.code)
                self.stdout.write(f"  {refused_row.place}: {refused_row.what} ({reason})")
            if hidden_count := len(report.refused) - len(displayed):
                self.stdout.write(_("  … and %(n)s more; --refused lists all.") % {"n": hidden_count})


class Progress:
    """A progress callback that shows a bar for each stage of an import, on standard error."""

    def __init__(self, *, quiet: bool) -> None:
        self.quiet = quiet
        self.stage = ""
        self.bar: tqdm[Any] | None = None

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_exception: object) -> None:
        if self.bar is not None:
            self.bar.close()

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Show that `done` of `total` parts of a stage are finished. A new stage gets a new bar."""
        if stage != self.stage:
            self.__exit__()
            label = str(catalogue_words.STAGES.get(stage, stage))
            self.bar = tqdm(total=total, desc=label, disable=self.quiet or None)
            self.stage = stage
        if self.bar is not None:
            self.bar.total = total
            self.bar.update(done - self.bar.n)
