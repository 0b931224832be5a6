"""manage.py export_tdf SLUG [-o FILE]"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from core.management.base import StadiumCommand
from pairings.management.arguments import event_by_slug, refusals_as_errors
from pairings.queries import tom
from pairings.words.tom_page_words import omission_text


class Command(StadiumCommand):
    help = (
        "Write an event as a TOM file (.tdf): a roster, a running or a finished event. An event that was imported "
        "from a file gives that file back, byte for byte while nothing changed, else with only the changes. "
        "The file holds Player IDs and birth years. What it lacks or cannot hold is listed first, on standard error."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="slug of the event, as in its URL")
        parser.add_argument(
            "-o", "--output", metavar="FILE", type=Path, help="file to write; default: standard output"
        )
        parser.add_argument(
            "--final",
            action="store_true",
            help="include the official standings once all rounds are played, even if the imported file had none",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        event = event_by_slug(options["slug"])
        with refusals_as_errors():
            export = tom.export_tom_file(event, final=options["final"])
        for omission in tom.list_omissions(event):
            self.stderr.write(str(omission_text(omission)))
        output: Path | None = options["output"]
        if output is not None:
            try:
                output.write_bytes(export.data)
            except OSError as error:
                raise CommandError(
                    _("%(file)s cannot be written: %(reason)s.") % {"file": output, "reason": error.strerror}
                ) from error
            self.stderr.write(_("%(file)s written.") % {"file": output})
            return
        byte_stream = getattr(self.stdout, "buffer", None)
        if byte_stream is not None:
            byte_stream.write(export.data)
            byte_stream.flush()
        else:
            self.stdout.write(export.text, ending="")
