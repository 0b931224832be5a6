"""manage.py pair_round SLUG"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from core.engine.refused import Refused
from core.management.base import StadiumCommand
from core.sentences import refusal_text
from pairings.engine.display_rows import MatchRow
from pairings.management.arguments import event_by_slug
from pairings.queries.rounds import match_rows
from pairings.services.rounds import rounds
from tournaments.engine.divisions import DIVISIONS


class Command(StadiumCommand):
    help = (
        "Pair the next round of each division that can continue, and print the pairings. Only staff see the "
        "round, unless --post shows it to the players. What prevents it is reported on stderr; the "
        "exit code is 1 when no division could be paired."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="slug of the event, as in its URL")
        parser.add_argument("--division", choices=DIVISIONS, help="only this division")
        parser.add_argument(
            "--seed",
            metavar="N",
            type=int,
            help="random seed; the same seed gives the same pairings",
        )
        parser.add_argument(
            "--without-redraft",
            action="store_true",
            help="pair without waiting for the redraft before this round",
        )
        parser.add_argument("--post", action="store_true", help="post the round as well")

    def handle(self, *args: Any, **options: Any) -> None:
        event = event_by_slug(options["slug"])
        divisions = event.divisions.filter(entries__isnull=False).distinct()
        if options["division"]:
            divisions = event.divisions.filter(age_division=options["division"])
        paired, refusals = 0, []
        for division in divisions:
            try:
                round_ = rounds.pair_next_round(
                    division, by=None, seed=options["seed"], without_redraft=options["without_redraft"]
                )
                if options["post"]:
                    round_ = rounds.post(round_, by=None)
            except Refused as refused:
                refusals.append(f"{division}: {refusal_text(refused)}")
                continue
            paired += 1
            header_format = _("%(division)s, round %(round)s (%(state)s), random seed %(seed)s")
            facts = {"division": division, "round": round_.number, "seed": round_.seed}
            self.stdout.write(header_format % {**facts, "state": round_.get_state_display()})
            rows = match_rows.match_rows(round_)
            width = max((len(_side_text(match_row, left=True)) for match_row in rows), default=0)
            for match_row in rows:
                left, right = _side_text(match_row, left=True), _side_text(match_row, left=False)
                self.stdout.write(f"{match_row.table or '–':>4}  {left:<{width}}  {right}")
        if not paired:
            raise CommandError("\n".join(refusals) or _("This event has no players to pair."))
        for sentence in refusals:
            self.stderr.write(sentence)


def _side_text(match_row: MatchRow, *, left: bool) -> str:
    """Return one side with points and record, "Ana Silva  6 (2-1-0)", or "bye" for an empty side."""
    person = match_row.left if left else match_row.right
    if person is None:
        return _("bye")
    return f"{person.name}  {person.points} ({person.record})"
