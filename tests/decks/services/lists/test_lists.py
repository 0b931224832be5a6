"""R-030 to R-032, R-057, R-058, S4, S5, M-051: submitting lists, and which version counts."""

from datetime import timedelta

import pytest
from django.utils import timezone

from core.models import JournalEvent
from decks.models import DeckList, ListRules, Version
from decks.queries.lists import event_lists as queries
from decks.queries.lists import submission_window
from decks.services import lists
from tests import build
from tests.decks.lists import AFTER, BEFORE, DEADLINE, ILLEGAL, JULY, LEGAL, OTHER, event, of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def one(**fields: object) -> DeckList:
    return of(event(**fields))[0]


def fresh(row: DeckList) -> DeckList:
    return DeckList.objects.select_related(
        "counts", "entry__player", "entry__division", "entry__tournament"
    ).get(pk=row.pk)


def codes(version: Version) -> list[str]:
    return [problem["code"] for problem in version.problems]


def start(row: DeckList) -> None:
    """Post round 1."""
    row.entry.division.started_at = AFTER
    row.entry.division.save()


def count_of(kind: str) -> int:
    return JournalEvent.objects.filter(kind=kind).count()


def test_every_player_has_a_link_of_their_own():
    made = event(players=3)
    assert len({row.token for row in of(made)}) == 3
    assert min(len(row.token) for row in of(made)) >= 24
    build.add_players(made, 2)
    assert len({row.token for row in of(made)}) == 5
    assert lists.make_lists_and_links(made) == 0


def test_a_list_is_read_judged_and_kept():
    version = lists.submit_list(one(), text=LEGAL, now=BEFORE)
    assert (version.number, version.legal, version.total, version.late) == (1, True, 60, False)
    assert version.text == LEGAL
    assert version.cards[0]["name"] == "Tapu Lele-GX"
    assert count_of("ListHandedIn") == 1


def test_an_illegal_list_is_kept_with_its_problems():
    version = lists.submit_list(one(), text=ILLEGAL, now=BEFORE)
    assert not version.legal
    assert codes(version) == ["DECK_SIZE", "COPIES_OVER_LIMIT"]


def test_the_date_of_the_event_decides():
    """Guardians Rising is legal from 19 May 2017 on."""
    early = one(starts_at=JULY.replace(month=5, day=18), rules={"deadline": None})
    late = one(starts_at=JULY.replace(month=5, day=19), rules={"deadline": None})
    assert "CARD_NOT_YET_LEGAL" in codes(lists.submit_list(early, text=LEGAL, now=BEFORE))
    assert lists.submit_list(late, text=LEGAL, now=BEFORE).legal


def test_the_newest_legal_version_counts():
    row = one()
    numbers = []
    for text in (ILLEGAL, LEGAL, ILLEGAL, OTHER, ILLEGAL):
        lists.submit_list(row, text=text, now=BEFORE)
        numbers.append(fresh(row).counts.number)
    assert numbers == [1, 2, 2, 4, 4]
    assert row.versions.count() == 5


def test_while_none_is_legal_the_newest_counts():
    row = one()
    for text in (ILLEGAL, ILLEGAL + "1 Ultra Ball\n"):
        lists.submit_list(row, text=text, now=BEFORE)
    assert fresh(row).counts.number == 2


@pytest.mark.parametrize("now", [DEADLINE, AFTER])
def test_the_deadline_closes_by_the_clock_alone(now):
    refused = build.refusal(lists.submit_list, one(), text=LEGAL, now=now)
    assert (refused.code, refused.facts["when"]) == ("LISTS_CLOSED", DEADLINE)


def test_a_moment_before_the_deadline_is_in_time():
    assert not lists.submit_list(one(), text=LEGAL, now=DEADLINE - timedelta(seconds=1)).late


def test_staff_may_enter_after_the_deadline_marked_late():
    version = lists.submit_list(one(), text=LEGAL, by_player=False, by=build.user("hana"), now=AFTER)
    assert (version.late, version.by_player, version.by_name) == (True, False, "hana")
    assert count_of("ListEntered") == 1


def test_the_lock_of_the_event_closes_lists():
    row = one()
    lists.lock_all_lists(row.entry.tournament, by=None, now=BEFORE)
    refused = build.refusal(lists.submit_list, row, text=LEGAL, now=BEFORE + timedelta(hours=1))
    assert (refused.code, refused.facts["when"]) == ("LISTS_CLOSED", BEFORE)


def test_opened_again_the_past_deadline_gives_way():
    row = one()
    row_event = row.entry.tournament
    lists.lock_all_lists(row_event, by=None, now=AFTER)
    lists.unlock_all_lists(row_event, by=None, now=AFTER)
    assert not lists.submit_list(row, text=LEGAL, now=AFTER).late
    rules = lists.unlock_all_lists(row_event, by=None, until=JULY, now=AFTER)
    assert rules.deadline == JULY
    assert (
        build.refusal(lists.unlock_all_lists, row_event, by=None, until=BEFORE, now=AFTER).code
        == "DEADLINE_PAST"
    )


def test_a_list_locked_on_its_own():
    row = one()
    lists.lock_list_for_player(row, by=None)
    assert build.refusal(lists.submit_list, row, text=LEGAL, now=BEFORE).code == "LIST_LOCKED"


def test_a_list_opened_on_its_own_stays_open_past_lock_and_deadline():
    row = one()
    lists.lock_all_lists(row.entry.tournament, by=None, now=BEFORE)
    lists.unlock_list_for_player(row, by=None)
    assert not lists.submit_list(row, text=LEGAL, now=AFTER).late


def test_locking_all_locks_those_opened_on_their_own():
    row = one()
    lists.unlock_list_for_player(row, by=None)
    lists.lock_all_lists(row.entry.tournament, by=None, now=BEFORE)
    assert build.refusal(lists.submit_list, row, text=LEGAL, now=BEFORE).code == "LISTS_CLOSED"


def test_a_list_sent_back_says_why_until_another_comes():
    row = one()
    lists.submit_list(row, text=ILLEGAL, now=BEFORE)
    lists.lock_all_lists(row.entry.tournament, by=None, now=BEFORE)
    lists.send_list_back(row, by=None, reason="Five copies of N.")
    assert fresh(row).sent_back == "Five copies of N."
    lists.submit_list(row, text=LEGAL, now=BEFORE)
    assert fresh(row).sent_back == ""
    assert build.refusal(lists.send_list_back, row, by=None, reason=" ").code == "REASON_MISSING"


@pytest.mark.parametrize("opened", [False, True])
def test_after_round_1_no_player_changes_a_list(opened):
    row = one(rules={"deadline": None, "settings": {"S5": "free"}})
    if opened:
        lists.unlock_list_for_player(row, by=None)
    start(row)
    assert build.refusal(lists.submit_list, row, text=LEGAL, now=BEFORE).code == "ROUND_1_STARTED"
    assert build.refusal(lists.unlock_list_for_player, row, by=None).code == "ROUND_1_STARTED"
    assert lists.submit_list(row, text=LEGAL, by_player=False, now=JULY).late


def test_s5_free_lets_players_change_until_round_1_marked_late():
    row = one(rules={"settings": {"S5": "free"}})
    assert lists.submit_list(row, text=LEGAL, now=AFTER).late


def test_s5_never_asks_staff_for_a_reason():
    row = one(rules={"settings": {"S5": "never"}})
    assert lists.submit_list(row, text=ILLEGAL, by_player=False, now=AFTER).late
    assert build.refusal(lists.submit_list, row, text=LEGAL, by_player=False, now=AFTER).code == "LIST_STAYS"
    assert (
        lists.submit_list(row, text=LEGAL, by_player=False, now=AFTER, note="Damaged card").note
        == "Damaged card"
    )


def test_who_left_hands_nothing_in():
    row = one()
    row.entry.dropped_in = 0
    row.entry.save()
    assert build.refusal(lists.submit_list, row, text=LEGAL, now=BEFORE).code == "ENTRY_ALREADY_LEFT"


def test_an_event_without_rules_takes_no_list():
    row = one()
    ListRules.objects.all().delete()
    assert build.refusal(lists.submit_list, row, text=LEGAL, now=BEFORE).code == "LISTS_NOT_COLLECTED"


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "LIST_EMPTY"), ("x" * 100_001, "LIST_TOO_BIG"), ("4 N\n" * 1_001, "LIST_TOO_LONG")],
)
def test_what_is_no_list_is_refused(text, code):
    row = one()
    assert build.refusal(lists.submit_list, row, text=text, now=BEFORE).code == code
    assert row.versions.count() == 0


def test_a_file_is_a_list_too():
    data = b"Quantity,Name,Set,Number,Language\n4,N,FCO,105,de\n56,Psychic Energy,,,\n"
    version = lists.submit_list(one(), upload=lists.Upload(data, "deck.csv"), now=BEFORE)
    assert (version.total, version.text) == (60, "4 N FCO 105 [de]\n56 Psychic Energy")
    assert version.read["lines"][0]["language"] == "de"


def test_a_text_file_is_kept_as_it_was():
    version = lists.submit_list(one(), upload=lists.Upload(LEGAL.encode(), "deck.txt"), now=BEFORE)
    assert version.text == LEGAL


def limited(**rules: object) -> DeckList:
    """Create a prerelease with Energy supplied."""
    more = {"energy_supplied": True, "prerelease_expansion": "GRI"} | rules
    return one(play_style="limited", kind="prerelease", event_class="other", rules=more)


DECK = "4 Tapu Lele-GX GRI 60\n20 Garbodor GRI 51\n16 Psychic Energy\n"
UNUSED = "10 Garbodor GRI 51\n1 Tapu Lele-GX GRI 60\n"


def test_limited_lists_hold_the_unused_cards():
    row = limited()
    version = lists.submit_list(row, text=DECK, unused=UNUSED, supplied=16, now=BEFORE)
    assert (version.total - version.supplied + version.unused_total, version.supplied) == (35, 16)
    assert build.refusal(lists.submit_list, row, text=DECK, now=BEFORE).code == "UNUSED_MISSING"


def test_supplied_energy_is_at_most_what_the_deck_has():
    refused = build.refusal(lists.submit_list, limited(), text=DECK, unused=UNUSED, supplied=17, now=BEFORE)
    assert (refused.code, refused.facts["energy"]) == ("SUPPLIED_TOO_MANY", 16)


def test_s4_deck_alone():
    row = limited(settings={"S4": "deck"})
    assert lists.submit_list(row, text=DECK, supplied=16, now=BEFORE).total == 40


def test_prerelease_cards_are_legal_before_their_day():
    """R-048."""
    row = limited()
    event_ = row.entry.tournament
    Tournament.objects.filter(pk=event_.pk).update(starts_at=JULY.replace(month=4, day=22))
    version = lists.submit_list(row, text=DECK, unused=UNUSED, supplied=16, now=BEFORE)
    assert "CARD_NOT_YET_LEGAL" not in codes(version)


def test_close_due_writes_the_deadline_down_once():
    made = event()
    assert (
        lists.close_due_lists(now=BEFORE),
        lists.close_due_lists(now=AFTER),
        lists.close_due_lists(now=AFTER),
    ) == (0, 1, 0)
    assert ListRules.objects.get(tournament=made).locked_at == DEADLINE
    assert count_of("ListsClosed") == 1


def test_collecting_again_changes_and_tells_only_what_differs():
    made = event()
    lists.collect_lists(made, by=None, visibility="after", settings={"S5": "free", "S7": "illegal"})
    row = JournalEvent.objects.get(kind="ListRulesChanged")
    assert row.facts["rules"] == {"visibility": ["never", "after"], "settings": [{}, {"S5": "free"}]}
    lists.collect_lists(made, by=None, visibility="after")
    assert count_of("ListRulesChanged") == 1


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"settings": {"S5": "perhaps"}}, "SETTING_UNKNOWN"),
        ({"settings": {"S99": "yes"}}, "SETTING_UNKNOWN"),
        ({"prerelease_expansion": "NOPE"}, "EXPANSION_UNKNOWN"),
    ],
)
def test_rules_that_do_not_exist(rules, code):
    assert build.refusal(lists.collect_lists, event(), by=None, **rules).code == code


def test_a_draft_is_kept_and_handed_in_replaces_it():
    row = one()
    lists.save_working_copy(row, text="4 N\r\n\0", unused="1 N", supplied=-3)
    assert (fresh(row).working_copy, fresh(row).working_copy_unused, fresh(row).working_copy_supplied) == (
        "4 N\n",
        "1 N",
        0,
    )
    lists.submit_list(row, text=LEGAL, now=BEFORE)
    assert fresh(row).working_copy == LEGAL
    assert build.refusal(lists.save_working_copy, row, text="x" * 100_001).code == "LIST_TOO_BIG"


def test_a_reminder_goes_to_the_board():
    made = event()
    lists.remind_of_lists(made, by=None, text="Lists close on Thursday.")
    assert made.announcements.get().text == "Lists close on Thursday."


@pytest.mark.parametrize(("choice", "locked"), [("free", False), ("staff", True)])
def test_the_staff_list_reads_locked_only_where_the_player_can_hand_nothing_in(choice, locked):
    """S5: lists that stay open after the deadline are not shown as locked."""
    row = one(rules={"settings": {"S5": choice}})
    made, now = row.entry.tournament, timezone.now()
    lists.lock_all_lists(made, by=None)
    rules = ListRules.objects.get(tournament=made)
    (found,) = queries.deck_list_rows_of_event(made, rules, now=now, catalogue=0)
    assert (submission_window.submission_refusal(fresh(row), rules, now) is not None, found.locked) == (
        locked,
        locked,
    )
