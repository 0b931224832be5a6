"""Games of a best of three on the judge's form and on a phone: if they do not match the result, nothing is saved."""

import pytest
from django.test import Client
from django.urls import reverse

from pairings.models import Match, Report
from pairings.services.rounds import rounds
from pairings.views.rounds import round_urls
from tests.pairings import build as play
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db

FITTING = {
    ("left", "2", "0"): ("left", 2, 0),
    ("left", "2", "1"): ("left", 2, 1),
    ("right", "1", "2"): ("right", 1, 2),
    ("tie", "1", "1"): ("tie", 1, 1),
    ("left", "", ""): ("left", None, None),
}
WRONG = (
    ("tie", "2", "0"),
    ("left", "1", "2"),
    ("left", "1", "1"),
    ("left", "2", "2"),
    ("left", "3", "0"),
    ("left", "20", ""),
    ("left", "2", ""),
    ("", "2", "0"),
)
HOW = {"left": "won", "right": "lost", "tie": "tie", "": ""}


@pytest.fixture
def match() -> Match:
    home = play.division(4, best_of=3)
    round_ = rounds.post(rounds.pair_next_round(home, by=None, seed=3), by=None)
    return round_.matches.select_related("round__division__tournament").earliest("pk")


@pytest.mark.parametrize("entered", [*FITTING, *WRONG])
def test_games_on_the_judges_form(client: Client, match: Match, entered: tuple[str, str, str]) -> None:
    client.force_login(play.organizer(match.round.division))
    outcome, left, right = entered
    sent = {"outcome": outcome, "reason": "", "games_left": left, "games_right": right, "seen": "pending"}
    answer = client.post(round_urls.match_url(match), sent)
    match.refresh_from_db()
    saved = (match.outcome, match.games_left, match.games_right)
    assert saved == FITTING.get(entered, ("pending", None, None))
    assert (answer.status_code == 302) == (entered in FITTING)


@pytest.mark.parametrize("entered", [*FITTING, *WRONG])
def test_games_reported_on_a_phone(client: Client, match: Match, entered: tuple[str, str, str]) -> None:
    outcome, left, right = entered
    sent = {"how": HOW[outcome], "games_mine": left, "games_theirs": right, "match": str(match.pk)}
    answer = client.post(
        reverse("floor:my_report", args=[personal_links.ensure_link(match.left).token]), sent
    )
    saved = list(Report.objects.values_list("outcome", "games_left", "games_right"))
    assert saved == ([FITTING[entered]] if entered in FITTING else [])
    assert (answer.status_code == 302) == (entered in FITTING)
