"""The sheets of a round show the newest seal of the journal, for comparing it later."""

import pytest
from django.urls import reverse

from core.queries import seals
from pairings.services.rounds import rounds
from tests import build
from tests.pairings import build as play
from tests.papers import pages
from tournaments.models import Division

pytestmark = pytest.mark.django_db


def sheet(client, division: Division, name: str) -> list[str]:
    answer = client.get(reverse("pairings:sheet", args=[division.tournament.slug, name]))
    assert answer.status_code == 200
    return pages(answer.content)


@pytest.fixture
def division(client) -> Division:
    made = play.division(9, published=True)
    client.force_login(build.staff(made.tournament, "scorekeeper"))
    return made


def test_each_round_pack_has_the_digest_of_the_latest_seal(client, division: Division):
    printed = set()
    for _round in range(2):
        play.play(division)
        rounds.post(rounds.pair_next_round(division, by=None, seed=3), by=None)
        digest = seals.newest_seal_digest(division.tournament)
        assert len(digest.replace(" ", "")) == 16
        pack = sheet(client, division, "round")
        assert any(f"Journal sealed: {digest}" in page for page in pack)
        printed |= {digest}
        play.report_all(division.rounds.latest("number"))
        rounds.close_round(division.rounds.latest("number"), by=None)
    assert len(printed) == 2
    page = client.get(reverse("tournaments:seals", args=[division.tournament.slug]), {"digest": min(printed)})
    assert "This is seal" in page.content.decode()


@pytest.mark.parametrize("name", ["names", "tables", "standings", "door"])
def test_the_other_sheets_too(client, division: Division, name: str):
    play.play(division)
    rounds.post(rounds.pair_next_round(division, by=None, seed=3), by=None)
    digest = seals.newest_seal_digest(division.tournament)
    assert all(f"Journal sealed: {digest}" in page for page in sheet(client, division, name))


def test_before_the_first_seal_there_is_none(client, division: Division):
    rounds.post(rounds.pair_next_round(division, by=None, seed=3), by=None)
    assert not any("Journal sealed" in page for page in sheet(client, division, "round"))
