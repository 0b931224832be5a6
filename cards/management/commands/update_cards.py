"""Management command that updates the cards from TCGdex or from files: manage.py update_cards [PATH…]."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from cards.management.commands.import_cards import Progress
from cards.services import catalogue
from cards.words import catalogue_words
from core.engine.refused import Refused
from core.management.base import StadiumCommand
from core.sentences import refusal_text

MAX_LINES = 200
"""The most changes and refused rows that the command prints by default."""

YES = ("y", "yes")


class Command(StadiumCommand):
    help = (
        "Fetch the expansions and cards that are missing here from TCGdex (or the address of CARDS_URL), and list what "
        "changed. It asks before it connects. With PATH nothing is fetched: the cards are read from files or folders."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "paths",
            metavar="PATH",
            nargs="*",
            type=Path,
            help="a file or folder to read the cards from instead",
        )
        parser.add_argument("--again", metavar="ID", default="", help="compare every card of this expansion")
        parser.add_argument("--yes", action="store_true", help="connect without asking")
        parser.add_argument(
            "--all", action="store_true", help="list all changes and all rows that were not imported"
        )
        parser.add_argument("--quiet", action="store_true", help="no progress bar")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["paths"] and not options["yes"]:
            for sentence in catalogue_words.catalogue_update_texts():
                self.stdout.write(str(sentence))
            try:
                answer = input(_("Connect? [y/N] "))
            except EOFError:
                answer = ""
            if answer.strip().casefold() not in YES:
                self.stdout.write(_("Nothing was changed."))
                return
        with Progress(quiet=options["quiet"]) as progress:
            try:
                if options["paths"]:
                    report = catalogue.import_card_paths(options["paths"], progress=progress)
                else:
                    report = catalogue.import_new_cards(again=options["again"], progress=progress)
            except Refused as refused:
                raise CommandError(refusal_text(refused)) from refused
        for sentence in catalogue_words.import_result_texts(report):
            self.stdout.write(sentence)
        refused_lines = [
            f"{row.place}: {row.what} ({catalogue_words.refused_row_reason_text(row.code)})"
            for row in report.refused
        ]
        lines = [*map(catalogue_words.card_change_text, report.changes), *refused_lines]
        for line in lines if options["all"] else lines[:MAX_LINES]:
            self.stdout.write(f"  {line}")
        if not options["all"] and (hidden_count := len(lines) - MAX_LINES) > 0:
            self.stdout.write(_("  … and %(n)s more; --all lists all.") % {"n": hidden_count})
