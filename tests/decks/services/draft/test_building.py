"""R-055, R-057, R-095, S5: lists are open while decks are built, and in a redraft once more."""

from datetime import timedelta

import pytest
from django.utils import timezone

from decks.models import BuildMark, DeckList, Draft, ListRules
from decks.queries.draft import building as queries
from decks.queries.draft.draft_runs import tracks_of
from decks.queries.draft.drafts import setup_of
from decks.queries.lists import submission_window
from decks.services import lists
from decks.services.draft import building, draft_runs, drafts
from pairings.services.rounds import rounds
from tests import build
from tests.decks.drafts import draft
from tests.decks.redrafts import LIST, first_list, later, play_on, redraft, solomon
from tournaments.models import JournalEvent
from tournaments.services import undo

pytestmark = pytest.mark.django_db


def refused(row: DeckList, minutes: float = 0) -> str:
    """The code of why the player cannot hand in so many minutes from now, "" where they can."""
    rules = ListRules.objects.get(tournament=row.entry.tournament_id)
    found = submission_window.refusal(first(row), rules, later(minutes))
    return found.code if found else ""


def first(row: DeckList) -> DeckList:
    rows = DeckList.objects.select_related(
        "entry__player", "entry__division__tournament", "entry__tournament"
    )
    return rows.get(pk=row.pk)


def lead(row: Draft, steps: int, pod: int = 1) -> None:
    """So many steps of the run on paper; seat 1 wins every coin."""
    for _ in range(steps):
        track = next(one for one in tracks_of(row) if one.pod == pod)
        draft_runs.tap(row, pod, "next", step=track.standing.at, by=None, seat=1, sure=True)


def building_step(row: Draft) -> int:
    return len(tracks_of(row)[0].steps) - 2


def test_a_deadline_of_yesterday_does_not_close_lists_while_decks_are_built():
    row = solomon(round_=None)
    mine = first_list(row)
    assert refused(mine) == "LISTS_CLOSED"
    building.start(row, 0, by=None)
    assert refused(mine) == ""
    assert not lists.hand_in(mine, text=LIST).late


def test_once_the_time_is_over_s5_decides_for_whom_a_list_is_in():
    row = solomon(round_=None)
    mine = first_list(row)
    building.start(row, 0, by=None)
    lists.hand_in(mine, text=LIST)
    assert refused(mine, 29.9) == ""
    assert refused(mine, 30.1) == "LISTS_CLOSED"
    ListRules.objects.update(settings={"S4": "deck", "S5": "free"})
    assert refused(mine, 30.1) == ""
    ListRules.objects.update(settings={"S4": "deck", "S5": "never"})
    assert refused(mine, 30.1) == "LISTS_CLOSED"


def test_who_has_handed_in_nothing_in_time_may_once_and_it_is_late():
    row = solomon(round_=None)
    mine = first_list(row)
    building.start(row, 0, by=None)
    late = lists.hand_in(mine, text=LIST, now=later(31))
    assert late.late
    assert refused(mine, 32) == "LISTS_CLOSED"


def test_minutes_given_keep_lists_open():
    row = solomon(round_=None)
    mine = first_list(row)
    building.start(row, 0, by=None)
    lists.hand_in(mine, text=LIST)
    building.more(row, 1, minutes=5, reason="A pack was short.", by=None)
    assert refused(mine, 34) == ""
    other = DeckList.objects.get(entry=row.seats[1][0])
    lists.hand_in(other, text=LIST)
    assert refused(other, 34) == "LISTS_CLOSED", "only pair 1 was given minutes"


def test_a_judge_may_lock_one_list_while_others_build():
    row = solomon(round_=None)
    mine = first_list(row)
    building.start(row, 0, by=None)
    lists.lock(mine, by=None)
    assert refused(mine) == "LIST_LOCKED"
    lists.unlock(mine, by=None)
    assert refused(mine, 40) == "", "a list opened on its own stays open past the time to build"


def test_once_round_1_is_posted_nothing_changes_any_more():
    row = solomon(round_=None)
    mine = first_list(row)
    building.start(row, 0, by=None)
    play_on(row.division)
    assert refused(mine) == "ROUND_1_STARTED"
    assert build.refusal(lists.unlock, mine, by=None).code == "ROUND_1_STARTED"
    assert build.refusal(lists.send_back, mine, by=None, reason="Look").code == "ROUND_1_STARTED"


def test_the_run_on_paper_starts_the_time_and_going_on_ends_it():
    row = solomon(round_=None)
    mine = first_list(row)
    lead(row, building_step(row))
    assert refused(mine) == ""
    lists.hand_in(mine, text=LIST)
    assert [one.building.began is not None for one in queries.clocks_of(row)] == [True, False]
    lead(row, 1)
    assert refused(mine) == "LISTS_CLOSED"
    draft_runs.tap(row, 1, "back", step=building_step(row) + 1, by=None)
    assert refused(mine) == ""


def test_before_its_redraft_a_list_stays_and_the_player_reads_when_it_opens_again():
    row = solomon()
    mine = first_list(row)
    play_on(row.division)
    assert refused(mine) == "REDRAFT_TO_COME"
    again = redraft(row.division)
    assert refused(mine) == "REDRAFT_TO_COME", "seats alone open nothing"
    building.start(again, 0, by=None)
    assert refused(mine) == ""


def test_an_announced_redraft_brings_a_new_version_and_the_old_one_stays_r095():
    row = solomon()
    mine = first_list(row)
    building.start(row, 0, by=None)
    lists.hand_in(mine, text=LIST)
    play_on(row.division)
    again = redraft(row.division)
    building.start(again, 0, by=None)
    second = lists.hand_in(mine, text=LIST.replace("40", "39"))
    assert (second.number, second.late, mine.versions.count()) == (2, False, 2)
    builds = queries.builds_of(row.division)
    drafted = [builds.drafted_before(mine.entry_id, one.at) for one in mine.versions.order_by("number")]
    assert drafted == [1, 2]
    assert builds.drafted_before(mine.entry_id, timezone.now() - timedelta(days=1)) is None


@pytest.mark.parametrize("how", ["time", "end", "posted"])
def test_lists_of_a_redraft_close_when_building_ends_or_its_round_is_posted(how: str):
    row = solomon()
    mine = first_list(row)
    play_on(row.division)
    again = redraft(row.division)
    building.start(again, 0, by=None)
    lists.hand_in(mine, text=LIST)
    if how == "end":
        building.end(again, 0, by=None, sure=True)
    elif how == "posted":
        rounds.post(rounds.pair_next(row.division, by=None, seed=3), by=None)
    codes = {"time": "LISTS_CLOSED", "end": "LISTS_CLOSED", "posted": "REDRAFT_ROUND_STARTED"}
    assert refused(mine, 31 if how == "time" else 0) == codes[how]
    if how == "posted":
        undo.undo(JournalEvent.objects.filter(kind="RoundPosted").latest("pk"), by=None)
        assert refused(mine) == "", "undone, the lists are open again"


def test_lists_do_not_open_for_a_redraft_that_is_built_too_soon():
    row = solomon(round_=3)
    mine = first_list(row)
    play_on(row.division)
    again = drafts.seat(drafts.set_up(row.division, setup_of(row), by=None), by=None, seed=6)
    building.start(again, 0, by=None)
    assert refused(mine) == "REDRAFT_TO_COME", "round 2 is still to be played with the first deck"
    play_on(row.division)
    building.start(again, 1, by=None) if not queries.clocks_of(again)[0].building.runs(
        timezone.now()
    ) else None
    assert refused(mine) == ""


def test_an_unannounced_redraft_opens_nothing_and_says_so_r057():
    row = solomon(announced=False)
    mine = first_list(row)
    play_on(row.division)
    assert refused(mine) == "REDRAFT_NOT_ANNOUNCED"
    assert build.refusal(lists.hand_in, mine, text=LIST).facts == {"round": 2}


def test_an_announcement_withdrawn_opens_nothing():
    row = solomon()
    mine = first_list(row)
    play_on(row.division)
    building.start(redraft(row.division), 0, by=None)
    row.division.tournament.announcements.update(withdrawn_at=timezone.now())
    assert refused(mine) == "REDRAFT_NOT_ANNOUNCED"


def test_only_those_who_redraft_change_their_lists():
    row = solomon(6)
    leaver = row.seats[2]
    play_on(row.division)
    row.division.entries.filter(pk__in=leaver).update(checked_in_at=None)
    again = drafts.seat(drafts.set_up(row.division, setup_of(row), by=None), by=None, seed=6)
    building.start(again, 0, by=None)
    here, away = (DeckList.objects.get(entry=entry) for entry in (again.seats[0][0], leaver[0]))
    assert (refused(here), refused(away)) == ("", "REDRAFT_TO_COME")


def test_a_lock_of_before_the_redraft_is_no_matter_in_it():
    row = solomon()
    mine = first_list(row)
    lists.lock(mine, by=None)
    play_on(row.division)
    again = redraft(row.division)
    building.start(again, 0, by=None)
    assert refused(mine) == ""
    lists.unlock(mine, by=None)
    lists.lock(mine, by=None)
    assert refused(mine) == "LIST_LOCKED"


def test_a_clock_is_started_once_made_longer_ended_and_each_tap_undone():
    row = draft(build.division(16, play_style="limited"))
    start = building.start(row, 0, by=None)
    assert build.refusal(building.start, row, 0, by=None).code == "BUILD_RUNS"
    assert build.refusal(building.start, row, 2, by=None).code == "BUILD_RUNS"
    longer = building.more(row, 2, minutes=4, reason="A spill.", by=None)
    given = [one.building.given for one in queries.clocks_of(row)]
    assert given == [0, 4]
    building.withdraw(longer, by=None)
    assert build.refusal(building.withdraw, longer, by=None).code == "BUILD_TAP_NOT_FOUND"
    assert [one.building.given for one in queries.clocks_of(row)] == [0, 0]
    end = building.end(row, 1, by=None, sure=True)
    assert [one.building.runs(timezone.now()) for one in queries.clocks_of(row)] == [False, True]
    assert build.refusal(building.end, row, 1, by=None).code == "BUILD_NOT_BEGUN"
    building.withdraw(end, by=None)
    building.withdraw(start, by=None)
    assert not any(one.building.began for one in queries.clocks_of(row))
    kinds = (
        JournalEvent.objects.filter(kind__startswith="Build").order_by("pk").values_list("kind", flat=True)
    )
    assert list(kinds) == [
        "BuildStarted",
        "BuildLonger",
        "BuildTapWithdrawn",
        "BuildEnded",
        *["BuildTapWithdrawn"] * 2,
    ]


def test_minutes_open_a_clock_that_was_ended_by_mistake():
    row = draft(build.division(4, play_style="limited"))
    building.start(row, 0, by=None)
    building.end(row, 0, by=None, sure=True)
    building.more(row, 0, minutes=5, reason="Ended too soon.", by=None)
    assert [one.building.left(timezone.now()) for one in queries.clocks_of(row)] == [300]


def test_pods_of_a_booster_draft_may_end_at_different_moments():
    row = draft(build.division(16, play_style="limited"))
    building.start(row, 1, by=None)
    assert [one.building.began is not None for one in queries.clocks_of(row)] == [True, False]
    building.start(row, 2, by=None, now=later(6))
    ends = [one.building.ends for one in queries.clocks_of(row)]
    assert ends[0] < ends[1]


def test_sealed_has_one_clock_for_the_field():
    row = draft(build.division(5, play_style="limited"), "sealed")
    building.start(row, 0, by=None)
    assert [one.pod for one in queries.clocks_of(row)] == [0]
    assert queries.builds_of(row.division).of(row.division.entries.first().pk).pod == 0
    assert build.refusal(building.start, row, 1, by=None).code == "DRAFT_POD_UNKNOWN"


@pytest.mark.parametrize(
    ("minutes", "reason", "code"),
    [(0, "Why", "BUILD_MINUTES_WRONG"), (61, "Why", "BUILD_MINUTES_WRONG"), (5, " ", "REASON_MISSING")],
)
def test_minutes_need_a_number_and_a_reason(minutes: int, reason: str, code: str):
    row = draft(build.division(4, play_style="limited"))
    building.start(row, 0, by=None)
    assert build.refusal(building.more, row, 0, minutes=minutes, reason=reason, by=None).code == code


def test_what_is_not_there_is_refused():
    row = draft(build.division(4, play_style="limited"), seats=False)
    assert build.refusal(building.start, row, 0, by=None).code == "DRAFT_NOT_SEATED"
    row = drafts.seat(row, by=None, seed=5)
    assert build.refusal(building.start, row, 9, by=None).code == "DRAFT_POD_UNKNOWN"
    assert build.refusal(building.more, row, 0, minutes=5, reason="Why", by=None).code == "BUILD_NOT_BEGUN"
    drafts.remove(row, by=None)
    assert build.refusal(building.start, row, 0, by=None).code == "DRAFT_NOT_FOUND"
    assert not BuildMark.objects.exists()


def test_constructed_events_ask_nothing_of_drafts(django_assert_num_queries):
    home = build.division(2)
    with django_assert_num_queries(0):
        assert submission_window.builds_for(home).clocks == ()
        assert submission_window.builds_in(home.tournament) == {}


def test_building_is_over_once_its_round_is_posted():
    row = solomon(round_=None)
    building.start(row, 0, by=None)
    play_on(row.division)
    assert not any(one.building.runs(timezone.now()) for one in queries.clocks_of(row))
    assert build.refusal(building.start, row, 0, by=None).code == "BUILD_TOO_LATE"
    longer = {"minutes": 5, "reason": "Why", "by": None}
    assert build.refusal(building.more, row, 0, **longer).code == "BUILD_TOO_LATE"
    assert build.refusal(drafts.seat, row, by=None).code == "DRAFT_HAS_BEGUN"
