"""The desk of a posted round names checked-in players without a place in it."""

import pytest
from django.test import Client

from pairings.services.rounds import attendance, rounds
from tests.pairings import build as pairings_build
from tests.pairings.views import pages

pytestmark = pytest.mark.django_db


def test_who_is_let_off_after_a_bracket_is_posted_is_named(client: Client) -> None:
    home = pairings_build.division(6, structure="elimination")
    out = home.entries.first()
    attendance.disqualify(out, by=None)
    round_ = rounds.post(rounds.pair_next(home, by=None), by=None)
    attendance.lift_disqualification(out, by=None)
    client.force_login(pairings_build.organizer(home))
    page = " ".join(pages.text(client.get(pages.of(round_))).split())
    assert f"{out}. A posted bracket takes no more players." in page
