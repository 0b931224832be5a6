"""manage.py pick_deck_checks SLUG"""

import json
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from checks.engine.refusals import CheckRefusal
from checks.models import DeckCheck
from checks.queries import deck_checks as queries
from checks.services import deck_checks
from checks.words.check_words import why_picked_sentences
from core.engine.refused import Refused
from core.management.base import StadiumCommand
from pairings.management.arguments import event_by_slug, refusals_as_errors
from tournaments.models import Tournament


class Command(StadiumCommand):
    help = (
        "Draw decks to check until the target of the event is reached, and print every deck still to be "
        "checked. A second run draws no more. The target of each division is rounded up, so the total may be "
        "more than the percentage of the event. Checks before the event count unless they are left out. "
        "With --json: {target, checked, picks: [{table, player, why}]}; target and checked are decks, table is null "
        "between rounds."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="slug of the event, as in its URL")
        parser.add_argument("--round", metavar="N", type=int, help="pick tables of this posted round")
        parser.add_argument(
            "--target", metavar="PERCENT", type=int, help="target percentage; default: the event's own"
        )
        parser.add_argument(
            "--seed", metavar="S", type=int, help="random seed; the same seed picks the same decks"
        )
        parser.add_argument("--during", action="store_true", help="do not count checks before the event")
        parser.add_argument("--dry-run", action="store_true", help="print the decks without picking them")
        parser.add_argument("--json", action="store_true", help="answer as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        event = event_by_slug(options["slug"])
        with refusals_as_errors(), transaction.atomic():
            self.pick(event, options)
            rows = queries.division_coverage(event, queries.check_rules_of(event), percent=options["target"])
            waiting = queries.with_current_tables(
                queries.checks_of(event).filter(state=DeckCheck.State.PICKED)
            )
            picks = [
                {
                    "table": check.table,
                    "player": str(check.entry),
                    "why": " ".join(why_picked_sentences(check)),
                }
                for check in sorted(waiting, key=lambda check: (check.table or 0, check.pk))
            ]
            transaction.set_rollback(options["dry_run"])
        result = {
            "target": sum(row.target for row in rows),
            "checked": sum(row.during if options["during"] else row.done for row in rows),
            "picks": picks,
        }
        if options["json"]:
            self.stdout.write(json.dumps(result, ensure_ascii=False))
            return
        self.stdout.write(_("%(checked)s of %(target)s decks checked") % result)
        for check in picks:
            self.stdout.write(f"{check['table'] or '–':>4}  {check['player']}. {check['why']}")

    def pick(self, event: Tournament, options: Mapping[str, Any]) -> None:
        """Pick at random the decks that the target still requires. If no decks are left, pick none."""
        try:
            deck_checks.pick_checks_at_random(
                event,
                by=None,
                divisions=list(event.divisions.all()),
                percent=options["target"],
                round_number=options["round"],
                seed=options["seed"],
                during=options["during"],
            )
        except Refused as refused:
            if refused.code != CheckRefusal.NOBODY_TO_CHECK:
                raise
