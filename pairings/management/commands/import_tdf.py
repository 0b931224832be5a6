"""manage.py import_tdf FILE"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.management.base import StadiumCommand
from pairings.management.commands import organizer_of, spoken
from pairings.models import Round
from pairings.services import tom
from pairings.services.tom.preview import preview


class Command(StadiumCommand):
    help = (
        "Take over a whole event from a TOM file (.tdf): players, rounds, results, byes, late entries, drops, "
        "standings and cut, so that it can be continued. The last line printed is the slug of the new event. "
        "A file with a mistake changes nothing; the line and the element are named."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="the .tdf file")
        parser.add_argument("--name", help="name of the event, instead of the one in the file")
        parser.add_argument("--organizer", metavar="USER", help="who goes on with it, by username")
        parser.add_argument(
            "--timezone",
            metavar="ZONE",
            help="where the event is played, like America/Sao_Paulo; needed where a country has several zones",
        )

        parser.add_argument(
            "--same",
            metavar="PLAYER_ID",
            action="append",
            default=[],
            help="known here with another name or birth year, and the same person; else they are a new one",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            data = path.read_bytes()
        except OSError as problem:
            raise CommandError(
                _("%(file)s cannot be read: %(reason)s.") % {"file": path, "reason": problem.strerror}
            ) from problem
        by = organizer_of(options["organizer"])
        file = {"filename": path.name, "name": options["name"], "timezone": options["timezone"] or ""}
        with spoken():
            unlike = preview(data, by=by, **file).unlike
            event = tom.import_event(data, by=by, **file, same=options["same"])
        for player in unlike:
            if player.player_id not in options["same"]:
                self.stdout.write(
                    _(
                        "%(player_id)s is known as %(known)s; the file says %(in_file)s. Entered as a new player; "
                        "import with --same %(player_id)s if they are the same."
                    )
                    % {"player_id": player.player_id, "known": player.known, "in_file": player.in_file}
                )
        for renamed in tom.renamed(event):
            self.stdout.write(
                _("%(player_id)s is known as %(known)s; the file says %(in_file)s.")
                % {"player_id": renamed.player_id, "known": renamed.known, "in_file": renamed.in_file}
            )
        for division in event.divisions.all():
            players, rounds = division.entries.count(), division.rounds.count()
            summary = ngettext("%(n)s player", "%(n)s players", players) % {"n": players}
            played = ngettext("%(n)s round", "%(n)s rounds", rounds) % {"n": rounds}
            posted = division.rounds.filter(state=Round.State.POSTED).values_list("number", flat=True).first()
            running = ", " + _("round %(n)s is posted") % {"n": posted} if posted else ""
            self.stdout.write(f"{division}: {summary}, {played}{running}")
        self.stdout.write(event.slug)
