"""Seal one journal or all of them: manage.py seal_journal [SLUG]."""

from argparse import ArgumentParser
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from core.management.base import StadiumCommand
from core.management.homes import add_home_argument, select_homes
from core.queries import seals as stored
from core.services import seals


class Command(StadiumCommand):
    help = (
        "Seal the journals of events that were played before seals existed: those with closed rounds and no seal. "
        "Run it once, after an update; verify_journal then finds later changes. Events that are already "
        "sealed, or that have nothing to seal, are not changed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_home_argument(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        homes = select_homes(options["slug"])
        for home in homes:
            faults = stored.verify_journal(home, now=timezone.now()).faults
            if any(fault.fault == "never_sealed" for fault in faults):
                seal = seals.seal_now(home, by=None)
                text = _("Journal sealed: %(digest)s.") % {"digest": seal.short}
                self.stdout.write(f"{home.slug}: {text}")
