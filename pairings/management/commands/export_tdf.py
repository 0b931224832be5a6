"""manage.py export_tdf SLUG [-o FILE]"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from core.management.base import StadiumCommand
from pairings.management.commands import event_of, spoken
from pairings.queries import tom
from pairings.words.tom_page_words import omission_text


class Command(StadiumCommand):
    help = (
        "Write an event as a TOM file (.tdf): a roster, a running or a finished event. An event that was taken over "
        "from a file gives that file back, byte for byte while nothing changed, else with only the changes. "
        "The file holds Player IDs and birth years. What it cannot hold or lacks is told first, on standard error."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the event, as in its address")
        parser.add_argument("-o", "--output", metavar="FILE", type=Path, help="instead of standard output")
        parser.add_argument(
            "--final",
            action="store_true",
            help="with the official standings, once every round is played, also where the file taken over had none",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        event = event_of(options["slug"])
        with spoken():
            export = tom.export(event, final=options["final"])
        for omission in tom.omissions(event):
            self.stderr.write(str(omission_text(omission)))
        output: Path | None = options["output"]
        if output is not None:
            try:
                output.write_bytes(export.data)
            except OSError as problem:
                raise CommandError(
                    _("%(file)s cannot be written: %(reason)s.")
                    % {"file": output, "reason": problem.strerror}
                ) from problem
            self.stderr.write(_("%(file)s written.") % {"file": output})
            return
        raw = getattr(self.stdout, "buffer", None)
        if raw is not None:
            raw.write(export.data)
            raw.flush()
        else:
            self.stdout.write(export.text, ending="")
