"""The code of a match slip: it opens the table, and a scanner at the desk enters it in place of the table number."""

import pytest
from django.urls import reverse

from pairings.documents.slips import match_path
from pairings.models import Match, Report
from pairings.queries.rounds import match_rows
from pairings.services.rounds import rounds
from tests.html import markup
from tests.pairings.build import division, organizer, play

pytestmark = pytest.mark.django_db


def table() -> Match:
    round_ = rounds.post(rounds.pair_next_round(division(4), by=None, seed=1), by=None)
    return round_.matches.select_related("round__division__tournament").get(table=2)


def code(match: Match) -> str:
    """Return the content of the code printed on the slip."""
    row = next(row for row in match_rows.match_rows(match.round) if row.match_id == match.pk)
    return "https://stadium.example" + match_path(match.round.division.tournament, match.round, row)


def send(client, match: Match, **typed: str) -> str:
    client.force_login(organizer(match.round.division))
    home = match.round.division
    args = [home.tournament.slug, home.pk, match.round.number]
    return markup(client.post(reverse("pairings:result", args=args), typed, follow=True))


def test_it_opens_the_page_of_the_table_for_staff(client):
    match = table()
    client.force_login(organizer(match.round.division))
    answer = client.get(code(match).removeprefix("https://stadium.example"))
    assert (answer.status_code, answer.context["match"].pk) == (200, match.pk)


@pytest.mark.parametrize(("key", "outcome"), [("1", "left"), ("2", "right"), ("0", "tie")])
def test_a_scanned_slip_and_a_key_save_the_result(client, key, outcome):
    match = table()
    send(client, match, table=code(match), result=key)
    match.refresh_from_db()
    assert (match.outcome, Report.objects.get().source) == (outcome, "slip")


def test_the_desk_says_that_a_number_came_from_a_slip(client):
    match = table()
    send(client, match, table="2", result="1", slip="yes")
    assert Report.objects.get().source == "slip"


def test_a_slip_of_an_earlier_round_is_told(client):
    of = division(4)
    old = play(of).matches.select_related("round__division__tournament").get(table=2)
    new = rounds.post(rounds.pair_next_round(of, by=None, seed=3), by=None).matches.get(table=2)
    new.round.division = of
    page = send(client, new, table=code(old), result="1")
    assert "from a round that is not being played" in page
    assert not Report.objects.filter(match=new).exists()
