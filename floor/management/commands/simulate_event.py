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
from pairings.management.arguments import organizer_by_username, refusals_as_errors
from pairings.models import Match
from pairings.queries.standings.standings_lists import standings_lists
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
        add(
            "--players",
            metavar="N",
            type=whole_number_of_at_least(2),
            required=True,
            help="number of players",
        )
        add("--rounds", metavar="R", type=whole_number_of_at_least(1), required=True, help="Swiss rounds")
        add("--seed", metavar="S", type=int, default=1, help="random seed; default: 1")
        add(
            "--drops",
            metavar="P",
            type=_probability_argument,
            default=0.0,
            help="probability of a drop after each round, 0 to 1",
        )
        add(
            "--ties",
            metavar="P",
            type=_probability_argument,
            default=0.05,
            help="probability of a tie, 0 to 1; default: 0.05",
        )
        add(
            "--late",
            metavar="P",
            type=_probability_argument,
            default=0.0,
            help="share of players who enter late, 0 to 1",
        )
        add(
            "--cut",
            metavar="N",
            type=whole_number_of_at_least(0),
            default=0,
            help="players in the top cut; default: none",
        )
        add(
            "--day-two-rounds",
            metavar="R",
            type=whole_number_of_at_least(0),
            default=0,
            help="Swiss rounds of a day 2",
        )
        add(
            "--day-two-size",
            metavar="N",
            type=whole_number_of_at_least(2),
            help="places that qualify for day 2",
        )
        add(
            "--day-two-points",
            metavar="P",
            type=whole_number_of_at_least(1),
            help="match points that qualify for day 2",
        )
        add("--best-of", type=int, choices=[1, 3], default=1, help="games in a Swiss match; default: 1")
        add("--organizer", metavar="USER", help="username of the organizer")
        deletion = parser.add_mutually_exclusive_group()
        deletion.add_argument("--keep", action="store_true", default=True, help="keep the event (default)")
        deletion.add_argument(
            "--delete", action="store_true", help="delete the event and its made-up players at the end"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        started_at = time.perf_counter()
        with refusals_as_errors():
            event = self._play_event(options)
        seconds = time.perf_counter() - started_at
        division = Division.objects.select_related("tournament").get(tournament=event)
        facts = {
            "players": division.entries.count(),
            "rounds": division.rounds.count(),
            "dropped": division.entries.exclude(dropped_in=None).count(),
            "late": division.entries.filter(joined_round__gt=1).count(),
            "seconds": f"{seconds:.1f}",
        }
        self.stdout.write(
            _("%(players)s players, %(rounds)s rounds, %(dropped)s dropped, %(late)s late: %(seconds)s s")
            % facts
        )
        for table in standings_lists(division):
            for row in table.rows[:8]:
                self.stdout.write(
                    f"{row.place:>4}  {row.person.name}  {row.person.points}  {row.person.record}"
                )
        if options["delete"]:
            rehearsal.delete_rehearsal(event)
            self.stdout.write(_("The event is deleted."))
        else:
            self.stdout.write(event.slug)

    def _play_event(self, options: dict[str, Any]) -> Tournament:
        """Create the event, play all its rounds with a progress bar, and return it."""
        players, chance = options["players"], random.Random(options["seed"])
        # Round 1 needs two players.
        latecomers = min(sum(chance.random() < options["late"] for _ in range(players)), players - 2)
        event = rehearsal.create_rehearsal(
            by=organizer_by_username(options["organizer"]),
            players=players - latecomers,
            name=_("Simulated event of %(players)s, random seed %(seed)s") % options,
            seed=options["seed"],
            best_of=options["best_of"],
            structure="swiss_cut" if options["cut"] else "swiss",
        )
        structure: DivisionChanges = {"rounds_planned": options["rounds"], "cut_size": options["cut"]}
        if options["day_two_rounds"]:
            places, points = options["day_two_size"], options["day_two_points"]
            if not places and not points:
                raise CommandError(_("Use --day-two-size or --day-two-points to choose who plays on day 2."))
            structure |= {
                "day_two_by": "either" if places and points else "place" if places else "points",
                "day_two_size": places,
                "day_two_points": points,
                "day_two_rounds": options["day_two_rounds"],
            }
        division = divisions.change_division(event.divisions.get(), by=None, **structure)
        odds = Odds(options["ties"], options["drops"], options["late"])
        with tqdm(total=options["rounds"] * (players // 2), unit="match", disable=None) as bar:

            def progress(match: Match) -> None:
                bar.set_description(_("round %(n)s") % {"n": match.round.number}, refresh=False)
                bar.update()

            rehearsal.play_rounds(
                division,
                number=options["rounds"],
                chance=chance,
                by=None,
                odds=odds,
                latecomers=latecomers,
                progress=progress,
            )
            day_two_rounds = options["day_two_rounds"]
            if day_two_rounds:
                day_two.open_day_two(division, by=None)
                rehearsal.play_rounds(
                    division, number=day_two_rounds, chance=chance, by=None, odds=odds, progress=progress
                )
            if options["cut"]:
                rehearsal.play_cut(division, chance=chance, by=None, progress=progress)
        return event


def whole_number_of_at_least(minimum: int) -> Any:
    """Return an argument type that reads a whole number and refuses one below `minimum`."""

    def read_number(text: str) -> int:
        value = int(text)
        if value < minimum:
            raise ArgumentTypeError(_("at least %(least)s") % {"least": minimum})
        return value

    return read_number


def _probability_argument(text: str) -> float:
    """Read an argument from 0 to 1, and refuse any other."""
    value = float(text)
    if not 0 <= value <= 1:
        raise ArgumentTypeError(_("a probability is between 0 and 1"))
    return value
