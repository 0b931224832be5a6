"""Sheets of large fields are printed in the background, by a real worker with a real Redis."""

import time

import pytest
from django.core.cache import cache
from django.urls import reverse

from pairings import tasks
from pairings.services.rounds import rounds
from tests.asking import text_of
from tests.html import markup
from tests.pairings import build
from tests.papers import pages
from tournaments.models import Division, Tournament

PATIENCE = 240
"""Seconds for a worker to start and print."""


def slips(division: Division, query: str = "") -> str:
    return reverse("pairings:sheet", args=[division.tournament.slug, "slips"]) + query


def posted(players: int) -> Division:
    division = build.division(players)
    rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    return division


@pytest.mark.django_db
class TestWithoutAWorker:
    def test_a_sheet_nobody_keeps_any_more_can_be_printed_again(self, client):
        division = posted(4)
        client.force_login(build.organizer(division))
        text = text_of(client, slips(division, "?round=1&job=gone"))
        assert "This sheet is no longer available" in text
        assert f'href="{slips(division)}?round=1"' in text

    @pytest.mark.parametrize("job", ["x" * 3000, "a\0b", "ß", "../a"])
    def test_a_job_typed_by_hand_is_a_sheet_nobody_keeps(self, client, job):
        division = posted(4)
        client.force_login(build.organizer(division))
        answer = client.get(slips(division), {"job": job})
        assert "This sheet is no longer available" in answer.content.decode()

    def test_a_job_that_runs_makes_the_page_look_again(self, client):
        division = posted(4)
        client.force_login(build.organizer(division))
        cache.set(tasks.sheet_cache_key("running"), {"event": division.tournament_id}, 60)
        text = text_of(client, slips(division, "?job=running"))
        assert 'http-equiv="refresh" content="2"' in text

    def test_a_job_is_no_key_to_the_sheet_of_another_event(self, client):
        theirs, mine = posted(4), posted(4)
        facts = {"sheet": "slips", "event": theirs.tournament_id}
        cache.set(tasks.sheet_cache_key("theirs"), {"pdf": b"%PDF", "order": facts}, 60)
        client.force_login(build.organizer(mine))
        assert "This sheet is no longer available" in text_of(client, slips(mine, "?job=theirs"))

    def test_a_job_that_fails_says_so_and_is_not_silent(self):
        with pytest.raises(Tournament.DoesNotExist):
            tasks.print_sheet(
                "broken", {"tables": [0, 0], "sheet": "x", "event": 0, "paper": "a4", "site": ""}
            )
        assert cache.get(tasks.sheet_cache_key("broken")) == {"failed": True}


@pytest.mark.redis
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_slips_of_604_players_come_from_the_worker(client, worker):
    division = posted(604)
    client.force_login(build.organizer(division))
    waiting = client.get(slips(division))["Location"]
    assert "job=" in waiting
    pdf = fetched(client, waiting)
    assert len(pages(pdf)) == 76


def fetched(client, url: str) -> bytes:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        response = client.get(url)
        assert "This sheet is no longer available" not in markup(response)
        if response["Content-Type"] == "application/pdf":
            return response.content
        assert "The sheet is being printed" in markup(response)
        time.sleep(0.5)
    raise AssertionError("nothing was printed")
