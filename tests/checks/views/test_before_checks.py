"""The queue of decks before the event: who is next, one tap, the outcome, who has it, how many passed."""

import pytest
from django.test import Client

from checks.models import DeckCheck
from checks.services import before_checks, check_sheets, deck_checks
from decks.models import DeckList
from decks.services import lists
from pairings.services.rounds import rounds
from tests import build
from tests.asking import queries_of, text_of
from tests.checks.checks import counted
from tests.decks.lists import ILLEGAL, JULY, LEGAL, OTHER
from tests.html import markup
from tests.pairings import build as play
from tests.pairings.views import pages
from tests.tournaments.documents.list_files import in_csv, in_workbook
from tournaments.models import Division, Entry, User

pytestmark = pytest.mark.django_db
FEW, MANY = 3, 30


@pytest.fixture
def home() -> Division:
    """Create three players with submitted lists, two legal and one illegal."""
    home = play.division(3, starts_at=JULY, edition="2017")
    lists.collect_lists(home.tournament, by=None)
    for text, row in zip((LEGAL, LEGAL, ILLEGAL), DeckList.objects.order_by("entry_id"), strict=True):
        lists.submit_list(row, text=text, by=None, by_player=False)
    return home


@pytest.fixture
def ana(home: Division) -> User:
    return build.staff(home.tournament, "judge", "ana")


@pytest.fixture
def judge(client: Client, ana: User) -> Client:
    client.force_login(ana)
    return client


def queue(home: Division, more: str = "") -> str:
    return pages.event(home, "checks_before") + more


def entry(home: Division, at: int = 0) -> Entry:
    return list(home.entries.select_related("player").order_by("pk"))[at]


def take(judge: Client, home: Division, **typed: object):  # type: ignore[no-untyped-def]
    return judge.post(pages.event(home, "before_begin"), typed, follow=True)


def end(judge: Client, home: Division, check: DeckCheck, **typed: object):  # type: ignore[no-untyped-def]
    url = pages.event(home, "before_end", check.pk)
    return judge.post(url, {"outcome": "passed"} | typed, follow=True)


def undo_of(page) -> str:  # type: ignore[no-untyped-def]
    return next(str(one.extra_tags) for one in page.context["messages"]).removeprefix("undo=")


# How a judge proceeds


def test_next_in_line_opens_the_sheet_and_passing_locks_the_list(judge, home):
    first = entry(home)
    assert f"Next in line: {first.player}" in text_of(judge, queue(home))
    sheet = take(judge, home)
    assert f"You have {first.player}’s deck." in pages.messages(sheet)
    assert "Every deck is checked before the event." in pages.text(sheet)
    assert "stopwatch" not in pages.text(sheet)
    check = counted(DeckCheck.objects.get())
    back = end(judge, home, check)
    assert pages.messages(back) == [f"{first.player}: Passed: the list is locked."]
    assert DeckList.objects.get(entry=first).lock == "locked"
    assert "1 of 3" in text_of(judge, queue(home))
    judge.post(undo_of(back))
    assert (DeckList.objects.get(entry=first).lock, DeckCheck.objects.get().state) == ("", "running")


def test_one_tap_takes_the_deck_of_a_player_and_a_second_judge_reads_who_has_it(judge, home, ana):
    second = entry(home, 1)
    take(judge, home, entry=second.pk)
    assert DeckCheck.objects.get().entry_id == second.pk
    other = Client()
    other.force_login(build.staff(home.tournament, "judge", "ben"))
    assert "with ana since" in text_of(other, queue(home, "?show=running"))
    assert "ana is checking " in pages.messages(take(other, home, entry=second.pk))[0]
    assert DeckCheck.objects.count() == 1


def test_what_is_next_is_said_and_the_deck_stays_in_the_queue(judge, home):
    third = entry(home, 2)
    take(judge, home, entry=third.pk)
    check = DeckCheck.objects.get()
    refused = end(judge, home, check)
    assert refused.status_code == 422
    assert "The list still has problems (2)" in pages.text(refused)
    assert "R-061" in pages.text(refused)
    nothing = end(judge, home, check, outcome="fixed_list")
    assert "Give a reason; the player sees it." in pages.text(nothing)
    ended = end(judge, home, check, outcome="fixed_list", reason="Four N at most", note="Was friendly")
    assert "The list must be corrected" in pages.messages(ended)[0]
    row = text_of(judge, queue(home, "?show=needs"))
    assert "Four N at most" in row
    assert "R-061" in row
    assert DeckList.objects.get(entry=third).sent_back == "Four N at most"
    assert "Was friendly" in text_of(judge, pages.event(home, "check", check.pk))


def test_the_player_reads_the_reason_and_never_the_note(judge, home):
    first = entry(home)
    take(judge, home, entry=first.pk)
    end(
        judge,
        home,
        DeckCheck.objects.get(),
        outcome="fixed_list",
        rewrite="on",
        reason="Which N?",
        note="Rude",
    )
    token = DeckList.objects.get(entry=first).token
    mine = markup(Client().get(f"/l/{token}"))
    assert "Which N?" in mine
    assert "Rude" not in mine


def test_a_deck_is_put_back_and_that_is_undone(judge, home):
    take(judge, home)
    check = DeckCheck.objects.get()
    page = judge.post(pages.event(home, "before_back", check.pk), follow=True)
    assert "deck is back in the queue" in pages.messages(page)[0]
    judge.post(undo_of(page))
    assert DeckCheck.objects.get().state == "running"


def test_a_new_version_reads_as_changed_since(judge, home, ana):
    first = entry(home)
    before_checks.end_before_check(
        counted(before_checks.begin_before_check(first, by=ana)), outcome="passed", by=ana
    )
    lists.submit_list(DeckList.objects.get(entry=first), text=OTHER, by=None, by_player=False)
    page = text_of(judge, queue(home))
    assert "List changed since" in page
    assert f"Next in line: {first.player}" in page


# Finding


def test_filters_and_search(judge, home, ana):
    first, second, third = (entry(home, at) for at in range(3))
    before_checks.end_before_check(
        counted(before_checks.begin_before_check(first, by=ana)), outcome="passed", by=ana
    )
    before_checks.begin_before_check(second, by=ana)
    expected = {
        "": third,
        "?show=passed": first,
        "?show=running": second,
        f"?q={first.player.last_name}": first,
        f"?q={second.player.player_id}": second,
    }
    for more, who in expected.items():
        rows = judge.get(queue(home, more)).context["rows"]
        assert [row.entry for row in rows] == [who.pk], more
    assert len(judge.get(queue(home, "?show=all")).context["rows"]) == 3
    assert "No player called" in text_of(judge, queue(home, "?q=zzz"))


@pytest.mark.parametrize(
    "more", ["?show=x", "?page=x", "?page=-1", "?page=9999999999999", "?q=%00", "?q=" + "x" * 999]
)
def test_an_odd_address_shows_a_page(judge, home, more):
    text_of(judge, queue(home, more))


@pytest.mark.parametrize("typed", ["", "x", "0", "-1", "9" * 25, "١"])
def test_a_player_nobody_knows_is_not_there(judge, home, typed):
    assert judge.post(pages.event(home, "before_begin"), {"entry": typed}).status_code == 404


def test_the_players_of_another_event_are_not_there(judge, home):
    other = play.division(1)
    url = pages.event(home, "before_begin")
    assert judge.post(url, {"entry": entry(other).pk}).status_code == 404


@pytest.mark.parametrize(
    "typed", [{"outcome": ""}, {"outcome": "penalty"}, {"outcome": "x"}, {"reason": "x" * 301}]
)
def test_an_odd_end_is_told_on_the_sheet(judge, home, typed):
    take(judge, home)
    page = end(judge, home, DeckCheck.objects.get(), **typed)
    assert page.status_code == 422
    assert DeckCheck.objects.get().state == "running"


def test_the_sheet_of_another_kind_of_check_has_no_end_here(judge, home, ana):
    check = check_sheets.begin_check(
        deck_checks.pick_requested_deck(entry(home), why="Marks", by=ana), by=ana
    )
    assert end(judge, home, check).status_code == 404
    assert judge.post(pages.event(home, "before_back", check.pk)).status_code == 404


def test_the_usual_end_of_a_check_does_not_pass_by_the_lock(judge, home):
    take(judge, home)
    check = DeckCheck.objects.get()
    page = judge.post(pages.event(home, "check_end", check.pk), {"outcome": "passed"}, follow=True)
    assert page.status_code == 422
    assert DeckCheck.objects.get().state == "running"


# Where it is shown


def test_the_desk_the_door_the_lists_and_the_checks_lead_here(client, home):
    client.force_login(play.organizer(home))
    for url in (
        pages.desk(home),
        pages.event(home, "checks"),
        f"/e/{home.tournament.slug}/lists",
        f"/e/{home.tournament.slug}/door",
    ):
        assert queue(home) in text_of(client, url), url


def test_the_desk_counts_until_round_1_and_afterwards_where_decks_were_checked(client, home, ana):
    client.force_login(play.organizer(home))
    assert "0 of 3" in text_of(client, pages.desk(home))
    rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None, lists_reason="Ruled on paper")
    assert queue(home) not in text_of(client, pages.desk(home))
    assert "Round 1 is posted." in text_of(client, queue(home))


def test_checks_before_the_event_are_not_among_those_of_the_rounds(judge, home, ana):
    before_checks.end_before_check(
        counted(before_checks.begin_before_check(entry(home), by=ana)), outcome="passed", by=ana
    )
    page = judge.get(pages.event(home, "checks"))
    assert (page.context["done"], page.context["running"]) == ([], [])
    assert "1 of them was checked only before the event." in pages.text(page)


def test_divisions_have_their_own_count(client):
    event = build.event(divisions=("junior", "masters"))
    junior, masters = event.divisions.order_by("position")
    build.add_players(event, 2, division=junior)
    build.add_players(event, 3, division=masters)
    before_checks.end_before_check(
        counted(before_checks.begin_before_check(entry(junior), by=None)), outcome="passed", by=None
    )
    client.force_login(build.staff(event, "judge"))
    page = text_of(client, queue(junior))
    assert all(words in page for words in ("1 of 5", "1 of 2", "0 of 3"))


def test_queries_do_not_grow(client):
    queries_by_players = {}
    for players in (FEW, MANY):
        home = play.division(players, name=f"Cup {players}")
        for one in home.entries.select_related("division__tournament", "tournament")[: players // 2]:
            before_checks.end_before_check(
                counted(before_checks.begin_before_check(one, by=None)), outcome="passed", by=None
            )
        client.force_login(build.staff(home.tournament, "judge"))
        queries_by_players[players] = [
            queries_of(client, queue(home, more)) for more in ("", "?show=all", "?q=a")
        ]
    assert queries_by_players[FEW] == queries_by_players[MANY]


def test_400_players_come_page_by_page(client):
    home = play.division(400)
    client.force_login(build.staff(home.tournament, "judge"))
    page = client.get(queue(home))
    assert len(page.context["rows"]) == 100
    assert "Page 1 of 4" in pages.text(page)


def test_the_journal_says_what_came_of_it_and_the_desk_keeps_its_lines_for_rounds(client, home, ana):
    check = before_checks.begin_before_check(entry(home), by=ana)
    before_checks.end_before_check(check, outcome="fixed_list", reason="Which N?", by=ana)
    client.force_login(play.organizer(home))
    words = f"Check before the event, {entry(home).player}: The list must be corrected (Which N?)"
    assert words in text_of(client, f"/e/{home.tournament.slug}/journal")
    assert "Which N?" not in text_of(client, pages.desk(home))


def test_the_queue_as_a_spreadsheet_is_what_it_is_narrowed_to(judge, home):
    take(judge, home)
    end(judge, home, counted(DeckCheck.objects.get()))
    address = pages.event(home, "before_export", "csv").removesuffix(".csv")
    assert f"{address}.csv?show=passed" in markup(judge.get(queue(home, "?show=passed")))
    (line,) = in_workbook(judge, address, show="passed")
    assert (line["Player"].value, line["Outcome"].value) == (
        entry(home).sort_name,
        "Passed: the list is locked",
    )
    assert line["When"].is_date
    assert len(in_csv(judge, address, show="all")) == 3
