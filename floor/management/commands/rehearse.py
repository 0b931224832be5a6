"""manage.py rehearse --players N"""

import random
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from core.management.base import StadiumCommand
from floor.engine.rehearsal import Act
from floor.management.commands.simulate_event import whole_number_of_at_least
from floor.services import rehearsal
from floor.services.rehearsal import hall, weekend
from pairings.engine.open_entries import ALL_OPEN_ENTRIES
from pairings.management.arguments import organizer_by_username, refusals_as_errors
from pairings.models import Round
from pairings.services.rounds import rounds
from tournaments.models import Division, Tournament, User
from tournaments.services import divisions

MAX_AFTER = 10
"""Number of minutes after time until the last table has reported."""

CLOCK_INTERVAL = 5
"""Simulated minutes between adjustments of the round's clock, since the simulation may run faster than real time."""


class Command(StadiumCommand):
    help = (
        "Simulate a hall of made-up players to train staff or to show Stadium: they report from phones, "
        "call judges, come "
        "late, disagree, leave seats empty. With --staff people pair, post, settle and close rounds; without it the "
        "command does. The same seed gives the same hall. The last line printed is the event's slug."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add(
            "--players",
            metavar="N",
            type=whole_number_of_at_least(4),
            default=64,
            help="number of players; default: 64",
        )
        add(
            "--rounds",
            metavar="R",
            type=whole_number_of_at_least(1),
            default=3,
            help="Swiss rounds; default: 3",
        )
        add(
            "--days",
            type=int,
            choices=[1, 2],
            default=1,
            help="2: a Regional of three age divisions with day 2, top cut and what goes wrong at one; default: 1",
        )
        add("--seed", metavar="S", type=int, help="random seed; default: a random one")
        add(
            "--pace",
            metavar="X",
            type=float,
            default=1.0,
            help="simulated minutes per minute; 0: without waiting",
        )
        add("--staff", action="store_true", help="leave it to people to pair, post and close each round")
        add("--organizer", metavar="USER", help="username of the organizer")
        add("--delete", action="store_true", help="delete the event and its made-up players at the end")

    def handle(self, *args: Any, **options: Any) -> None:
        seed = random.SystemRandom().getrandbits(32) if options["seed"] is None else options["seed"]
        with refusals_as_errors():
            by, players = organizer_by_username(options["organizer"]), options["players"]
            if options["days"] == 2:
                event = self._play_weekend(by=by, players=players, seed=seed, by_staff=options["staff"])
            else:
                event = rehearsal.create_rehearsal(by=by, players=players, seed=seed)
                division = divisions.change_division(
                    event.divisions.get(), by=None, rounds_planned=options["rounds"]
                )
                self._print_event(event, seed)
                for number in range(1, options["rounds"] + 1):
                    self._play_round(division, number, pace=options["pace"], by_staff=options["staff"])
        if options["delete"]:
            rehearsal.delete_rehearsal(event)
            self.stdout.write(_("The event is deleted."))
        else:
            self.stdout.write(event.slug)

    def _play_weekend(self, *, by: User | None, players: int, seed: int, by_staff: bool) -> Tournament:
        """Play a Regional of two days without waiting, and print what happens in each round."""
        if by_staff:
            raise CommandError(_("Leave out --staff: two days are played by the command alone."))
        if players < weekend.MIN_PLAYERS:
            least = {"players": weekend.MIN_PLAYERS}
            raise CommandError(_("Two days need at least %(players)s players.") % least)
        event = weekend.create_weekend(by=by, players=players, seed=seed)
        self._print_event(event, seed)
        for moment in weekend.play_weekend(event, by=by, seed=seed):
            round_, table = moment.round_, "" if moment.table is None else f" {moment.table}"
            self.stdout.write(f"{round_.division}  {round_.number}  {moment.kind}{table}")
        return event

    def _print_event(self, event: Tournament, seed: int) -> None:
        self.stdout.write(_("%(event)s, random seed %(seed)s") % {"event": event.name, "seed": seed})

    def _play_round(self, division: Division, number: int, *, pace: float, by_staff: bool) -> None:
        """Play one round minute by minute, posted and closed by staff (`--staff`) or by this command.

        With a pace of 0, the whole round is played in one step.
        """
        if by_staff:
            self.stdout.write(_("Round %(round)s: waiting until it is posted.") % {"round": number})
            _wait_for_round_state(division, number, Round.State.POSTED)
        else:
            hall.pair_and_post_next_round(division, by=None)
        round_ = division.rounds.select_related("division__tournament", "stage").get(number=number)

        def print_act(act: Act) -> None:
            table = "" if act.table is None else f" {act.table + 1}"
            self.stdout.write(f"{number}  {act.minute:5.1f}  {act.kind}{table}")

        last_minute = division.tournament.round_minutes + MAX_AFTER
        for minute in range(last_minute + 1) if pace else (last_minute,):
            hall.simulate_round_until(round_, minute, by=None, progress=print_act)
            if pace:
                if minute % CLOCK_INTERVAL == 0 or minute == division.tournament.round_minutes:
                    hall.advance_clock(round_, minute, by=None)
                time.sleep(60 / pace)
        if by_staff:
            self.stdout.write(_("Round %(round)s: waiting until it is closed.") % {"round": number})
            _wait_for_round_state(division, number, Round.State.CLOSED)
        else:
            hall.enter_open_results(round_, by=None)
            rounds.close_round(round_, by=None, seen=ALL_OPEN_ENTRIES)


def _wait_for_round_state(division: Division, number: int, state: str) -> None:
    """Wait until the round has this state or is closed."""
    while not division.rounds.filter(number=number, state__in={state, Round.State.CLOSED}).exists():
        time.sleep(1)
