"""Events of the demo: a running League Cup, a finished League Challenge and an upcoming Prerelease."""

from datetime import datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from decks.services.lists.collecting import collect_lists_of_prerelease
from drafts.services.prereleases import set_up_sealed
from floor.services.rehearsal import deck_lists
from floor.services.rehearsal.events import Place, create_rehearsal
from floor.services.rehearsal.play import Odds, play_cut, play_rounds, random_strengths, report_at_random
from pairings.services.rounds import rounds
from tournaments.models import Announcement, Division, Tournament, User
from tournaments.services import announcements, divisions, schedule

SEED = 20_261_121
ODDS = Odds(ties=0.06, drops=0.02)
PRERELEASE_EXPANSION = "PBL"
"""Pitch Black, the newest expansion that comes with Stadium."""

MINUTES_SINCE_POSTED = 22
"""Minutes since the current round of the running event was posted."""


def _eleven_o_clock(day: datetime, place: Place) -> datetime:
    return day.astimezone(ZoneInfo(place["timezone"])).replace(hour=11, minute=0)


def create_running_cup(by: User, now: datetime, place: Place) -> Tournament:
    """Create a League Cup with three divisions in Swiss round 4, with some results of the round entered."""
    posted = now - timedelta(minutes=MINUTES_SINCE_POSTED)
    # Round 1 was posted 3 hours and 45 minutes before the current round, 12 minutes later than planned.
    first_start = posted - timedelta(minutes=3 * 60 + 45 + 12)
    cup = create_rehearsal(
        by=by,
        players={"masters": 37, "senior": 12, "junior": 10},
        absent=1,
        name="Harbor League Cup",
        kind="league_cup",
        starts_at=first_start - timedelta(minutes=70),
        divisions=("junior", "senior", "masters"),
        seed=SEED,
        checked_in_at=first_start - timedelta(minutes=30),
        published=True,
        venue=_("Harbor Hall"),
        sanction_id="26-11-004711",
        **place,
    )
    schedule.plan_day(cup, by=by, first_start=first_start, rounds=6, lunch_after=3, cut_rounds=3)
    notices = (
        (-65, Announcement.Kind.TIME_LIMIT, _("Swiss rounds are best of three, 50 minutes and three turns.")),
        (-64, Announcement.Kind.ENERGY, _("Basic Energy cards are on the table beside the stage.")),
        (-63, Announcement.Kind.THIRD_PLACE, _("There is no match for third place.")),
        (
            190,
            Announcement.Kind.SCHEDULE,
            _("Lunch is 45 minutes. Round 4 starts after it, about ten minutes late."),
        ),
    )
    for minutes, kind, text in notices:
        announcements.post_announcement(
            cup, by=by, text=text, kind=kind, at=first_start + timedelta(minutes=minutes)
        )
    deck_lists.collect_demo_lists(cup, by=by, until=first_start - timedelta(hours=14), chance=Random(SEED))
    chance = Random(SEED)
    for index, age_division in enumerate(("masters", "senior", "junior")):
        division = cup.divisions.select_related("tournament").get(age_division=age_division)
        _play_until_now(division, chance=chance, by=by, posted=posted + timedelta(seconds=20 * index))
    return cup


def _play_until_now(division: Division, *, chance: Random, by: User, posted: datetime) -> None:
    """Play three rounds, post the fourth and enter some of its results."""
    is_masters = division.age_division == "masters"
    play_rounds(
        division,
        number=3,
        chance=chance,
        by=by,
        odds=ODDS,
        latecomers=1 if is_masters else 0,
        first_at=posted - timedelta(hours=3, minutes=45),
    )
    round_ = rounds.pair_next_round(division, by=by, seed=SEED, now=posted - timedelta(minutes=4))
    rounds.post(round_, by=by, now=posted)
    round_.refresh_from_db()
    report_at_random(
        round_,
        chance=chance,
        strengths=random_strengths(division, chance),
        by=by,
        odds=ODDS,
        share=0.4 if is_masters else 0.6,
        minutes=MINUTES_SINCE_POSTED,
    )


def create_finished_challenge(by: User, now: datetime, place: Place) -> Tournament:
    """Create a League Challenge that ended six days ago, with all ages in one division.

    Only the Masters had a top cut.
    """
    first_start = _eleven_o_clock(now - timedelta(days=6), place)
    event = create_rehearsal(
        by=by,
        players={"masters": 19, "senior": 3, "junior": 2},
        name="Lighthouse League Challenge",
        kind="league_challenge",
        starts_at=first_start,
        seed=SEED + 1,
        published=True,
        structure="swiss_cut",
        venue=_("Lighthouse Games"),
        sanction_id="26-11-004203",
        **place,
    )
    chance = Random(SEED + 1)
    division = event.divisions.select_related("tournament").get()
    division = divisions.change_division(
        division, by=by, rounds_planned=5, cut_size=4, third_place=True, by_age=True
    )
    schedule.plan_day(event, by=by, first_start=first_start, rounds=5, cut_rounds=2)
    play_rounds(division, number=5, chance=chance, by=by, odds=ODDS, first_at=first_start)
    play_cut(
        division,
        sizes={"masters": 4},
        chance=chance,
        by=by,
        first_at=first_start + timedelta(hours=4),
    )
    return event


def create_upcoming_prerelease(by: User, now: datetime, place: Place) -> Tournament:
    """Create a Prerelease in eight days, with its first entries and no player checked in."""
    starts_at = _eleven_o_clock(now + timedelta(days=8), place)
    event = create_rehearsal(
        by=by,
        players={"masters": 9, "senior": 3, "junior": 2},
        # More than there are players, so that no player is checked in.
        absent=99,
        name="Harvest Prerelease",
        kind="prerelease",
        starts_at=starts_at,
        seed=SEED + 2,
        published=True,
        venue=_("Lighthouse Games"),
        **place,
    )
    collect_lists_of_prerelease(event, PRERELEASE_EXPANSION, by)
    set_up_sealed(event, PRERELEASE_EXPANSION, by)
    schedule.plan_day(event, by=by, first_start=starts_at + timedelta(minutes=75), rounds=3)
    announcements.post_announcement(
        event,
        by=by,
        text=_("Every player gets a Build & Battle Box. Basic Energy is supplied."),
        kind=Announcement.Kind.ENERGY,
    )
    return event
