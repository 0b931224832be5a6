"""manage.py import_tdf FILE"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.management.base import StadiumCommand
from pairings.management.arguments import organizer_by_username, refusals_as_errors
from pairings.models import Round
from pairings.services.tom import importing
from pairings.services.tom.preview import preview_import


class Command(StadiumCommand):
    help = (
        "Import a whole event from a TOM file (.tdf): players, rounds, results, byes, late entries, drops, "
        "standings and cut, so that it can be continued. The last line printed is the slug of the new event. "
        "A file with an error changes nothing; the line and the element are reported."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="the .tdf file")
        parser.add_argument("--name", help="name of the event; default: the name in the file")
        parser.add_argument("--organizer", metavar="USER", help="username of the organizer who continues it")
        parser.add_argument(
            "--timezone",
            metavar="ZONE",
            help="time zone of the event, such as America/Sao_Paulo; needed if the country has several",
        )

        parser.add_argument(
            "--same",
            metavar="PLAYER_ID",
            action="append",
            default=[],
            help="this Player ID belongs to the same person although the name or birth year differs here; by "
            "default a new person is added",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            data = path.read_bytes()
        except OSError as error:
            raise CommandError(
                _("%(file)s cannot be read: %(reason)s.") % {"file": path, "reason": error.strerror}
            ) from error
        by = organizer_by_username(options["organizer"])
        arguments = {"filename": path.name, "name": options["name"], "timezone": options["timezone"] or ""}
        with refusals_as_errors():
            unlike_players = preview_import(data, by=by, **arguments).unlike
            event = importing.import_event(data, by=by, **arguments, same_people=options["same"])
        for player in unlike_players:
            if player.player_id not in options["same"]:
                self.stdout.write(
                    _(
                        "%(player_id)s is known as %(known)s; the file says %(in_file)s. Entered as a new player; "
                        "import with --same %(player_id)s if they are the same."
                    )
                    % {"player_id": player.player_id, "known": player.known, "in_file": player.in_file}
                )
        for renamed in importing.list_differently_named_people(event):
            self.stdout.write(
                _("%(player_id)s is known as %(known)s; the file says %(in_file)s.")
                % {"player_id": renamed.player_id, "known": renamed.known, "in_file": renamed.in_file}
            )
        for division in event.divisions.all():
            players, rounds = division.entries.count(), division.rounds.count()
            players_text = ngettext("%(n)s player", "%(n)s players", players) % {"n": players}
            rounds_text = ngettext("%(n)s round", "%(n)s rounds", rounds) % {"n": rounds}
            posted_number = (
                division.rounds.filter(state=Round.State.POSTED).values_list("number", flat=True).first()
            )
            running_text = ", " + _("round %(n)s is posted") % {"n": posted_number} if posted_number else ""
            self.stdout.write(f"{division}: {players_text}, {rounds_text}{running_text}")
        self.stdout.write(event.slug)
