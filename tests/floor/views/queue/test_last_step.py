"""The first undo that a desk offers is that of its division's last step, never one of the floor or of an earlier
round.
"""

import pytest
from django.test import Client

from checks.services import deck_checks
from pairings.engine.open_entries import ALL_OPEN_ENTRIES
from pairings.services.bracket import cuts
from pairings.services.rounds import rounds
from tests import build
from tests.pairings import build as play
from tests.pairings.views import pages
from tournaments.models import Division

pytestmark = pytest.mark.django_db


@pytest.fixture
def home() -> Division:
    """Select a deck for a check as head judge in round 2, then post the quarter-finals."""
    home = play.division(16, structure="swiss_cut", edition="2026")
    play.play(home)
    round_ = rounds.post(rounds.pair_next_round(home, by=None, seed=2), by=None)
    head = build.staff(home.tournament, "head_judge", "hanna")
    deck_checks.pick_requested_deck(round_.matches.get(table=1).left, why="Marked", by=head)
    play.report_all(round_)
    rounds.close_round(round_, by=None, seen=ALL_OPEN_ENTRIES)
    cuts.start_cut(home, by=None, sizes={"all": 8}, third_place=False, anyway=True)
    by = play.organizer(home)
    rounds.post(rounds.pair_next_round(home, by=by), by=by)
    return home


def test_a_deck_check_of_round_2_is_not_offered_in_the_quarter_finals(client: Client, home: Division) -> None:
    client.force_login(home.tournament.staff.get(role="head_judge").user)
    picked = home.journal.get(kind="DecksPicked")
    page = pages.text(client.get(pages.desk(home)))
    assert f"/undo/{picked.pk}" not in page
    posted = home.journal.filter(kind="RoundPosted").latest("pk")
    assert f"/undo/{posted.pk}" in page.partition("Undo last step")[0]
