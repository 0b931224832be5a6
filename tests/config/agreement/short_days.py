"""Short days of a team event, a Prerelease, and drafts with decks built at the event."""

from collections.abc import Iterator
from datetime import timedelta

from django.utils import timezone

from decks.models import Draft
from decks.services import lists
from drafts.services import building_clocks, draft_runs, pick_time
from pairings.services.rounds import rounds
from tests import build
from tests.config.agreement.day import Day, staff_of
from tests.drafts import drafts, pools, tracked
from tests.pairings import build as pairings_build
from tournaments.engine.team_entries import TeamEntry, TeamEntryMember
from tournaments.models import Entry
from tournaments.services import entries, team_entries

CREWS = 4
ROLES = ("organizer", "judge")


def begin_teams(kind: str = "team_battle") -> Day:
    """Create a Team Battle, or a 2-on-2 event, with checked-in teams."""
    event = build.event(by=build.user("orga"), kind=kind, name="Harbour Crews", published=True)
    crews = [entries.check_in_entry(_crew(event, number), by=None) for number in range(1, CREWS + 1)]
    return Day(event, staff_of(event, ROLES), {"all": crews[0]})


def _crew(event: object, number: int) -> Entry:
    mates = (
        TeamEntryMember("A", "Ana", f"Alvarez{number}"),
        TeamEntryMember("B", "Luis", f"Benitez{number}"),
    )
    crew: Entry = team_entries.add_team_entry(event, TeamEntry(f"Crew {number}", mates), by=None)
    return crew


def team_moments(day: Day) -> Iterator[str]:
    rounds.post(rounds.pair_next_round(day.division("all"), by=None, seed=3), by=None)
    yield "at the tables"
    yield from _played(day)


def begin_prerelease() -> Day:
    """Create a Prerelease whose players have seats and packs."""
    by = build.user("orga")
    draft = pools.sealed(by=by, kind="prerelease", name="Harbour Prerelease")
    event = draft.division.tournament
    return Day(event, staff_of(event, ROLES), {draft.division.age_division: pools.seated(draft)})


def prerelease_moments(day: Day) -> Iterator[str]:
    draft = Draft.objects.select_related("division__tournament").get(division__tournament=day.event)
    for seat in range(1, len(draft.seats[0]) + 1):
        pools.verified(draft, seat)
    building_clocks.start_building(draft, 0, by=None)
    yield "decks are built"
    building_clocks.end_building(draft, 0, by=None, sure=True)
    unposted = rounds.pair_next_round(draft.division, by=None, seed=3)
    rounds.post(unposted, by=None, lists_reason="Not all are in yet")
    yield "at the tables"
    yield from _played(day)


def begin_draft() -> Day:
    """Create a draft on paper whose players have seats."""
    by = build.user("orga")
    draft = pools.sealed(by=by, subtype="booster", name="Harbour Draft")
    event = draft.division.tournament
    return Day(event, staff_of(event, ROLES), {draft.division.age_division: pools.seated(draft)})


def draft_moments(day: Day) -> Iterator[str]:
    draft = Draft.objects.select_related("division__tournament").get(division__tournament=day.event)
    draft_runs.tap_step(draft, 0, "next", step=0, by=None)
    yield "cards are picked"
    draft_runs.tap_step(draft, 0, "paused", step=1, by=None)
    yield "a step is paused"
    draft_runs.tap_step(draft, 0, "resumed", step=1, by=None)
    building_clocks.start_building(draft, 0, by=None)
    building_clocks.add_building_minutes(draft, 0, minutes=5, reason="A pack was short", by=None)
    yield "decks are built"
    building_clocks.set_building_paused(draft, 0, paused=True, by=None)
    yield "building is paused"
    building_clocks.end_building(draft, 0, by=None, sure=True)
    yield "decks are ready"


def begin_tracked() -> Day:
    """Create a draft with picks tapped on phones, whose players have seats."""
    by = build.user("orga")
    home = build.division(4, by=by, play_style="limited", published=True, name="Harbour Picks")
    draft = drafts.draft(home, way="tracked")
    lists.collect_lists(home.tournament, by=by, deadline=timezone.now() + timedelta(hours=2))
    return Day(home.tournament, staff_of(home.tournament, ROLES), {home.age_division: pools.seated(draft)})


def tracked_moments(day: Day) -> Iterator[str]:
    draft = Draft.objects.select_related("division__tournament").get(division__tournament=day.event)
    tracked.open_packs(draft)
    yield "a pack is open"
    tracked.everybody_takes(draft)
    pick_time.set_timers_paused(draft, 1, paused=True, by=None)
    yield "picks are paused"
    pick_time.set_timers_paused(draft, 1, paused=False, by=None)
    while not tracked.now(draft).over:
        if tracked.now(draft).state.idle:
            tracked.open_packs(draft)
        tracked.everybody_takes(draft)
    yield "decks are built"


def _played(day: Day) -> Iterator[str]:
    (age,) = day.players
    pairings_build.report_all(day.round(age))
    rounds.close_round(day.round(age), by=None)
    pairings_build.play(day.division(age), (day.round(age).stage.rounds_planned or 1) - 1)
    yield "over"
