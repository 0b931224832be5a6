"""A bye in a cut that is not full belongs to a top seed, wherever it is shown."""

import pytest
from django.test import Client
from django.urls import reverse

from pairings.models import Match
from pairings.queries.rounds import match_rows
from pairings.services.bracket import cuts
from pairings.services.rounds import rounds
from pairings.words import outcome_words
from tests import build
from tests.html import markup
from tests.pairings import build as pairings_build
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db


@pytest.fixture
def bye() -> Match:
    """Return the bye in the first round of a cut of three, for a player without an earlier bye."""
    home = build.division(8, structure="swiss_cut", published=True)
    home.cut_size, home.rounds_planned = 3, 2
    home.save()
    pairings_build.play(home, 2)
    cuts.start_cut(home, by=None)
    round_ = rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    return round_.matches.select_related("round__division__tournament", "left").get(right=None)


def test_a_top_seed_without_a_match(bye: Match) -> None:
    home = bye.round.division
    event = home.tournament
    link = reverse("floor:my", args=[personal_links.ensure_link(bye.left).token])
    phone, staff = Client(), Client()
    phone.get(link)
    staff.force_login(build.staff(event, "scorekeeper"))
    for client, address in (
        (phone, link),
        (phone, reverse("floor:my_seats", args=[event.slug])),
        (Client(), reverse("pairings:pairings", args=[event.slug])),
        (Client(), reverse("pairings:tables", args=[event.slug])),
        (staff, reverse("pairings:round", args=[event.slug, home.pk, bye.round.number])),
    ):
        page = markup(client.get(address, follow=True))
        assert "top seed" in page, address
        assert "no opponent left to pair" not in page, address


def test_a_row_of_the_cut_has_the_words_of_a_top_seed(bye: Match) -> None:
    (row,) = [one for one in match_rows.match_rows(bye.round) if one.right is None]
    words = outcome_words.alone_words(row.outcome, in_bracket=row.in_bracket)
    assert (words.place, words.why) == ("Bye", "top seed")
    swiss = bye.round.division.rounds.get(number=1)
    assert {one.in_bracket for one in match_rows.match_rows(swiss)} == {False}
