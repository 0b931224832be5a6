"""A day of three divisions, played by the services, with moments at which its pages are read."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from checks.services import before_checks, check_sheets, deck_checks
from decks.services import lists
from floor.services import calls, screens
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.services.bracket import cuts
from pairings.services.reports import disputes, result_reports, time_extensions
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, rounds
from tests import build
from tests.decks.lists import LEGAL
from tests.pairings import build as pairings_build
from tournaments.models import Division, Entry, Tournament, User
from tournaments.services import personal_links

FIELD = {"masters": (1990, 10), "senior": (2012, 4), "junior": (2017, 3)}
"""Birth year and number of players, by division."""

MINUTES_IN_PLAY = {"masters": 60, "senior": 20, "junior": 5}
"""Minutes since round 1 was posted, so that the time of the Masters is over."""

STAFF = ("organizer", "head_judge", "scorekeeper", "judge")


@dataclass
class Day:
    """An event, its staff by role, and some of its players by the name of the reader: the code of their division."""

    event: Tournament
    staff: dict[str, User]
    players: dict[str, Entry]

    @property
    def readers(self) -> tuple[str, ...]:
        return ("visitor", *self.staff, *self.players)

    def account(self, reader: str) -> User | None:
        """Return the account with which a reader is signed in: staff, and players with an account."""
        entry = self.players.get(reader)
        return self.staff.get(reader) or (entry.player.user if entry else None)

    def division(self, age: str) -> Division:
        return self.event.divisions.select_related("tournament").get(age_division=age)

    def link(self, reader: str) -> str:
        return f"/my/{personal_links.ensure_link(self.players[reader]).token}"

    def round(self, age: str) -> Round:
        """Return the newest round of a division."""
        rows = Round.objects.select_related("division__tournament", "stage")
        return rows.filter(division__tournament=self.event, division__age_division=age).latest("number")

    def pair(self, age: str, place: int = 0) -> Match:
        """Return one of the open matches of a division."""
        return [one for one in pairings_build.open_matches(self.round(age)) if one.right_id][place]

    def table(self, reader: str) -> Match:
        """Return the match of a player in the newest round."""
        entry = self.players[reader]
        rows = Match.objects.filter(round__division=entry.division).filter(Q(left=entry) | Q(right=entry))
        return rows.select_related("round__division", "round__stage").latest("round__number")


def staff_of(event: Tournament, roles: tuple[str, ...] = STAFF) -> dict[str, User]:
    """Return the organizer and one staff member in each other role."""
    organizer = event.staff.select_related("user").get(role="organizer").user
    return {"organizer": organizer} | {role: build.staff(event, role, role) for role in roles[1:]}


def begin() -> Day:
    """Create the event with its players before round 1: one of the Masters is absent, one has an account, and one
    list has unknown cards.
    """
    by = build.user("orga")
    event = build.event(
        by=by,
        name="Harbour Cup",
        kind="league_cup",
        structure="swiss_cut",
        divisions=tuple(FIELD),
        edition="2026",
        round_minutes=50,
        published=True,
    )
    for year, number in FIELD.values():
        build.add_players(event, number, birth_years=(year,))
    absent = event.entries.filter(division__age_division="masters").latest("pk")
    attendance.check_out_unpaired_player(absent, by=by)
    lists.collect_lists(event, by=by, deadline=timezone.now() + timedelta(hours=2))
    players = {age: event.entries.filter(division__age_division=age).earliest("pk") for age in FIELD}
    players["masters"].player.user = build.user("player")
    players["masters"].player.save()
    lists.submit_list(players["senior"].deck_list, text=LEGAL)
    lists.submit_list(players["junior"].deck_list, text="60 Nobody Here XYZ 7")
    screens.add_screen(event, name="Main door", by=by)
    return Day(event, staff_of(event), players)


def moments(day: Day) -> Iterator[str]:
    """Play the day step by step, yielding the name of each step."""
    by, judge = day.staff["scorekeeper"], day.staff["judge"]
    checked = before_checks.begin_before_check(day.players["senior"], by=judge)
    yield "before round 1"
    before_checks.put_deck_back(checked, by=judge)
    lists.collect_lists(day.event, by=by, deadline=timezone.now() - timedelta(minutes=5))
    yield "lists are closed"
    began = timezone.now()
    for age, minutes in MINUTES_IN_PLAY.items():
        unposted = rounds.pair_next_round(day.division(age), by=by, seed=3)
        at = began - timedelta(minutes=minutes)
        rounds.post(unposted, by=by, lists_reason="Not all are in yet", now=at)
    extended = {one.pk: one for one in (day.pair("masters"), day.table("masters"))}
    for match in extended.values():
        time_extensions.grant_extra_time(match, seconds=900, by=judge, why="Fire alarm")
    suspected = deck_checks.pick_requested_deck(day.pair("masters", 3).left, why="Sleeves differ", by=judge)
    check_sheets.begin_check(suspected, by=judge)
    call = day.pair("senior")
    calls.raise_hand(call, entry=call.left, reason="question")
    disputed = day.pair("masters", 1)
    result_reports.submit_report(disputed, disputed.left, ResultReport(MatchResult(Outcome.LEFT)))
    result_reports.submit_report(disputed, disputed.right, ResultReport(MatchResult(Outcome.RIGHT)))
    one_sided = day.pair("masters", 2)
    result_reports.submit_report(one_sided, one_sided.left, ResultReport(MatchResult(Outcome.LEFT)))
    yield "at the tables"
    disputes.decide_dispute(disputed, MatchResult(Outcome.LEFT), by=judge, why="The slip shows it")
    attendance.drop_player(day.pair("masters").left, by=by)
    for age in FIELD:
        pairings_build.report_all(day.round(age))
        open_ = [one.key for one in rounds.list_open_at_tables(day.round(age))]
        rounds.close_round(day.round(age), by=by, seen=open_)
    yield "round 1 closed"
    division = day.division("masters")
    pairings_build.play(division, (day.round("masters").stage.rounds_planned or 1) - 1)
    cuts.start_cut(division, by=by)
    pairings_build.play(day.division("masters"))
    rounds.pair_next_round(day.division("senior"), by=by, seed=4)
    yield "after a round of the cut, with a round not posted"
