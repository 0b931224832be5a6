"""The pack of a large round is made in the background, by a real worker with a real Redis, and stored."""

import time

import pytest
from django.urls import reverse

from pairings.models import StoredPrint
from tests.html import markup
from tests.pairings import build
from tests.pairings.views.print.test_printing_aside import PATIENCE, posted
from tests.papers import pages


@pytest.mark.redis
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_round_pack_of_604_players_comes_from_the_worker_and_is_kept(client, worker, settings):
    division = posted(604)
    client.force_login(build.organizer(division))
    choice = {
        "key": "press",
        "paper": "a4",
        "language": "en",
        "copies": "1",
        "boards": "A-M, N-Z",
        "press": "pack",
    }
    printing = client.post(reverse("pairings:print", args=[division.tournament.slug]), choice)["Location"]
    assert "/print/stored/" in printing
    until = time.monotonic() + PATIENCE
    while not (part := client.get(printing, headers={"HX-Request": "true"})).has_header("HX-Redirect"):
        assert "This print stopped" not in markup(part)
        assert time.monotonic() < until, "nothing was printed"
        time.sleep(0.5)
    pdf = client.get(part["HX-Redirect"]).content
    assert len(pages(pdf)) == StoredPrint.objects.get().pages > 76
