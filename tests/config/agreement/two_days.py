"""An event of two days and a top cut, played to the end."""

from collections.abc import Iterator

from pairings.services.bracket import cuts
from pairings.services.rounds import attendance, day_two, rounds
from tests import build
from tests.config.agreement.day import Day, staff_of
from tests.pairings import build as pairings_build
from tournaments.models import Entry
from tournaments.services import divisions

AGE, PLAYERS = "all", 12
DAY_ONE = 3
SETTINGS = {
    "rounds_planned": DAY_ONE,
    "day_two_by": "place",
    "day_two_size": 8,
    "day_two_rounds": 1,
    "cut_size": 4,
}


def begin() -> Day:
    """Create the event before round 1."""
    home = build.division(PLAYERS, by=build.user("orga"), structure="swiss_cut", published=True)
    divisions.change_division(home, by=None, **SETTINGS)
    return Day(home.tournament, staff_of(home.tournament, ("organizer", "judge")), {})


def moments(day: Day) -> Iterator[str]:
    """Play from the end of day 1 on; players read once it is known how far they get."""
    home = day.division(AGE)
    pairings_build.play(home, DAY_ONE)
    ranked = list(_ranked(day))
    day.players |= {"finalist": ranked[0], "day two": ranked[7], "day one": ranked[-1]}
    attendance.drop_player(ranked[6], by=None)
    day.players["dropped"] = ranked[6]
    yield "end of day 1"
    day_two.open_day_two(home, by=None)
    yield "day 2 is open"
    rounds.post(rounds.pair_next_round(day.division(AGE), by=None, seed=3), by=None)
    yield "a round of day 2"
    pairings_build.report_all(day.round(AGE))
    rounds.close_round(day.round(AGE), by=None)
    yield "the Swiss rounds are over"
    cuts.start_cut(day.division(AGE), by=None)
    yield "the cut has started"
    unposted = rounds.pair_next_round(day.division(AGE), by=None, seed=4)
    yield "a round of the cut is not posted"
    rounds.post(unposted, by=None)
    yield "a round of the cut"
    pairings_build.report_all(day.round(AGE))
    rounds.close_round(day.round(AGE), by=None)
    yield "between two rounds of the cut"
    pairings_build.play(day.division(AGE))
    yield "over"


def _ranked(day: Day) -> Iterator[Entry]:
    lines = day.round(AGE).standings.order_by("place")
    return (line.entry for line in lines.select_related("entry__division__tournament", "entry__tournament"))
