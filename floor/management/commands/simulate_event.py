"""manage.py simulate_event --players N --rounds R"""

import random
import time
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from tqdm import tqdm

from core.management.base import StadiumCommand
from floor.services import rehearsal
from floor.services.rehearsal import Odds
from pairings.management.commands import organizer_of, spoken
from pairings.models import Match
from pairings.queries.rounds import rows
from pairings.services.rounds import day_two
from tournaments.models import Division, Tournament
from tournaments.services import divisions
from tournaments.services.divisions import DivisionChanges


class Command(StadiumCommand):
    help = (
        "Play a whole event with made-up players through the real services: draw, post, enter every result, close, "
        "and so on to the last standings. The same seed plays the same event. The last line printed is its slug."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--players", metavar="N", type=at_least(2), required=True, help="how many play")
        add("--rounds", metavar="R", type=at_least(1), required=True, help="Swiss rounds")
        add("--seed", metavar="S", type=int, default=1, help="where all chance comes from; default: 1")
        add("--drops", metavar="P", type=_share, default=0.0, help="chance to leave after a round, 0 to 1")
        add("--ties", metavar="P", type=_share, default=0.05, help="chance of a tie, 0 to 1; default: 0.05")
        add("--late", metavar="P", type=_share, default=0.0, help="share who come in late, 0 to 1")
        add("--cut", metavar="N", type=at_least(0), default=0, help="players in the top cut; default: none")
        add("--day-two-rounds", metavar="R", type=at_least(0), default=0, help="Swiss rounds of a day 2")
        add("--day-two-size", metavar="N", type=at_least(2), help="places that lead to day 2")
        add("--day-two-points", metavar="P", type=at_least(1), help="match points that lead to day 2")
        add("--best-of", type=int, choices=[1, 3], default=1, help="games in a Swiss match; default: 1")
        add("--organizer", metavar="USER", help="whose event it is, by username")
        deletion = parser.add_mutually_exclusive_group()
        deletion.add_argument("--keep", action="store_true", default=True, help="keep the event (default)")
        deletion.add_argument(
            "--delete", action="store_true", help="delete it again, with its made-up players"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        started = time.perf_counter()
        with spoken():
            event = self._play(options)
        seconds = time.perf_counter() - started
        self._write_summary(event, seconds)
        if options["delete"]:
            rehearsal.clear(event)
            self.stdout.write(_("The event is deleted."))
        else:
            self.stdout.write(event.slug)

    def _play(self, options: dict[str, Any]) -> Tournament:
        players, chance = options["players"], random.Random(options["seed"])
        late = min(sum(chance.random() < options["late"] for _ in range(players)), players - 2)
        event = rehearsal.create(
            by=organizer_of(options["organizer"]),
            players=players - late,
            name=_("Simulated event of %(players)s, random seed %(seed)s") % options,
            seed=options["seed"],
            best_of=options["best_of"],
            structure="swiss_cut" if options["cut"] else "swiss",
        )
        division = divisions.change(event.divisions.get(), by=None, **_structure(options))
        odds = Odds(options["ties"], options["drops"], options["late"])
        with tqdm(total=options["rounds"] * (players // 2), unit="match", disable=None) as bar:

            def progress(match: Match) -> None:
                bar.set_description(_("round %(n)s") % {"n": match.round.number}, refresh=False)
                bar.update()

            rehearsal.play(
                division,
                number=options["rounds"],
                chance=chance,
                by=None,
                odds=odds,
                latecomers=late,
                progress=progress,
            )
            later = options["day_two_rounds"]
            if later:
                day_two.open_day_two(division, by=None)
                rehearsal.play(division, number=later, chance=chance, by=None, odds=odds, progress=progress)
            if options["cut"]:
                rehearsal.play_cut(division, chance=chance, by=None, progress=progress)
        return event

    def _write_summary(self, event: Tournament, seconds: float) -> None:
        division = Division.objects.select_related("tournament").get(tournament=event)
        dropped = division.entries.exclude(dropped_in=None).count()
        late = division.entries.filter(joined_round__gt=1).count()
        facts = {
            "players": division.entries.count(),
            "rounds": division.rounds.count(),
            "dropped": dropped,
            "late": late,
            "seconds": f"{seconds:.1f}",
        }
        self.stdout.write(
            _("%(players)s players, %(rounds)s rounds, %(dropped)s dropped, %(late)s late: %(seconds)s s")
            % facts
        )
        for table in rows.standings(division):
            for row in table.rows[:8]:
                self.stdout.write(
                    f"{row.place:>4}  {row.person.name}  {row.person.points}  {row.person.record}"
                )


def _structure(options: dict[str, Any]) -> DivisionChanges:
    """Options of the division: rounds, cut, and day 2 by places, by points, or by both."""
    usual: DivisionChanges = {"rounds_planned": options["rounds"], "cut_size": options["cut"]}
    if not options["day_two_rounds"]:
        return usual
    places, points = options["day_two_size"], options["day_two_points"]
    if not places and not points:
        raise CommandError(_("Use --day-two-size or --day-two-points to choose who plays on day 2."))
    return usual | {
        "day_two_by": "either" if places and points else "place" if places else "points",
        "day_two_size": places,
        "day_two_points": points,
        "day_two_rounds": options["day_two_rounds"],
    }


def at_least(least: int) -> Any:
    def number(text: str) -> int:
        value = int(text)
        if value < least:
            raise ArgumentTypeError(_("at least %(least)s") % {"least": least})
        return value

    return number


def _share(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 1:
        raise ArgumentTypeError(_("a probability is between 0 and 1"))
    return value
