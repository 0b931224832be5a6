"""Many lists are printed by a worker with progress shown; few lists, or without a worker, at once."""

import time

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from decks import tasks
from decks.services import lists
from decks.views.lists import printing
from tests.decks.lists import BEFORE, LEGAL, event, of
from tests.html import markup
from tournaments.models import Tournament

PATIENCE = 240


def handed_in(players: int) -> Tournament:
    made = event(players=players)
    for row in of(made):
        lists.submit_list(row, text=LEGAL, now=BEFORE)
    return made


@pytest.mark.redis
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_worker_prints_many(client: Client, worker: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "MAX_LISTS_IN_REQUEST", 1)
    made = handed_in(2)
    client.force_login(made.created_by)
    answer = client.get(reverse("decks:lists_print", args=[made.slug]))
    assert answer.status_code == 302
    until = time.monotonic() + PATIENCE
    page = client.get(answer["Location"])
    assert "being printed" in markup(page)
    while page["Content-Type"] != "application/pdf":
        assert time.monotonic() < until
        time.sleep(0.3)
        page = client.get(answer["Location"])
    assert page.content.startswith(b"%PDF")


@pytest.mark.django_db
class TestWaiting:
    def test_few_are_printed_at_once(self, client: Client) -> None:
        made = handed_in(2)
        client.force_login(made.created_by)
        page = client.get(reverse("decks:lists_print", args=[made.slug]))
        assert page["Content-Type"] == "application/pdf"

    @pytest.mark.parametrize(
        ("job", "text"),
        [
            ({"total": 4096}, "being printed"),
            ({"done": 41, "total": 4096}, "41 of 4096 lists"),
            ({"failed": True}, "Print them again"),
            (None, "Print them again"),
        ],
    )
    def test_how_far_it_is(self, client: Client, job: dict[str, object] | None, text: str) -> None:
        made = event()
        client.force_login(made.created_by)
        if job is not None:
            cache.set(tasks.printed_lists_cache_key("x"), {"event": made.pk, **job})
        page = client.get(reverse("decks:lists_print", args=[made.slug]), {"job": "x"})
        cache.delete(tasks.printed_lists_cache_key("x"))
        assert text in markup(page)

    def test_nobody_fetches_the_lists_of_another_event(self, client: Client) -> None:
        made, other = event(), event(name="Other")
        client.force_login(made.created_by)
        cache.set(tasks.printed_lists_cache_key("y"), {"event": other.pk, "pdf": b"%PDF"})
        page = client.get(reverse("decks:lists_print", args=[made.slug]), {"job": "y"})
        cache.delete(tasks.printed_lists_cache_key("y"))
        assert page.status_code == 404

    def test_the_job_keeps_the_pdf_or_that_it_failed(self) -> None:
        made = handed_in(1)
        tasks.print_lists("z", made.pk, "a4")
        assert cache.get(tasks.printed_lists_cache_key("z"))["pdf"].startswith(b"%PDF")
        with pytest.raises(Tournament.DoesNotExist):
            tasks.print_lists("z", 0, "a4")
        assert cache.get(tasks.printed_lists_cache_key("z"))["failed"]
