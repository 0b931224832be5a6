"""Moving a match to a feature table from the desk, the review and the page of the match."""

import pytest
from django.test import Client

from pairings.models import Match, Round
from pairings.queries.rounds.options import options_of_division as division_options
from pairings.services.rounds import feature_matches, options, rounds
from tests import build
from tests.forms import form_with
from tests.pairings import build as pairings_build
from tests.pairings.views import pages
from tournaments.models import Division

pytestmark = pytest.mark.django_db

STREAM = 101


@pytest.fixture
def home(client: Client) -> Division:
    division = pairings_build.division(7)
    client.force_login(pairings_build.organizer(division))
    options.change_pairing_options(division, by=None, feature_tables=[[STREAM, "Stream"], [102, ""]])
    return division


@pytest.fixture
def unposted(home: Division) -> Round:
    return rounds.pair_next_round(home, by=None, seed=1)


def at(round_: Round, table: int) -> Match:
    return round_.matches.select_related("left__player", "right__player").get(table=table)


def test_feature_tables_are_set_with_their_names(client: Client, home: Division) -> None:
    address = pages.event(home, "options")
    assert 'value="101 Stream, 102"' in pages.text(client.get(address))
    client.post(address, {"feature_tables": "7 Main stage; 9-10"})
    assert division_options(home).feature_tables == [[7, "Main stage"], [9, ""], [10, ""]]
    lines = home.journal.count()
    client.post(address, {"feature_tables": "7 Main stage; 9-10"})
    assert home.journal.count() == lines


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"feature_tables": "Feature 1"}, "“Feature 1” has no table number."),
        (
            {"feature_tables": "101, 13", "blocked_tables": "13"},
            "Table 13 is both blocked and a feature table.",
        ),
    ],
)
def test_what_was_typed_stays(client: Client, home: Division, typed: dict[str, str], sentence: str) -> None:
    page = pages.text(client.post(pages.event(home, "options"), typed))
    assert sentence in page
    assert f'value="{typed["feature_tables"]}"' in page


def test_in_the_review_a_match_moves_by_its_table_and_returns_by_a_button(
    client: Client, unposted: Round
) -> None:
    match, review = at(unposted, 2), pages.of(unposted, "review")
    page = client.post(
        pages.of(unposted, "feature"),
        {"from": "2", "table": STREAM},
        headers={"referer": review},
        follow=True,
    )
    assert pages.messages(page) == [f"{match.left} and {match.right} now play at table 101."]
    assert "Table 101 (Stream)" in pages.text(page)
    assert "from table 2" in pages.text(page)
    form = form_with(pages.text(page), "seen")
    client.post(pages.of(unposted, "feature"), form | {"back": "2"})
    assert at(unposted, 2).pk == match.pk


def test_the_page_of_a_match_moves_it_and_back(client: Client, unposted: Round) -> None:
    rounds.post(unposted, by=None)
    match = at(unposted, 2)
    assert "Move to table 101 (Stream)" in pages.text(client.get(pages.match(match)))
    client.post(pages.of(unposted, "feature"), {"match": match.pk, "seen": 2, "table": STREAM})
    page = pages.text(client.get(pages.match(match)))
    assert "Back to table 2" in page
    assert "Move to table 102" in page
    # A late result is entered under the new number.
    client.post(pages.of(unposted, "result"), {"table": "101", "result": "1"})
    match.refresh_from_db()
    assert match.outcome == "left"
    page = pages.text(client.get(pages.match(match)))
    assert "Back to table 2" in page
    assert "Move to table 102" not in page


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"from": "77", "table": "101"}, "There is no match at table 77 in round 1."),
        ({"from": "x", "table": "101"}, "Enter the table number of the match to move."),
        ({"from": "2"}, "Choose the table to move the match to."),
        ({"from": "2", "table": "3"}, "Table 3 is not a feature table."),
        ({"match": "999999", "table": "101"}, "This match"),
    ],
)
def test_what_is_refused_is_said(
    client: Client, unposted: Round, sent: dict[str, str], sentence: str
) -> None:
    page = client.post(pages.of(unposted, "feature"), sent, follow=True)
    assert pages.messages(page)[0].startswith(sentence)


def test_a_table_that_was_given_away_names_the_table_to_return_to(client: Client, unposted: Round) -> None:
    match = feature_matches.move_to_feature_table(at(unposted, 2), STREAM, by=None)
    unposted.matches.filter(table=3).update(table=2)
    page = pages.text(client.get(pages.of(unposted, "review")))
    assert "Move to table 3, as table 2 has another match" in page
    client.post(pages.of(unposted, "feature"), {"match": match.pk, "seen": STREAM, "back": 3})
    assert at(unposted, 3).pk == match.pk


def test_judges_and_closed_rounds_have_no_buttons(client: Client, unposted: Round) -> None:
    rounds.post(unposted, by=None)
    feature_matches.move_to_feature_table(at(unposted, 2), STREAM, by=None)
    judge = build.staff(unposted.division.tournament, "judge")
    reader = Client()
    reader.force_login(judge)
    assert "Back to table 2" not in pages.text(reader.get(pages.match(at(unposted, STREAM))))
    assert reader.post(pages.of(unposted, "feature"), {"from": 1, "table": 102}).status_code in (302, 403)
    assert at(unposted, 1)
    pairings_build.report_all(unposted)
    rounds.close_round(unposted, by=None)
    assert "Feature tables" not in pages.text(client.get(pages.of(unposted)))


def test_the_slip_of_a_moved_match_alone(client: Client, unposted: Round) -> None:
    match = feature_matches.move_to_feature_table(at(unposted, 2), STREAM, by=None)
    page = pages.event(unposted.division, "sheet", "slips")
    query = {"division": unposted.division_id, "round": 1, "match": match.pk}
    slip, all_slips = (client.get(page, parameters).content for parameters in (query, {**query, "match": ""}))
    assert slip.startswith(b"%PDF")
    assert len(slip) < len(all_slips)
    assert client.get(page, query | {"match": 999_999}).status_code == 404
