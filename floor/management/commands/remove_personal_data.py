"""manage.py remove_personal_data [--dry-run] [--days N]"""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from core.management.base import StadiumCommand
from floor.management.commands.simulate_event import whole_number_of_at_least
from floor.services import retention
from floor.words.retention_words import expired_event_text, other_removal_texts


class Command(StadiumCommand):
    help = (
        "Remove the personal data of events that ended PERSONAL_DATA_DAYS ago: Player IDs, birth dates, photos, "
        "personal links, phones, files and snapshots; names too, if the team does not keep them in "
        "results. Cannot be undone."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--dry-run", action="store_true", help="list what would be removed, and change nothing"
        )
        parser.add_argument(
            "--days",
            metavar="N",
            type=whole_number_of_at_least(1),
            help="days after the end; default: PERSONAL_DATA_DAYS",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        days = options["days"] or settings.PERSONAL_DATA_DAYS
        if not days:
            raise CommandError(_("Set PERSONAL_DATA_DAYS, or use --days N."))
        preview_or_remove = retention.preview_removal if options["dry_run"] else retention.remove_expired_data
        removal = preview_or_remove(days=days, now=timezone.now())
        texts = [*map(expired_event_text, removal.events), *other_removal_texts(removal)]
        if not texts:
            self.stdout.write(_("There is nothing to remove."))
            return
        self.stdout.write(_("This would be removed:") if options["dry_run"] else _("Removed:"))
        for text in texts:
            self.stdout.write(f"  {text}")
