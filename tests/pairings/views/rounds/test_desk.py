"""The round desk: each step has its page and its one action."""

from copy import deepcopy

import pytest
from django.test import Client
from pytest_django.asserts import assertContains

from core.services import undo
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests import build, databases
from tests.pairings import build as pairings_build
from tests.pairings.views import pages
from tournaments.models import Division

pytestmark = pytest.mark.django_db


def _events() -> tuple[Division, Round]:
    """Create two events: one before round 1, and one with round 1 posted."""
    home, other = pairings_build.division(8), pairings_build.division(8)
    return home, rounds.post(rounds.pair_next_round(other, by=None, seed=1), by=None)


built = databases.built_once(_events)


@pytest.fixture
def home(client: Client, built: tuple[Division, Round]) -> Division:
    division = deepcopy(built[0])
    client.force_login(pairings_build.organizer(division))
    return division


@pytest.fixture
def posted(client: Client, built: tuple[Division, Round]) -> Round:
    round_ = deepcopy(built[1])
    client.force_login(pairings_build.organizer(round_.division))
    return round_


def short(**fields: int) -> Division:
    """Create eight players who play few rounds before a cut."""
    division = pairings_build.division(8, kind="league_cup")
    Division.objects.filter(pk=division.pk).update(**fields)
    return Division.objects.select_related("tournament").get(pk=division.pk)


def first(round_: Round) -> Match:
    return pairings_build.open_matches(round_)[0]


def send(client: Client, round_: Round, **typed: object):  # type: ignore[no-untyped-def]
    return client.post(pages.of(round_, "result"), typed, follow=True)


def test_before_round_1_it_says_who_is_missing(client: Client, home: Division) -> None:
    late = home.entries.first()
    home.entries.filter(pk=late.pk).update(checked_in_at=None)
    page = pages.text(client.get(pages.desk(home)))
    assert "Pair round 1" in page
    assert str(late) in page


def test_nobody_here_leads_to_the_door(client: Client) -> None:
    empty = pairings_build.division(4, checked_in=False)
    client.force_login(pairings_build.organizer(empty))
    page = pages.text(client.get(pages.desk(empty)))
    assert "Check in players" in page
    assert 'aria-disabled="true"' in page


def test_pairing_leads_to_the_review(client: Client, home: Division) -> None:
    page = client.post(pages.division(home, "pair"), follow=True)
    assert page.redirect_chain[-1][0].endswith("/1/review")
    assert pages.messages(page) == ["Round 1 is paired: 4 tables."]


def test_pairing_twice_is_told(client: Client, home: Division) -> None:
    client.post(pages.division(home, "pair"))
    page = client.post(pages.division(home, "pair"), follow=True)
    assert "waiting for review" in pages.messages(page)[-1]
    assert home.rounds.count() == 1


def test_posting_asks_first_and_names_the_tables(client: Client, home: Division) -> None:
    unposted = rounds.pair_next_round(home, by=None, seed=1)
    assert "4 tables" in pages.text(client.get(pages.of(unposted, "post")))
    page = client.post(pages.of(unposted, "post"), follow=True)
    assert "is posted" in pages.messages(page)[0]
    assert "No result yet" in pages.text(page)


def test_a_button_of_a_phone_has_an_arrow_for_the_words_of_a_pair_down(client: Client) -> None:
    """The text is for wide tables and for users of screen readers."""
    home = pairings_build.division(6)
    client.force_login(pairings_build.organizer(home))
    pairings_build.play(home)
    page = client.get(pages.of(rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)))
    words = "3 points · pair-down"
    assert page.content.decode().count(words) == 2
    assertContains(page, f'<span class="unseen">{words}</span><span aria-hidden="true">3 points <svg')


def test_posting_with_its_sheets_answers_with_them(client: Client, home: Division) -> None:
    unposted = rounds.pair_next_round(home, by=None, seed=1)
    assert "Post and print" in pages.text(client.get(pages.of(unposted, "post")))
    sheets = client.post(pages.of(unposted, "post"), {"print": "yes"}, follow=True)
    assert sheets["Content-Type"] == "application/pdf"
    unposted.refresh_from_db()
    assert unposted.state == Round.State.POSTED


@pytest.mark.parametrize(
    ("key", "outcome"),
    [
        ("1", Outcome.LEFT),
        ("2", Outcome.RIGHT),
        ("0", Outcome.TIE),
        ("9", Outcome.DOUBLE_LOSS),
    ],
)
def test_table_and_key_save_a_result(client: Client, posted: Round, key: str, outcome: Outcome) -> None:
    match = first(posted)
    page = send(client, posted, table=match.table, result=key)
    match.refresh_from_db()
    assert match.outcome == outcome
    assert pages.messages(page)[0].startswith(f"Table {match.table} saved:")


def test_a_tap_saves_a_result(client: Client, posted: Round) -> None:
    match = first(posted)
    send(client, posted, result=f"{match.pk}:right")
    match.refresh_from_db()
    assert match.outcome == Outcome.RIGHT


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({"table": "72", "result": "1"}, "Table 72 already has a result"),
        ({"table": "one", "result": "1"}, "Table one already has a result"),
        ({"table": "", "result": "1"}, "Tables run from 1 to 4"),
        ({"table": "1", "result": "5"}, "Result 5 is unknown"),
        ({"table": "", "result": "999999:left"}, "no longer in the pairings"),
        ({"table": "", "result": f"{'9' * 40}:left"}, "no longer in the pairings"),
        ({"table": "", "result": "x:left"}, "no longer in the pairings"),
    ],
)
def test_what_cannot_be_is_told_and_kept(
    client: Client, posted: Round, typed: dict[str, str], message: str
) -> None:
    page = send(client, posted, **typed)
    assert message in pages.text(page)
    if typed["table"]:
        assert f'value="{typed["table"]}"' in pages.text(page)
    assert not posted.matches.exclude(outcome="pending").exists()


def test_nothing_is_overwritten_unseen(client: Client, posted: Round) -> None:
    hana = build.staff(posted.division.tournament, "scorekeeper", "hana")
    match = first(posted)
    results.enter_result(match, MatchResult(Outcome.TIE), by=hana)
    page = pages.text(send(client, posted, table=match.table, result="1"))
    assert f"hana entered table {match.table} a moment ago:" in page
    assert "Nothing was overwritten" in page
    match.refresh_from_db()
    assert match.outcome == Outcome.TIE


def test_after_a_conflict_the_table_has_to_be_looked_at(client: Client, posted: Round) -> None:
    """The fields are empty, and the same keys are refused again until the page is reloaded."""
    match = results.enter_result(first(posted), MatchResult(Outcome.TIE), by=None)
    page = pages.text(send(client, posted, table=match.table, result="1"))
    assert 'id="entry-table" name="table" value=""' in page
    assert f'name="seen" value="{match.pk}:' not in page
    assert f'name="seen" value="{match.pk}:tie"' in pages.text(client.get(pages.desk(posted.division)))


def test_what_was_seen_can_be_changed(client: Client, posted: Round) -> None:
    match = results.enter_result(first(posted), MatchResult(Outcome.TIE), by=None)
    page = pages.text(client.get(pages.desk(posted.division)))
    assert f'name="seen" value="{match.pk}:tie" form="entry"' in page
    html = pages.text(send(client, posted, table=match.table, result="1", seen=f"{match.pk}:tie"))
    match.refresh_from_db()
    assert match.outcome == Outcome.TIE
    assert f"Table {match.table} already has a result: {match.left} and {match.right} tie." in html
    assert 'name="change" value="yes" data-change>' in html
    assert f'name="table" value="{match.table}"' in html
    typed = {"table": match.table, "result": "1", "seen": f"{match.pk}:tie", "change": "yes"}
    page = send(client, posted, **typed)
    match.refresh_from_db()
    assert match.outcome == Outcome.LEFT
    sentence = f"{match.left} beats {match.right} (was: {match.left} and {match.right} tie)."
    assert pages.messages(page)[0] == f"Table {match.table} saved: {sentence}"


def test_a_result_that_waited_for_a_connection_is_entered_once(client: Client, posted: Round) -> None:
    match = first(posted)
    waited = {"HTTP_X_UNSENT": "later"}
    typed = {"table": match.table, "result": "1", "idempotency_key": "0123456789abcdef"}
    answers = [client.post(pages.of(posted, "result"), typed, **waited).json() for _twice in range(2)]
    assert [answer["again"] for answer in answers] == [False, True]
    other = {"table": match.table, "result": "2", "idempotency_key": "fedcba9876543210"}
    refused = client.post(pages.of(posted, "result"), other, **waited)
    assert refused.status_code == 409
    assert "Nothing was overwritten" in refused.json()["refused"]
    match.refresh_from_db()
    assert match.outcome == Outcome.LEFT


def test_saving_the_same_again_offers_no_undo_of_another_table(client: Client, posted: Round) -> None:
    one, other = pairings_build.open_matches(posted)[:2]
    send(client, posted, table=one.table, result="1")
    send(client, posted, table=other.table, result="1")
    page = send(client, posted, table=one.table, result="1", seen=f"{one.pk}:left")
    assert [message.extra_tags for message in page.context["messages"]] == [""]


def test_a_closed_round_takes_no_result_but_says_what_was_typed(client: Client, home: Division) -> None:
    closed = pairings_build.play(home)
    page = pages.text(send(client, closed, table=1, result="2", seen=""))
    assert "is closed" in page
    assert "You typed:" in page


def test_close_waits_for_the_last_result(client: Client, posted: Round) -> None:
    page = client.get(pages.desk(posted.division))
    assert "Opens when all 4 results are in" in pages.text(page)
    refused = client.get(pages.of(posted, "close"), follow=True)
    assert "still has open results: 4" in pages.messages(refused)[0]
    pairings_build.report_all(posted)
    assert pages.of(posted, "close") in pages.text(client.get(pages.desk(posted.division)))
    page = client.post(pages.of(posted, "close"), follow=True)
    assert "closed and ranked" in pages.messages(page)[0]
    assert "Pair round 2" in pages.text(page)


def test_the_filter_leaves_open_tables_alone(client: Client, posted: Round) -> None:
    match = results.enter_result(first(posted), MatchResult(Outcome.TIE), by=None)
    url = pages.desk(posted.division)
    assert f'id="table-{match.table}"' in pages.text(client.get(url))
    assert f'id="table-{match.table}"' not in pages.text(client.get(f"{url}&show=open"))


def test_news_come_only_when_there_are_some(client: Client, posted: Round) -> None:
    url = pages.of(posted, "news")
    since = client.get(pages.desk(posted.division)).context["since"]
    assert client.get(f"{url}?since={since}").status_code == 204
    match = results.enter_result(first(posted), MatchResult(Outcome.LEFT), by=None)
    assert client.get(f"{url}?since={'9' * 40}").status_code == 204
    news = pages.text(client.get(f"{url}?since={since}"))
    assert f'id="table-{match.table}"' in news
    assert news.count('class="match"') == 1
    assert "toasts" not in news  # the undo of one's own last entry stays


def test_a_result_that_was_undone_is_named_since_its_row_may_be_folded(client: Client, posted: Round) -> None:
    match = results.enter_result(
        first(posted), MatchResult(Outcome.LEFT), by=pairings_build.organizer(posted.division)
    )
    since = client.get(pages.desk(posted.division)).context["since"]
    undo.undo_step(posted.division.journal.order_by("-pk")[0], by=pairings_build.organizer(posted.division))
    news = pages.text(client.get(f"{pages.of(posted, 'news')}?since={since}"))
    assert "1 new change." in news
    assert f'id="table-{match.table}"' in news
    assert f'value="{match.pk}:left"' in news


def test_the_script_is_led_to_the_review_of_a_round_that_was_unposted(client: Client, posted: Round) -> None:
    match = first(posted)
    Round.objects.filter(pk=posted.pk).update(state=Round.State.UNPOSTED)
    typed = {"table": match.table, "result": "1"}
    answer = client.post(pages.of(posted, "result"), typed, headers={"HX-Request": "true"})
    assert answer["HX-Redirect"] == pages.of(posted, "review")


def test_after_the_last_swiss_round_the_cut_can_start(client: Client) -> None:
    home = short(rounds_planned=2, cut_size=4)
    client.force_login(pairings_build.organizer(home))
    pairings_build.play(home, 2)
    page = pages.text(client.get(pages.desk(home)))
    assert "Start the top cut" in page
    assert "One more round" in page
    too_many = client.post(pages.division(home, "start_cut"), {"size_all": "16"})
    assert "A top cut of 16 needs as many players" in pages.text(too_many)
    page = client.post(pages.division(home, "start_cut"), {"size_all": "4"}, follow=True)
    assert "Pair the next round" in pages.text(page)
    page = client.post(pages.division(home, "pair"), follow=True)
    assert "Review the semifinals" in pages.text(page)


def test_the_cut_can_start_before_the_planned_rounds(client: Client) -> None:
    home = short(rounds_planned=3, cut_size=4)
    client.force_login(pairings_build.organizer(home))
    assert "Start the top cut now" not in pages.text(client.get(pages.desk(home)))
    pairings_build.play(home)
    assert "Start the top cut now" in pages.text(client.get(pages.desk(home)))
    client.post(pages.division(home, "start_cut"), {"size_all": "4"})
    assert home.stages.count() == 1
    page = client.post(pages.division(home, "start_cut"), {"size_all": "4", "anyway": "yes"}, follow=True)
    assert "Pair the next round" in pages.text(page)
    assert "Start the top cut now" not in pages.text(page)


def test_the_cut_has_no_tie_to_tap(client: Client) -> None:
    home = short(rounds_planned=1, cut_size=4)
    client.force_login(pairings_build.organizer(home))
    pairings_build.play(home)
    client.post(pages.division(home, "start_cut"), {"size_all": "4"})
    final = rounds.post(rounds.pair_next_round(home, by=None), by=None)
    page = pages.text(client.get(pages.desk(home)))
    assert f"{first(final).pk}:left" in page
    assert f"{first(final).pk}:tie" not in page
    assert "has a winner" in pages.text(send(client, final, table=first(final).table, result="0"))


def test_one_round_more_than_planned(client: Client) -> None:
    home = short(rounds_planned=1)
    client.force_login(pairings_build.organizer(home))
    pairings_build.play(home)
    client.post(pages.division(home, "pair"), {"additional": "yes"})
    assert home.rounds.count() == 2


def test_the_end_reminds_of_the_report(client: Client) -> None:
    home = short(rounds_planned=1, cut_size=0)
    client.force_login(pairings_build.organizer(home))
    pairings_build.play(home)
    assert "still to be reported" in pages.text(client.get(pages.desk(home)))


def test_a_division_without_players_does_not_keep_the_event_from_its_report(client: Client) -> None:
    """R-099: the usual event has three divisions, and may have players in only one of them."""
    event = build.event(divisions=("junior", "senior", "masters"), event_class="championship_points")
    build.add_players(event, 4)
    home = event.divisions.select_related("tournament").get(age_division="masters")
    home.rounds_planned = 1
    home.save()
    client.force_login(pairings_build.organizer(home))
    pairings_build.play(home)
    assert "still to be reported" in pages.text(client.get(pages.desk(home)))
    build.add_players(event, 2, birth_years=(2016,))
    assert "still to be reported" not in pages.text(client.get(pages.desk(home)))


def test_the_division_worked_at_is_remembered(client: Client) -> None:
    event = build.event(divisions=("junior", "masters"))
    build.add_players(event, 8, birth_years=(1990, 2018))
    client.force_login(event.staff.get(role="organizer").user)
    masters = event.divisions.select_related("tournament").get(age_division="masters")
    client.get(pages.desk(masters))
    page = client.get(pages.desk(masters).split("?")[0])
    assert page.context["division"] == masters


def test_a_round_that_was_undone_leads_to_the_desk(client: Client, home: Division) -> None:
    unposted = rounds.pair_next_round(home, by=None)
    urls = [
        pages.of(unposted),
        pages.of(unposted, "review"),
        pages.of(unposted, "post"),
        pages.of(unposted, "close"),
    ]
    unposted.delete()
    for url in urls:
        page = client.get(url, follow=True)
        assert page.status_code == 200
        assert "is not paired" in pages.messages(page)[0]


@pytest.mark.parametrize(("role", "status"), [("scorekeeper", 200), ("head_judge", 200), ("judge", 403)])
def test_who_works_at_the_desk(client: Client, posted: Round, role: str, status: int) -> None:
    client.force_login(build.staff(posted.division.tournament, role))
    assert client.get(pages.desk(posted.division)).status_code == status
    answer = client.post(pages.of(posted, "result"), {"table": first(posted).table, "result": "1"})
    assert answer.status_code == (302 if status == 200 else 403)


def test_strangers_sign_in_or_stay_out(client: Client, posted: Round) -> None:
    client.logout()
    assert "/account/login" in client.get(pages.desk(posted.division)).url
    client.force_login(build.user("stranger"))
    assert client.get(pages.desk(posted.division)).status_code == 403


@pytest.mark.parametrize("name", ["pair", "start_cut"])
def test_actions_are_posted(client: Client, home: Division, name: str) -> None:
    assert client.get(pages.division(home, name)).status_code == 405


@pytest.mark.parametrize("name", ["pair_again", "swap", "result"])
def test_actions_on_a_round_are_posted(client: Client, posted: Round, name: str) -> None:
    assert client.get(pages.of(posted, name)).status_code == 405
