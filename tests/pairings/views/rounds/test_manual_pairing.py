"""The page for manual changes to a round."""

import pytest
from django.test import Client

from pairings.engine.outcomes import Outcome
from pairings.models import Extension, Match, Round
from pairings.services.reports import results, time_extensions
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, options, rounds
from tests import build
from tests.asking import queries_of
from tests.forms import form_with
from tests.pairings import build as pairings_build
from tests.pairings.views import pages
from tournaments.models import Division, Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def home(client: Client) -> Division:
    division = pairings_build.division(7)
    client.force_login(pairings_build.organizer(division))
    return division


@pytest.fixture
def unposted(home: Division) -> Round:
    return rounds.pair_next_round(home, by=None, seed=1)


def at(round_: Round, table: int) -> Match:
    return round_.matches.select_related("left__player", "right__player").get(table=table)


def test_ticked_tables_are_drawn_again(client: Client, unposted: Round) -> None:
    sent = {"tables": [at(unposted, 1).pk, at(unposted, 2).pk]}
    page = client.post(pages.of(unposted, "draw_some"), sent, follow=True)
    assert pages.messages(page) == ["2 tables are re-paired."]
    assert "Tables re-paired in round" in pages.text(page)
    undo = unposted.division.journal.first().pk
    assert pages.event(unposted.division, "undo", undo) in pages.text(page)


def test_one_table_alone_is_refused(client: Client, unposted: Round) -> None:
    page = client.post(pages.of(unposted, "draw_some"), {"tables": ["x", at(unposted, 1).pk]}, follow=True)
    assert "Select at least two tables" in pages.messages(page)[0]


def test_a_match_is_made(client: Client, unposted: Round) -> None:
    one, two = at(unposted, 1).left, at(unposted, 2).left
    page = client.post(pages.of(unposted, "make_match"), {"first": str(one), "second": str(two)}, follow=True)
    assert pages.messages(page) == [f"{one} meets {two}."]


def test_doubts_are_shown_and_can_be_overruled(client: Client, home: Division) -> None:
    pairings_build.play(home)
    match = home.rounds.get().matches.select_related("left__player", "right__player").first()
    unposted = rounds.pair_next_round(home, by=None, seed=1)
    sent = {"first": f"{match.left} ({match.left_id})", "second": f"{match.right} ({match.right_id})"}
    page = client.post(pages.of(unposted, "make_match"), sent)
    assert "met in round 1." in pages.text(page)
    assert "Do it anyway" in pages.text(page)
    client.post(pages.of(unposted, "make_match"), page.context["question"].hidden)
    assert (
        unposted.seats.get(entry=match.left_id).match_id == unposted.seats.get(entry=match.right_id).match_id
    )


def test_two_of_a_family_paired_by_hand_are_warned_of_on_the_page(client: Client, unposted: Round) -> None:
    """The page asks without changing anything; the answer seats them."""
    one, two = at(unposted, 1).left, at(unposted, 2).left
    options.set_pairing_wish(one, by=None, group="Silva")
    options.set_pairing_wish(two, by=None, group="Silva")
    page = client.post(pages.of(unposted, "make_match"), {"first": str(one), "second": str(two)})
    assert f"{one} and {two} are from the same family or team (Silva)." in pages.text(page)
    assert seated_together(unposted, one, two) is False
    sent = form_with(page, "anyway")
    done = client.post(pages.of(unposted, "make_match"), sent, follow=True)
    assert pages.messages(done) == [f"{one} meets {two}."]
    assert seated_together(unposted, one, two)


def seated_together(round_: Round, one: Entry, two: Entry) -> bool:
    return round_.seats.get(entry=one).match_id == round_.seats.get(entry=two).match_id


def test_two_of_a_family_swapped_to_one_table_are_warned_of_on_the_page(
    client: Client, unposted: Round
) -> None:
    one, two = at(unposted, 1).left, at(unposted, 2).left
    for entry in (one, two):
        options.set_pairing_wish(entry, by=None, group="Silva")
    sent = {"swap": [at(unposted, 1).right_id, two.pk]}
    page = client.post(pages.of(unposted, "swap"), sent, follow=True)
    assert f"{two} and {one} are from the same family or team (Silva). Swap anyway?" in pages.text(page)
    assert seated_together(unposted, one, two) is False
    client.post(pages.of(unposted, "swap"), form_with(page, "anyway"), follow=True)
    assert seated_together(unposted, one, two)


def test_what_was_typed_stays(client: Client, unposted: Round) -> None:
    page = pages.text(client.post(pages.of(unposted, "make_match"), {"first": "Nobody", "second": ""}))
    assert "No player here is called" in page
    assert 'value="Nobody"' in page
    match = at(unposted, 1)
    sent = {"first": str(match.left), "second": str(match.right)}
    assert "They are already seated that way." in pages.text(
        client.post(pages.of(unposted, "make_match"), sent)
    )


def test_a_late_player_is_seated(client: Client, unposted: Round) -> None:
    rounds.post(unposted, by=None)
    home = unposted.division
    entry = attendance.enter_player(
        home.tournament, by=None, division=home, first_name="Late", last_name="Comer"
    )
    assert "Late Comer" in pages.text(client.get(pages.of(unposted, "change")))
    url = f"{pages.of(unposted, 'change')}/late/{entry.pk}"
    page = client.post(url, follow=True)
    assert "Late Comer. Tell both players." in pages.messages(page)[0]
    assert "is already in round 1" in pages.messages(client.post(url, follow=True))[0]


def test_somebody_is_taken_out(client: Client, unposted: Round) -> None:
    one = at(unposted, 1).left
    page = client.post(pages.of(unposted, "take_out"), {"entry": str(one)}, follow=True)
    assert pages.messages(page) == [f"Drop {one}."]
    assert page.redirect_chain[-1][0] == pages.of(unposted, "review")


def test_a_posted_round_is_drawn_again(client: Client, unposted: Round) -> None:
    rounds.post(unposted, by=None)
    url = pages.of(unposted, "draw_posted_again")
    assert url in pages.text(client.get(pages.of(unposted, "change")))
    assert "Players do not see round 1 until it is posted again" in pages.text(client.get(url))
    page = client.post(url, follow=True)
    assert "is no longer posted" in pages.messages(page)[0]
    assert page.redirect_chain[-1][0] == pages.of(unposted, "review")


def test_what_is_removed_with_the_old_tables_is_named_before_they_are_re_paired(
    client: Client, unposted: Round
) -> None:
    rounds.post(unposted, by=None)
    url = pages.of(unposted, "draw_posted_again")
    assert "Removed with the old tables" not in pages.text(client.get(url))
    for table in (1, 2):
        time_extensions.grant_extra_time(at(unposted, table), seconds=120, by=None)
    page = pages.text(client.get(url))
    assert "Removed with the old tables, even if you undo this:" in page
    assert "Time extensions: 2" in page
    client.post(url)
    assert not Extension.objects.exists()


def test_with_results_the_draw_stays(client: Client, unposted: Round) -> None:
    rounds.post(unposted, by=None)
    match = unposted.matches.select_related("round__division", "round__stage").get(table=1)
    results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    page = pages.text(client.get(pages.of(unposted, "change")))
    assert "1 result is in, so the pairings are final." in page
    messages = pages.messages(client.post(pages.of(unposted, "draw_posted_again"), follow=True))
    assert "Undo those first." in messages[0]


def test_review_and_desk_lead_here(client: Client, unposted: Round) -> None:
    url = pages.of(unposted, "change")
    assert url in pages.text(client.get(pages.of(unposted, "review")))
    rounds.post(unposted, by=None)
    assert url in pages.text(client.get(pages.desk(unposted.division)))


def test_a_closed_round_has_nothing_to_change(client: Client, home: Division) -> None:
    assert client.get(pages.of(pairings_build.play(home), "change")).status_code == 302


def test_as_many_queries_in_any_field(client: Client) -> None:
    counts = set()
    for players in (4, 40):
        division = pairings_build.division(players)
        client.force_login(pairings_build.organizer(division))
        counts.add(queries_of(client, pages.of(rounds.pair_next_round(division, by=None), "change")))
    assert len(counts) == 1


@pytest.mark.parametrize("name", ["draw_some", "make_match", "take_out"])
def test_changes_are_posted_by_who_runs_the_event(client: Client, unposted: Round, name: str) -> None:
    assert client.get(pages.of(unposted, name)).status_code == 405
    client.force_login(build.staff(unposted.division.tournament, "judge"))
    assert client.post(pages.of(unposted, name)).status_code == 403
    client.logout()
    assert "/account/login" in client.post(pages.of(unposted, name)).url


def test_open_tables_of_a_posted_round_are_drawn_again(client: Client, unposted: Round) -> None:
    rounds.post(unposted, by=None)
    results.enter_result(at(unposted, 1), MatchResult(Outcome.LEFT), by=None)
    page = pages.text(client.get(pages.of(unposted, "change")))
    assert f'value="{at(unposted, 2).pk}"' in page
    assert f'value="{at(unposted, 1).pk}"' not in page
    assert "Tell all players who move" in page
    sent = {"tables": [at(unposted, 2).pk, at(unposted, 3).pk]}
    page = client.post(pages.of(unposted, "draw_some"), sent, follow=True)
    assert pages.messages(page) == ["2 tables are re-paired."]
    assert page.redirect_chain[-1][0] != pages.of(unposted, "review")
