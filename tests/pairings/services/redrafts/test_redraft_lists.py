"""R-095, S6: after a redraft, earlier lists count or do not, and no submitted list is lost."""

from copy import deepcopy

import pytest
from django.utils import timezone

from core.models import JournalEvent
from core.services import undo
from decks.models import DeckList, Draft, ListRules
from decks.queries.lists import event_lists as queries
from decks.queries.lists import submission_window
from decks.services import lists
from decks.services.lists.rejudging import rejudge_all_lists_of_event
from drafts.services import building_clocks, draft_runs
from pairings.models import Round
from pairings.queries.rounds import posting_checks
from pairings.services.rounds import rounds
from tests import build, databases
from tests.drafts.redrafts import first_list, redraft
from tests.pairings.redrafts import (
    DECK,
    NEW_DECK,
    drafted_again,
    first_draft,
    of,
    play_on,
    state,
)
from tournaments.models import Announcement, Entry

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

built = databases.built_once(first_draft)


@pytest.fixture
def row(built: Draft) -> Draft:
    return deepcopy(built)


def test_from_the_new_draft_alone_nobody_has_handed_in_for_the_redraft(row: Draft) -> None:
    mine = first_list(row)
    assert state(mine) == (1, True)
    drafted_again(row)
    assert state(mine) is None
    rules = mine.entry.tournament.list_rules
    rows = queries.deck_list_rows_of_event(
        row.division.tournament, rules, now=mine.versions.get().at, catalogue=1
    )
    assert {(one.state, one.is_before_redraft, one.late) for one in rows} == {("missing", True, False)}
    line = JournalEvent.objects.get(kind="ListsSetAside")
    assert line.facts["count"] == 4
    assert not JournalEvent.objects.filter(kind="ListsRechecked").exists(), (
        "the old list is not judged by the new pool"
    )


def test_what_was_handed_in_before_stays_with_its_verdict(row: Draft) -> None:
    mine = first_list(row)
    drafted_again(row)
    [old] = mine.versions.all()
    assert (old.number, old.legal, old.unused_total) == (1, True, 10)
    rejudge_all_lists_of_event(row.division.tournament)
    old.refresh_from_db()
    assert (old.legal, state(mine)) == (True, None)


def test_the_player_begins_with_a_blank_page_and_may_take_the_old_list_up(row: Draft) -> None:
    drafted_again(row)
    mine = of(first_list(row).entry)
    assert mine.working_copy == ""
    assert mine.versions.get().text == DECK


def test_what_a_player_is_writing_stays(row: Draft) -> None:
    mine = first_list(row)
    DeckList.objects.filter(pk=mine.pk).update(working_copy="1 Litten")
    drafted_again(row)
    assert of(mine.entry).working_copy == "1 Litten"


def test_the_new_deck_counts_legal_or_not_and_the_old_one_never_again(row: Draft) -> None:
    mine = first_list(row)
    drafted_again(row)
    lists.submit_list(mine, text=DECK)
    assert state(mine) == (2, False), "the old deck again: none of its cards is in the new pool"
    lists.submit_list(mine, text=NEW_DECK)
    assert state(mine) == (3, True)


def test_with_all_drafted_cards_the_old_list_counts_until_another_is_in_s6() -> None:
    row = first_draft({"S4": "deck"})
    mine = first_list(row)
    drafted_again(row)
    assert state(mine) == (1, True)
    lists.submit_list(mine, text=NEW_DECK)
    assert state(mine) == (2, True)
    assert not JournalEvent.objects.filter(kind="ListsSetAside").exists()


def test_the_round_of_the_redraft_asks_for_the_new_lists(row: Draft) -> None:
    mine = first_list(row)
    drafted_again(row)
    lists.submit_list(mine, text=NEW_DECK)
    round_ = rounds.pair_next_round(row.division, by=None, seed=3)
    refused = build.refusal(rounds.post, round_, by=None)
    assert refused.code == "LISTS_NOT_READY"
    assert (refused.facts["missing"], refused.facts["illegal"]) == (3, 0)
    assert rounds.post(round_, by=None, lists_reason="Paper lists at the desk").state == "posted"
    line = JournalEvent.objects.get(kind="PlayedWithoutNewLists")
    assert (line.facts["round"], line.facts["missing"]) == (2, 3)


def test_with_all_drafted_cards_no_round_but_the_first_asks() -> None:
    row = first_draft({"S4": "deck"})
    drafted_again(row)
    round_ = rounds.pair_next_round(row.division, by=None, seed=3)
    assert not posting_checks.players_without_ready_list(round_)


def test_a_round_after_that_of_the_redraft_asks_for_nothing(row: Draft) -> None:
    drafted_again(row)
    play_on(row.division)
    assert not posting_checks.players_without_ready_list(
        rounds.pair_next_round(row.division, by=None, seed=4)
    )
    assert state(first_list(row)) is None, "still nothing of the new draft is in"


def test_a_start_undone_gives_the_old_list_back(row: Draft) -> None:
    mine = first_list(row)
    again = redraft(row.division)
    mark = building_clocks.start_building(again, 0, by=None)
    assert state(mine) is None
    building_clocks.withdraw_building_tap(mark, by=None)
    assert state(mine) == (1, True)
    assert of(mine.entry).working_copy == DECK


def test_pairs_draft_at_their_own_pace_on_paper_too(row: Draft) -> None:
    again = redraft(row.division)
    first, other = (of(Entry.objects.get(pk=pair[0])) for pair in again.seats)
    steps = len(draft_runs.queries.run_tracks_of(again)[0].steps)
    for step in range(steps - 2):
        assert state(first) == (1, True)
        draft_runs.tap_step(again, 1, "next", step=step, by=None, seat=1, sure=True)
    assert (state(first), state(other)) == (None, (1, True))
    draft_runs.tap_step(again, 1, "back", step=steps - 2, by=None)
    assert state(first) == (1, True)


def test_built_too_soon_the_old_deck_plays_the_rounds_before() -> None:
    row = first_draft(round_=3)
    mine = first_list(row)
    again = redraft(row.division)
    building_clocks.start_building(again, 0, by=None)
    assert state(mine) == (1, True), "round 2 is played with the first deck"
    round_: Round = rounds.pair_next_round(row.division, by=None, seed=9)
    rounds.post(round_, by=None)
    assert state(mine) is None
    undo.undo_step(JournalEvent.objects.filter(kind="RoundPosted").latest("pk"), by=None)
    assert state(mine) == (1, True)


def test_an_announcement_withdrawn_sets_nothing_aside(row: Draft) -> None:
    again = redraft(row.division)
    Announcement.objects.update(withdrawn_at=mine_at(row))
    building_clocks.start_building(again, 0, by=None)
    assert state(first_list(row)) == (1, True)


def mine_at(row: Draft) -> object:
    return first_list(row).versions.get().at


def test_the_staff_list_says_open_where_the_players_page_is_open(row: Draft) -> None:
    """A lock from before the redraft no longer applies; if the player may submit a list, staff do not see it as
    locked.
    """
    mine = first_list(row)
    lists.lock_list_for_player(mine, by=None)
    again = redraft(row.division)
    building_clocks.start_building(again, 0, by=None)
    event = row.division.tournament
    rules = ListRules.objects.get(tournament=event)
    now = timezone.now()
    found = next(
        one
        for one in queries.deck_list_rows_of_event(event, rules, now=now, catalogue=0)
        if one.entry == mine.entry_id
    )
    assert submission_window.submission_refusal(of(mine.entry), rules, now) is None
    assert (found.locked, found.lock) == (False, "")
