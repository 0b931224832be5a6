"""Verify one journal or all of them: manage.py verify_journal [SLUG]."""

from argparse import ArgumentParser
from logging import getLogger
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from core.management.base import StadiumCommand
from core.management.homes import add_home_argument, select_homes
from core.models.journal import Home
from core.queries import seals
from core.words.seal_words import journal_fault_text, journal_verification_text

LOG = getLogger(__name__)
NAMED = 20
"""The maximum number of faults listed for a journal."""

DIFFERS, NEVER_SEALED = 1, 3
"""Exit codes: lines or seals differ, or the only fault is that the journal was never sealed."""


class Command(StadiumCommand):
    help = (
        "Check the journal of one event, or of all events, against its seals. Differences are listed on stderr, "
        "earliest first, and the exit code is 1, or 3 if the only fault is that an event with closed "
        "rounds has no seal, as if it was played before seals existed. With --digest, also report whether a printed "
        "digest belongs to one of its seals."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_home_argument(parser)
        parser.add_argument(
            "--digest", metavar="DIGEST", help="a digest copied from paper: its first 16 digits or all 64"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        homes = select_homes(options["slug"])
        if options["digest"] and not options["slug"]:
            raise CommandError(_("Give the event this digest belongs to."))
        self.returncode = 0
        faults = [fault for home in homes for fault in self._verify(home, options["digest"])]
        if faults:
            raise CommandError("\n".join(faults), returncode=self.returncode)

    def _verify(self, home: Home, digest: str | None) -> list[str]:
        """Verify a journal and return its faults: the first NAMED with a summary, or all if they are fewer.

        Sets the exit code if there are faults, and prints the summary if all lines and seals match. An unreadable
        journal is a fault too and does not prevent the check of other journals.
        """
        is_never_sealed = False
        try:
            verified = seals.verify_journal(home, now=timezone.now())
            faults = [journal_fault_text(fault) for fault in verified.faults]
            if digest and seals.seal_with_digest(home, digest) is None:
                faults.insert(0, _("There is no seal with the digest %(digest)s.") % {"digest": digest})
            if len(faults) > NAMED:
                faults = [*faults[:NAMED], journal_verification_text(verified)]
            if not verified.faults:
                self.stdout.write(f"{home.slug}: {journal_verification_text(verified)}")
            is_never_sealed = not digest and all(fault.fault == "never_sealed" for fault in verified.faults)
        except Exception as error:
            LOG.exception("The journal of %s could not be verified", home.slug)
            sentence = _("The journal could not be checked against its seals: %(problem)s.")
            faults = [sentence % {"problem": repr(error)}]
        if faults:
            self.returncode = NEVER_SEALED if is_never_sealed and self.returncode != DIFFERS else DIFFERS
        return [f"{home.slug}: {fault}" for fault in faults]
