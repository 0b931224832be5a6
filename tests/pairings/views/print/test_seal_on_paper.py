"""Sheets for staff show the newest seal of the journal, for comparing it later; public sheets do not."""

import pytest
from django.urls import reverse

from core.documents.registry import Document, declared_documents
from core.queries import seals
from pairings.documents.printing import PrintOrder
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


def test_each_attendance_list_has_the_digest_of_the_latest_seal(client, division: Division):
    printed = set()
    for _round in range(2):
        play.play(division)
        rounds.post(rounds.pair_next_round(division, by=None, seed=3), by=None)
        digest = seals.newest_seal_digest(division.tournament)
        assert len(digest.replace(" ", "")) == 16
        assert all(f"Journal sealed: {digest}" in page for page in sheet(client, division, "door"))
        printed |= {digest}
        play.report_all(division.rounds.latest("number"))
        rounds.close_round(division.rounds.latest("number"), by=None)
    assert len(printed) == 2
    page = client.get(reverse("tournaments:seals", args=[division.tournament.slug]), {"digest": min(printed)})
    assert "This is seal" in page.content.decode()


@pytest.mark.parametrize("document", [document for document in declared_documents() if not document.power])
def test_what_anyone_may_print_has_neither_seal_nor_revision(client, division: Division, document: Document):
    play.play(division)
    rounds.post(rounds.pair_next_round(division, by=None, seed=3), by=None)
    assert seals.newest_seal_digest(division.tournament)
    order = PrintOrder(document.name, division.tournament_id, "a4", "https://a.example", division=division.pk)
    text = " ".join(
        page for made in document.sheets(order, division.tournament) for page in pages(made.render())
    )
    assert "Journal sealed" not in text
    assert "Revision" not in text


def test_before_the_first_seal_there_is_none(client, division: Division):
    rounds.post(rounds.pair_next_round(division, by=None, seed=3), by=None)
    assert not any("Journal sealed" in page for page in sheet(client, division, "door"))
