"""R-055, R-057, R-095, S5: posting a round closes the lists, and building for a redraft opens them again."""

from datetime import timedelta

import pytest
from django.utils import timezone

from core.models import JournalEvent
from core.services import undo
from decks.models import DeckList
from decks.queries.lists.builds import builds_of_division
from decks.services import lists
from drafts.queries import building_clocks as queries
from drafts.queries.drafts import setup_of_draft
from drafts.services import building_clocks, drafts
from pairings.services.rounds import rounds
from tests import build
from tests.drafts.redrafts import LIST, first_list, redraft, refused, solomon
from tests.pairings.redrafts import play_on

pytestmark = pytest.mark.django_db


def test_once_round_1_is_posted_nothing_changes_any_more():
    row = solomon(round_=None)
    mine = first_list(row)
    building_clocks.start_building(row, 0, by=None)
    play_on(row.division)
    assert refused(mine) == "ROUND_1_STARTED"
    assert build.refusal(lists.unlock_list_for_player, mine, by=None).code == "ROUND_1_STARTED"
    assert build.refusal(lists.send_list_back, mine, by=None, reason="Look").code == "ROUND_1_STARTED"


def test_before_its_redraft_a_list_stays_and_the_player_reads_when_it_opens_again():
    row = solomon()
    mine = first_list(row)
    play_on(row.division)
    assert refused(mine) == "REDRAFT_TO_COME"
    again = redraft(row.division)
    assert refused(mine) == "REDRAFT_TO_COME", "seats alone open nothing"
    building_clocks.start_building(again, 0, by=None)
    assert refused(mine) == ""


def test_an_announced_redraft_brings_a_new_version_and_the_old_one_stays_r095():
    row = solomon()
    mine = first_list(row)
    building_clocks.start_building(row, 0, by=None)
    lists.submit_list(mine, text=LIST)
    play_on(row.division)
    again = redraft(row.division)
    building_clocks.start_building(again, 0, by=None)
    second = lists.submit_list(mine, text=LIST.replace("40", "39"))
    assert (second.number, second.late, mine.versions.count()) == (2, False, 2)
    builds = builds_of_division(row.division)
    drafted = [builds.draft_number_at(mine.entry_id, one.at) for one in mine.versions.order_by("number")]
    assert drafted == [1, 2]
    assert builds.draft_number_at(mine.entry_id, timezone.now() - timedelta(days=1)) is None


@pytest.mark.parametrize("how", ["time", "end", "posted"])
def test_lists_of_a_redraft_close_when_building_ends_or_its_round_is_posted(how: str):
    row = solomon()
    mine = first_list(row)
    play_on(row.division)
    again = redraft(row.division)
    building_clocks.start_building(again, 0, by=None)
    lists.submit_list(mine, text=LIST)
    if how == "end":
        building_clocks.end_building(again, 0, by=None, sure=True)
    elif how == "posted":
        rounds.post(rounds.pair_next_round(row.division, by=None, seed=3), by=None)
    codes = {"time": "LISTS_CLOSED", "end": "LISTS_CLOSED", "posted": "REDRAFT_ROUND_STARTED"}
    assert refused(mine, 31 if how == "time" else 0) == codes[how]
    if how == "posted":
        undo.undo_step(JournalEvent.objects.filter(kind="RoundPosted").latest("pk"), by=None)
        assert refused(mine) == "", "undone, the lists are open again"


def test_lists_do_not_open_for_a_redraft_that_is_built_too_soon():
    row = solomon(round_=3)
    mine = first_list(row)
    play_on(row.division)
    again = drafts.assign_seats(
        drafts.set_up_draft(row.division, setup_of_draft(row), by=None), by=None, seed=6
    )
    building_clocks.start_building(again, 0, by=None)
    assert refused(mine) == "REDRAFT_TO_COME", "round 2 is still to be played with the first deck"
    play_on(row.division)
    building_clocks.start_building(again, 1, by=None) if not queries.building_clocks_of_draft(again)[
        0
    ].building.is_running(timezone.now()) else None
    assert refused(mine) == ""


def test_an_unannounced_redraft_opens_nothing_and_says_so_r057():
    row = solomon(announced=False)
    mine = first_list(row)
    play_on(row.division)
    assert refused(mine) == "REDRAFT_NOT_ANNOUNCED"
    assert build.refusal(lists.submit_list, mine, text=LIST).facts == {"round": 2}


def test_an_announcement_withdrawn_opens_nothing():
    row = solomon()
    mine = first_list(row)
    play_on(row.division)
    building_clocks.start_building(redraft(row.division), 0, by=None)
    row.division.tournament.announcements.update(withdrawn_at=timezone.now())
    assert refused(mine) == "REDRAFT_NOT_ANNOUNCED"


def test_only_those_who_redraft_change_their_lists():
    row = solomon(6)
    leaver = row.seats[2]
    play_on(row.division)
    row.division.entries.filter(pk__in=leaver).update(checked_in_at=None)
    again = drafts.assign_seats(
        drafts.set_up_draft(row.division, setup_of_draft(row), by=None), by=None, seed=6
    )
    building_clocks.start_building(again, 0, by=None)
    here, away = (DeckList.objects.get(entry=entry) for entry in (again.seats[0][0], leaver[0]))
    assert (refused(here), refused(away)) == ("", "REDRAFT_TO_COME")


def test_a_lock_of_before_the_redraft_is_no_matter_in_it():
    row = solomon()
    mine = first_list(row)
    lists.lock_list_for_player(mine, by=None)
    play_on(row.division)
    again = redraft(row.division)
    building_clocks.start_building(again, 0, by=None)
    assert refused(mine) == ""
    lists.unlock_list_for_player(mine, by=None)
    lists.lock_list_for_player(mine, by=None)
    assert refused(mine) == "LIST_LOCKED"


def test_building_is_over_once_its_round_is_posted():
    row = solomon(round_=None)
    building_clocks.start_building(row, 0, by=None)
    play_on(row.division)
    assert not any(one.building.is_running(timezone.now()) for one in queries.building_clocks_of_draft(row))
    assert build.refusal(building_clocks.start_building, row, 0, by=None).code == "BUILD_TOO_LATE"
    longer = {"minutes": 5, "reason": "Why", "by": None}
    assert build.refusal(building_clocks.add_building_minutes, row, 0, **longer).code == "BUILD_TOO_LATE"
    assert build.refusal(drafts.assign_seats, row, by=None).code == "DRAFT_HAS_BEGUN"
